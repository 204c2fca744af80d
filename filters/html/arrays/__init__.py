"""From pages in normal HTML, several at a time, to arrays: columns/ has the result, Pages.

    tocolumns.py    titles, elements, blocks of text and their counts; it calls the modules below
    tags.py         positions, names and roles of all tags, their nesting, places of rules
    hiding.py       elements that browsers do not show, or a click opens, and permalinks
    blocktexts.py   text between tags, joined into blocks: entities, white space, words, links
    elementmarks.py marks of code, links, emphasis and pictures
"""
