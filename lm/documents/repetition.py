"""How much of a text is repeated: lines, paragraphs, sequences of words.

Source:  Rae et al. 2021, "Scaling language models: methods, analysis & insights from training
         Gopher", table A1, as datatrove 0.10 computes it.
"""
import re
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

PARAGRAPHS, LINES = re.compile(r"\n{2,}"), re.compile(r"\n+")
TOP = (2, 3, 4)                  # words of the sequences of which the most frequent one counts
REPEATED = (5, 6, 7, 8, 9, 10)   # of those of which all repeated ones count


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
    found = {}
    for name, pieces in (("para", PARAGRAPHS.split(text.strip())), ("line", LINES.split(text))):
        count, chars = of_pieces(pieces)
        found[f"dup_{name}_frac"] = count / len(pieces)
        found[f"dup_{name}_char_frac"] = chars / max(1, len(text))
    return found


def of_sequences(numbers: np.ndarray, lengths: np.ndarray, chars: int) -> dict[str, float]:
    """Return the shares of the code points of a text in repeated sequences of its words.

    numbers: int64 (words,), equal for equal words. lengths: int (words,), code points of each.
    chars:   of the text.

    top_N_gram is the share of the most frequent sequence of N words, the first of those, with
    spaces; duplicated_N_n_grams of all that came before, without overlaps.

    A sequence is repeated only if it is without its last word, so each length looks at what is
    left of the one before.
    """
    count, chars = len(numbers), max(1, chars)
    ends = np.concatenate([[0], np.cumsum(lengths)])
    kinds = int(numbers.max(initial=0)) + 1
    places, groups = np.arange(count), numbers
    found = {}
    for size in range(2, REPEATED[-1] + 1):
        inside = places + size <= count
        places, groups = places[inside], groups[inside]
        keys = groups * kinds + numbers[places + size - 1]
        _, first, inverse, counts = np.unique(keys, return_index=True, return_inverse=True,
                                              return_counts=True)
        if size in TOP:
            found[f"top_{size}_gram"] = 0.0
            if count >= size:
                most = int(counts.max(initial=1))
                at = int(places[first[counts == most]].min()) if most > 1 else 0
                found[f"top_{size}_gram"] = (
                    int(ends[at + size] - ends[at]) + size - 1) * most / chars
        again = counts[inverse] > 1
        places, groups = places[again], inverse[again]
        if size in REPEATED:
            found[f"duplicated_{size}_n_grams"] = _repeated(
                places.tolist(), groups.tolist(), ends, size) / chars
    return found


def _repeated(places, groups, ends, size):
    """Return the code points of the sequences that came before, from left to right."""
    seen, chars, at = set(), 0, 0
    while at < len(places):
        place, group = places[at], groups[at]
        at += 1
        if group in seen:
            chars += int(ends[place + size] - ends[place])
            at = bisect_left(places, place + size, at)
        else:
            seen.add(group)
    return chars
