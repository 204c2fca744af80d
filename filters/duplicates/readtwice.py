"""Records that are read twice: first to find the duplicates among them, then to mark these.

A record without a mark whose line was written by this suite needs no reading the second time.
"""
from functools import partial
from zlib import crc32

import numpy as np

from ...lm.templates.docfrequency import hash_of
from ..edge.jsonlines import encode
from ..errors import BadRecord, Unusable, kept
from ..record import has_error, name_of
from ..sources.units import Line, Source, decoded
from ..stream.inputs import decoder, units_from
from .comparedtexts import name_in
from .duplicatemarks import Duplicates, with_mark

BEGINNING = 100          # bytes of a line that show whether blanks separate its fields


class Again:
    """The duplicates among records that are read twice, in the same order, to mark them by.

    has_lines: whether one without a mark may be its line, which is then written.
    Memory:  that of a corpus, and of its list.
    Raises:  Unusable where a record is another one than before.
    """

    NONE, BAD, UNMARKED, LISTED = range(4)       # what an item is; NONE: no record
    AS_WRITTEN = 8           # added to this where its line is that of its record

    def __init__(self, reader, corpus, has_lines):
        self._reader, self._corpus, self._has_lines = reader, corpus, has_lines
        self._kinds, self._starts = bytearray(), {}      # of the items; where those of a file are
        self._sums = {}                  # of each file, as it was read first
        self._at = self._next = 0        # the record that comes, and the next one that is LISTED
        self._line = 0                   # the item whose line comes

    def entries(self, file, opts):
        """Yield (place, record or BadRecord or OSError, line) of a file, as `add` takes them.

        opts:    those of its run.
        """
        self._starts.setdefault(file, len(self._kinds))
        self._sums[file] = check = Checksum()
        decode = decoder(opts)

        def decode_with_line(place, unit):
            record = decode(place, unit)
            return record, _as_written(place, unit, record)
        for place, item in decoded(check.over(units_from(opts)), decode_with_line, {}):
            yield (place, item, None) if isinstance(item, Exception) else (place, *item)

    def add(self, item, line):
        """Add a record to the corpus, or note that an item is none.

        line:    that would be written for the record, where this was read; else None.
        Of one that cannot be compared `mark` raises BadRecord again.
        """
        kind = self.NONE
        if isinstance(item, dict):
            try:
                document = self._reader(item)
                kind = self.UNMARKED if document is None else self.LISTED
                self._corpus.add(document)
            except BadRecord:
                kind = self.BAD
        self._kinds.append(kind + self.AS_WRITTEN * (line is not None))

    def all_read(self, path):
        """Find the duplicates; path: of a file for their list."""
        self._corpus.write_list(path)
        same, name = self._corpus.hashes()
        self._marks = Duplicates(path, self._reader)
        kinds = np.frombuffer(self._kinds, np.uint8)
        numbers = (kinds % self.AS_WRITTEN == self.LISTED).nonzero()[0]
        listed = self._marks.lists(same)
        kinds[numbers[~listed]] -= self.LISTED - self.UNMARKED
        self._numbers, self._same, self._name = numbers[listed], same[listed], name[listed]

    def source(self, opts):
        """Return the Source of the records of a file, whose items come next."""
        [file] = opts.files
        self._at = self._line = self._starts[file]
        self._next = int(self._numbers.searchsorted(self._at))
        return Source(self._unchanged(file, units_from(opts)),
                      partial(self._read, decoder(opts)), goes_ahead=True)

    def _unchanged(self, file, units):
        """Yield what was read of a file; raise Unusable at its end where it was not that before."""
        check = Checksum()
        yield from check.over(units)
        if check.value != self._sums[file].value:
            raise Unusable(_changed(file))

    def _read(self, decode, place, unit):
        return unit.data + b"\n" if self.passes() else decode(place, unit)

    def passes(self):
        """Return whether the next line may be written as it is, and have the one after it come."""
        self._line += 1
        return (self._has_lines and self._line <= len(self._kinds)
                and self._kinds[self._line - 1] == self.UNMARKED + self.AS_WRITTEN)

    def mark(self, record):
        """Return the record that comes, with its marks where it is a duplicate.

        One that `passes` may be its line instead.
        """
        kind = self.NONE
        while kind == self.NONE:         # an item that does not come here
            kind = self._kinds[self._at] if self._at < len(self._kinds) else self.LISTED
            kind %= self.AS_WRITTEN
            self._at += 1
        if kind == self.BAD:
            self._reader(record)
        if kind != self.LISTED:
            return record
        at, self._next = self._next, self._next + 1
        if at == len(self._name) or hash_of(name_in(record)) != self._name[at]:
            raise Unusable(_changed(name_of(record)))
        mark = self._marks.of(int(self._same[at]), int(self._name[at]))
        return record if mark is None else with_mark(record, mark)


class Checksum:
    """Of what is read of a file: `value`, of all that `over` has yielded."""

    value = 0

    def over(self, units):
        """Yield (place, unit) as they come."""
        for place, unit in units:
            if not isinstance(unit, OSError):
                self.value = crc32(unit.data if isinstance(unit, Line) else encode(unit),
                                   self.value)
            yield place, unit


def _changed(what):
    return f"{what}: its file has changed since it was read first: run it again"


def _as_written(place, unit, record):
    """Return the line of a record where it is the one that would be written, else None."""
    if not isinstance(unit, Line) or b'": ' in unit.data[:BEGINNING]:    # of another program
        return None
    if has_error(record):                # the runner counts it
        return None
    line = with_line(place, record)[2]
    return line if line == unit.data + b"\n" else None


def with_line(place, item):
    """Return (place, item, the line that is written for it, None for what is no record).

    A record that is nested too deeply to be written becomes a BadRecord.
    """
    if isinstance(item, dict):
        try:
            return place, item, encode(item)
        except BadRecord as error:
            error.record = {"id": place}
            item = kept(error)
    return place, item, None
