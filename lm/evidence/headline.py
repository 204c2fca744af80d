"""The headline of a page: the line that shares most words with its title and has text below it, but
no logo that is an <h1>.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
from typing import Any

import numpy as np

from ..arrays import best_of_pages
from ..codepoints import characters
from ..tagnames import KINDS
from ..titlewords import is_other_part, other_part
from .blockcolumns import Blocks
from .purposes import NAMES, bit_of
from .textcounts import BITS, TextCounts, text_counts_of

TITLE_LETTERS = 3        # of a word that counts, at least
LEAST_LIKENESS = 0.45    # F of the words of line and title, times the factors below
# Words, at least, of a line that the title has whole; its likeness, and what is added for the share
# of the title that it is
WHOLE, OF_WHOLE, OF_COVERED = 3, 0.62, 0.2
# Factors: no long block within BELOW; most of it is a link; it shares fewer words than WHOLE, as
# "Search The Star:" on a page whose title is "The Star"
FAR_FROM_TEXT, IN_LINK, FEW_SHARED = 0.65, 0.6, 0.7
OF_LEVEL = np.array([1, 1.3, 1.15, 1, 1, 1, 1])      # factors of h1 and h2
# Likeness, at least, of the page's first h1, by whether a long block is within BELOW; what is added
# for a share of its own likeness. Chosen by titles of fundus and of wcxb-dev
H1_ABOVE_TEXT, H1, OF_H1_LIKENESS = 0.6, 0.5, 0.3
LONGEST = 40             # words
MOST_LINKS = 0.5
BELOW, ABOVE = 12, 6     # blocks from the headline to the text; blocks above a text without one
NEAR = 30                # blocks
# Elements of one text, and those at the top of all pages of a site
TEXT = NAMES["article"] | NAMES["main"] | 1 << bit_of("article")
TOP = NAMES["header"] | NAMES["nav"] | 1 << bit_of("header") | 1 << bit_of("navigation")


def by_title(pages: Blocks, textcounts: TextCounts, keys: np.ndarray,
             facts: Any) -> tuple[list[np.ndarray], np.ndarray]:
    """Return (features of the group "title", headlines).

    keys:      int64 (words,), the number of each word, different on each page.
    facts:     evidence.Facts.
    headlines: int64 (pages,), the block of each page's headline, -1 for none.
    """
    count, page = len(pages.titles), facts.page
    covered, own, likeness = _shared(pages.titles, textcounts, keys, page)
    headline = _headlines(likeness, textcounts.stop, facts, count)
    headline = _below_site_names(headline, pages, facts)
    is_h1 = facts.level == 1
    h1 = best_of_pages(is_h1, page, count)
    h1s = np.minimum(5, np.bincount(page, is_h1, count))
    features = [covered, own]
    for block in headline, h1:
        block = block[page]
        features.append(np.where(block < 0, -2, np.clip((facts.place - block) / NEAR, -1, 1)))
    return [*features, h1s[page]], headline


def _shared(titles, textcounts, keys, page):
    """Return (share of the title's words that a block has, share of its own words that the title
    has, likeness of both), arrays (blocks,)."""
    count = len(titles)
    words = text_counts_of(characters(titles))
    counted = words.lengths >= TITLE_LETTERS
    known = np.zeros((count, 1 << BITS), bool)
    known[np.repeat(np.arange(count), words.tokens)[counted], words.hashes[counted]] = True
    sizes = np.maximum(1, np.count_nonzero(known, 1))
    shared = textcounts.sums(known.ravel().take(keys))
    covered = np.minimum(1, shared / sizes[page])
    own = shared / np.maximum(1, textcounts.tokens)
    likeness = 2 * covered * own / np.maximum(covered + own, 1e-9)
    whole = shared >= np.maximum(WHOLE, textcounts.sums(textcounts.lengths >= TITLE_LETTERS))
    return covered, own, np.where(whole, np.maximum(likeness, OF_WHOLE + OF_COVERED * covered),
                                  likeness * np.where(shared < WHOLE, FEW_SHARED, 1))


def _headlines(likeness, stop, facts, count):
    below = _has_text_below(facts)
    likeness = (likeness * OF_LEVEL[facts.level] * np.where(below, 1, FAR_FROM_TEXT)
                * np.where(facts.link_density < MOST_LINKS, 1, IN_LINK)
                * (facts.words <= LONGEST) * (facts.words > 0))
    may = (facts.words > 1) & (facts.words <= LONGEST) & (facts.link_density < MOST_LINKS)
    likeness = np.maximum(likeness, may * _of_h1(facts, count) * (
        np.where(below, H1_ABOVE_TEXT, H1) + OF_H1_LIKENESS * likeness))
    headlines = best_of_pages(np.where(likeness > LEAST_LIKENESS, likeness, 0), facts.page, count)
    before = _before_text(facts, count)
    near = may & (before > 0) & (before <= ABOVE)
    headings = near & (facts.kind == KINDS.index("h"))
    lines = near & (facts.words >= WHOLE) & ~facts.dated & ~stop
    for others in (may & below & (facts.level == 1), headings * (ABOVE + 1 - before),
                   lines * before):
        headlines = np.where(headlines < 0, best_of_pages(others, facts.page, count), headlines)
    return headlines


def _of_h1(facts, count):
    """Return whether each block is the first h1 of its page, bool (blocks,)."""
    is_first = np.zeros(len(facts.level), bool)
    first = best_of_pages(facts.level == 1, facts.page, count)
    is_first[first[first >= 0]] = True
    return is_first


def _has_text_below(facts):
    """Return whether a long block of the page follows within BELOW blocks, bool (blocks,)."""
    longs = np.append(np.flatnonzero(facts.is_long), len(facts.page) + BELOW)
    following = longs[np.searchsorted(longs, facts.place, "right")]
    same = facts.page == np.append(facts.page, -1)[np.minimum(following, len(facts.page))]
    return (following - facts.place <= BELOW) & same


def _before_text(facts, count):
    """Return how many blocks each stands before the first long block of its page, 0 behind it."""
    first = best_of_pages(facts.is_long, facts.page, count)[facts.page]
    return np.where(first < 0, 0, np.maximum(0, first - facts.place))


def _below_site_names(headlines, pages, facts):
    """Return the headlines, of pages whose headline is their site's name the one below it.

    A line is such a name if it is the last or first part of the title, The Paper of "Wind at sea |
    The Paper", and the other part is a heading below it: the headline on 18 of 4,143 pages of gold,
    each time a name.
    """
    is_heading = (facts.kind == KINDS.index("h")) | (facts.level > 0)
    for page in np.flatnonzero(headlines >= 0).tolist():
        name = int(headlines[page])
        rest, is_last = other_part(pages.titles[page], pages.texts[name])
        if not rest:
            continue
        first, end = name + 1, int(facts.end[page])
        below = next((row for row in (np.flatnonzero(is_heading[first:end]) + first).tolist()
                      if is_other_part(rest, is_last, pages.texts[row])), None)
        if below is not None and _is_name(name, below, is_last, pages, facts):
            headlines[page] = below
    return headlines


def _is_name(name, below, is_last, pages, facts):
    """Return whether a part of the title is the site's, by where it and the other part are.

    Of "The Mill: a story of the valley" or "Ann Lee - The Mill" both parts are the page's.
    """
    of_name, of_other = pages.tree.inherited(pages.marks)[pages.where[[name, below]]].tolist()
    if of_name & TEXT or not (facts.link_density[name] > 0 or of_other & TEXT
                              or (of_name & TOP and not of_other & TOP)):
        return False
    return is_last or not (below == name + 1 or facts.is_long[name:below].any())
