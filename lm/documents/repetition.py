"""How much of a text is repeated: lines, paragraphs, sequences of words.

Source:  Rae et al. 2021, "Scaling language models: methods, analysis & insights from training
         Gopher", table A1, as datatrove 0.10 computes it.
"""
import re
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from ..arrays import begins_of_runs
from ..hashing import GOLDEN

PARAGRAPHS, LINES = re.compile(r"\n{2,}"), re.compile(r"\n+")
TOP = (2, 3, 4)                  # words of the sequences of which the most frequent one counts
REPEATED = (5, 6, 7, 8, 9, 10)   # of those of which all repeated ones count

MOST_BITS = 20           # of the table of counts by which sequences are found that come once


def of_pieces(pieces: Sequence[str]) -> tuple[int, int]:
    """Return how many pieces of a text came before, and their code points.

    >>> of_pieces(["Home", "News", "Home"])
    (1, 4)
    """
    seen: set[str] = set()
    count = chars = 0
    for piece in pieces:
        if piece in seen:
            count += 1
            chars += len(piece)
        else:
            seen.add(piece)
    return count, chars


def of_lines(text: str) -> dict[str, float]:
    """Return the shares of repeated lines and paragraphs of a text, and of their code points."""
    shares = {}
    is_plain = "\n\n" not in text       # as the text of segments is
    paragraphs = [text] if is_plain else PARAGRAPHS.split(text.strip())
    lines = text.split("\n") if is_plain else LINES.split(text)
    for name, pieces in (("para", paragraphs), ("line", lines)):
        count, chars = of_pieces(pieces)
        shares[f"dup_{name}_frac"] = count / len(pieces)
        shares[f"dup_{name}_char_frac"] = chars / max(1, len(text))
    return shares


def of_sequences(numbers: np.ndarray, lengths: np.ndarray, starts: np.ndarray,
                 chars: Sequence[int]) -> list[dict[str, float]]:
    """Return the shares of the code points of texts in repeated sequences of their words.

    numbers: int64 (words,) of all texts, equal for equal words. lengths: int64, code points of
             each.
    starts:  int64 (texts + 1,), where the words of each text begin. chars: code points of each.

    top_N_gram is the share of the most frequent sequence of N words, the first of those, with
    spaces; duplicated_N_n_grams of all that came before, without overlaps.

    A sequence is repeated only if it is without its last word, so each length looks at what is
    left of the one before.
    """
    texts = len(starts) - 1
    ends = np.append(0, np.cumsum(lengths))
    kinds = int(numbers.max(initial=0)) + 1
    places, text = np.arange(len(numbers)), np.repeat(np.arange(texts), np.diff(starts))
    last = starts[1:][text]              # where the text of each word ends
    groups = text * kinds + numbers
    shares: list[dict[str, float]] = [{} for _ in range(texts)]
    for size in range(2, REPEATED[-1] + 1):
        inside = (places + size <= last[places]).nonzero()[0]
        places, groups = places[inside], groups[inside]
        keys = groups * kinds + numbers[places + size - 1]
        again = _may_repeat(keys).nonzero()[0]
        places, keys = places[again], keys[again]
        order = keys.argsort(kind="stable")
        begins = begins_of_runs(keys[order])
        counts = np.diff(begins.nonzero()[0], append=len(keys))
        groups = np.empty(len(keys), np.int64)
        groups[order] = begins.cumsum() - 1
        if size in TOP:
            first = places[order[begins]]
            for of_text, most in zip(shares, _tops(size, first, counts, text, starts, ends),
                                     strict=True):
                of_text[f"top_{size}_gram"] = most
        again = (counts[groups] > 1).nonzero()[0]
        places, groups = places[again], groups[again]
        if size in REPEATED:
            repeated = _repeated(places.tolist(), groups.tolist(), ends, size, text, texts)
            for of_text, count in zip(shares, repeated, strict=True):
                of_text[f"duplicated_{size}_n_grams"] = count
    return [{name: count / max(1, size) for name, count in of_text.items()}
            for of_text, size in zip(shares, chars, strict=True)]


def _may_repeat(keys):
    """Return whether each key may be there twice: most that are not need no sorting."""
    bits = min(MOST_BITS, max(1, (4 * len(keys)).bit_length()))
    places = (keys.astype(np.uint64) * np.uint64(GOLDEN) >> np.uint64(64 - bits)).astype(np.int64)
    return np.bincount(places, minlength=1)[places] > 1


def _tops(size, first, counts, text, starts, ends):
    """Return the code points of all occurrences of the most frequent sequence of each text.

    first, counts: the place of each sequence and how often it comes; a text whose sequences come
                   once may lack them.
    """
    most = np.ones(len(starts) - 1, np.int64)
    at = starts[:-1].copy()
    of = text[first]
    np.maximum.at(most, of, counts)
    best = (counts == most[of]) & (counts > 1)
    at[of[best]] = len(text)
    np.minimum.at(at, of[best], first[best])
    end = np.minimum(at + size, len(text))
    return ((ends[end] - ends[at] + size - 1) * most * (np.diff(starts) >= size)).tolist()


def _repeated(places, groups, ends, size, text, texts):
    """Return the code points of the sequences that came before, from left to right, of each text.

    A group is of one text.
    """
    seen, chars, at = set(), [0] * texts, 0
    while at < len(places):
        place, group = places[at], groups[at]
        at += 1
        if group in seen:
            chars[text[place]] += int(ends[place + size] - ends[place])
            at = bisect_left(places, place + size, at)
        else:
            seen.add(group)
    return chars
