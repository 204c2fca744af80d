"""The items of a batch on their way through the stages of a chain."""
from collections.abc import Sequence
from typing import Any

from ..errors import BadRecord, Unusable
from .step import PageStep, Step, listed
from .timelimit import TimeLimit

# What a step may raise for several pages at once; any other exception is a bug
EXPECTED = (BadRecord, Unusable, MemoryError)


class UnderWay:
    """Several items under way: some together as Pages, all others as lists of records.

    limit:    a TimeLimit for all items together; beyond it they are done one by one.
    done:     a list of records for each item; not valid for an item that is in the Pages.
    pages:    Pages, or None; rows: the index of the item of each page.
    prepared: [(index of an item, its form as PageStep.prepared returns it)].
    unexpected: (name of a command, its first exception that is a bug), or None.
    """

    def __init__(self, items: Sequence[tuple[str, Any]], limit: TimeLimit) -> None:
        self._limit = limit
        self.done: list[list[Any]] = [[item] for _, item in items]
        self.pages: Any = None
        self.rows: list[int] = []
        self.prepared: list[tuple[int, Any]] = []
        self.unexpected: tuple[str, Exception] | None = None

    def is_taken_by(self, step: Step) -> bool:
        """Return whether there are Pages, and the step takes them."""
        return (isinstance(step, PageStep) and self.pages is not None
                and step.takes(self.pages))

    def through(self, name: str, step: Any, takes: bool) -> set[int]:
        """Send the Pages through a step that takes them; return the rows that are done.

        Otherwise, and if the step fails, the Pages become records, to be done one by one.
        """
        rows = self.rows
        if takes and self._together(name, rows, lambda: step.of_pages(self.pages)):
            return set(rows)
        self.to_records()
        return set()

    def gather(self, name: str, step: Any) -> list[int]:
        """Send the prepared items through a step together; return the rows that fail."""
        waiting, self.prepared = self.prepared, []
        rows = [row for row, _ in waiting]
        items = [item for _, item in waiting]
        done = not rows or self._together(
            name, rows, lambda: step.of_pages(step.gathered(items)))
        return [] if done else rows

    def _together(self, name, rows, call):
        """Keep the result of a call, Pages or a list, for some rows; return whether it succeeds."""
        try:
            with self._limit:
                result = call()
        except Exception as error:
            if self.unexpected is None and not isinstance(error, EXPECTED):
                self.unexpected = name, error
            return False
        self.pages, self.rows = (None, []) if isinstance(result, list) else (result, rows)
        for row, record in zip(rows, result, strict=True) if isinstance(result, list) else ():
            self.done[row] = record if isinstance(record, list) else [record]
        return True

    def to_records(self) -> None:
        """Make records of the Pages."""
        if self.pages is not None:
            for row, record in zip(self.rows, listed(self.pages), strict=True):
                self.done[row] = [record]
            self.pages, self.rows = None, []

    def cut(self, row: int) -> None:
        """Drop the items from a row on."""
        self.to_records()
        del self.done[row:]
        self.prepared = [item for item in self.prepared if item[0] < row]
