"""Counts of word n-grams, of more text than memory holds.

A count file (see modelfile; kind "wordcounts") has the words in the order of their code points, a
line of UTF-8 each, and how often each occurs; BEGIN and END are among them, and BEGIN occurs once
a sentence. An n-gram of order k, from 2 on, is a 64-bit key: the place of its first k - 1 words
among the n-grams of that order, and in the lower 32 bits the place of its last word; keys rise.
So counts of the same text give the same bytes, and two files are merged reading each from front
to end once: places change, but they keep their order.

Counter sorts the text in chunks as large as memory allows, and merges their files in the end.
"""
import heapq
import os

import numpy as np

from . import modelfile
from .stored import Column, stored_arrays
from .tokens import BEGIN, BOUNDARY, END, MARKS, UNKNOWN, tokenisation

KIND = "wordcounts"
TOKEN_BYTES = 72         # of memory that counting takes a token of the chunk, at most
KEY_BYTES = 96           # and merging a key of its blocks
WORD_BYTES = 150         # of a distinct token
MOST_FILES = 64          # merged at once
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
READ = 1 << 20           # bytes of words read at a time
BEGIN_ID, END_ID, OWN_MARK = 0, 1, 2       # of a chunk's words, which are numbered as they come


class TooManyNgrams(ValueError):
    """More n-grams of one order than 32 bits can number."""


class WordCounts:
    """A count file, its arrays on disk.

    settings:  {"tokens", "n"}.
    words:     Stored bytes, a line of UTF-8 a word.
    counts[k]: Stored, how often each n-gram of order k occurs; keys[k] of orders from 2 on.
    """

    def __init__(self, settings, arrays):
        self.settings = settings
        self.n = settings["n"]
        self.words = arrays["words"]
        self.counts = {k: arrays[f"counts{k}"] for k in range(1, self.n + 1)}
        self.keys = {k: arrays[f"keys{k}"] for k in range(2, self.n + 1)}

    @classmethod
    def load(cls, path):
        """Return the counts in a file.

        Raises:  modelfile.BadModel, OSError.
        """
        settings, arrays = stored_arrays(path, KIND)
        try:
            return cls(settings, arrays)
        except (KeyError, TypeError) as error:
            raise modelfile.BadModel(f"settings or arrays that do not fit: {error}") from None

    def lines(self):
        """Yield the words as bytes."""
        rest = b""
        for low in range(0, len(self.words), READ):
            *whole, rest = (rest + self.words[low:low + READ].tobytes()).split(b"\n")
            yield from whole


def save(path, settings, words, counts, keys):
    """Write a count file, whole or not at all.

    words: array or Stored of bytes; counts, keys: {order: array or Stored}.
    """
    arrays = {"words": words, **{f"counts{k}": one for k, one in counts.items()},
              **{f"keys{k}": one for k, one in keys.items()}}
    modelfile.save(f"{path}.part", KIND, settings, arrays)
    os.replace(f"{path}.part", path)


class Counter:
    """Counts sentences, in chunks of bounded memory, whose files lie in a folder of its own.

    tokens: name of a tokenisation; n: the highest order; memory: bytes; folder: a path.
    """

    def __init__(self, tokens, n, memory, folder):
        self.settings = {"tokens": tokens, "n": n}
        self.tokens = tokenisation(tokens)
        self.memory = memory
        self.folder = folder
        self.files = []
        self.made = 0
        self._start()

    def _start(self):
        # numbers of words by their hash; a text's own marks become the third, and are left out
        self.numbers = {int(BOUNDARY): END_ID}
        self.words = [BEGIN, END, UNKNOWN]
        self.parts, self.held = [], 0

    def add(self, texts):
        """Count texts, an iterable of str, a sentence each; those without a word count nothing."""
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
        found = list(map(self.numbers.get, hashes.tolist()))
        new = [i for i, number in enumerate(found) if number is None]
        for i, word in zip(new, self.tokens.words(block, first[new].tolist()), strict=True):
            own = word in MARKS
            found[i] = self.numbers[int(hashes[i])] = OWN_MARK if own else len(self.words)
            if not own:
                self.words.append(word)
        return np.array(found, np.uint32)[inverse]

    def finish(self, path):
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
        self._start()                      # the chunk's words are not needed while it is sorted
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
        all_keys = place[at - 1] << HALF
        all_keys |= ids[at]
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
    return {k: one.astype(np.uint64) for k, one in counts.items()}, keys


def merge(paths, path, memory, folder):
    """Write the count file of several count files together.

    memory: bytes that blocks may take; folder: for what does not fit in them.
    Raises:  modelfile.BadModel where they were counted otherwise; TooManyNgrams; OSError.
    """
    inputs = [WordCounts.load(one) for one in paths]
    settings = inputs[0].settings
    for one, name in zip(inputs, paths, strict=True):
        if one.settings != settings:
            raise modelfile.BadModel(f"{name}: counts of {one.settings}, not of {settings}")
    made = []

    def column(name, dtype):
        made.append(os.path.join(folder, f"merge-{name}"))
        return Column(made[-1], dtype)

    words, lengths, word_maps = _merged_words(inputs, column)
    counts = np.zeros(lengths, np.uint64)
    for one, places in zip(inputs, word_maps, strict=True):
        counts[places] += one.counts[1][:]
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
    maps = [np.empty(len(one.counts[1]), np.uint32) for one in inputs]
    at = [0] * len(inputs)
    last, held = None, []
    for word, i in heapq.merge(*(_labelled(one, i) for i, one in enumerate(inputs))):
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
        heads = [_head(one, k, low, block, places, words) for one, low, places, words in
                 zip(inputs, at, maps, word_maps, strict=True)]
        going_on = [keys[-1] for one, low, (keys, _) in zip(inputs, at, heads, strict=True)
                    if low + len(keys) < len(one.keys[k])]
        if going_on:                       # beyond it an input may have keys not yet read
            takes = [keys.searchsorted(min(going_on), "right") for keys, _ in heads]
        else:
            takes = [len(keys) for keys, _ in heads]
        keys, inverse = np.unique(np.concatenate(
            [keys[:take] for (keys, _), take in zip(heads, takes, strict=True)]),
            return_inverse=True)
        if base + len(keys) > LOW:
            raise TooManyNgrams(f"more than {int(LOW)} different {k}-grams")
        counts = np.zeros(len(keys), np.uint64)
        low = 0
        for i, ((_, some), take) in enumerate(zip(heads, takes, strict=True)):
            places = inverse[low:low + take]
            counts[places] += some[:take]
            columns[i].add(places + base)
            low += take
            at[i] += int(take)
        all_keys.add(keys)
        all_counts.add(counts)
        base += len(keys)
        if not going_on:
            return all_keys.stored(), all_counts.stored(), [one.stored() for one in columns]


def _head(counts, k, low, block, places, words):
    """Return (keys, counts) of the next block of an input, its places those of the merged file."""
    keys = counts.keys[k][low:low + block]
    if not len(keys):
        return keys, keys
    histories = keys >> HALF
    first = int(histories[0])
    histories = places[first:int(histories[-1]) + 1][histories - np.uint64(first)]
    return ((histories.astype(np.uint64) << HALF) | words[keys & LOW],
            counts.counts[k][low:low + block])
