"""What waits until all duplicates are known: records that are read twice, and output.

A chain that drops duplicates need not hold records until then: it holds the output of its last
step, which is smaller, and leaves out that of duplicates. So the steps after scutch-dedup see
duplicates, too. A record that one of them refuses is bad, and not compared. The process that writes
holds the output; others may do the work.
"""
import os
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any
from zlib import crc32

import numpy as np

from ...lm.hashing import hash_of
from ..edge.console import folders_removed, temporary_folder
from ..edge.jsonlines import decode, encode
from ..errors import BadRecord, Unusable
from ..hosts.grouping import Spool
from ..record import name_of
from ..sources.units import Line, Source, decoded
from ..stream.inputs import decoder, units_from
from ..stream.step import Dropped, Named, Output, address, dropped
from .comparedtexts import Document, name_in
from .corpus import Corpus
from .duplicatemarks import Duplicates, with_mark


class Again:
    """The duplicates among records that are read twice, in the same order.

    Memory:  that of a corpus, and of its list.
    Raises:  Unusable if the second reading has another record than the first.
    """

    NONE, BAD, UNMARKED, LISTED = range(4)       # kinds of items; NONE: no record

    def __init__(self, reader, corpus):
        self._reader, self._corpus = reader, corpus
        self._kinds, self._starts = bytearray(), {}      # of items; {file: its first item}
        self._sums = {}                  # {file: its checksum at the first reading}
        self._at = self._next = 0        # the next record to mark, and the next LISTED one

    def entries(self, file, opts):
        """Yield the records of a file, for `add`, and BadRecords; opts: of its run."""
        self._starts.setdefault(file, len(self._kinds))
        self._sums[file] = check = Checksum()
        for _, item in decoded(check.over(units_from(opts)), decoder(opts), {}):
            if not isinstance(item, OSError):
                yield item

    def add(self, item):
        """Add a record to the corpus; note the kind of any other item.

        A record that cannot be compared is BAD: `mark` raises its BadRecord.
        """
        kind = self.NONE
        if isinstance(item, dict):
            try:
                document = self._reader(item)
                kind = self.UNMARKED if document is None else self.LISTED
                self._corpus.add(document)
            except BadRecord:
                kind = self.BAD
        self._kinds.append(kind)

    def all_read(self, path):
        """Find the duplicates after the first reading; path: of a file for their list."""
        self._corpus.write_list(path)
        same, name = self._corpus.hashes()
        self._marks = Duplicates(path, self._reader)
        kinds = np.frombuffer(self._kinds, np.uint8)
        numbers = (kinds == self.LISTED).nonzero()[0]
        listed = self._marks.lists(same)
        kinds[numbers[~listed]] -= self.LISTED - self.UNMARKED
        self._numbers, self._same, self._name = numbers[listed], same[listed], name[listed]

    def source(self, opts):
        """Return the Source of the second reading of a file."""
        [file] = opts.files
        self._at = self._starts[file]
        self._next = int(self._numbers.searchsorted(self._at))
        return Source(self._unchanged(file, units_from(opts)), decoder(opts), goes_ahead=True)

    def _unchanged(self, file, units):
        """Yield (place, unit) of a file; raise Unusable at its end if the file has changed."""
        check = Checksum()
        yield from check.over(units)
        if check.value != self._sums[file].value:
            raise Unusable(_changed(file))

    def passes(self, number):
        """Return whether the item of this number is a record without a mark."""
        return self._kinds[number] == self.UNMARKED

    def mark(self, record):
        """Return the next record, which may be its line, marked if it is a duplicate."""
        kind = self.NONE
        while kind == self.NONE:         # items that are no records are not marked
            kind = self._kinds[self._at] if self._at < len(self._kinds) else self.LISTED
            self._at += 1
        if kind == self.BAD:
            self._reader(record)
        if kind != self.LISTED:
            return record
        at, self._next = self._next, self._next + 1
        if at == len(self._name) or hash_of(name_in(record)) != self._name[at]:
            raise Unusable(_changed(name_of(record)))
        return with_mark(record, self._marks.of(int(self._same[at]), int(self._name[at])))


class Checksum:
    """The checksum of a file's content as it is read: `value`, of all units that `over` yields."""

    value = 0

    def over(self, units):
        """Yield the (place, unit) given, and add them to the checksum."""
        for place, unit in units:
            if not isinstance(unit, OSError):
                self.value = crc32(unit.data if isinstance(unit, Line) else encode(unit),
                                   self.value)
            yield place, unit


def _changed(what):
    return f"{what}: its file has changed since it was read first: run it again"


# Output.

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
                   "why": getattr(written, "why", None),
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
        self._spool.add((run, self._count, bool(document), about), data)
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
        for (run, _, is_compared, about), data in self._spool:
            yield run, about, _released(about, data, next(marks) if is_compared else None)

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
        return dropped(with_mark(decode(records[0]), mark) if records else None, "like another",
                       "duplicates", mark["duplicate_of"])
    record = decode(records[-1]) if about["has_record"] else None
    return written if about["why"] is None else Dropped(about["why"], record, written)
