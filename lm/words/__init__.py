"""Word n-gram models: counts, estimates, perplexity (Fernández-Pichel et al. 2023).

    tokens.py         tokenisation
    keys.py           an n-gram as one number
    ngramcounting.py  counts n-grams of more text than memory holds
    countfiles.py     files of counts: reading and merging
    diskarrays.py     arrays on disk, read and written piece by piece
    estimators.py     probabilities and back-off weights from counts
    packing.py        from estimates to the arrays of a model
    staticfunction.py a map from keys to numbers that does not store the keys
    wordmodel.py      log-probability of sentences
    arpa.py           the exchange format of n-gram models
    perplexity.py     sentences to keep, by a limit and the context of the page
    histogram.py      percentiles of perplexity
"""
