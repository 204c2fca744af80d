"""A page's own markup without what runs, fetches, submits or leads elsewhere.

The page in normal HTML is written anew, with the elements and attributes of two lists alone. So no
trick of its markup matters.
"""
import re
from typing import NamedTuple

from ..html.normalhtml import TOKEN, unescaped
from ..lazypattern import LazyPattern

KEPT = frozenset("""
    a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col
    colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6
    header hgroup hr i ins kbd li main mark menu nav nobr ol p pre q ruby s samp search section
    small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr
    """.split())
# Blocks that do something, or would be read as raw text, and what stands for them
INSTEAD = {"form": "div", "fieldset": "div", "legend": "div", "dialog": "div", "button": "span",
           "listing": "pre", "xmp": "pre", "plaintext": "pre", "noscript": "div", "frameset": "div",
           "optgroup": "div", "option": "div", "picture": "span"}
WITHOUT = frozenset("html head body".split())      # written by whoever writes the page
ATTRIBUTES = frozenset("""
    align bgcolor border cellpadding cellspacing class color colspan dir face height hidden id lang
    noshade nowrap open reversed rowspan scope size start style type valign value width
    """.split())
VOID = frozenset("br col hr wbr".split())
ATTRIBUTE = re.compile(' ([a-z-]+)="([^"]*)"')
# What a style sheet fetches. The policy of the page allows none of it; without it browsers do not
# complain of each.
# Letters written as escapes: u\72l( is url(
ESCAPED = LazyPattern(r"""\\(?:
    (0000 (?:[46][1-9a-f]|[57][0-9a]) | 0{0,3} (?:[46][1-9a-f]|[57][0-9a]) (?![0-9a-f]))
    [ \t\r\n\f]?
  | ([g-z])
)""", re.I | re.X)
FETCHED = LazyPattern(r"@import|(?:url|image|image-set|src)\s*\(", re.I)
STYLE, STYLE_END = LazyPattern("<style(?=[ />\t\n\r\f])[^>]*>", re.I), LazyPattern("</style", re.I)
MOST_STYLE = 2_000_000   # characters of style sheets in a page that are kept


class Inert(NamedTuple):
    """A page's markup, made inert.

    html, body: the attributes of these two elements, as markup.
    texts: the texts between tags, not escaped; one more than there are tags.
    tags:  the tags after each text but the last, as markup, "" for a dropped one.
    """

    html: str
    body: str
    texts: list
    tags: list


def inert(tree):
    """Return the Inert of a page in normal HTML.

    >>> page = inert('<body onload="x()"><a href="//b" class="c">1 &lt; 2</a><img src="d">')
    >>> page.texts, page.tags, page.body
    (['', '', '1 < 2', '', ''], ['', '<a class="c">', '</a>', ''], '')
    """
    tokens = TOKEN.split(tree)
    texts, tags, whole = [unescaped(tokens[0])], [], {"html": "", "body": ""}
    in_title = False
    for tag, name, text in zip(tokens[1::3], tokens[2::3], tokens[3::3], strict=True):
        name = name.lower()
        if name in whole:
            whole[name] = whole[name] or attributes_of(tag)
        in_title = name == "title"           # not part of the page's text
        tags.append(_tag(tag, name))
        texts.append("" if in_title else unescaped(text))
    return Inert(**whole, texts=texts, tags=tags)


def _tag(tag, name):
    """Return the inert form of a tag, "" for a dropped one."""
    ends = name[:1] == "/"
    name = name[1:] if ends else name
    if name in WITHOUT or not name.isalnum():
        return ""
    if name not in KEPT:
        name = INSTEAD.get(name)
        if not name:
            return ""
    if ends:
        return "" if name in VOID else f"</{name}>"
    return f"<{name}{attributes_of(tag)}>"


def attributes_of(tag):
    """Return the kept attributes of a tag in normal HTML, as markup.

    >>> attributes_of('<p class="a" onclick="x()" style="background: url(//b)">')
    ' class="a" style="background: none(//b)"'
    """
    return "".join(
        f' {name}="{_escaped(quiet(value) if name == "style" else value)}"'
        for name, value in ATTRIBUTE.findall(tag) if name in ATTRIBUTES)


def _escaped(value):
    return value.replace("<", "&lt;").replace(">", "&gt;")


def quiet(style):
    r"""Return a style sheet that fetches nothing: browsers pass over its invalid parts.

    >>> quiet("@import 'a'; p { background: URL (b); color: red }")
    "@none 'a'; p { background: none(b); color: red }"
    >>> quiet(r"p { background: u\72l(b) \u\000052 L(c) } q::before { content: '\201c' }")
    "p { background: none(b) none(c) } q::before { content: '\\201c' }"
    """
    style = ESCAPED.sub(lambda match: match[2] or chr(int(match[1], 16)), style)
    return FETCHED.sub(lambda match: "@none" if match[0][0] == "@" else "none(", style)


def styles_of(page):
    """Return the text of the style elements of a page, one after the other.

    >>> styles_of("<STYLE>p {}</STYLE><p><style media=print>q {}</style><style>r")
    'p {}\\nq {}'
    """
    sheets, at, size = [], 0, 0
    while opened := STYLE.search(page, at):
        closed = STYLE_END.search(page, opened.end())
        if not closed or size > MOST_STYLE:
            break
        sheets.append(page[opened.end():closed.start()])
        size += len(sheets[-1])
        at = closed.end()
    return quiet("\n".join(sheets).replace("<", " "))
