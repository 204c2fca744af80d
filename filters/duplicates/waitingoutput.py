"""Output that waits until all duplicates are known.

A chain that drops duplicates need not hold records until then: it holds the output of its last
step, which is smaller, and leaves out that of duplicates. So the steps after scutch-dedup see
duplicates, too. A record that one of them refuses is bad, and not compared.

The process that writes holds the output; others may do the work.
"""
import os
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

from ..edge.console import folders_removed, temporary_folder
from ..edge.jsonlines import decode, encode, frame, frames
from ..errors import BadRecord
from ..hosts.grouping import Spool
from ..selection.documentlimits import like_another
from ..stream.step import Dropped, Emptied, Named, Output, address
from .comparedtexts import Document
from .corpus import Corpus
from .duplicatemarks import Duplicates, with_mark


class Waiting(Named):
    """The last step of a chain, wrapped: its Outputs are those that HeldOutput takes.

    last:      the wrapped step, which returns bytes.
    reader:    of the documents; threshold: the least similarity of duplicates.
    is_kept:   whether the records are kept, too, for --dropped.
    """

    def __init__(self, last: Any, reader: Any, threshold: float, is_kept: bool) -> None:
        super().__init__(last)
        self._reader, self._is_kept = reader, is_kept
        self.reads_text, self.may_keep = self.reads_text and not is_kept, None
        self.holding = partial(HeldOutput, reader, threshold)

    def __call__(self, record: dict[str, Any]) -> list[Any]:
        output = self.last_step(record)
        try:
            document = self._reader(record)
        except BadRecord:                # a filter before has refused it
            document = None
        return [_output(record, document, output, record if self._is_kept else None)]

    def write(self, refused: Any) -> Output:
        """Return the Output of a bad record."""
        return _output(refused, None, [self.last_step.write(refused)])


def _output(record, document, written, kept=None):
    """Return the Output of a record: what a step has written, and the record if it is kept.

    document: None without a word.
    """
    records = [encode(whole) for whole in (kept, getattr(written, "record", None)) if whole]
    return Output({"name": address(record), "document": document and tuple(document),
                   "why": getattr(written, "why", None), "is_empty": isinstance(written, Emptied),
                   "has_record": bool(getattr(written, "record", None)),
                   "sizes": list(map(len, written)), "records": list(map(len, records))},
                  b"".join([*written, *records]))


class HeldOutput:
    """Holds what a Waiting step has written until all documents are known.

    Several runs may write, each its own part.
    reader, threshold: as a Corpus takes them.
    Memory:  that of a Corpus; beyond a bound the output is on disk.
    """

    def __init__(self, reader: Any, threshold: float) -> None:
        self._reader, self._spool = reader, Spool()
        self._runs = self._count = 0
        self._open = ExitStack()
        self._open.enter_context(folders_removed())
        self._folder = self._open.enter_context(temporary_folder("scutch-dedup-"))
        self._corpus = Corpus(self._folder, reader, threshold)
        self._all: Iterator[Any] | None = None
        self._next: Any = None

    def part(self) -> "Part":
        """Return the part of the next run."""
        self._runs += 1
        return Part(self, self._runs)

    def add(self, run: int, about: dict[str, Any], data: bytes) -> None:
        """Take what the step has written of a page in a run."""
        document = about.pop("document")
        self._corpus.add(document and Document(*document))
        self._spool.add((run, self._count, bool(document)), frame(about, data))
        self._count += 1

    def released(self, run: int) -> Iterator[tuple[dict[str, Any], list[Any]]]:
        """Yield (about, the last step's result) of a run, Dropped for duplicates.

        Runs come in order.
        """
        if self._all is None:
            self._all = self._judged()
            self._next = next(self._all, None)
        while self._next and self._next[0] <= run:
            number, *released = self._next
            self._next = next(self._all, None)
            if number == run:            # an earlier one has failed to write the others
                yield tuple(released)

    def _judged(self):
        """Yield (run, about, the last step's result) of everything."""
        path = os.path.join(self._folder, "list")
        self._corpus.write_list(path)
        marks = Duplicates(path, self._reader).of_each(*self._corpus.hashes())
        for (run, _, is_compared), data in self._spool:
            (about, output), = frames(data)
            yield run, about, _released(about, output, next(marks) if is_compared else None)

    def close(self) -> None:
        """Remove the temporary folder."""
        self._open.close()


class Part:
    """What is held of one run, in place of its output."""

    def __init__(self, held: HeldOutput, run: int) -> None:
        self._held, self._run = held, run

    def put(self, about: dict[str, Any], data: bytes) -> None:
        self._held.add(self._run, about, data)

    def flush(self) -> None:
        pass

    def released(self) -> Iterator[tuple[dict[str, Any], list[Any]]]:
        """Yield (about, the last step's result), when all runs have read: see HeldOutput."""
        return self._held.released(self._run)


def _released(about, data, mark):
    """Return the step's result of an Output; with a Mark the Dropped of a duplicate."""
    parts, end = [], 0
    for size in (*about["sizes"], *about["records"]):
        parts.append(data[end:end + size])
        end += size
    count = len(about["sizes"])
    written, records = parts[:count], parts[count:]
    if mark is not None:
        return like_another(with_mark(decode(records[0]), mark) if records else None, mark.of)
    record = decode(records[-1]) if about["has_record"] else None
    if about["why"] is None:
        return Emptied(written, record) if about["is_empty"] else written
    return Dropped(about["why"], record, written)
