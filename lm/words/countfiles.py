"""Files of word n-gram counts, read, written and merged piece by piece.

A count file (see modelfile; kind "wordcounts") has the words in the order of their code points, a
line of UTF-8 each, and how often each occurs; BEGIN and END are among them, and BEGIN occurs once
a sentence. An n-gram of order k, from 2 on, is a 64-bit key: the place of its first k - 1 words
among the n-grams of order k - 1, and in the lower 32 bits the place of its last word. Keys ascend.
So counts of the same text give the same bytes, and merging reads each file once from start to end:
places change, but they keep their order.
"""
import heapq
import os
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np

from .. import modelfile
from .diskarrays import Column, stored_arrays
from .keys import MOST, histories_of, keys_of, words_of
from .tokens import BEGIN, END, tokenisation
from .wordmodel import MAX_ORDER

KIND = "wordcounts"
KEY_BYTES = 96           # of memory per key of the blocks in merging, at most
MOST_BITS = 62           # of a count
READ = 1 << 16           # bytes of words read at a time


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
    for word, i in heapq.merge(*(_labelled(counted, i) for i, counted in enumerate(inputs))):
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


def _labelled(counts, i):
    for word in counts.lines():
        yield word, i


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
