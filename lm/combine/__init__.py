"""One score from all evidence of a page, by trees and networks; thresholds; confidence.

    pages.py       the input: columns of blocks and elements of a few pages
    vocabulary.py  names of elements, and groups of words in class, id and role
    textcounts.py  counts of characters and words in many texts
    nodes.py       elements around a block: names, distances, paths
    evidence.py    all features of a block; those of its text, neighbours and page
    containers.py  features of the elements around a block
    candidates.py  features of elements and stretches that may be the main content
    lexicon.py     features of words: a block's own, its heading's, those of class and id around it
    ensemble.py    boosted trees as tables, and their training
    model.py       the joint scorer and its model file
    labels.py      what the model learns: the share of text and the weight of each block, by scope
    training.py    samples of pages, cross-validation by site, figures
    signatures.py  dates that belong to a comment, or to the text below a headline
    decisions.py   from probabilities to what is kept: smoothing, expected F, repeated text
    confidence.py  an estimate of the F that a page will have
"""
