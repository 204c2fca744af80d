"""Two HTML parsers behind one function, from a page to its tree as normal HTML.

Both follow the HTML standard (html5lib an older edition), so both build the same tree for nearly
every page. In normal HTML every tag is closed, every attribute value is in double quotes, < and >
occur only in tags, and elements that no browser shows as text are gone. So regular expressions and
arrays can read it.
"""
from ...wording import needs

PARSERS = ["auto", "html5lib", "lexbor"]


class Missing(Exception):
    """The named parser is not installed."""


def parser_named(name):
    """Return (name, parse); parse takes a page, bytes of UTF-8, and returns (tree, last).

    parse also takes the names of DROPPED and UNESCAPED elements in the page, if known.
    name:    "lexbor", "html5lib" or "auto": lexbor where it is installed.
    tree:    str, normal HTML.
    last:    the node at the end of the tree, if it may be unclosed: "comment" or a name of
             SWALLOWERS; else None.
    Raises:  Missing if the parser is not installed.
    """
    if name != "html5lib":
        try:
            from .lexbor import lexbor_tree
        except ImportError:
            if name == "lexbor":
                raise Missing(needs("lexbor", "fast")) from None
        else:
            return "lexbor", lexbor_tree
    from .reference import html5lib_tree
    return "html5lib", html5lib_tree
