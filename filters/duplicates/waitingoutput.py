"""Output that waits until all duplicates are known.

A chain that drops duplicates need not hold records until then: it holds the output of its last
step, which is smaller, and leaves out that of duplicates. So the steps after scutch-dedup see
duplicates, too. A record that one of them refuses is bad, and not compared.

The process that writes holds the output; others may do the work.
"""
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple

from ..edge.console import folders_removed
from ..edge.jsonlines import decode, encode
from ..errors import BadRecord
from ..hosts.grouping import Spool
from ..selection.documentlimits import like_another
from ..selection.kepttext import kept_texts
from ..stream.step import Dropped, Emptied, PageStep
from .comparedtexts import Document
from .corpus import Corpus
from .duplicatemarks import Duplicates, with_mark


class Output(NamedTuple):
    """A document, None for a record without a word, and the last step's result, as bytes."""

    document: Document | None
    data: bytes


class Waiting(PageStep):
    """The last step of a chain, wrapped: its bytes are those that HeldOutput takes.

    last:      the wrapped step, which returns bytes.
    reader:    of the documents; threshold: the least similarity of duplicates.
    is_kept:   whether the records are kept, too, for --dropped.
    """

    def __init__(self, last: Any, reader: Any, threshold: float, is_kept: bool) -> None:
        self._last, self._reader, self._is_kept = last, reader, is_kept
        self.packing, self.is_silent = last.packing, last.is_silent
        self.holding = partial(HeldOutput, reader, threshold)

    def takes(self, pages: Any) -> bool:
        """Return whether the last step takes the Pages; not if records are to be kept."""
        return not self._is_kept and self._last.takes(pages)

    def of_pages(self, pages: Any) -> list[Output]:
        """Return the Output of each of several pages."""
        return [Output(self._reader.document(record, text), _packed(data))
                for record, text, data in zip(pages.records, kept_texts(pages),
                                              self._last.of_pages(pages), strict=True)]

    def alone(self, record: dict[str, Any]) -> list[Output]:
        """Return [the Output of a record]. Raises BadRecord where the last step does."""
        written = self._last(record)
        return [Output(self._document(record), _packed(written, record if self._is_kept else None))]

    def _document(self, record):
        try:
            return self._reader(record)
        except BadRecord:                # a filter before has refused it
            return None

    def write(self, item: Any) -> bytes:
        """Return the bytes of an Output, or of a refused record: a line about it, then its data."""
        document, data = item if isinstance(item, Output) else (
            None, _packed([self._last.write(item)]))
        return encode({"document": document, "size": len(data)}) + data


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
        self._folder = self._open.enter_context(
            tempfile.TemporaryDirectory(prefix="scutch-dedup-"))
        self._corpus = Corpus(self._folder, reader, threshold)
        self._all: Iterator[tuple[int, list[Any]]] | None = None
        self._next: tuple[int, list[Any]] | None = None

    def part(self) -> "Part":
        """Return the part of the next run."""
        self._runs += 1
        return Part(self, self._runs)

    def add(self, run: int, data: bytes) -> None:
        """Take what the step has written in a run."""
        at = 0
        while at < len(data):
            start = data.index(b"\n", at) + 1
            about = decode(data[at:start])
            at = start + about["size"]
            document = about["document"] and Document(*about["document"])
            self._corpus.add(document)
            self._spool.add((run, self._count, document is not None), data[start:at])
            self._count += 1

    def released(self, run: int) -> Iterator[list[Any]]:
        """Yield the last step's results in a run, Dropped for duplicates; runs come in order."""
        if self._all is None:
            self._all = self._judged()
            self._next = next(self._all, None)
        while self._next and self._next[0] <= run:
            number, written = self._next
            self._next = next(self._all, None)
            if number == run:            # an earlier one has failed to write the others
                yield written

    def _judged(self):
        """Yield (run, the last step's result) of everything."""
        path = os.path.join(self._folder, "list")
        self._corpus.write_list(path)
        marks = Duplicates(path, self._reader).of_each(*self._corpus.hashes())
        for (run, _, is_compared), data in self._spool:
            yield run, _unpacked(data, next(marks) if is_compared else None)

    def close(self) -> None:
        """Remove the temporary folder."""
        self._open.close()


class Part:
    """What is held of one run, in place of its output."""

    def __init__(self, held: HeldOutput, run: int) -> None:
        self._held, self._run = held, run

    def write(self, data: bytes) -> None:
        self._held.add(self._run, data)

    def flush(self) -> None:
        pass

    def released(self) -> Iterator[list[Any]]:
        """Yield the last step's results, when all runs have read: see HeldOutput."""
        return self._held.released(self._run)


def _packed(written, record=None):
    """Return a step's result, and a record, as bytes."""
    records = [encode(kept) for kept in (record, getattr(written, "record", None)) if kept]
    return b"".join([encode({"why": getattr(written, "why", None), "written": len(written),
                             "is_empty": isinstance(written, Emptied),
                             "sizes": list(map(len, [*written, *records]))}), *written, *records])


def _unpacked(data, mark):
    """Return the step's result; with a Mark the Dropped of a duplicate."""
    end = data.index(b"\n") + 1
    about, parts = decode(data[:end]), []
    for size in about["sizes"]:
        parts.append(data[end:end + size])
        end += size
    written, records = parts[:about["written"]], parts[about["written"]:]
    if mark is not None:
        record = with_mark(decode(records[0]), mark) if records else None
        return like_another(record, mark.of)
    if about["why"] is None:
        return Emptied(written) if about["is_empty"] else written
    return Dropped(about["why"], decode(records[-1]) if records else None, written)
