"""Shingles, the sequences of w words in a text, as hashes; many texts at once (Broder 1997)."""
import re
import unicodedata
from collections.abc import Sequence

import numpy as np

from ..arrays import mixed_array
from ..hashing import GOLDEN
from ..spaceless import CHARACTERS
from ..words.tokens import BOUNDARY, LETTER, MARK, SPACE, Tokenisation

WORDS = 5                # of a shingle
ALONE = re.compile(f"[{CHARACTERS}]")    # a letter is a word


def _rule(character):
    """Return (kind, symbol): lower case, no punctuation, letters of scripts without spaces alone.

    Digits are letters: pages that differ in a number are not the same.
    """
    if not (character.isalnum() or unicodedata.category(character)[0] == "M"):
        return SPACE, character
    if ALONE.match(character):
        return MARK, character
    small = character.lower()
    return LETTER, small if len(small) == 1 else character


SPLIT = Tokenisation("shingles", _rule)


def shingles(texts: Sequence[str], w: int = WORDS) -> tuple[np.ndarray, np.ndarray]:
    """Return (hash of each shingle, index of its text), arrays of uint64 and int64.

    texts:   str; a word is a run of letters, marks and digits, or one letter of a script without
             spaces between words.
    w:       words of a shingle. A text of fewer words is one shingle, one without words none.

    >>> _, owners = shingles(["To be, or not to be that is", "Hello", "--"])
    >>> owners.tolist()
    [0, 0, 0, 0, 1]
    """
    hashes, counts = _words(texts)
    short = (counts > 0) & (counts < w)
    if short.any():                      # words that no text has, up to w
        lacking = (w - counts)[short]
        hashes = np.insert(hashes, np.repeat(counts.cumsum()[short], lacking), np.uint64(0))
        counts = np.where(short, w, counts)
    whole = np.maximum(len(hashes) - w + 1, 0)
    sums = hashes[:whole].copy()
    for step in range(1, w):             # Horner's rule, as Karp and Rabin 1987
        sums *= np.uint64(GOLDEN)
        sums += hashes[step:step + whole]
    owners = np.repeat(np.arange(len(texts)), counts)[:whole]
    inside = np.arange(whole) + w <= counts.cumsum()[owners]
    return mixed_array(sums[inside]), owners[inside]


def _words(texts):
    """Return (hash of each word, number of words of each text)."""
    hashes = np.concatenate([np.zeros(0, np.uint64),
                             *(block.hashes for block in SPLIT.blocks(texts))])
    ends = (hashes == BOUNDARY).nonzero()[0]
    return np.delete(hashes, ends), np.diff(ends, prepend=-1) - 1
