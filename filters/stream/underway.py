"""The items of a batch on their way through the stages of a chain."""
from collections.abc import Sequence
from typing import Any

from ..errors import BadRecord, OneByOne, Unusable
from .step import Step

# What a step may raise for several pages at once; any other exception is a bug
EXPECTED = (BadRecord, OneByOne, Unusable, MemoryError)


class UnderWay:
    """Several items under way: those that are Pages together, and the records of all others.

    done:     for each item its records; those of an item that is among the pages do not count.
    pages:    Pages, or None; rows: for each of them the index of its item.
    prepared: [(index of an item, what is to become one of the pages)].
    unexpected: (name of a command, its first exception that is a bug), or None.
    """

    def __init__(self, items: Sequence[tuple[str, Any]]) -> None:
        self.done: list[list[Any]] = [[item] for _, item in items]
        self.pages: Any = None
        self.rows: list[int] = []
        self.prepared: list[tuple[int, Any]] = []
        self.unexpected: tuple[str, Exception] | None = None

    def through(self, name: str, step: Step) -> set[int]:
        """Send the pages through a step; return the rows for which it is done.

        If that fails they become records again: processed one by one, they show the bad one.
        """
        rows = set(self.rows)
        try:
            if step.of_pages and self.pages:
                self.pages = step.of_pages(self.pages)
                return rows
            if step.emitted and self.pages:
                for row, one in zip(self.rows, step.emitted(self.pages), strict=True):
                    self.done[row] = [one]
                self.pages, self.rows = None, []
                return rows
        except Exception as error:
            self.failed(name, error)
        self.to_records()
        return set()

    def together(self, name: str, step: Step, through: set[int]) -> set[int]:
        """Send the records of other rows through a step at once; return the rows so done.

        An empty set if that fails: processed one by one, the records show which one raises.
        """
        rows = [row for row, records in enumerate(self.done) if row not in through
                and len(records) == 1 and isinstance(records[0], dict)]
        if not step.of_records or len(rows) < 2:
            return set()
        try:
            for row, record in zip(rows, step.of_records([self.done[row][0] for row in rows]),
                                   strict=True):
                self.done[row] = [record]
        except Exception as error:
            self.failed(name, error)
            return set()
        return set(rows)

    def failed(self, name: str, error: Exception) -> None:
        """Note that a step failed for several items at once."""
        if self.unexpected is None and not isinstance(error, EXPECTED):
            self.unexpected = name, error

    def to_records(self) -> None:
        """Make records of the pages."""
        if self.pages is not None:
            for row, record in zip(self.rows, self.pages.as_records(), strict=True):
                self.done[row] = [record]
            self.pages, self.rows = None, []

    def cut(self, row: int) -> None:
        """Leave out the items from a row on."""
        self.to_records()
        del self.done[row:]
        self.prepared = [one for one in self.prepared if one[0] < row]
