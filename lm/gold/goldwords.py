"""Words as measures and labels count them.

In scripts without spaces between words (Han, kana, Thai, Lao, Khmer, Burmese, Tibetan) each
character is a word, digits and signs of these scripts, too. As one word, a sentence with one wrong
character would be all wrong.
"""
import re
from functools import cache

from ..spaceless import CHARACTERS

HAS_WORD = re.compile(r"[^\W_]")
RUN = re.compile(r"\w+")


@cache
def apart(excluded: str) -> re.Pattern[str]:
    r"""Return the pattern of words that are one character of these scripts, or a run of others.

    excluded: what no run has, as in a class of characters, such as "\s".
    """
    return re.compile(rf"[{CHARACTERS}]|[^{excluded}{CHARACTERS}]+")


@cache
def _character():
    return re.compile(f"[{CHARACTERS}]")


def is_spaceless(text: str) -> bool:
    """Return whether a text has a character of a script without spaces."""
    return not text.isascii() and _character().search(text) is not None


def tokens(text: str) -> list[str]:
    r"""Return the runs of \w, and the characters that stand alone.

    >>> tokens("It’s 12°C. 北京12度。")
    ['It', 's', '12', 'C', '北', '京', '12', '度']
    """
    return (apart(r"\W") if is_spaceless(text) else RUN).findall(text)


def words(text: str) -> list[str]:
    """Return the white-space words that have a letter or digit: no bullets, no table bars.

    >>> words("* Fish | 5 € --")
    ['Fish', '5']
    >>> words("北京 12-13度。")
    ['北', '京', '12-13', '度']
    """
    if not is_spaceless(text):
        return [word for word in text.split() if HAS_WORD.search(word)]
    return [word for word in apart(r"\s").findall(text)
            if HAS_WORD.search(word) or _character().match(word)]


def letter_runs(text: str) -> list[str]:
    """Return the runs of letters and digits in any case, and the characters that stand alone.

    >>> letter_runs("SNAKE_case")
    ['snake', 'case']
    """
    return apart(r"\W_").findall(text.casefold())
