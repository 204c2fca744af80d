"""Phrases of one's own by which a segment is boilerplate, for --phrases."""
from ...lm.spaceless import CHARACTERS
from ..edge.compression import open_bytes, reading
from ..edge.files import shown
from ..errors import Unusable
from ..lazypattern import LazyPattern

MOST_WORDS = 60          # of such a segment; a longer one is text that has the phrase among others
MOST_CHARS = 2000        # of its text that are read: no segment of so few words is as long
WORD = LazyPattern(rf"[{CHARACTERS}]|[^\W{CHARACTERS}]+")


class OwnPhrases:
    """Whether a text of MOST_WORDS or fewer has a phrase of a file; called with a text.

    name:   of a file with a phrase a line; # begins a comment. Case, and what stands between the
            words, do not count; of scripts without spaces each character is a word.
    Raises: Unusable for a file that cannot be read, or that has a line without a word, or none.
    """

    def __init__(self, name):
        with reading(name), open_bytes(name) as file:
            lines = file.read().decode("utf-8-sig", "backslashreplace").split("\n")
        self._by_first = {}              # {first word: [phrase as a tuple of words]}
        for number, line in enumerate(map(str.strip, lines), 1):
            if line and line[0] != "#":
                words = _words(line)
                if not words:
                    raise Unusable(f"{shown(name)}:{number}: a phrase with at least one word is "
                                   "required")
                self._by_first.setdefault(words[0], set()).add(words)
        if not self._by_first:
            raise Unusable(f"{shown(name)}: no phrases: one a line is required")
        self._lengths = {first: sorted(set(map(len, phrases)))
                         for first, phrases in self._by_first.items()}

    def __call__(self, text):
        words = _words(text[:MOST_CHARS])
        if len(words) > MOST_WORDS or len(text) > MOST_CHARS:
            return False
        return any(words[place:place + length] in self._by_first[word]
                   for place, word in enumerate(words) if word in self._by_first
                   for length in self._lengths[word])


def _words(text):
    """Return the words of a text, a tuple.

    >>> _words("Follow us on Twitter! 阅读更多"), _words("© --")
    (('follow', 'us', 'on', 'twitter', '阅', '读', '更', '多'), ())
    """
    return tuple(WORD.findall(text.casefold()))
