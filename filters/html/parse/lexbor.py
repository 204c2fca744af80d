"""lexbor, the fast parser in C, and its tree as normal HTML."""
import re
from functools import partial

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from ...lazypattern import LazyPattern
from ..normalhtml import BLANK, DROPPED, SWALLOWERS, UNESCAPED, escaped

# Not <selectedcontent>, which scripts fill: it is inside <select>, which is dropped
WITHOUT_EVENTS = LexborDocumentOptions.WO_EVENTS.value
# An empty comment at the end of a page; in the tree of selectolax 1.0.2 it holds the text before it
CUT_COMMENT = b"<!"
# The text of UNESCAPED elements; <plaintext> extends to the end of the page. Comments
# and other tags match too, so that <x<xmp>, an element named x<xmp, is not taken for <xmp>.
SHOWN_RAW = LazyPattern(r"""
    (<plaintext(?:[ ][^>]*)?>) (.*) (?=</plaintext>)
  | (<xmp(?:[ ][^>]*)?>) (.*?) (?=</xmp>)
  | <!--.*?-->
  | <[^>]*>
""", re.S | re.X)
# In normal HTML also the name of an attribute: <p <?php echo ?>>
COMMENT_OR_PHP = re.compile(r"<(?:!--|\?)")


def lexbor_tree(page, names=(*DROPPED, *UNESCAPED)):
    """Return (the page's tree as normal HTML, last): see parser_named."""
    parser = LexborHTMLParser(page, options=WITHOUT_EVENTS)
    node = _last(parser)
    last = node and ("comment" if node.is_comment_node else node.tag)
    if last == "comment" and page.endswith(CUT_COMMENT):
        node.decompose()
    has_raw = False
    nodes = parser.css(",".join(names)) if names else []     # each name takes its time
    for node in reversed(nodes):         # inner elements before outer ones
        if node.tag in UNESCAPED:
            has_raw = True
        else:
            node.decompose()
    if has_raw:
        # the last one holds text; those before it are of svg and math, and hold elements
        *others, plaintext = parser.css("plaintext") or [None]
        for node in others:
            node.unwrap(delete_empty=True)
    tree = parser.html or ""
    if has_raw:
        # <a> or <b>, open before <plaintext>, open again in it; the text in them is escaped
        as_it_is = plaintext is not None and plaintext.child is not None and (
            plaintext.child.is_element_node)
        tree = SHOWN_RAW.sub(partial(_with_text_escaped, as_it_is), tree)
    return _without_comments(tree), last


def _without_comments(tree):
    """Return normal HTML with nothing in its comments and <?...>, which no pattern is to read. They
    stay as long as they were: evidence has their length.

    >>> _without_comments('<p <!--="">a<!-- <p --><?php <p ?></p>')
    '<p <!--="">a<!--------><?--------></p>'
    """
    parts, done = [], 0
    for match in COMMENT_OR_PHP.finditer(tree):
        start, inner = match.span()
        if start >= done and tree.rfind("<", done, start) <= tree.rfind(">", done, start):
            end = tree.index("-->" if tree[start + 1] == "!" else ">", inner)
            parts += [tree[done:inner], BLANK * (end - inner)]
            done = end
    return "".join([*parts, tree[done:]]) if parts else tree


def _with_text_escaped(as_it_is, match):
    if match[1] and as_it_is:
        return match[0]
    tag, text = (match[1] or match[3]), (match[2] or match[4])
    return tag + escaped(text) if tag else match[0]


def _last(parser):
    """Return the node at the end of the tree, if it may be unclosed, else None."""
    node = parser.root
    while node is not None and node.next is not None:        # comments after </html>
        node = node.next
    while node is not None:
        if node.is_comment_node or node.tag in SWALLOWERS:
            return node
        inner = node.last_child
        if inner is None and node.tag in ("head", "body"):   # made by the parser at the end
            inner = node.prev or node.parent.prev
        node = inner
    return None
