"""The evidence of pages as arrays, which all scorers of one process read.

    namenumbers.py  element names and kinds as numbers
    cells.py        the cells of tables among elements
    columns.py      the class: a few pages, their segments and their elements, a column a field
    batch.py        a few pages between the steps: records, columns and scores
    fromrecords.py  columns of records
    refining.py     scutch-segment for columns
    torecords.py    from columns to segments and elements of records
    encodedlines.py from pages to lines of JSON
"""
