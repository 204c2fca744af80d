"""The evidence of pages as arrays, which all scorers of one process read.

    pages.py          a few pages, their segments and their elements, a column a field; names as
                      numbers; from records, and to records
    refining.py       scutch-segment: segments merged and split
"""
