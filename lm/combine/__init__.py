"""One score of everything that is known of a page: evidence, trees, cuts, confidence.

    pages.py       what is read of a few pages: columns of blocks and of elements
    vocabulary.py  names of elements, and groups of words in class, id and role
    lettering.py   what the characters of texts say: ends, digits, words as numbers
    nodes.py       elements around a block: names, how far the next one of a kind is, paths
    evidence.py    the numbers of a block, by its text, its neighbours and its page
    containers.py  those by the elements around it
    candidates.py  those by the elements and stretches that may be the main content
    ensemble.py    trees as tables, and their training
    model.py       the joint scorer, and its model file
    labels.py      what the trees learn: shares and weights of blocks, by scope
    training.py    samples of pages, trees, folds by site, figures
    cuts.py        from probabilities to what is kept: smoothing, expected F, repetition
    confidence.py  the F that a page will have
"""
