"""For all scorers: models, scores, evidence of the page, the language.

    scores.py         loads a model by name or path; writes scores into records
    columnscores.py   scores of several pages at a time, in columns
    languages.py      the language of a record, which chooses the model
    markupevidence.py evidence of a segment's markup
    sentencescores.py spans of a segment's sentences, and what wordlm found for each
    featuresets.py    the sets of features of perceptrons
    texrexinput.py    Schäfer's 37 features
    shallowblocks.py  the blocks of Kohlschütter et al. 2010
    evidenceinput.py  columns as input of the joint scorer
    letters.py        pages whose script charlm cannot read
"""
