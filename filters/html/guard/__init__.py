"""Limits on a page, applied before a parser sees it: any bytes in bounded time.

    limits.py         limits on nesting, tags, attributes and text
    manyattributes.py a cheap check for many or heavy attributes
    openings.py       possible openings of tags, and their names
    bounds.py         upper bounds of counts; most pages stay below
    quickcheck.py     a quick check of a page with many tags: may it nest too deeply?
    openelements.py   the open elements at each tag
    tagsyntax.py      the ends of tags, comments and raw text
    possessive.py     regular expressions that do not backtrack
"""
