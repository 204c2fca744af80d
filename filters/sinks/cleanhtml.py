"""Clean HTML of the kept text: an <article> a document, safe for any input.

Its elements are ours, from the blocks of contentblocks.py; of the page's attributes it has the
addresses of links and images alone, and these checked. It is valid by the HTML standard: an item is
in a list, a <dd> has a <dt>, no heading is in a <dt>.
"""
from html import escape

from ..html.addresses import is_safe
from ..stream.printedlines import printable
from ..text.textmarks import CODE, IMAGE, LINK, code_inside
from .contentblocks import PICTURE, blocks_of, layout_of
from .inlineelements import pointer, with_elements
from .inlines import CODE_ALONE
from .markdowntables import grid_of

OWN = -1                 # in place of the element of a list, item or figure that has none
NEW = {(OWN, "li"), (OWN, "figure")}         # each of these is another one
BARE = {"li", "dt", "dd", "figcaption"}      # whose first paragraph needs no <p>
BREAKS = {"ul", "ol", "dl", "blockquote", "figure"}


def html(record, kept, shown=CODE_ALONE):
    """Return the document as an <article>; nothing if nothing is kept.

    shown: which marks are written.

    >>> html({}, [{"text": "R&D", "kind": "h"}, {"text": "- one", "kind": "l"}])
    b'<article>\\n<h2>R&amp;D</h2>\\n<ul>\\n<li>one</li>\\n</ul>\\n</article>\\n'
    """
    if not kept:
        return b""
    layout, article = layout_of(record), _Article()
    for block in blocks_of(kept, layout, shown):
        article.add(block, _path(block, layout))
    return f"<article>\n{article.ended()}</article>\n".encode()


def _path(block, layout):
    """Return the (element, name, number) around a block, outermost first."""
    path = []
    for element in block.place.around:
        name = layout.names[element]
        if name != "blockquote":
            path.append(_list_of(element, name, layout))
        path.append((element, name, layout.numbers.get(element)))
    if block.mark:
        number = block.mark.rstrip(". )")
        is_numbered = number.isdecimal()
        path += [(OWN, "ol" if is_numbered else "ul", None),
                 (OWN, "li", int(number) if is_numbered else None)]
    if block.place.figure >= 0 and (block.kind == PICTURE or block.place.caption >= 0):
        path.append((block.place.figure, "figure", None))
        if block.kind != PICTURE:
            path.append((block.place.caption, "figcaption", None))
    elif block.kind == PICTURE:
        path.append((OWN, "figure", None))
    return path


def _list_of(item, name, layout):
    """Return the list of an item as _path does."""
    around = layout.parents[item]
    if name != "li" and around >= 0 and layout.names[around] == "div":   # of a <dt> and its <dd>
        around = layout.parents[around]
    of = layout.names[around] if around >= 0 else ""
    return around, "dl" if name != "li" else "ol" if of == "ol" else "ul", None


class _Article:
    """The state while a document is written: the open elements, each with what was last in it."""

    def __init__(self):
        self._parts = []
        self._open = []                  # [(element, name), name or number of the last child]

    def add(self, block, path):
        """Write a block in the elements of its path."""
        self._move_to(path)
        inside = self._open[-1] if self._open else [(OWN, ""), ""]
        is_bare = inside[0][1] in BARE and inside[1] is None
        if self._open:
            inside[1] = block.kind
        kind = block.kind
        if kind == "h" and any(name == "dt" for _, name, _ in path):
            kind = "p"
        if kind == "t":
            self._parts.append(_table(block.lines))
        elif kind == "c":
            language = f' class="language-{escape(block.language)}"' * bool(block.language)
            text = escape(printable(block.lines[0].text), quote=False)
            self._parts.append(f"<pre><code{language}>{text}</code></pre>\n")
        else:
            text = "<br>\n".join(_inline(line) for line in block.lines)
            name = "" if is_bare or kind == PICTURE else f"h{block.level}" if kind == "h" else "p"
            self._parts.append(f"<{name}>{text}</{name}>\n" if name else text)

    def ended(self):
        """Return all that was written."""
        self._close(0)
        return "".join(self._parts)

    def _move_to(self, path):
        shared = 0
        while shared < min(len(self._open), len(path)) and (
                self._open[shared][0] == path[shared][:2] and path[shared][:2] not in NEW):
            shared += 1
        if shared < len(self._open) and self._open[shared][0][1] == "figcaption":
            shared -= 1                  # it is the last in its figure
        self._close(shared)
        for element, name, number in path[shared:]:
            self._start(element, name, number)

    def _start(self, element, name, number):
        around = self._open[-1] if self._open else None
        value = ""
        if name == "dd" and around[1] is None:
            self._parts.append("<dt></dt>\n")
        if name == "li":
            after = (around[1] or 0) + 1
            value = f' value="{number}"' * (number not in (None, after))
            number = after if number is None else number
        if around:
            around[1] = number if name == "li" else name
        self._parts.append(f"<{name}{value}>" + "\n" * (name in BREAKS))
        self._open.append([(element, name), None])

    def _close(self, depth):
        while len(self._open) > depth:
            (_, name), last = self._open.pop()
            self._parts.append("<dd></dd>\n" * (name == "dl" and last == "dt") + f"</{name}>\n")


def _table(rows):
    return "<table>\n" + "".join(
        "<tr>" + "".join(map(_cell, row)) + "</tr>\n" for row in grid_of(rows)) + "</table>\n"


def _cell(cell):
    name = "th" if cell.is_head else "td"
    return f"<{name}>{_inline(cell)}</{name}>"


def _inline(line):
    return with_elements(line.text, code_inside(line.marks), _text, _tags)


def _text(text):
    return escape(printable(text), quote=False)


def _tags(kind, *more):
    """Return (start tag, end tag) of a mark: see with_elements."""
    if kind == LINK:
        return (f'<a href="{pointer(more[0])}">', "</a>") if is_safe(more[0]) else ("", "")
    if kind == IMAGE:
        if not is_safe(more[0]):
            return "", ""
        alt = escape(" ".join(printable(more[1]).split()))
        image = f'<img src="{pointer(more[0])}" alt="{alt}">'
        link = more[2:] and is_safe(more[2]) and pointer(more[2])
        return f'<a href="{link}">{image}</a>' if link else image, ""
    name = "code" if kind == CODE else kind
    return f"<{name}>", f"</{name}>"
