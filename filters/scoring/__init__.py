"""For all scorers: models, scores, evidence of the page, the language.

    scores.py         loads a model by name or path; the step of a scorer
    columnscores.py   scores of several pages at a time, and evidence of their markup
    languages.py      the language of a record, which chooses the model
    sentencescores.py spans and log10 probabilities of a segment's sentences
    featuresets.py    the features of perceptrons and of trees
    evidenceinput.py  Pages as input of the joint scorer
    softwarewords.py  threads of forums, and footnotes, by words of elements
"""
