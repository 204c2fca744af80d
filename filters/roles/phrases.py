"""The role of a line by its own text: dates and authors, credits of pictures, copyright."""
import re

from ...lm.evidence.dates import has_day
from ...lm.rules.linephrases import PHRASES

MOST_BYLINE, MOST_CAPTION, MOST_FOOTER = 20, 80, 60      # words
MOST_MORE = 9            # words of a heading above other lines
MOST_TOOLS = 12          # words of a line of tools
AUTHOR, SIGNED, CREDIT, RIGHTS, CONSENT, ADVERT, TOOLS, MORE, POINTS, DISCUSS, SAID = (
    re.compile(phrases.pattern(), re.I) for phrases in PHRASES.values())


def is_byline(text, words):
    """Return whether a line between headline and text names author, agency or date.

    >>> is_byline("By DOUG FERGUSON", 3), is_byline("January 12, 2008", 3), is_byline("Go home", 2)
    (True, True, False)
    """
    return words <= MOST_BYLINE and bool(AUTHOR.match(text) or has_day(text))


def is_credit(text, words):
    """Return whether a line is a caption with its credit, or the credit alone.

    >>> is_credit("An elephant helps. Photo / Reuters", 6), is_credit("A photo of mine.", 4)
    (True, False)
    """
    return words <= MOST_CAPTION and CREDIT.search(text) is not None
