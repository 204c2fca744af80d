"""Features of a page's blocks, for scorers, roles and metadata.

    blockcolumns.py the input: columns of blocks and elements of a few pages
    textcounts.py   counts of characters and words in many texts
    datedlines.py   whether a line has a date, a time or an age
    purposes.py     purposes of elements, by their names and the words of class, id and role
    nodes.py        elements around a block: names, distances, paths
    evidence.py     all features of a block; those of its text, neighbours and page
    headline.py     the headline of a page; features of the title
    sitelines.py    the headline where a logo stands for it
    nextarticles.py articles below that of the page
    containers.py   features of the elements around a block
    candidates.py   features of elements and stretches that may be the main content
"""
