"""Limits on a page, applied before a parser sees it: any bytes in bounded time.

    limits.py         limits on nesting, tags, attributes and text
    openings.py       possible tags, and a cheap check for what a parser is slow on
    tagsyntax.py      the ends of tags, and how many elements may be open at each
"""
