"""From pages in normal HTML, several at a time, to arrays: columns/ has the result, Pages.

    tocolumns.py    titles, elements, blocks of text and their counts; it calls the modules below
    tags.py         positions, names and roles of all tags
    statedvalues.py what attributes state: words of class, id and role, numbers of lists
    blanks.py       text that is only white space
    rulebytes.py    places in the bytes where rules of a table may hold
    hiding.py       elements that browsers do not show
    revealed.py     those that hold the text of the page, or that a click opens
    permalinks.py   permalink anchors beside headings
    pieces.py       text between tags, joined into blocks; links
    joins.py        separators of texts between inline tags
    blocktexts.py   the text of blocks: entities, white space, words
    characters.py   classes of characters
    difficultblock.py     the text of one difficult block, piece by piece
    nesting.py      the tree of block elements
    elementmarks.py marks of code, links, emphasis and the like
    imagemarks.py   which images are pictures, their addresses and places
    cellcolumns.py  the columns of cells: of tables with spans, and with text in rows with gaps
    tagcounts.py    tags, markup and links between segments
"""
