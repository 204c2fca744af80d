"""The quality of whole documents.

    englishwords.py    words by the tokeniser of the pre-training pipelines
    tokenised.py       texts with their lines and words
    documentcounts.py  all counts of the filters Gopher, C4 and FineWeb
    pipelinelimits.py  their limits
    badness.py         frequent short words that are missing
    qualitymodel.py    the score, and the traits of a text that it is of
"""
