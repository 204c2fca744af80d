"""Clean HTML of the kept text: an <article> a document, safe for any input.

Its elements are ours, from the blocks of a Document; of the page's attributes it has the addresses
of links and images alone, and these checked. It is valid by the HTML standard: an item is in a
list, a <dd> has a <dt>, no heading is in a <dt>.
"""
from html import escape
from typing import Any

from ..html.addresses import is_safe
from ..stream.printedlines import flat, printable
from ..text.textmarks import IMAGE, LINK, code_inside
from .document import CODE_ALONE, PICTURE, QUOTE, Document, Node, grid_of, walk
from .xmlvrt import pointer, with_elements

OWN = -1                 # in place of the element of a list that has none; below: of items, figures
BARE = {"li", "dt", "dd", "figcaption"}      # whose first paragraph needs no <p>
BREAKS = {"ul", "ol", "dl", "blockquote", "figure"}


def html(record, kept, shown=CODE_ALONE):
    """Return the document as an <article>; nothing if nothing is kept.

    shown: kinds of marks that are written.

    >>> html({}, [{"text": "R&D", "kind": "h"}, {"text": "- one", "kind": "l"}])
    b'<article>\\n<h2>R&amp;D</h2>\\n<ul>\\n<li>one</li>\\n</ul>\\n</article>\\n'
    """
    if not kept:
        return b""
    document = Document(record, kept, shown)
    parts = ["<article>\n"]
    last: list[Any] = []                 # in each open element, None for nothing yet
    for ended, begun, block in walk((_path(block, OWN - number, document), block)
                                    for number, block in enumerate(document.blocks(), 1)):
        for node in ended:
            parts.append("<dd></dd>\n" * (node.name == "dl" and last[-1] == "dt")
                         + f"</{node.name}>\n")
            last.pop()
        for name, _, number in begun:
            before, value = last[-1] if last else None, ""
            if name == "dd" and before is None:
                parts.append("<dt></dt>\n")
            if name == "li":
                after = (before or 0) + 1
                value = f' value="{number}"' * (number not in (None, after))
                number = after if number is None else number
            last[-1:] = [number if name == "li" else name] * bool(last)
            parts.append(f"<{name}{value}>" + "\n" * (name in BREAKS))
            last.append(None)
        if block:
            last[-1:] = [block.kind] * bool(last)
            parts.append(_written(block, bool(begun) and begun[-1].name in BARE, any(
                document.names[element] == "dt" for element in block.place.around)))
    return "".join([*parts, "</article>\n"]).encode()


def _path(block, own, document):
    """Return the Nodes around a block, outermost first. own: in place of an element of its own."""
    path = []
    for element in block.place.around:
        name, number = document.names[element], document.numbers.get(element)
        if name != QUOTE:
            path.append(_list_of(element, name, document))
        path.append(Node(name, element, number))
    if block.mark:
        number = block.mark.rstrip(". )")
        number = int(number) if number.isdecimal() else None
        path += [Node("ul" if number is None else "ol", OWN), Node("li", own, number)]
    figure, caption = block.place.figure, block.place.caption
    if block.kind == PICTURE:
        path.append(Node("figure", figure if figure >= 0 else own))
    elif figure >= 0 and caption >= 0:
        path += [Node("figure", figure), Node("figcaption", caption)]
    return path


def _list_of(item, name, document):
    """Return the list of an item as _path does."""
    around = document.parents[item]
    of = document.names[around] if around >= 0 else ""
    if name == "li":
        return Node("ol" if of == "ol" else "ul", around)
    return Node("dl", document.parents[around] if of == "div" else around)   # of <dt> and its <dd>


def _written(block, is_bare, in_term):
    """Return a block as HTML. is_bare: whether a paragraph needs no <p>."""
    if block.kind == "t":
        rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in grid_of(block.lines))
        return f"<table>\n{rows}</table>\n"
    if block.kind == "c":
        language = f' class="language-{escape(block.language)}"' * bool(block.language)
        return f"<pre><code{language}>{_text(block.lines[0].text)}</code></pre>\n"
    text = "<br>\n".join(map(_inline, block.lines))
    if block.kind == PICTURE or is_bare:
        return text
    name = f"h{block.level}" if block.kind == "h" and not in_term else "p"
    return f"<{name}>{text}</{name}>\n"


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
        image = f'<img src="{pointer(more[0])}" alt="{escape(flat(printable(more[1])))}">'
        link = more[2:] and is_safe(more[2]) and pointer(more[2])
        return f'<a href="{link}">{image}</a>' if link else image, ""
    return f"<{kind}>", f"</{kind}>"
