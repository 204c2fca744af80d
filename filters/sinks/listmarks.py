"""Prefixes of the lines of Markdown: marks of items and quotations, spaces below these."""
import re

QUOTATION, BULLET = "> ", "- "
# <ul><li>3. Mix: the number that an author types is that of the item. 09. July is a date.
TYPED_NUMBER = re.compile(r"([1-9]\d{,2})\\([.)]) +(?=\S)")


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
