"""Titles and lines beside each other: how alike they are, and which line is a part of a title."""
import unicodedata
from collections.abc import Set
from functools import lru_cache

MOST = 0.5               # of the letters of a title beside the site's name: News may be between


@lru_cache(2**10)        # titles and the names of sites are compared with many texts
def plain(text: str | None) -> str:
    """Return a text in lower case, letters and digits alone, by which names are compared.

    >>> plain("The Guardian's"), plain(None)
    ('theguardians', '')
    """
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text or "").lower()))


def likeness(words: Set[str], others: Set[str]) -> float:
    """Return F of two sets of words; 1 for two empty ones.

    >>> likeness({"wind", "at", "sea"}, {"wind"})
    0.5
    """
    count = len(words) + len(others)
    return 2 * len(words & others) / count if count else 1.0


def other_part(title: str | None, part: str) -> tuple[str, bool]:
    """Return (what a title has beside its last or first part, by `plain`; whether it is the last).

    "" where the line is neither, or all of it.

    >>> other_part("Wind at sea | The Paper", "The Paper"), other_part("Wind", "The Paper")
    (('windatsea', True), ('', False))
    """
    whole, part = plain(title), plain(part)
    if not part:
        return "", False
    if whole.endswith(part):
        return whole[:-len(part)], True
    return (whole[len(part):] if whole.startswith(part) else ""), False


def is_other_part(rest: str, is_last: bool, text: str | None) -> bool:
    """Return whether a text is what a title has beside one part, or MOST of it, at the other end.

    rest, is_last: as other_part gives them.

    >>> rest = other_part("Wind at sea | News | The Paper", "The Paper")
    >>> is_other_part(*rest, "Wind at sea"), is_other_part(*rest, "News")
    (True, False)
    """
    part = plain(text)
    return (len(part) >= max(1, MOST * len(rest))
            and (rest.startswith(part) if is_last else rest.endswith(part)))
