"""The marks of scutch-dedup in records: duplicates, and how many pages have a segment's text."""
import json
from array import array
from bisect import bisect_left
from functools import partial
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from ...lm.arrays import begins_of_runs
from ...lm.hashing import hash_of
from ..edge.jsonlines import encode
from ..errors import BadRecord, Unusable, kept
from ..record import has_error, name_of, object_of, rounded
from ..sources.units import Line, Source, decoded
from ..stream.inputs import decoder, units_from
from .comparedtexts import name_in
from .pipes import COUNTS, LIST, MOST, SAME

SLICE = 1 << 13          # documents looked up at a time


class Mark(NamedTuple):
    """The mark of a duplicate: the id of the document kept, and the similarity to it."""

    of: Any
    similarity: float


class Duplicates:
    """The duplicates in a file of LIST.

    Memory:  64 bytes and an id for each text in the file; 100 bytes for each kept document met.
    Raises:  Unusable for a file of another kind, or of other settings; OSError.
    """

    def __init__(self, name, reader):
        same, similarity, kept, self._ids = [], [], [], []
        for place, rows in LIST.read([name]):
            if (rows["settings"] != reader.settings).any():
                raise Unusable(f"{place}: a list of another version, or of other --words, --fold "
                               "or --keep")
            same.append(rows["same"])
            similarity.append(rows["similarity"].astype(np.uint16))
            kept.append(rows["name"])
            self._ids += _ids(rows["text"], place)
        none = [np.zeros(0, np.uint64)]
        same, similarity, kept = (np.concatenate(parts or none)
                                  for parts in (same, similarity, kept))
        order = np.lexsort((similarity, same))       # a text that goes before one that stays
        order = order[begins_of_runs(same[order])]
        self._same = array("Q", same[order].tobytes())
        self._similarity, self._kept = similarity[order], kept[order]
        self._order = order
        self._reader, self._met = reader, set()

    def mark(self, record):
        """Return the record; a duplicate gets doc.duplicate_of and doc.similarity.

        Of documents with one name and one text the first stays.
        """
        document = self._reader(record)
        if not document:
            return record
        mark = self.of(hash_of(self._reader.folded(document.text)), hash_of(document.name))
        return record if mark is None else with_mark(record, mark)

    def of_each(self, same, name):
        """Yield `of(same, name)` for each of many documents, in order; same, name: arrays."""
        for start in range(0, len(same), SLICE):
            part = same[start:start + SLICE]
            for is_listed, *hashed in zip(self.lists(part).tolist(), part.tolist(),
                                       name[start:start + SLICE].tolist(), strict=True):
                yield self.of(*hashed) if is_listed else None

    def lists(self, same):
        """Return whether texts are in the list, bool (n,); same: their hashes."""
        listed = np.frombuffer(self._same, np.uint64)
        if not len(listed):
            return np.zeros(len(same), bool)
        at = listed.searchsorted(same)
        at[at == len(listed)] = 0
        return listed[at] == same

    def of(self, same, name):
        """Return the Mark of a document, None if it stays; same, name: hashes of text and name."""
        at = bisect_left(self._same, same)
        if at == len(self._same) or self._same[at] != same:
            return None
        similarity = int(self._similarity[at])
        if similarity == SAME and name == self._kept[at] and name not in self._met:
            self._met.add(name)
            return None
        return Mark(self._ids[self._order[at]],
                    1.0 if similarity == SAME else rounded(similarity / int(MOST)))


def with_mark(record, mark):
    return {**record, "doc": {**object_of(record, "doc"), "duplicate_of": mark.of,
                              "similarity": mark.similarity}}


def _ids(texts, place):
    try:
        ids = json.loads(b"[" + b",".join(texts) + b"]")
    except ValueError:
        ids = []
    if len(ids) != len(texts):
        raise Unusable(f"{place}: this, or a line below, is damaged")
    return ids


class Repeats:
    """The texts of several pages in a file of COUNTS.

    counted: a Counted.
    Memory:  12 bytes for each text in it, 20 for sentences.
    Raises:  Unusable for a file of another kind; OSError.
    """

    def __init__(self, name, counted):
        columns: dict[str, list[Any]] = {"text": [], "count": [], "first": []}
        for place, rows in COUNTS.read([name]):
            if (rows["sentences"] != counted.sentences).any():
                raise Unusable(f"{place}: the texts of {rows['sentences'][0]} sentences, 0 for "
                               "segments: give the same --sentences")
            for column, values in columns.items():
                values.append(rows[column])
        self._text, count, first = (np.concatenate([np.zeros(0, np.uint64), *values])
                                    for values in columns.values())
        self._count = count.astype(np.uint32)
        self._first = first if counted.sentences else None
        self._counted = counted
        if (self._text[1:] <= self._text[:-1]).any():
            raise Unusable(f"{name}: not sorted: LC_ALL=C sort is required")

    def mark(self, record):
        """Return the record with how many other pages have its texts, where one has.

        Sentences stay in the page with the least hash of those that have them: it gets no mark.
        """
        wanted, page = self._counted(record)
        if not len(self._text):
            return record
        at = self._text.searchsorted(wanted)
        at[at == len(self._text)] = 0
        others = np.where(self._text[at] == wanted, self._count[at].astype(np.int64) - 1, 0)
        if self._first is not None:
            others[self._first[at] == page] = 0
        return self._counted.marked(record, others)


# Records that are read twice: first to find duplicates, then to mark them. The line of an unmarked
# record, if this suite wrote it, is copied without decoding.

BEGINNING = 100          # bytes of a line that show whether blanks separate its fields


class Again:
    """The duplicates among records that are read twice, in the same order.

    has_lines: whether the line of an unmarked record may be copied.
    Memory:  that of a corpus, and of its list.
    Raises:  Unusable if the second reading has another record than the first.
    """

    NONE, BAD, UNMARKED, LISTED = range(4)       # kinds of items; NONE: no record
    AS_WRITTEN = 8           # added to the kind if encoding the record gives its line again

    def __init__(self, reader, corpus, has_lines):
        self._reader, self._corpus, self._has_lines = reader, corpus, has_lines
        self._kinds, self._starts = bytearray(), {}      # of items; {file: its first item}
        self._sums = {}                  # {file: its checksum at the first reading}
        self._at = self._next = 0        # the next record to mark, and the next LISTED one
        self._line = 0                   # the next item with a line

    def entries(self, file, opts):
        """Yield (place, record or BadRecord or OSError, line) of a file, for `add`.

        opts:    of the run for this file.
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
        """Add a record to the corpus; note the kind of any other item.

        line:    the line in the file, if encoding the record gives it again; else None.
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
        self._kinds.append(kind + self.AS_WRITTEN * (line is not None))

    def all_read(self, path):
        """Find the duplicates after the first reading; path: of a file for their list."""
        self._corpus.write_list(path)
        same, name = self._corpus.hashes()
        self._marks = Duplicates(path, self._reader)
        kinds = np.frombuffer(self._kinds, np.uint8)
        numbers = (kinds % self.AS_WRITTEN == self.LISTED).nonzero()[0]
        listed = self._marks.lists(same)
        kinds[numbers[~listed]] -= self.LISTED - self.UNMARKED
        self._numbers, self._same, self._name = numbers[listed], same[listed], name[listed]

    def source(self, opts):
        """Return the Source of the second reading of a file."""
        [file] = opts.files
        self._at = self._line = self._starts[file]
        self._next = int(self._numbers.searchsorted(self._at))
        return Source(self._unchanged(file, units_from(opts)),
                      partial(self._read, decoder(opts)), goes_ahead=True)

    def _unchanged(self, file, units):
        """Yield (place, unit) of a file; raise Unusable at its end if the file has changed."""
        check = Checksum()
        yield from check.over(units)
        if check.value != self._sums[file].value:
            raise Unusable(_changed(file))

    def _read(self, decode, place, unit):
        return unit.data + b"\n" if self.passes() else decode(place, unit)

    def passes(self):
        """Return whether the next line may be copied, and go on to the line after it."""
        self._line += 1
        return (self._has_lines and self._line <= len(self._kinds)
                and self._kinds[self._line - 1] == self.UNMARKED + self.AS_WRITTEN)

    def mark(self, record):
        """Return the next record, marked if it is a duplicate.

        An unmarked one may come back as its line.
        """
        kind = self.NONE
        while kind == self.NONE:         # items that are no records are not marked
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


def _as_written(place, unit, record):
    """Return the line of a unit if encoding its record gives it again, else None."""
    if not isinstance(unit, Line) or b'": ' in unit.data[:BEGINNING]:    # of another program
        return None
    if has_error(record):                # the runner counts it
        return None
    line = with_line(place, record)[2]
    return line if line == unit.data + b"\n" else None


def with_line(place, item):
    """Return (place, item, the line of a record, None for any other item).

    A record that is nested too deeply to be written becomes a BadRecord.
    """
    if isinstance(item, dict):
        try:
            return place, item, encode(item)
        except BadRecord as error:
            error.record = {"id": place}
            item = kept(error)
    return place, item, None
