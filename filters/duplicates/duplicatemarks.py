"""The marks of scutch-dedup in records: which document is a duplicate, how often a text comes."""
import json
from array import array
from bisect import bisect_left
from typing import Any, NamedTuple

import numpy as np

from ...lm.arrays import begins_of_runs
from ...lm.templates.docfrequency import hash_of, hashes
from ..errors import BadRecord, Unusable
from ..record import Segments, name_of, object_of, rounded, segments_of
from .comparedtexts import name_in
from .pipes import COUNTS, LIST, MOST, SAME

SLICE = 1 << 13          # documents looked up at a time


class Mark(NamedTuple):
    """A duplicate: the id of the document that stays, and how alike it is."""

    of: Any
    similarity: float


class Duplicates:
    """A file of LIST, to mark records by.

    Memory:  24 bytes, its id and 40 more for each text in it; 100 for each kept document met.
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
        """Return the record with doc.duplicate_of and doc.similarity, where it is a duplicate.

        Of documents of one name and one text the first that comes stays.
        """
        document = self._reader(record)
        if not document:
            return record
        mark = self.of(hash_of(self._reader.folded(document.text)), hash_of(document.name))
        return record if mark is None else with_mark(record, mark)

    def of_each(self, same, name):
        """Yield `of` each of many documents, in order; same, name: arrays."""
        for start in range(0, len(same), SLICE):
            part = same[start:start + SLICE]
            for is_listed, *hashed in zip(self.lists(part).tolist(), part.tolist(),
                                       name[start:start + SLICE].tolist(), strict=True):
                yield self.of(*hashed) if is_listed else None

    def lists(self, same):
        """Return whether each of many texts is in the list, by their hashes, bool."""
        listed = np.frombuffer(self._same, np.uint64)
        if not len(listed):
            return np.zeros(len(same), bool)
        at = listed.searchsorted(same)
        at[at == len(listed)] = 0
        return listed[at] == same

    def of(self, same, name):
        """Return the Mark of a duplicate, None of another; same, name: hashes, of text and name."""
        at = bisect_left(self._same, same)
        if at == len(self._same) or self._same[at] != same:
            return None
        similarity = int(self._similarity[at])
        if similarity == SAME and name == self._kept[at] and name not in self._met:
            self._met.add(name)
            return None
        return Mark(self._ids[self._order[at]],
                    1.0 if similarity == SAME else rounded(similarity / int(MOST)))


class Again:
    """The duplicates among records that are read twice, in the same order, to mark them by.

    Memory:  that of a corpus, and of its list.
    Raises:  Unusable where a record is another one than before.
    """

    NONE, BAD, UNMARKED, LISTED = range(4)       # what an item is; NONE: no record
    AS_WRITTEN = 8           # added to this where its line is that of its record

    def __init__(self, reader, corpus):
        self._reader, self._corpus = reader, corpus
        self._kinds, self._starts = bytearray(), {}      # of the items; where those of a file are
        self._at = self._next = 0        # the record that comes, and the next one that is LISTED
        self._line = 0                   # the item whose line comes

    def begin(self, file):
        """Note that the items of a file follow."""
        self._starts.setdefault(file, len(self._kinds))

    def add(self, item, is_as_written=False):
        """Add a record to the corpus, or note that an item is none.

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
        self._kinds.append(kind + self.AS_WRITTEN * is_as_written)

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

    def go_to(self, file):
        """Have the first item of a file come next."""
        self._at = self._line = self._starts[file]
        self._next = int(self._numbers.searchsorted(self._at))

    def passes(self):
        """Return whether the next line may be written as it is, and have the one after it come."""
        self._line += 1
        return (self._line <= len(self._kinds)
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
            raise Unusable(f"{name_of(record)}: its file has changed since it was read first")
        mark = self._marks.of(int(self._same[at]), int(self._name[at]))
        return record if mark is None else with_mark(record, mark)


def with_mark(record, mark):
    """Return the record with a Mark."""
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
    """A file of COUNTS, to mark segments by.

    Memory:  12 bytes for each text in it.
    Raises:  Unusable for a file of another kind; OSError.
    """

    def __init__(self, name):
        text, count = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint32)]
        for _, rows in COUNTS.read([name]):
            text.append(rows["text"])
            count.append(rows["count"].astype(np.uint32))
        self._text, self._count = np.concatenate(text), np.concatenate(count)
        if (self._text[1:] <= self._text[:-1]).any():
            raise Unusable(f"{name}: not sorted: LC_ALL=C sort is required")

    def mark(self, record):
        """Return the record with `repeats` of each segment whose text other pages have, too."""
        segments = segments_of(record)
        wanted = hashes(segment["text"] for segment in segments)
        at = self._text.searchsorted(wanted)
        at[at == len(self._text)] = 0
        listed = self._text[at] == wanted if len(self._text) else np.zeros(len(wanted), bool)
        return {**record, "segments": Segments(
            {**segment, "repeats": int(self._count[place]) - 1} if is_listed else segment
            for segment, place, is_listed in zip(segments, at.tolist(), listed.tolist(),
                                                 strict=True))}
