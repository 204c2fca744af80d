"""A page's evidence as arrays, which all scorers of one process read.

    names.py     element names and kinds as numbers
    columns.py   the class: a few pages, their segments and their elements, a column a field
    pages.py     a few pages on their way through the steps: records, and columns beside them
    reading.py   columns of records
    refining.py  what scutch-segment does, on columns
    writing.py   segments and elements of columns, as records have them
    lines.py     the same as lines of JSON
"""
