"""The marks of scutch-dedup in records: duplicates, and how many pages have a segment's text."""
import json
from array import array
from bisect import bisect_left
from typing import Any

import numpy as np

from ...lm.arrays import begins_of_runs
from ...lm.hashing import hash_of
from ..errors import Unusable
from ..record import object_of, rounded
from .pipes import COUNTS, LIST, MOST, SAME

SLICE = 1 << 13          # documents looked up at a time


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
        return with_mark(record, self.of(hash_of(self._reader.folded(document.text)),
                                         hash_of(document.name)))

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
        """Return what doc has of a document, None if it stays; same, name: hashes of text and name.
        """
        at = bisect_left(self._same, same)
        if at == len(self._same) or self._same[at] != same:
            return None
        similarity = int(self._similarity[at])
        if similarity == SAME and name == self._kept[at] and name not in self._met:
            self._met.add(name)
            return None
        return {"duplicate_of": self._ids[self._order[at]],
                "similarity": 1.0 if similarity == SAME else rounded(similarity / int(MOST))}


def with_mark(record, mark):
    """Return the record; with a mark in doc if it is not None."""
    return {**record, "doc": {**object_of(record, "doc"), **mark}} if mark else record


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
