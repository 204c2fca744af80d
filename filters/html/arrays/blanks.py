"""Stretches of text between tags that are only white space.

    solid = [text != "" and not text.isspace() for text in texts]       # before each tag

as in tests/loop.py. Here eight bytes of all texts are examined at once.
"""
import numpy as np

from .tags import EIGHT, HIGHS, U64

ROUNDS = 5               # times eight bytes of leading white space that arrays examine
SEVENS, FIVES = U64(0x7F7F7F7F7F7F7F7F), U64(0x5F5F5F5F5F5F5F5F)
LOWEST = np.array([(1 << 8 * count) - 1 for count in range(EIGHT + 1)], U64)


def solid_texts(tags):
    """Return whether the text before each tag is more than white space of ASCII, bool (n,)."""
    starts, ends = tags.texts, tags.begins
    solid = ends > starts
    left = np.flatnonzero(solid & (tags.codes[starts] <= ord(" ")))
    solid[left] = False
    starts, ends = starts[left], ends[left]
    if not has_controls(tags):
        starts = starts + 1
        for _ in range(ROUNDS):
            length = ends - starts
            words = tags.words[starts]
            words = (((words & SEVENS) + FIVES) | words) & HIGHS      # high bit of bytes above " "
            inked = words & LOWEST.take(np.minimum(length, EIGHT)) != 0
            solid[left[inked]] = True
            longer = np.flatnonzero(~inked & (length > EIGHT))
            left, starts, ends = left[longer], starts[longer] + EIGHT, ends[longer]
    solid[left] = [not tags.data[start:end].isspace()
                   for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return solid


def has_controls(tags):
    """Return whether there are control characters that are not white space to bytes.isspace."""
    codes = tags.codes[:tags.offsets[-1]]
    return len(codes) > 0 and bool(codes.min() < 0x09 or (codes - 0x0E).min() < 0x20 - 0x0E)
