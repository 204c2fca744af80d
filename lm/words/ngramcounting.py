"""Counts word n-grams of more text than memory holds.

Counter sorts the text in chunks as large as memory allows, and merges their count files at the end.
"""
import os
from collections.abc import Iterable
from os import PathLike

import numpy as np

from .countfiles import merge, save
from .keys import keys_of
from .tokens import BEGIN, BOUNDARY, END, MARKS, UNKNOWN, tokenisation

TOKEN_BYTES = 110        # of memory per token of the chunk, at most
WORD_BYTES = 150         # of memory per distinct token
MOST_FILES = 64          # merged at once
BEGIN_ID, END_ID, OWN_MARK = 0, 1, 2       # of a chunk's words, which are numbered as they come


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
