"""The quality of whole documents.

    englishwords.py    words by the tokeniser of the pre-training pipelines
    punctuation.py     punctuation marks
    wordnumbers.py     words by number
    tokenised.py       texts with their lines and words
    repetition.py      repeated lines, paragraphs and sequences of words
    documentcounts.py  all counts of the filters Gopher, C4 and FineWeb
    pipelinelimits.py  their limits
    badness.py         frequent short words that are missing
    traits.py          features of a text for the quality score
    qualitymodel.py    the score
"""
