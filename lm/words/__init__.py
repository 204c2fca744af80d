"""Word n-gram models: counts, estimates, perplexity (Fernández-Pichel et al. 2023).

    tokens.py          tokenisation
    counting.py        n-grams of more text than memory holds, counted
    countfiles.py      files of counts, read and merged
    diskarrays.py      arrays on disk, written and read piece by piece
    estimators.py      probabilities and back-off weights from counts
    packing.py         from estimates to the arrays of a model
    staticfunction.py  numbers by key, without the keys
    model.py           log-probability of sentences
    arpa.py            the exchange format of n-gram models
    sentences.py       sentences to keep, by a limit and their page
    histogram.py       percentiles of perplexity
"""
