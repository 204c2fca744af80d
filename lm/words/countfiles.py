"""Counts of word n-grams, of more text than memory holds, and their files.

Counter sorts the text in chunks as large as memory allows, and merges their count files at the
end, piece by piece. A count file (see modelfile; kind "wordcounts") has the words in the order of
their code points, a line of UTF-8 each, and how often each occurs; BEGIN and END are among them,
and BEGIN occurs once a sentence. An n-gram of order k, from 2 on, is a 64-bit key: its history,
which is the place of its first k - 1 words among the n-grams of order k - 1, of a bigram the number
of the first word, and in the lower 32 bits the place of its last word. Keys ascend. So counts of
the same text give the same bytes, and merging reads each file once from start to end: places
change, but they keep their order.
"""
import heapq
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from os import PathLike
from typing import Any

import numpy as np

from .. import modelfile
from .diskarrays import Column, stored_arrays
from .tokens import BEGIN, BOUNDARY, END, MARKS, UNKNOWN, tokenisation
from .wordmodel import MAX_ORDER

HALF = np.uint64(32)     # bits
MOST = 0xFFFFFFFF        # the greatest place, and number of a word

TOKEN_BYTES = 110        # of memory per token of the chunk, at most
WORD_BYTES = 150         # of memory per distinct token
MOST_FILES = 64          # merged at once
BEGIN_ID, END_ID, OWN_MARK = 0, 1, 2       # of a chunk's words, which are numbered as they come

KIND = "wordcounts"
KEY_BYTES = 96           # of memory per key of the blocks in merging, at most
MOST_BITS = 62           # of a count
READ = 1 << 16           # bytes of words read at a time


def keys_of(histories: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Return the keys, uint64, of histories and last words, at most MOST.

    >>> keys = keys_of(np.array([0, 7]), np.array([5, 6]))
    >>> histories_of(keys).tolist(), words_of(keys).tolist()
    ([0, 7], [5, 6])
    """
    keys = histories.astype(np.uint64, copy=False) << HALF
    keys |= words.astype(np.uint64, copy=False)
    return keys


def histories_of(keys: np.ndarray) -> np.ndarray:
    """Return the places of the histories, int64."""
    return (keys >> HALF).view(np.int64)


def words_of(keys: np.ndarray) -> np.ndarray:
    """Return the numbers of the last words, int64."""
    return (keys & np.uint64(MOST)).view(np.int64)


class Counter:
    """A counter of sentences, in chunks of bounded memory, with files in a folder of its own.

    tokens: name of a tokenisation; n: the highest order; memory: bytes; folder: a path.
    """

    def __init__(self, tokens: str, n: int, memory: int, folder: str | PathLike[str]) -> None:
        self.settings = {"tokens": tokens, "n": n}
        self.tokens = tokenisation(tokens)
        self.memory = memory
        self.folder = folder
        self.files = []
        self.made = 0
        self._start()

    def _start(self):
        # numbers of words by their hash; a text's own marks become the third, and are dropped
        self.numbers = {int(BOUNDARY): END_ID}
        self.words = [BEGIN, END, UNKNOWN]
        self.parts, self.held = [], 0

    def add(self, texts: Iterable[str]) -> None:
        """Count texts, an iterable of str, a sentence each; those without a word are ignored."""
        before = END_ID                    # the word before the block
        for block in self.tokens.blocks(texts):
            ids = self._ids(block)
            ids = ids[ids != OWN_MARK]
            ends = np.append(before, ids) == END_ID
            ids = ids[~(ends[1:] & ends[:-1])]       # a sentence without words
            ends = np.append(before, ids) == END_ID
            self.parts.append(np.insert(ids, (ends[:-1] & ~ends[1:]).nonzero()[0], BEGIN_ID))
            self.held += len(self.parts[-1])
            before = ids[-1] if len(ids) else before
            if not block.goes_on and (self.held * TOKEN_BYTES + len(self.words) * WORD_BYTES
                                      > self.memory):
                self._spill()

    def _ids(self, block):
        """Return the numbers of a block's words."""
        hashes, first, inverse = np.unique(block.hashes, return_index=True, return_inverse=True)
        ids = list(map(self.numbers.get, hashes.tolist()))
        new = [i for i, number in enumerate(ids) if number is None]
        for i, word in zip(new, self.tokens.words(block, first[new].tolist()), strict=True):
            own = word in MARKS
            ids[i] = self.numbers[int(hashes[i])] = OWN_MARK if own else len(self.words)
            if not own:
                self.words.append(word)
        return np.array(ids, np.uint32)[inverse]

    def finish(self, path: str | PathLike[str]) -> None:
        """Write the count file of all that was added."""
        if self.held or not self.files:
            self._spill()
        merge(self.files, path, self.memory, self.folder)
        for file in self.files:
            os.remove(file)

    def _spill(self):
        """Write the counts of the chunk to a file and forget it."""
        ids = np.concatenate([np.zeros(0, np.uint32), *self.parts])
        order = sorted(range(len(self.words)), key=self.words.__getitem__)
        order.remove(OWN_MARK)
        words = [self.words[number] for number in order]
        place = np.zeros(len(self.words), np.uint32)
        place[order] = np.arange(len(order))
        self._start()                      # frees the chunk's words before sorting
        counts, keys = _counted(place[ids], len(words), words.index(BEGIN), self.settings["n"])
        lines = np.frombuffer("".join(f"{word}\n" for word in words)
                              .encode("utf-8", "surrogatepass"), np.uint8)
        save(self._new_file(), self.settings, lines, counts, keys)
        if len(self.files) == MOST_FILES:
            several, self.files = self.files, []
            merge(several, self._new_file(), self.memory, self.folder)
            for file in several:
                os.remove(file)

    def _new_file(self):
        self.made += 1
        self.files.append(os.path.join(self.folder, f"{self.made}.counts"))
        return self.files[-1]


def _counted(ids, size, begin, n):
    """Return (counts, keys) of orders 1 to n of a row of word numbers, sentences with marks."""
    counts = {1: np.bincount(ids, minlength=size)}
    keys = {}
    ids = ids.astype(np.uint64)
    first = ids == begin
    inside = np.ones(len(ids), bool)       # a k-gram ends here, k at first 1
    place = ids
    for k in range(2, n + 1):
        inside[1:] &= inside[:-1].copy()
        inside[:1] = False
        inside &= ~first
        at = inside.nonzero()[0]
        all_keys = keys_of(place[at - 1], ids[at])
        if k == n:
            del place
            all_keys.sort()
            new = np.concatenate([[True], all_keys[1:] != all_keys[:-1]])[:len(all_keys)]
            ends = np.append(new.nonzero()[0], len(all_keys))
            keys[k], counts[k] = all_keys[new], np.diff(ends)
        else:
            keys[k], inverse, counts[k] = np.unique(all_keys, return_inverse=True,
                                                    return_counts=True)
            place = np.zeros(len(ids), np.uint64)
            place[at] = inverse
    return {k: of_order.astype(np.uint64) for k, of_order in counts.items()}, keys


class TooManyNgrams(ValueError):
    """More n-grams of one order than 32 bits can number."""


class WordCounts:
    """A count file, its arrays on disk.

    settings:  {"tokens", "n"}.
    words:     Stored bytes, a line of UTF-8 for each word.
    counts[k]: Stored, how often each n-gram of order k occurs; keys[k] of orders from 2 on.
    """

    def __init__(self, settings: dict[str, Any], arrays: Mapping[str, Any]) -> None:
        self.settings = settings
        self.n = modelfile.whole_number(settings["n"], 1, MAX_ORDER)
        tokenisation(settings["tokens"])
        self.words = arrays["words"]
        self.counts = {k: arrays[f"counts{k}"] for k in range(1, self.n + 1)}
        self.keys = {k: arrays[f"keys{k}"] for k in range(2, self.n + 1)}

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "WordCounts":
        """Return the counts in a file.

        Raises:  modelfile.BadModel, OSError.
        """
        settings, arrays = stored_arrays(path, KIND)
        with modelfile.fitting():
            counts = cls(settings, arrays)
            counts.check()
        return counts

    def check(self) -> None:
        """Raise ValueError for impossible counts, such as n-grams of words that are not there.

        This reads the file once.
        """
        sizes = {k: len(counts) for k, counts in self.counts.items()}
        size, before, marks = 0, None, []
        for word in self.lines():
            if before is not None and word <= before:
                raise ValueError("words that are not in order")
            size, before = size + 1, word
            if word in (BEGIN.encode(), END.encode()):
                marks.append(word)
        if size != sizes[1] or len(marks) != 2:
            raise ValueError("not as many counts as words")
        if int(self.counts[1][:].max()) >> MOST_BITS:
            raise ValueError("impossible counts of words")
        for k, keys in self.keys.items():
            if len(keys) != sizes[k]:
                raise ValueError(f"not as many counts as {k}-grams")
            last = -1
            for low in range(0, len(keys), READ):
                block, counts = keys[low:low + READ], self.counts[k][low:low + READ]
                history = histories_of(block)
                if (int(block[0]) <= last or (block[1:] <= block[:-1]).any()
                        or history[-1] >= sizes[k - 1] or words_of(block).max() >= sizes[1]):
                    raise ValueError(f"{k}-grams of words that are not counted")
                first = int(history[0])
                lower = self.counts[k - 1][first:int(history[-1]) + 1]
                if not ((counts > 0) & (counts <= lower[history - first])).all():
                    raise ValueError(f"{k}-grams more frequent than their histories")
                last = int(block[-1])

    def lines(self) -> Iterator[bytes]:
        """Yield the words as bytes."""
        rest = b""
        for low in range(0, len(self.words), READ):
            *whole, rest = (rest + self.words[low:low + READ].tobytes()).split(b"\n")
            yield from whole


def save(path: str | PathLike[str], settings: dict[str, Any], words: Any, counts: Mapping[int, Any],
         keys: Mapping[int, Any]) -> None:
    """Write a count file, completely or not at all.

    words: array or Stored of bytes; counts, keys: {order: array or Stored}.
    """
    arrays = {"words": words, **{f"counts{k}": of_order for k, of_order in counts.items()},
              **{f"keys{k}": of_order for k, of_order in keys.items()}}
    modelfile.save(path, KIND, settings, arrays)


def _loaded(path):
    try:
        return WordCounts.load(path)
    except modelfile.BadModel as error:
        raise modelfile.BadModel(f"{path}: {error}") from None


def merge(paths: Sequence[str | PathLike[str]], path: str | PathLike[str], memory: int,
          folder: str | PathLike[str]) -> None:
    """Merge several count files into one.

    memory: bytes that blocks may take; folder: for what does not fit in them.
    Raises:  modelfile.BadModel with the file's name, also where their settings differ;
             TooManyNgrams; OSError.
    """
    inputs = [_loaded(source) for source in paths]
    settings = inputs[0].settings
    for counted, name in zip(inputs, paths, strict=True):
        if counted.settings != settings:
            raise modelfile.BadModel(f"{name}: counts of {counted.settings}, not of {settings}")
    made = []

    def column(name, dtype):
        made.append(os.path.join(folder, f"merge-{name}"))
        return Column(made[-1], dtype)

    words, lengths, word_maps = _merged_words(inputs, column)
    counts = np.zeros(lengths, np.uint64)
    for counted, places in zip(inputs, word_maps, strict=True):
        counts[places] += counted.counts[1][:]
    counts, keys, maps = {1: counts}, {}, word_maps
    block = max(1024, memory // (KEY_BYTES * len(inputs)))
    for k in range(2, settings["n"] + 1):
        keys[k], counts[k], maps = _merged_keys(inputs, k, maps, word_maps, block, column)
    save(path, settings, words, counts, keys)
    for name in made:
        os.remove(name)


def _merged_words(inputs, column):
    """Return (lines of all words, how many, for each input the places of its words among them)."""
    lines, size = column("words", np.uint8), -1
    maps = [np.empty(len(counted.counts[1]), np.uint32) for counted in inputs]
    at = [0] * len(inputs)
    last, held = None, []
    for word, i in heapq.merge(*(zip(counted.lines(), repeat(number), strict=False)
                                 for number, counted in enumerate(inputs))):
        if word != last:
            last = word
            size += 1
            held.append(word)
            if len(held) == 1 << 15:
                lines.add(_joined(held))
                held = []
        maps[i][at[i]] = size
        at[i] += 1
    lines.add(_joined(held))
    return lines.stored(), size + 1, maps


def _joined(words):
    return np.frombuffer(b"".join(word + b"\n" for word in words), np.uint8)


def _merged_keys(inputs, k, maps, word_maps, block, column):
    """Return (keys, counts, for each input the places of its keys among them) of order k.

    maps: places of the keys of order k - 1 of each input.
    """
    all_keys, all_counts = column(f"keys{k}", np.uint64), column(f"counts{k}", np.uint64)
    columns = [column(f"map{k}-{i}", np.uint32) for i in range(len(inputs))]
    at = [0] * len(inputs)
    base = 0
    while True:
        heads = [_head(counted, k, low, block, places, words) for counted, low, places, words in
                 zip(inputs, at, maps, word_maps, strict=True)]
        going_on = [keys[-1] for counted, low, (keys, _) in zip(inputs, at, heads, strict=True)
                    if low + len(keys) < len(counted.keys[k])]
        if going_on:                       # beyond it an input may have keys not yet read
            takes = [keys.searchsorted(min(going_on), "right") for keys, _ in heads]
        else:
            takes = [len(keys) for keys, _ in heads]
        keys, inverse = np.unique(np.concatenate(
            [keys[:take] for (keys, _), take in zip(heads, takes, strict=True)]),
            return_inverse=True)
        if base + len(keys) > MOST:
            raise TooManyNgrams(f"more than {MOST} different {k}-grams")
        counts = np.zeros(len(keys), np.uint64)
        low = 0
        for i, ((_, own_counts), take) in enumerate(zip(heads, takes, strict=True)):
            places = inverse[low:low + take]
            counts[places] += own_counts[:take]
            columns[i].add(places + base)
            low += take
            at[i] += int(take)
        all_keys.add(keys)
        all_counts.add(counts)
        base += len(keys)
        if not going_on:
            return all_keys.stored(), all_counts.stored(), [places.stored() for places in columns]


def _head(counts, k, low, block, places, words):
    """Return (keys, counts) of the next block of an input, with the places of the merged file."""
    keys = counts.keys[k][low:low + block]
    if not len(keys):
        return keys, keys
    histories = histories_of(keys)
    first = int(histories[0])
    histories = places[first:int(histories[-1]) + 1][histories - first]
    return keys_of(histories, words[words_of(keys)]), counts.counts[k][low:low + block]
