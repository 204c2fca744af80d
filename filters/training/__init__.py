"""Gold and labels: what scutch-eval, scutch-label and the trainers share.

    gold.py          the reader of gold text, for scutch-eval, too
    evalparts.py     comparisons, agreement, regions, figures and tables of scutch-eval
    labels.py        labels of segments by gold text
    composites.py    variants of pages: other markup, stretches of other pages, cut at the text
    trainers.py      what trainers that learn from pages share; checks of options and input
"""
