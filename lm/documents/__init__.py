"""The quality of whole documents.

    words.py       words as the tokeniser of the pre-training pipelines has them
    marks.py       punctuation marks
    tokenised.py   a text with its lines and words
    repetition.py  repeated lines, paragraphs and sequences of words
    counts.py      all counts of the filters Gopher, C4 and FineWeb
    rules.py       their limits
    badness.py     frequent short words that are missing
    traits.py      what the score of quality sees of a text
    model.py       the score
    samples.py     documents to train it on
    training.py    the training
"""
