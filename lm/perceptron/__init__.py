"""Features of a page and a multilayer perceptron (Schäfer 2016)."""
