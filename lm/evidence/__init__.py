"""The evidence of a page, which all scorers of its own, roles and metadata read.

    blockcolumns.py the input: columns of blocks and elements of a few pages
    textcounts.py   counts of characters and words in many texts
    dates.py        dates, times and ages in a line
    purposes.py     what elements are for, by their name and the words of class, id and role
    nodes.py        elements around a block: names, distances, paths
    evidence.py     all features of a block; those of its text, neighbours and page
    headline.py     the headline of a page; features of the title
    containers.py   features of the elements around a block
    candidates.py   features of elements and stretches that may be the main content
"""
