"""Features of a page and a multilayer perceptron (Schäfer 2016).

    network.py the perceptron, RPROP, and the model file
"""
