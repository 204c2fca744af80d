"""Features of a page and a multilayer perceptron (Schäfer 2016).

    texrex.py      the 37 features of table 1
    page.py        the features of web: text, elements, shares, neighbours
    containers.py  those by the elements around a block
    network.py     the perceptron, and RPROP
    training.py    folds, measures, merits of features
    model.py       the model file
"""
