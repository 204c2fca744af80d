"""Threads of forums, footnotes and remarks, by the words that software gives to elements."""
from functools import lru_cache

import numpy as np

from ...lm.rules import rules, words_of
from ..columns.pages import NUMBER_OF
from ..record import object_of

OF_THREADS, OF_NOTES, OF_REMARKS = (words_of(rules("software")[name])
                                    for name in ("THREADS", "NOTES", "REMARKS"))


def threads_in(pages):
    """Return whether each of Pages is a thread, by its software or as it states, bool (pages,)."""
    threads = np.fromiter(map(states_thread, pages.records), bool, len(pages))
    threads[pages.element_page[_elements_in(pages, is_of_thread)]] = True
    return threads


def notes_in(pages):
    """Return whether each element of Pages holds footnotes, bool (elements,)."""
    return _elements_in(pages, are_notes)


def asides_in_text(pages):
    """Return the <aside> elements of Pages that are footnotes or remarks, or have the <h1>, int64.
    """
    words, places = pages.distinct_words
    asides = np.flatnonzero(pages.element_tag == NUMBER_OF["aside"])
    if not len(asides):
        return asides
    starts, ends = pages.tree.runs
    headings = np.sort(starts[np.flatnonzero(pages.element_tag == NUMBER_OF["h1"])])
    with_heading = (np.searchsorted(headings, ends[asides])
                    > np.searchsorted(headings, starts[asides]))
    return asides[with_heading | np.array(
        [is_in_text(words[place]) for place in places[asides].tolist()], bool)]


def states_thread(record):
    """Return whether a record's page states that it is a thread."""
    return object_of(record, "doc").get("thread") is True


@lru_cache(2**14)        # templates use the same words on all their pages
def is_of_thread(words):
    """Return whether elements are of a thread; words: those of their class, id and role.

    >>> [is_of_thread(words) for words in ("message message--post", "message")]
    [True, False]
    """
    return not OF_THREADS.isdisjoint(words.split())


@lru_cache(2**14)
def are_notes(words):
    """Return whether elements hold footnotes; words: those of their class, id and role.

    >>> [are_notes(words) for words in ("footnotes", "footnote-ref")]
    [True, False]
    """
    return not OF_NOTES.isdisjoint(words.split())


def is_in_text(words):
    """Return whether elements are footnotes or remarks; words: those of their class, id and role.

    >>> [is_in_text(words) for words in ("admonition tip", "footnotes", "tip")]
    [True, True, False]
    """
    return are_notes(words) or not OF_REMARKS.isdisjoint(words.split())


def _elements_in(pages, is_wanted):
    words, places = pages.distinct_words
    if not is_wanted(" ".join(words)):       # of a few pages most often none
        return np.zeros(len(places), bool)
    return np.fromiter(map(is_wanted, words), bool, len(words))[places]
