"""The evidence of pages as arrays, which all scorers of one process read.

    namenumbers.py    element names and kinds as numbers
    cells.py          the cells of tables among elements
    pages.py          the class: a few pages, their segments and their elements, a column a field
    segmentcolumns.py columns of segments, made at once or where they are read
    fromrecords.py    Pages of records
    merging.py        segments merged and split
    refining.py       scutch-segment
    torecords.py      records of Pages
"""
