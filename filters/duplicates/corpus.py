"""The tables of the pipe, computed in one process, with arrays in temporary files."""
import json
import os

import numpy as np

from ...lm import sketches as sketching
from ...lm.arrays import begins_of_runs, without_repeats
from ...lm.words.diskarrays import Column
from ...lm.writing import naming
from .comparedtexts import Batches
from .pipes import SAME, count_lines, list_lines, ten_thousandths

AS_JSON = json.JSONEncoder().encode      # as json.dumps, which looks for options first
SLICE = 1 << 13          # documents, or pairs, worked on at once
HELD = 1 << 18           # texts of segments that wait in memory
PARTS = 64               # of the texts of segments, by their hashes: one is in memory at a time
MARGIN = 0.1             # under the threshold by sketch that are compared exactly: over 3 errors
# Of a document, by share/bench/dedup.txt; a sketch is mapped from the disk, so it may leave memory
MEMORY, SKETCHED, DISK = 180, 256, 290
BASE = 70 << 20          # bytes of a process with numpy


class Corpus:
    """The documents of a corpus, added one by one, and the duplicates among them.

    folder:    for the arrays.
    threshold: the least similarity of duplicates; 1: equal texts alone.
    is_exact:  whether similarities are Jaccard indices, not estimates; then the hashes of all
               shingles, 8 bytes a word, are on disk, too.
    Memory:    MEMORY bytes a document, and 16 bytes a pair of similar documents.
    """

    def __init__(self, folder, reader, threshold, is_exact=False):
        self._folder, self._reader = folder, reader
        self._threshold, self._is_exact = threshold, is_exact
        self._batches = Batches()
        self._columns = {name: self._column(name, kind) for name, kind in
                         (("same", "<u8"), ("rank", "<u8"), ("name", "<u8"), ("sketch", np.uint8),
                          ("ids", np.uint8), ("id_ends", "<u8"), ("items", "<u8"),
                          ("item_ends", "<u8"))}

    def _column(self, name, kind):
        return Column(os.path.join(self._folder, name), kind)

    def add(self, document):
        """Add a Document; None is passed over."""
        self._take(self._batches.add(document))

    def hashes(self):
        """Return (hashes of texts, hashes of names) of all documents, two arrays uint64.

        Call it after `write_list`.
        """
        return tuple(self._columns[name].stored()[:] for name in ("same", "name"))

    def _take(self, batches):
        columns = self._columns
        for batch in batches:
            compared = self._reader.columns(batch)
            for name in ("same", "rank", "name"):
                columns[name].add(getattr(compared, name))
            columns["sketch"].add(compared.sketch)
            ids = [AS_JSON(name).encode() for name in compared.ids]
            start = columns["ids"].length
            columns["ids"].add(np.frombuffer(b"".join(ids), np.uint8))
            columns["id_ends"].add(start + np.cumsum(list(map(len, ids))))
            if self._is_exact:
                items, owners = compared.items, compared.owners
                items = items[order := np.lexsort((items, owners))]
                owners = owners[order]
                once = begins_of_runs(items) | begins_of_runs(owners)
                start = columns["items"].length
                columns["items"].add(items[once])
                columns["item_ends"].add(
                    start + np.cumsum(np.bincount(owners[once], minlength=len(batch))))

    def write_list(self, path):
        """Write the file of LIST."""
        self._take(self._batches.rest())
        stored = {name: column.stored() for name, column in self._columns.items()}
        same, rank, name = (stored[column][:] for column in ("same", "rank", "name"))
        order = np.lexsort((name, rank, same))
        is_first = begins_of_runs(same[order])
        second = (is_first[:-1] & ~is_first[1:]).nonzero()[0]
        first = order[is_first]
        first = first[np.lexsort((same[first], rank[first]))]    # documents, the best one first
        del rank, is_first
        worse, better, alike = self._near(first, stored)
        gone = np.append(order[second], first[worse])
        stay = np.append(order[second], first[better])
        alike = np.append(np.full(len(second), SAME), ten_thousandths(alike))
        rows = np.lexsort((alike, same[gone]))
        ids = _Slices(stored["ids"], stored["id_ends"])
        with naming(path), open(path, "wb") as file:
            for start in range(0, len(rows), SLICE):
                part = rows[start:start + SLICE]
                file.write(list_lines(same[gone[part]], alike[part], name[stay[part]],
                                      [ids[place].tobytes() for place in stay[part].tolist()],
                                      self._reader.settings))

    def _near(self, first, stored):
        """Return (worse, better, similarity) of similar pairs, arrays of indices in `first`."""
        none = np.zeros(0, np.int64)
        if not len(first) or self._threshold == 1:
            return none, none, np.zeros(0)
        sketches = mapped(stored["sketch"]).reshape(-1, sketching.PLACES)
        items = _Slices(stored["items"], stored["item_ends"]) if self._is_exact else None

        def similar(pairs):
            worse, better = first[pairs // len(first)], first[pairs % len(first)]
            alike = sketching.estimates(sketches[worse], sketches[better])
            if items is not None:
                near = (alike >= self._threshold - MARGIN).nonzero()[0]
                alike[near] = [
                    sketching.jaccard(items[document], items[other]) for document, other in
                    zip(worse[near].tolist(), better[near].tolist(), strict=True)]
            return alike

        rows, similar_pairs = sketching.rows_of(self._threshold), none
        for band in range(sketching.BANDS):
            keys = np.concatenate([sketching.keys_of(sketches[start:start + SLICE], rows, band)
                                   for start in range(0, len(sketches), SLICE)])[first]
            order = sketching.repeated(keys)
            pairs = order[sketching.candidates(keys[order])]
            pairs = pairs[:, 1] * len(first) + pairs[:, 0]
            alike = [pairs[start:start + SLICE][similar(pairs[start:start + SLICE])
                                                >= self._threshold]
                     for start in range(0, len(pairs), SLICE)]
            similar_pairs = without_repeats(np.sort(np.concatenate([similar_pairs, *alike])))
        gone = {}
        for start in range(0, len(similar_pairs), SLICE):
            worse, better = np.divmod(similar_pairs[start:start + SLICE], len(first))
            gone = sketching.kept(better.tolist(), worse.tolist(), gone)
        worse = np.fromiter(gone, np.int64, len(gone))
        better = np.fromiter(gone.values(), np.int64, len(gone))
        pairs = worse * len(first) + better
        return worse, better, np.concatenate([np.zeros(0), *(
            similar(pairs[start:start + SLICE]) for start in range(0, len(pairs), SLICE))])


def mapped(stored):
    """Return a Stored array, mapped from the disk."""
    values = np.memmap(stored.path, stored.dtype, "r") if len(stored) else stored[:]
    return values.view(np.ndarray)       # of which slices are made in less time


class _Slices:
    """A list of variable-length rows in one mapped array; `ends` holds row ends."""

    def __init__(self, values, ends):
        self._values = mapped(values)
        self._ends = np.append(np.uint64(0), ends[:])

    def __getitem__(self, at):
        return self._values[self._ends[at]:self._ends[at + 1]]


class TextCounts:
    """The texts of a corpus that are counted, and how many pages have each.

    folder:  for the arrays: 16 bytes a text. counted: a Counted.
    Memory:  60 bytes for each of a few hundred thousand texts, or of the PARTS-th part of all.
    """

    def __init__(self, folder, counted):
        self._counted = counted
        self._parts = [Column(os.path.join(folder, f"texts{part}"), "<u8")
                       for part in range(PARTS)]
        self._held, self._size = [], 0

    def add(self, record):
        """Count the texts of a record. Raises BadRecord where it has no segments."""
        text, page = self._counted(record)
        self._held.append(np.stack([text, np.full(len(text), page, np.uint64)], 1))
        self._size += len(text)
        if self._size > HELD:
            self._to_parts()

    def _to_parts(self):
        pairs = np.concatenate([np.zeros((0, 2), np.uint64), *self._held])
        parts = pairs[:, 0] // np.uint64((1 << 64) // PARTS)
        pairs = pairs[order := parts.argsort(kind="stable")]
        ends = parts[order].searchsorted(np.arange(PARTS + 1, dtype=np.uint64))
        for column, start, end in zip(self._parts, ends, ends[1:], strict=False):
            column.add(pairs[start:end].ravel())
        self._held, self._size = [], 0

    def write_list(self, path):
        """Write the file of COUNTS."""
        self._to_parts()
        with naming(path), open(path, "wb") as file:
            for column in self._parts:
                text, page = column.stored()[:].reshape(-1, 2).T
                order = np.lexsort((page, text))
                once = begins_of_runs(text[order]) | begins_of_runs(page[order])
                text = text[order[once]]
                starts = begins_of_runs(text).nonzero()[0]
                file.write(count_lines(
                    text[starts], np.diff(starts, append=len(text)), page[order[once]][starts],
                    np.full(len(starts), self._counted.sentences)))
