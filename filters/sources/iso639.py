"""Languages by three letters (ISO 639-3), as in WET files and FineWeb2, and by two (ISO 639-1)."""

from ...lm.rules import more_of, rules

TWO_LETTERS = more_of(rules("iso639")["TWO_LETTERS"])


def two_letters(code):
    """Return the code of two letters for one of three; any other code as it is.

    >>> two_letters("pol"), two_letters("cze"), two_letters("de"), two_letters("ceb")
    ('pl', 'cs', 'de', 'ceb')
    """
    return TWO_LETTERS.get(code, code)


def language_of(header):
    """Return the first language that a WARC-Identified-Content-Language header names, or None.

    >>> language_of("deu,eng"), language_of("ceb"), language_of("")
    ('de', 'ceb', None)
    """
    first = (header or "").partition(",")[0].strip().lower()
    if not (first.isascii() and first.isalpha() and 2 <= len(first) <= 3):
        return None
    return two_letters(first)
