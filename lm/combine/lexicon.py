"""Bag-of-words features of a block, its heading and the class names around it.

Logistic regression over hashed words, whose weights come from labelled pages. The value of a block
is the sum of the weights of its words, divided by the square root of their number.

Source:  Weinberger, Dasgupta, Langford, Smola and Attenberg 2009, "Feature hashing for large scale
         multitask learning".
"""
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from ..evidence.blockcolumns import Blocks
from ..evidence.evidence import Evidence, last_headings
from ..evidence.purposes import pieces
from ..evidence.textcounts import sums_before
from ..hashing import GOLDEN
from ..modelfile import array_of
from ..perceptron.network import Steps

# {name of a feature: bits of a slot}: words and pairs of words of a block; those of the heading
# before it; words of class, id and role of all elements around it; those of the nearest NEAR
BITS = {"words say": 18, "heading says": 15, "names say": 15, "near names say": 15}
LEXICON = list(BITS)
OF_NAMES = ("names say", "near names say")      # are English in templates everywhere
FAR = 40                 # blocks up to a heading
NEAR = 3                 # elements around a block
LEAST_PIECE = 2          # letters
LEAST_PAGES = 5          # on which a slot is used; others have no weight
EPOCHS, DECAY, MOST_STEP = 25, 3e-5, 1.0
SLOT = np.dtype(np.int32).itemsize
UNIT = 16                # of a weight; whole numbers, whose sums do not depend on the pages before
MOST = 127
PREFIX = "lexicon_"      # of the arrays in a model file


class Bags(NamedTuple):
    """Bags of words; a block has the words of several, which it may share with others.

    slots:  int32 (words,), the hash of each word, below 2**BITS.
    first:  int64 (bags + 1,), bag k has the slots first[k] up to first[k + 1].
    bags:   int64 (bags of a block, blocks), the bags of each block, -1 for none.
    """

    slots: np.ndarray
    first: np.ndarray
    bags: np.ndarray


def bags_of(pages: Blocks, evidence: Evidence) -> dict[str, Bags]:
    """Return {name of BITS: Bags of the blocks of a few pages}; evidence: theirs."""
    slots, first = _words_and_pairs(evidence)
    blocks, heading = evidence.facts.place, last_headings(evidence.facts)
    heading[blocks - heading > FAR] = -1
    different, places = pages.words_of_elements
    of_names = list(map(_slots_of, different))
    sizes = np.fromiter(map(len, of_names), np.int64, len(different))
    names = np.fromiter(chain.from_iterable(of_names), np.int32, int(sizes.sum()))
    names_first = np.append(0, np.cumsum(sizes))
    above = np.append(places, np.full(pages.tree.count, -1))[evidence.above]
    return {"words say": Bags(slots, first, blocks[None]),
            "heading says": Bags(slots >> BITS["words say"] - BITS["heading says"], first,
                                 heading[None]),
            "names say": Bags(names, names_first, above),
            "near names say": Bags(names, names_first, above[:NEAR])}


def _words_and_pairs(evidence):
    """Return (slots, first) of the words of blocks, each followed by its pair with the word before.

    The first word of a block is paired with nothing. The highest bit tells words from pairs.
    """
    keys, first = evidence.words.keys, evidence.words.first
    before = np.append(np.uint64(0), keys[:-1])[:len(keys)]
    before[first[:-1][first[:-1] < first[1:]]] = 0
    pairs = (before * np.uint64(GOLDEN) + keys) * np.uint64(GOLDEN)
    shift = np.uint64(64 - (BITS["words say"] - 1))
    slots = np.stack([keys >> shift, pairs >> shift], 1).astype(np.int32)
    slots[:, 1] += 1 << BITS["words say"] - 1
    return slots.ravel(), 2 * first


@lru_cache(2**14)        # templates use the same words on all their pages
def _slots_of(words):
    """Return the slots of the words of an element: of each word, and of its pieces, a list."""
    parts = [piece for piece in pieces(words) if len(piece) >= LEAST_PIECE]
    return [crc32(name.encode()) & (1 << BITS["names say"]) - 1
            for name in dict.fromkeys([*parts, *(f"={word}" for word in words.lower().split())])]


class Lexicon:
    """How much words tell of text or boilerplate, for each bag of BITS.

    weights: {name of the bag: int8 (2**bits,)}, the weight of each slot, a hash of words, times
             UNIT; 0 for words without evidence.
    """

    def __init__(self, weights: Mapping[str, np.ndarray]) -> None:
        self.weights = weights
        self._counts = {name: of_bag != 0 for name, of_bag in weights.items()}

    @classmethod
    def of(cls, arrays: Mapping[str, Any]) -> "Lexicon":
        """Return the lexicon of the arrays of a model file.

        Raises:  KeyError, ValueError.
        """
        weights = {name: array_of(arrays, _array_name(name), "|i1", 1) for name in LEXICON}
        if any(len(of_bag) != 1 << BITS[name] for name, of_bag in weights.items()):
            raise ValueError("the wrong number of word weights")
        return cls(weights)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays for a model file."""
        return {_array_name(name): of_bag for name, of_bag in self.weights.items()}

    def features(self, bags: Mapping[str, Bags]) -> np.ndarray:
        """Return the bag-of-words features of blocks, float32 (LEXICON, blocks), 0 without
        evidence."""
        rows = []
        for name in LEXICON:
            slots, first, of_blocks = bags[name]
            sums, counts = (np.diff(sums_before(column[name].take(slots))[first])
                            for column in (self.weights, self._counts))
            sums, counts = (np.append(column, 0)[of_blocks].sum(0) for column in (sums, counts))
            rows.append(sums / np.sqrt(np.maximum(1, counts)) / UNIT)
        return np.array(rows, np.float32)


def _array_name(name):
    return PREFIX + name.replace(" ", "_")


def learnt(pages: Sequence[Mapping[str, Bags]], shares: Sequence[np.ndarray],
           weights: Sequence[np.ndarray]) -> Lexicon:
    """Return the Lexicon that iRPROP- finds: see perceptron.network.Steps.

    pages:   of bags_of, one for each page. shares: for each page float (blocks,), the labels.
    weights: for each page float (blocks,), how much each block counts.
    """
    count = np.concatenate(weights)
    count = count / count.sum()
    clean = count * np.concatenate(shares)
    return Lexicon({name: _regression([page[name] for page in pages], 1 << BITS[name], count, clean)
                    for name in LEXICON})


def _regression(pages, size, count, clean):
    """Return the weights of logistic regression on the words of blocks, int8 (size,).

    count, clean: float (blocks,), how much each block counts in all, and how much as text.
    """
    used = np.zeros(size, np.int32)
    for bags in pages:
        there = np.full(len(bags.first), len(bags.bags) == 1)
        there[bags.bags] = True          # of elements those around blocks, of words all
        used[np.unique(bags.slots[np.repeat(there[:-1], np.diff(bags.first))])] += 1
    slots, sizes, bag = _different(pages, used >= LEAST_PAGES)
    mean = float(clean.sum())
    bias = np.log(mean / (1 - mean)) if 0 < mean < 1 else 0.0
    count, clean = (np.bincount(bag, of_blocks, len(sizes)) for of_blocks in (count, clean))
    scale = 1 / np.sqrt(np.maximum(1, sizes))
    owners = np.repeat(np.arange(len(sizes)), sizes)
    steps = Steps(np.zeros(size))
    for _ in range(EPOCHS):
        sums = np.bincount(owners, steps.values[slots], len(sizes)) * scale
        error = (count / (1 + np.exp(-sums - bias)) - clean) * scale
        steps.take(np.bincount(slots, error[owners], size) + DECAY * steps.values)
        np.minimum(steps.sizes, MOST_STEP, out=steps.sizes)
    return np.rint(np.clip(steps.values * UNIT, -MOST, MOST)).astype(np.int8)


def _different(pages, known):
    """Return (slots, sizes, bag): the different bags of known slots, the size of each, and which
    one each block has. Most blocks share theirs, those of names above all."""
    numbers: dict[bytes, int] = {}
    bag = []
    for bags in pages:
        kept = known[bags.slots]
        bounds = (sums_before(kept)[bags.first] * SLOT).tolist()
        slots = bags.slots[kept].tobytes()
        parts = [*(slots[first:end] for first, end in pairwise(bounds)), b""]     # -1 is the last
        bag += [numbers.setdefault(b"".join(map(parts.__getitem__, own)), len(numbers))
                for own in bags.bags.T.tolist()]
    sizes = np.fromiter(map(len, numbers), np.int64, len(numbers)) // SLOT
    return np.frombuffer(b"".join(numbers), np.int32), sizes, np.array(bag, np.int64)
