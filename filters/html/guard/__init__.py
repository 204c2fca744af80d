"""Limits on a page, applied before a parser sees it: any bytes in bounded time.

    limits.py         limits on nesting, tags, attributes and text
    costs.py          a cheap check for what a parser is slow on; most pages pass it
    openings.py       possible openings of tags, and their names
    openelements.py   how many elements may be open at each tag
    tagsyntax.py      the ends of tags, comments and raw text
    possessive.py     regular expressions that do not backtrack
"""
