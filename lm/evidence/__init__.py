"""Features of a page's blocks, for scorers, roles and metadata.

    blockcolumns.py the input: columns of blocks and elements of a few pages
    textcounts.py   counts of characters and words in many texts
    datedlines.py   whether a line has a date, a time or an age
    purposes.py     purposes of elements, by their names and the words of class, id and role
    evidence.py     all features of a block; those of its text, neighbours and page
    headline.py     the headline of a page, features of the title
    containers.py   features of the elements around a block, and of those that may be main content
"""
