"""The evidence of pages as arrays, which all scorers of one process read.

    namenumbers.py    element names and kinds as numbers
    pages.py          the class: a few pages, their segments and their elements, a column a field
    pagerecords.py    Pages of records, and records of Pages
    refining.py       scutch-segment: segments merged and split
"""
