"""One score from all evidence of a page, by trees; thresholds; confidence.

    lexicon.py       features of words: a block, its heading, the class names around it
    trees.py         boosted trees as tables, and their training
    jointmodel.py    the joint scorer, trees that tell the class of a block, and their model files
    jointtraining.py labels and samples of pages, cross-validation by site, figures
    comments.py      comments on the text, and lines with a date that sign a comment or the text
    scopes.py        what each scope keeps of a page, by probabilities; what page takes from main
    wholes.py        what is kept or dropped as one: tables, lists, notes, a question and its
                     answer; what a first look says of the texts around each, for a second
    confidence.py    an estimate of the F that a page will have
"""
