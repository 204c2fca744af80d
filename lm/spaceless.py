"""Scripts without spaces between words, and which of their characters count.

All are ranges of a regular expression's class of characters.
"""
import re
from typing import NamedTuple


class Script(NamedTuple):
    """The letters and marks of a script, and its block, which has digits and signs, too."""

    letters: str
    block: str


SCRIPTS = {
    "Han": Script("\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd", ""),
    "Kana": Script("\u3041-\u3096\u309d-\u30ff\u31f0-\u31ff\uff66-\uff9f", "\u3040-\u30ff"),
    "Thai": Script("\u0e01-\u0e3a\u0e40-\u0e4e", "\u0e00-\u0e7f"),
    "Lao": Script("\u0e81-\u0eb9\u0ebb-\u0ecd\u0edc-\u0edf", "\u0e80-\u0eff"),
    "Khmer": Script("\u1780-\u17d3\u17dd", "\u1780-\u17ff"),
    "Burmese": Script("\u1000-\u103f\u104c-\u109f\ua9e0-\uaa7f", "\u1000-\u109f"),
    "Tibetan": Script("\u0f00\u0f40-\u0fbc", ""),      # a sign ends each syllable
}
CHARACTERS = "".join(script.letters + script.block for script in SCRIPTS.values())


def ranges() -> list[tuple[int, int]]:
    """Return the first and the last code point of each range of CHARACTERS.

    >>> (0x4E00, 0x9FFF) in ranges()
    True
    """
    return [(ord(first), ord(last or first))
            for first, last in re.findall("(.)(?:-(.))?", CHARACTERS)]
