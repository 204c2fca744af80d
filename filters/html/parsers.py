"""Two HTML parsers behind one function: a page in, the tree they build out, as normal HTML.

Both follow the HTML standard, so both build the same tree of nearly every page (html5lib an older
edition of it). Written out, every tag is closed, every attribute value stands in double quotes,
< and > occur in tags alone, and what no browser shows as text is gone, so that what follows needs
no parser of its own.
"""
import re
from functools import cache

PARSERS = ["auto", "html5lib", "lexbor"]

# What browsers do not show, or show as controls, and readings printed above a word
DROPPED = ["annotation", "annotation-xml", "datalist", "iframe", "noembed", "noframes", "rp", "rt",
           "script", "select", "style", "svg", "template", "textarea"]
VOID = frozenset("area base basefont bgsound br col embed frame hr img input keygen link meta "
                 "param source track wbr".split())
# Elements that swallow the rest of a page whose author forgot their end tags
SWALLOWERS = frozenset("iframe noembed noframes script select style textarea title xmp".split())
LIKE_BODY = ["inCell", "inCaption", "afterBody"]     # html5lib's names
SHOWN_RAW = re.compile(r"(<(xmp|plaintext)(?: [^>]*)?>)(.*?)(?=</\2>)", re.S)


class Missing(Exception):
    """The parser asked for is not installed."""


def parser_named(name):
    """Return (name, parse), parse a function from a page to (its tree as normal HTML, last).

    name:    "lexbor", "html5lib" or "auto", lexbor where it is installed.
    last:    name of the element of raw text, or "comment", with which the tree ends, else None.
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
    return "html5lib", _html5lib_tree


def _lexbor_tree(parser):
    node, last = parser.root, None
    if node is None:
        return "", None
    while node.next is not None:        # comments after </html>
        node = node.next
    while node is not None:
        if node.is_comment_node:
            last = "comment"
        elif node.tag in SWALLOWERS:
            last = node.tag
        node = node.last_child
    parser.strip_tags(DROPPED)
    tree = parser.html or ""
    if "<xmp" in tree or "<plaintext" in tree:       # their text is shown, but not escaped
        tree = SHOWN_RAW.sub(lambda match: match[1] + _text(match[3]), tree)
    return tree, last


def _html5lib_tree(page):
    import html5lib
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)
    for name in LIKE_BODY:
        parser.phases[name] = _like_body(type(parser.phases[name]))(parser, parser.tree)
    try:
        document = parser.parse(page)
    except AssertionError:       # html5lib 1.1, its tree made, at the end of "<table><svg><html>"
        document = parser.tree.getDocument()
    return _written(document), _last(document)


@cache
def _like_body(phase):
    """Return html5lib's class for a part of the page, mended: white space is as in the body.

    By the standard white space, too, opens again the formatting that a block closed, as the <b>
    of <td><p><b>x</p> <p>y; html5lib 1.1 overlooks it in cells, captions and after </body>.
    """
    def space(self, token):
        return self.parser.phases["inBody"].processSpaceCharacters(token)

    return type(phase.__name__, (phase,), {"__slots__": (), "processSpaceCharacters": space})


def _last(node):
    last = None
    while True:
        if not isinstance(node.tag, str):
            last = "comment"
        elif node.tag in SWALLOWERS:
            last = node.tag
        if not len(node) or node[-1].tail:
            return last
        node = node[-1]


def _written(document):
    """Return the tree of an html5lib document as lexbor writes it, without what is DROPPED."""
    out = []
    todo = [document]
    dropped = frozenset(DROPPED)
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            out.append(node)
            continue
        name = _local(node.tag) if isinstance(node.tag, str) else "!"
        if name == "!":                              # a comment
            out.append(f"<!--{node.text or ''}-->{_text(node.tail)}")
        elif name in dropped:
            out.append(_text(node.tail))
        else:
            out.append(f"<{name}{''.join(map(_attribute, node.items()))}>{_text(node.text)}")
            todo.append(("" if name in VOID else f"</{name}>") + _text(node.tail))
            todo.extend(reversed(node))
    return "".join(out)


def _attribute(item):
    name, value = item
    name = _local(name)
    if "&" in value or '"' in value or "<" in value or ">" in value or "\xa0" in value:
        value = _text(value).replace('"', "&quot;")
    return f' {name}="{value}"'


def _local(name):
    """Return a name without its namespace; "}" alone is the name of an attribute: <p a="${"}">."""
    return name.rpartition("}")[2] if name.startswith("{http://") else name


def _text(text):
    if not text:
        return ""
    return (text.replace("&", "&amp;").replace("\xa0", "&nbsp;")
            .replace("<", "&lt;").replace(">", "&gt;"))
