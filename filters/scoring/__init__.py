"""What scorers share: models and scores, the page's evidence, the language.

    scores.py     a model by name or path, scores written
    columns.py    the same over Columns, for several pages at a time
    languages.py  the language of a record, which chooses the model
    context.py    evidence of a segment's markup
    features.py   the sets of features of perceptrons
    texrex.py     Schäfer's 37 features
    blocks.py     the blocks of Kohlschütter et al. 2010
    pages.py      pages as the joint scorer reads them
"""
