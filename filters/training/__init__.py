"""Gold and labels: what scutch-eval, scutch-label and the trainers share.

    gold.py          the reader of gold text, for scutch-eval, too
    evaltables.py    the tables of scutch-eval
    curves.py        the figures of scutch-eval --plot
    agreement.py     how far two annotators agree
    goldregions.py   precision and recall by kind and role of segments
    paired.py        whether one output is better than another
    labels.py        labels of segments by gold text
    copies.py        copies of pages with other markup
    composites.py    pages with stretches of other pages inserted
    cuts.py          pages cut at their text
    wordinputs.py    what scutch-train wordlm reads
    trainers.py      what trainers that learn from pages share
    checks.py        checks of options and input
"""
