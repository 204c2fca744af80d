"""lexbor, the fast parser, in C; its tree as normal HTML."""
import re

from selectolax.lexbor import LexborHTMLParser

from .vocabulary import DROPPED, SWALLOWERS, escaped

ALL_DROPPED = ",".join(DROPPED)
# Shown as text, but not escaped in lexbor's output; <plaintext> goes on to the end of the page
SHOWN_RAW = {"plaintext": re.compile(r"(<plaintext(?: [^>]*)?>)(.*)(?=</plaintext>)", re.S),
             "xmp": re.compile(r"(<xmp(?: [^>]*)?>)(.*?)(?=</xmp>)", re.S)}


def lexbor_tree(page):
    """Return (the page's tree as normal HTML, last): see parsers.py."""
    parser = LexborHTMLParser(page)
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
