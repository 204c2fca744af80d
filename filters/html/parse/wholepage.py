"""The tree of a page, within the limits of parsers, with the text that parsers hide."""
import re

from ..guard.limits import limited
from .parsers import deep_is_slow, parser_named
from .unclosed import tree_of
from .unhide import unhidden

# Lone surrogates are not UTF-8: one parser drops them, and the other keeps them
SURROGATE = re.compile("[\ud800-\udfff]")


def tree_of_page(page, parse=None):
    """Return (the tree of a page as normal HTML, notes on it from before parsing, and from after).

    page:  str. parse: see parsers.py; None for the fastest that is installed.
    """
    from ..guard.openings import Openings  # imports numpy
    parse = parse or parser_named("auto")[1]
    data = _plain(page)
    openings = Openings(data)
    names = openings.names()
    shown = unhidden(data, names)
    data, notes = limited(shown, deep_is_slow(parse), openings if shown is data else None)
    tree, mended = tree_of(data, parse, names)
    if openings.may_have_formulas():
        from .formulas import with_formulas
        tree = with_formulas(tree)
    return tree, notes, mended


def _plain(page):
    """Return the page as UTF-8 without what the parsers would treat differently."""
    try:
        data = page.encode()
    except UnicodeEncodeError:
        data = SURROGATE.sub("\ufffd", page).encode()
    return data.replace(b"\0", b"") if b"\0" in data else data
