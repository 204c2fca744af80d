"""For all scorers: models, scores, evidence of the page, the language.

    scores.py     loads a model by name or path; writes scores into records
    columns.py    scores of several pages at a time, in columns
    languages.py  the language of a record, which chooses the model
    context.py    evidence of a segment's markup
    sentences.py  spans of a segment's sentences, and what wordlm found for each
    features.py   the sets of features of perceptrons
    texrex.py     Schäfer's 37 features
    blocks.py     the blocks of Kohlschütter et al. 2010
    pages.py      columns as input of the joint scorer
    letters.py    pages whose script charlm cannot read
"""
