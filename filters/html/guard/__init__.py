"""Limits on what a page may hold, applied before a parser sees it: any bytes in bounded time.

    limits.py         limits on nesting, tags, attributes and text
    manyattributes.py whether a page has many or heavy attributes, by a cheap look
    openings.py       where tags may begin, and with which names
    bounds.py         upper bounds of what is counted, which most pages do not reach
    quickcheck.py     a quick check whether a page with many tags may nest too deeply
    openelements.py   the elements that are open at each tag
    tagsyntax.py      where tags, comments and raw text begin and end
    possessive.py     regular expressions that do not backtrack
"""
