"""Markdown (CommonMark, with the tables of GitHub), a common input of language models.

Headings have their level, items of lists their depth and number, rows of a data table are a table,
code is fenced, quotations are marked. All of it comes from the elements around a segment and from
its kind; characters that Markdown would read as markup are escaped with a backslash.
"""
import re
from functools import partial

from ..record import owners_of
from .contentblocks import PICTURE, QUOTE, blocks_of, layout_of
from .described import front_matter
from .escapes import heading_end, line_start
from .inlines import CODE_ALONE
from .markdowntables import table_lines

FENCE = re.compile("`{3,}")
QUOTATION, BULLET = "> ", "- "
# <ul><li>3. Mix: the number that an author types is that of the item. 09. July is a date.
TYPED_NUMBER = re.compile(r"([1-9]\d{,2})\\([.)]) +(?=\S)")


def markdown(record, kept, meta=False, shown=CODE_ALONE):
    """Return the document; nothing if nothing is kept. An empty line ends it.

    meta: whether the record's `meta` is its front matter. shown: which marks are written.

    >>> print(markdown({}, [{"text": "One", "kind": "h"}, {"text": "*two*", "kind": "p"},
    ...                     {"text": "• three", "kind": "l"}]).decode(), end="")
    ## One
    <BLANKLINE>
    \\*two\\*
    <BLANKLINE>
    - three
    <BLANKLINE>
    """
    layout = layout_of(record)
    prefixes = Prefixes(partial(_mark, layout=layout), layout.parents, _worded(record, layout))
    lines: list[str] = []
    was_item = False
    for block in blocks_of(kept, layout, shown):
        block_lines, above, is_item = prefixes.lines_of(
            _written(block), _around(block.place, layout), block.mark)
        if lines and not (was_item and is_item):
            lines.append(above.rstrip())
        lines += block_lines
        was_item = is_item
    head = front_matter(record) if meta else ""
    return (head + "\n".join(lines) + "\n\n").encode() if lines else b""


def _around(place, layout):
    """Return the items and quotations around a place; a definition stands below its term."""
    if not layout.terms:
        return place.around
    return tuple(layout.terms.get(element, element) for element in place.around)


def _mark(element, layout):
    """Return the mark before an item or quotation."""
    if layout.names[element] == QUOTE:
        return "> "
    return f"{layout.numbers[element]}. " if element in layout.numbers else "- "


def _worded(record, layout):
    """Return the innermost item or quotation of each segment of a record, kept or not, a set."""
    segments = record.get("segments")
    objects = [segment for segment in segments if isinstance(segment, dict)] \
        if isinstance(segments, list) else []
    around = (_around(layout.places[owner], layout)
              for owner in owners_of(objects, len(layout.names)))
    return {elements[-1] for elements in around if elements}


def _written(block):
    """Return the lines of a block, without what stands before each."""
    if block.kind == "t":
        return table_lines(block.lines)
    if block.kind == "c":
        return _code(block.lines[0].text, block.language)
    lines = [line.markdown for line in block.lines]
    if block.kind == PICTURE:
        return lines
    if block.kind == "h":
        return ["#" * block.level + " " + heading_end(lines[0])]
    lines = list(map(line_start, lines))
    return [*[line + "\\" for line in lines[:-1]], lines[-1]]


def _code(text, language):
    """Return the lines of code between fences longer than any in it, with its language."""
    fence = "`" * max([3, *(len(ticks) + 1 for ticks in FENCE.findall(text))])
    return [fence + language, *(line.rstrip() for line in text.split("\n")), fence]


class Prefixes:
    """The prefixes of blocks, in the order of the document; it remembers those that are open.

    mark_of: function from an item or quotation to its mark.
    parents: of each element.
    worded:  the items that have text of their own, kept or not, not only that of lists in them.
    """

    def __init__(self, mark_of, parents, worded):
        self._mark_of, self._parents, self._worded = mark_of, parents, worded
        self._open = []                  # (element, what comes before its lines)
        self._begun = set()              # lists of which an item was written

    def lines_of(self, lines, around, own_mark=""):
        """Return (the lines of a block with their prefixes, prefix of the line above, is an item).

        around: the items and quotations around it. own_mark: that of an item without an element.
        """
        self._open = [element for element in self._open if element[0] in around]
        shared = first = rest = "".join(prefix for _, prefix in self._open)
        mark, new = own_mark, around[len(self._open):]
        for place, element in enumerate(new):
            mark, below = self._mark(element, new[place + 1:place + 2])
            typed = place + 1 == len(new) and TYPED_NUMBER.match(lines[0])
            if typed and mark in (BULLET, typed[1] + ". "):
                mark, lines = f"{typed[1]}{typed[2]} ", [lines[0][typed.end():], *lines[1:]]
                below = " " * len(mark)
            self._open.append((element, below))
            first, rest = first + mark, rest + below
        is_item = bool(own_mark) or (bool(new) and mark != QUOTATION)
        first, rest = first + own_mark, rest + " " * len(own_mark)
        return [(prefix + line).rstrip() for prefix, line in
                zip([first, *[rest] * (len(lines) - 1)], lines, strict=True)], shared, is_item

    def _mark(self, element, inner):
        """Return (the mark of an element, what comes before its other lines).

        inner: the next element within, if its first line is the same. An item with nothing but a
        list has no mark. As in a browser that list is below the item before, to which it belongs in
        <li>Fruit<li><ul><li>Figs.
        """
        mark, of = self._mark_of(element), self._parents[element]
        if mark == BULLET and element not in self._worded and inner and (
                self._mark_of(inner[0]) != QUOTATION):
            mark = "  " if of in self._begun else ""
            return mark, mark
        self._begun.add(of)
        return mark, mark if mark == QUOTATION else " " * len(mark)
