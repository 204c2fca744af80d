"""Two HTML parsers behind one function, from a page to the tree they build, as normal HTML.

Both follow the HTML standard, so both build the same tree of nearly every page (html5lib an older
edition of it). Written out, every tag is closed, every attribute value is in double quotes,
< and > occur in tags alone, and what no browser shows as text is gone, so that what follows needs
no parser of its own.
"""
PARSERS = ["auto", "html5lib", "lexbor"]

class Missing(Exception):
    """The parser asked for is not installed."""


def parser_named(name):
    """Return (name, parse), parse a function from a page, bytes of UTF-8, to (its tree as
    normal HTML, last).

    name:    "lexbor", "html5lib" or "auto", lexbor where it is installed.
    last:    "comment" or the name of the SWALLOWER with or in which the tree ends, else None.
    Raises:  Missing.
    """
    if name != "html5lib":
        try:
            from .lexbor import lexbor_tree
        except ImportError:
            if name == "lexbor":
                raise Missing("lexbor needs one more package: pip install 'scutch[fast]'") from None
        else:
            return "lexbor", lexbor_tree
    from .reference import html5lib_tree
    return "html5lib", html5lib_tree
