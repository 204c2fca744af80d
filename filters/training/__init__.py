"""Gold and labels: what scutch-eval, scutch-label and the trainers share.

    gold.py          the reader of gold text, for scutch-eval, too
    evaltables.py    the tables of scutch-eval
    evalparts.py     comparisons, agreement, regions and figures of scutch-eval
    labels.py        labels of segments by gold text
    copies.py        copies of pages with other markup
    composites.py    pages with stretches of other pages inserted
    cuts.py          pages cut at their text
    trainers.py      what trainers that learn from pages share
    checks.py        checks of options and input
"""
