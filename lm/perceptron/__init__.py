"""Features of a page and a multilayer perceptron (Schäfer 2016).

    texrexfeatures.py  the 37 features of table 1
    web.py             the features of the model "web", of lm.evidence
    network.py         the perceptron, and RPROP
    perceptronmodel.py the model file
"""
