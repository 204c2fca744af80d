"""The evidence of pages as arrays, which all scorers of one process read.

    names.py     element names and kinds as numbers
    cells.py     the cells of tables among elements
    columns.py   the class: a few pages, their segments and their elements, a column a field
    pages.py     a few pages between the steps: records, columns and scores
    reading.py   columns of records
    refining.py  scutch-segment for columns
    writing.py   from columns to segments and elements of records
    lines.py     from pages to lines of JSON
"""
