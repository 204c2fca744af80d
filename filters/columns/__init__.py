"""A page's evidence as arrays, which all scorers of one process read.

    names.py     element names and kinds as numbers
    columns.py   the class: a few pages, their segments and their elements, a column a field
    reading.py   columns of records
    writing.py   segments and elements of columns, as records have them
"""
