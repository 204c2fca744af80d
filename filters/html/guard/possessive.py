"""Regular expressions with possessive quantifiers, x*+, which do not backtrack."""
import re
import sys

from ...lazypattern import LazyPattern

# Up to Python 3.11.4 they match too much: github.com/python/cpython/issues/106052
RE_IS_RIGHT = sys.version_info >= (3, 11, 5)


def compiled(pattern):
    """Return a compiled verbose pattern: of re, or of regex where re is wrong.

    With re it is compiled at its first use. regex takes three times as long.

    >>> compiled(b"(?: a b? c )*+").match(b"abca").end()
    3
    """
    if RE_IS_RIGHT:
        return LazyPattern(pattern, re.X)
    import regex
    return regex.compile(pattern, regex.X)
