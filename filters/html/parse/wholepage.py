"""The tree of a page, within the limits of parsers, with the text that parsers hide."""
from ....lm.rules import pattern
from ...lazypattern import LazyPattern
from ..blocks import with_references
from ..guard.limits import limited
from . import codeblocks, wordpictures
from .codeblocks import has_typeface, with_code
from .endtags import COPY, HEADING, without_copies
from .parsers import parser_named
from .unclosed import tree_of
from .unhide import unhidden
from .wordpictures import with_words

# One look at a page instead of two; most have neither
MAY_CHANGE = LazyPattern(pattern([*wordpictures.RULES, *codeblocks.CLUES]))


def tree_of_page(openings, parse=None, choose=None):
    """Return (the tree of a page as normal HTML, notes on it from before parsing, and from after).

    openings: of the page, as `opened` returns them. parse: see parsers.py; None for the fastest
              that is installed. choose: function from a tree to (what is left of it, a note on
              that or ""), or None.
    """
    parse = parse or parser_named("auto")[1]
    names, has_tex = openings.names(), openings.may_have_tex()
    shown = unhidden(openings, names, has_tex)
    data, notes = limited(shown, openings if shown is openings.page else None)
    tree, mended = tree_of(data, parse, names)
    if choose:
        tree, note = choose(tree)
        mended = [*mended, *[note] * bool(note)]
    if has_tex or MAY_CHANGE.search(tree) or has_typeface(tree):
        tree = with_code(with_words(tree, has_tex))
    if openings.may_have("pre"):
        from .codeparts import without_parts
        tree = without_parts(tree)
    if openings.may_have("math"):
        from .formulas import with_formulas
        tree = with_formulas(tree)
    if COPY.search(tree):
        tree = HEADING.sub(lambda heading: without_copies(heading[0]), tree)
    return with_references(tree), notes, mended
