"""For all scorers: models, scores, evidence of the page, the language.

    scores.py         loads a model by name or path; scores of segments, their letters; spans and
                      log10 probabilities of sentences
    languages.py      the language of a record, which chooses the model
    featuresets.py    the features of perceptrons and of trees
    evidenceinput.py  Pages as input of the joint scorer; threads of forums, and footnotes, by
                      words of elements
"""
