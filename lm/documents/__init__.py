"""The quality of whole documents.

    englishwords.py    words as the tokeniser of the pre-training pipelines has them
    punctuation.py     punctuation marks
    wordnumbers.py     words by number
    tokenised.py       texts with their lines and words
    repetition.py      repeated lines, paragraphs and sequences of words
    documentcounts.py  all counts of the filters Gopher, C4 and FineWeb
    pipelinelimits.py  their limits
    badness.py         frequent short words that are missing
    traits.py          what the score of quality sees of a text
    qualitymodel.py    the score
    samples.py         documents to train it on
    qualitytraining.py the training
"""
