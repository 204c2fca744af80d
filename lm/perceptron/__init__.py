"""Features of a page and a multilayer perceptron (Schäfer 2016).

    texrex.py      the 37 features of table 1
    page.py        the features of the model "web": text, elements, shares, neighbours
    containers.py  features of the elements around a block
    network.py     the perceptron, and RPROP
    training.py    cross-validation, measures, ranking of features
    model.py       the model file
"""
