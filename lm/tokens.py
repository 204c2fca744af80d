"""Tokenisations: how a word model cuts text into words. A model names the one it was trained with.

A tokenisation is a cut and a fold. The cut sees every text, so it is one call; the fold gives the
word that a token counts as, and only sees each distinct token.
"""
import re
from collections.abc import Callable
from typing import NamedTuple

BEGIN, END, UNKNOWN = "<s>", "</s>", "<unk>"      # as in ARPA files
MARKS = {BEGIN, END, UNKNOWN}
# Words with their apostrophes ("don't", "l’eau"), else single marks
PIECE = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
DIGITS = re.compile(r"\d+")


class Tokenisation(NamedTuple):
    """name; cut: from a text to a list of tokens; fold: from a token to the word that counts."""

    name: str
    cut: Callable
    fold: Callable


def _folded(token):
    if not token.isalpha():                # most are
        token = DIGITS.sub("0", token).replace("’", "'")
    return token.lower()


TOKENISATIONS = {one.name: one for one in [
    Tokenisation("white", str.split, str),            # at white space, as KenLM
    Tokenisation("words", PIECE.findall, _folded),    # small letters, numbers alike, marks apart
]}


def tokenisation(name):
    """Return the Tokenisation of this name.

    Raises:  ValueError for a name that is none.

    >>> cut, fold = tokenisation("words")[1:]
    >>> [fold(token) for token in cut("It’s 1,984 km.")]
    ["it's", '0', ',', '0', 'km', '.']
    """
    if name not in TOKENISATIONS:
        raise ValueError(f"unknown tokenisation {name!r}, known are {', '.join(TOKENISATIONS)}")
    return TOKENISATIONS[name]


def words_of(text, tokens):
    """Return the words of a text to train on: no token is a mark of the model's own."""
    words = [tokens.fold(token) for token in tokens.cut(text)]
    return [word for word in words if word not in MARKS] if "<" in text else words
