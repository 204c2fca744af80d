"""Which pages are threads of forums."""
import numpy as np

from ...lm.rules.threadwords import THREADS

WORDS = frozenset(word for software in THREADS.values() for word in software.words.split())


def threads_in(pages):
    """Return whether each of Pages is a thread by the words of its elements, bool (pages,)."""
    words, places = pages.distinct_words
    threads = np.zeros(len(pages), bool)
    if is_of_thread(" ".join(words)):        # of a few pages most often none
        known = np.fromiter(map(is_of_thread, words), bool, len(words))[places]
        threads[pages.tree.page[:len(known)][known]] = True
    return threads


def is_of_thread(words):
    """Return whether elements are of a thread; words: those of their class, id and role.

    >>> [is_of_thread(words) for words in ("message message--post", "message")]
    [True, False]
    """
    return not WORDS.isdisjoint(words.split())
