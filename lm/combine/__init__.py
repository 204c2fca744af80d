"""One score from all evidence of a page, by trees; thresholds; confidence.

    lexicon.py       features of words: a block, its heading, the class names around it
    trees.py         boosted trees as tables, and their training
    jointmodel.py    the joint scorer and its model file
    targets.py       what else than the main content the model learns to be text of a page
    jointtraining.py samples of pages, cross-validation by site, figures
    signatures.py    dates that belong to a comment, or to the text below a headline
    comments.py      comments on the text, told by what they have and where they stand
    scopes.py        what each scope keeps of a page
    containing.py    what page takes from main
    wholes.py        what is kept or dropped as one: tables, lists, notes, a question and its answer
    context.py       what a first look says of the texts around each, for a second
    decisions.py     from probabilities to kept blocks: smoothing, expected F, repeated text
    confidence.py    an estimate of the F that a page will have
"""
