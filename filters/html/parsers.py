"""Two HTML parsers behind one function: a page in, the tree they build out, as normal HTML.

Both follow the HTML standard, so both build the same tree of nearly every page (html5lib an older
edition of it). Written out, every tag is closed, every attribute value stands in double quotes,
and < and > occur in tags alone, so that what follows needs no parser of its own.
"""
import re

PARSERS = ["auto", "html5lib", "lexbor"]

XHTML = "{http://www.w3.org/1999/xhtml}"
VOID = frozenset("area base basefont bgsound br col embed frame hr img input keygen link meta "
                 "param source track wbr".split())
RAW = frozenset("iframe noembed noframes script style".split())    # their text is not escaped
SHOWN_RAW = re.compile(r"(<(xmp|plaintext)(?: [^>]*)?>)(.*?)(?=</\2>)", re.S)


class Missing(Exception):
    """The parser asked for is not installed."""


def parser_named(name):
    """Return (name, function from a page's text to its tree as normal HTML).

    name:    "lexbor", "html5lib" or "auto", lexbor where it is installed.
    Raises:  Missing.
    """
    if name != "html5lib":
        try:
            from selectolax.lexbor import LexborHTMLParser
        except ImportError:
            if name == "lexbor":
                raise Missing("lexbor needs one more package: pip install 'scutch[fast]'") from None
        else:
            return "lexbor", lambda page: _escaped(LexborHTMLParser(page).html or "")
    return "html5lib", html5lib_tree


def _escaped(tree):
    """Return the tree with the raw text of <xmp> and <plaintext>, which is shown, escaped."""
    if "<xmp" in tree or "<plaintext" in tree:
        tree = SHOWN_RAW.sub(lambda match: match[1] + _text(match[3]), tree)
    return tree


def html5lib_tree(page):
    """Return the tree that html5lib builds, written as lexbor writes it."""
    import html5lib
    root = html5lib.parse(page, treebuilder="etree")
    out = []
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            out.append(node)
            continue
        if not isinstance(node.tag, str):               # a comment
            out.append(f"<!--{node.text or ''}-->{_text(node.tail)}")
            continue
        name = node.tag.rpartition("}")[2]
        raw = name in RAW and node.tag.startswith(XHTML)
        out.append(f"<{name}{''.join(map(_attribute, node.items()))}>")
        if raw:
            out.append(node.text or "")
        elif node.text:
            out.append(_text(node.text))
        closing = "" if name in VOID else f"</{name}>"
        todo.append(closing + _text(node.tail))
        todo.extend(reversed(node))
    return "".join(out)


def _attribute(item):
    name, value = item
    name = name.rpartition("}")[2]
    if "&" in value or '"' in value or "<" in value or ">" in value or "\xa0" in value:
        value = _text(value).replace('"', "&quot;")
    return f' {name}="{value}"'


def _text(text):
    if not text:
        return ""
    return (text.replace("&", "&amp;").replace("\xa0", "&nbsp;")
            .replace("<", "&lt;").replace(">", "&gt;"))
