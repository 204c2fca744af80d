"""Words of a text, in any script; in scripts without spaces, by the letters a word has.

In Chinese, Japanese, Thai, Lao, Khmer, Burmese and Tibetan a paragraph would be one word. Letters
are counted there, so that a page has about as many words as its translation.
"""
import re
from functools import cache
from itertools import chain

from ...lm.spaceless import SCRIPTS
from ..lazypattern import LazyPattern

HAS_WORD = re.compile(r"[^\W_]")
# Letters and marks that stand for one word of English in the same pages in both (tests/data/
# scripts.jsonl, 113 words): Chinese 1.51, Thai 4.62, Khmer 4.47, Japanese 96 Han and 151 kana,
# which is 3.1 of the latter. Scripts not measured are taken as Thai. A word has WHOLE parts.
WHOLE = 18
OTHERS = ["Thai", "Lao", "Khmer", "Burmese", "Tibetan"]
PARTS = {12: SCRIPTS["Han"].letters, 6: SCRIPTS["Kana"].letters,
         4: "".join(SCRIPTS[name].letters for name in OTHERS)}
# No text is of these scripts where this is not found, which is quick to see; quotation marks and
# dashes are not among it. Compiled in a tenth of the time that the other ranges take.
MAYBE_SPACELESS = re.compile("[^\0-\u0e00\u1e00-\u2fff]")
LETTER = {parts: LazyPattern(f"[{letters}]") for parts, letters in PARTS.items()}
RANGE = re.compile("(.)(?:-(.))?")
LAST = 0x40000           # after the last range
LONG = 10_000            # code points from which an array is faster
SPACELESS = LazyPattern(f"([{''.join(PARTS.values())}]+)")


def count_words(text):
    """Return the number of words: the white-space words that hold a letter or digit.

    Source:  Kohlschütter 2010, section 3.3, for scripts with spaces.

    >>> count_words("| Home – 24 hours |"), count_words("河边的老磨坊"), count_words("โรงสี 2 แห่ง")
    (3, 4, 3)
    """
    return counted(text, text.split())


def counted(text, words):
    """Return count_words of a text; words: those of it that white space separates."""
    if text.isascii() or not is_spaceless(text):
        return _count_spaced(words)
    parts, rest = _parts(text)
    return _count_spaced(rest.split()) + (parts // WHOLE or 1)


def _count_spaced(words):
    if "".join([word[0] for word in words]).isalnum():       # so nearly every segment
        return len(words)
    marks = {word for word in set(words) if not (word[0].isalnum() or HAS_WORD.search(word))}
    return len(words) - sum(map(marks.__contains__, words))


def is_spaceless(text):
    """Return whether a text holds a letter of a script without spaces."""
    return MAYBE_SPACELESS.search(text) is not None and SPACELESS.search(text) is not None


def _parts(text):
    """Return (parts of words in scripts without spaces, text with spaces in place of these)."""
    if len(text) < LONG:
        pieces = SPACELESS.split(text)           # every second one is of these scripts
        return sum(map(_parts_of, chain.from_iterable(pieces[1::2]))), " ".join(pieces[::2])
    from ...lm.codepoints import code_points  # takes numpy
    codes = code_points(text)
    parts = _parts_of_letters().take(codes, mode="clip")
    rest = ((parts == 0) * codes + (parts > 0) * codes.dtype.type(ord(" "))).tobytes()
    return int(parts.sum(dtype="int64")), rest.decode("utf-32-le", "surrogatepass")


@cache
def _parts_of(letter):
    return next(parts for parts, letters in LETTER.items() if letters.match(letter))


@cache
def _parts_of_letters():
    """Return the parts of a word that each code point stands for, uint8; those past LAST, none."""
    import numpy as np
    table = np.zeros(LAST + 1, np.uint8)
    for parts, letters in PARTS.items():
        for first, last in RANGE.findall(letters):
            table[ord(first):ord(last or first) + 1] = parts
    return table


def words_of(text):
    """Return the words that count_words counts; text without spaces is split.

    >>> words_of("河边的老磨坊 opens 2 –")
    ['opens', '2', '河边', '的', '老磨', '坊']
    """
    if text.isascii() or not is_spaceless(text):
        return [word for word in text.split() if word.isalnum() or HAS_WORD.search(word)]
    pieces, size = [""], 0
    for letter in chain.from_iterable(SPACELESS.findall(text)):
        pieces[-1] += letter
        size += _parts_of(letter)
        if size >= WHOLE:
            pieces.append("")
            size -= WHOLE
    rest = pieces.pop() if len(pieces) > 1 else ""
    pieces[-1] += rest                     # what is less than a word
    return words_of(SPACELESS.sub(" ", text)) + pieces
