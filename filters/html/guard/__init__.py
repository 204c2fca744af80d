"""Limits on what a page may hold, applied before a parser sees it: any bytes in bounded time.

    limits.py         limits on nesting, tags, attributes and text
    manyattributes.py a cheap check for many or heavy attributes
    openings.py       possible openings of tags, and their names
    bounds.py         upper bounds of the counts, which most pages do not reach
    quickcheck.py     a quick check whether a page with many tags may nest too deeply
    openelements.py   the open elements at each tag
    tagsyntax.py      where tags, comments and raw text begin and end
    possessive.py     regular expressions that do not backtrack
"""
