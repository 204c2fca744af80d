"""Two HTML parsers behind one function: a page in, the tree they build out, as normal HTML.

Both follow the HTML standard, so both build the same tree of nearly every page (html5lib an older
edition of it). Written out, every tag is closed, every attribute value stands in double quotes,
< and > occur in tags alone, and what no browser shows as text is gone, so that what follows needs
no parser of its own.
"""
import re

PARSERS = ["auto", "html5lib", "lexbor"]

# What browsers do not show, or show as controls, and readings printed above a word
DROPPED = ["annotation", "annotation-xml", "audio", "canvas", "datalist", "iframe", "noembed",
           "noframes", "rp", "rt", "script", "select", "style", "svg", "template", "textarea",
           "video"]
ALL_DROPPED = ",".join(DROPPED)
VOID = frozenset("area base basefont bgsound br col embed frame hr img input keygen link meta "
                 "param source track wbr".split())
# Elements that swallow the rest of a page whose author forgot their end tags
SWALLOWERS = frozenset("iframe noembed noframes script select style textarea title xmp".split())
# Shown as text, but not escaped in lexbor's output; <plaintext> goes on to the end of the page
SHOWN_RAW = {"plaintext": re.compile(r"(<plaintext(?: [^>]*)?>)(.*)(?=</plaintext>)", re.S),
             "xmp": re.compile(r"(<xmp(?: [^>]*)?>)(.*?)(?=</xmp>)", re.S)}


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
            from selectolax.lexbor import LexborHTMLParser
        except ImportError:
            if name == "lexbor":
                raise Missing("lexbor needs one more package: pip install 'scutch[fast]'") from None
        else:
            return "lexbor", lambda page: _lexbor_tree(LexborHTMLParser(page))
    from .reference import html5lib_tree
    return "html5lib", html5lib_tree


def _lexbor_tree(parser):
    last = _last(parser)
    for node in reversed(parser.css(ALL_DROPPED)):      # what stands in another such goes first
        node.decompose()
    tree = parser.html or ""
    for name, pattern in SHOWN_RAW.items():
        if parser.tags(name):
            tree = pattern.sub(lambda match: match[1] + escaped(match[2]), tree)
    return tree, last


def _last(parser):
    node = parser.root
    while node is not None and node.next is not None:        # comments after </html>
        node = node.next
    while node is not None:
        if node.is_comment_node:
            return "comment"
        if node.tag in SWALLOWERS:
            return node.tag
        inner = node.last_child
        if inner is None and node.tag in ("head", "body"):   # made at the end, behind what ended
            inner = node.prev or node.parent.prev
        node = inner
    return None


def escaped(text):
    """Return text as normal HTML has it; None is no text."""
    if not text:
        return ""
    return (text.replace("&", "&amp;").replace("\xa0", "&nbsp;")
            .replace("<", "&lt;").replace(">", "&gt;"))
