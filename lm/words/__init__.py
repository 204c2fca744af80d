"""Word n-gram models: counts, estimates, perplexity (Fernández-Pichel et al. 2023).

    tokens.py         tokenisation
    countfiles.py     counts of n-grams of more text than memory holds, and their files
    diskarrays.py     arrays on disk, read and written piece by piece
    estimators.py     probabilities and back-off weights from counts
    wordmodel.py      log-probability of sentences, and the arrays of a model
    arpa.py           the exchange format of n-gram models
    perplexity.py     sentences to keep, by a limit and the context of the page; histograms
"""
