"""Pages whose script charlm cannot read, as Chinese: all its letters are one symbol."""
import numpy as np

from ...lm.characters.alphabets import FOLDED
from ...lm.codepoints import code_points

# Share of characters that are one symbol to charlm; where more are, models take NEUTRAL as its
# score, in training and in use
MOST_FOLDED, NEUTRAL = 0.5, 0.2


def has_letters(pages):
    """Return whether the text of each page is in letters that charlm tells apart, bool (pages,)."""
    texts = ("".join(pages.text[pages.rows(page)]) for page in range(len(pages)))
    return np.array([text.isascii() or (code_points(text) >= FOLDED).mean() <= MOST_FOLDED
                     for text in texts], bool)
