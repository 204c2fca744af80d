"""From Pages to Blocks, the input of the joint scorer."""
import re

import numpy as np

from ...lm.arrays import is_one_of
from ...lm.characters.alphabets import FOLDED
from ...lm.evidence.blockcolumns import TAGS, Blocks
from ...lm.evidence.purposes import mark_of
from ...lm.hashing import GOLDEN
from ...lm.rules import rules, words_of
from ...lm.tagnames import KINDS
from ..columns.pages import NUMBER_OF
from ..record import object_of, title_of

# What models take as the score of charlm where it says nothing, in training and in use: NEUTRAL on
# a page of which more than MOST_FOLDED of the characters are one symbol to it, as all of Chinese;
# at most SILENT for FEW words without links, as "200 g flour", which look dirty in any language
MOST_FOLDED, NEUTRAL, FEW, SILENT = 0.5, 0.2, 6, 0.05
# Around what is beside the text of a page: names and words of elements
APART = ("nav", "aside", "footer", "form", "words of comments", "words of side", "words of form")
DIGITS = re.compile("[0-9]+")
NUMBER_OF_TAG = {tag: number for number, tag in enumerate(TAGS)}


def blocks_of_pages(pages, charlm):
    """Return the Blocks of Pages; an <aside> that is part of the text is none.

    charlm: array (segments,), their scores.
    """
    marks = _looked_up(mark_of, pages.names)[pages.element_tag]
    marks[asides_in_text(pages)] = 0
    marks = np.append(pages.purposes | marks, np.zeros(len(pages), np.int64))
    return Blocks(
        titles=list(map(title_of, pages.records)), texts=pages.text,
        characters=pages.characters, page=pages.page,
        kind=np.minimum(pages.kind, len(KINDS)), tag=_looked_up(
            NUMBER_OF_TAG.get, pages.names)[pages.tag],
        words=pages.words, link_chars=pages.link_chars, links=pages.links,
        markup_chars=pages.markup_chars, open_tags=pages.open_tags, skipped=pages.skipped,
        hidden=pages.hidden, charlm=charlm, tree=pages.tree, where=pages.where,
        words_of_elements=pages.distinct_words, marks=marks, alike=alike_in(pages))


def placed_of(pages, seen, threads):
    """Return Pages as wholes.Placed; seen: their Evidence; threads: bool (pages,)."""
    from ...lm.combine.wholes import NAMES, QUESTION, Placed
    from ...lm.evidence.evidence import ROW
    numbers = {name: number for number, name in enumerate(NAMES)}
    codes, _, ends = pages.characters
    apart = seen.features[[ROW[f"up to {name}"] for name in APART]].min(0)
    return Placed(tree=pages.tree, names=_looked_up(numbers.get, pages.names)[pages.element_tag],
                  notes=elements_with(pages, NOTES), where=pages.where, shown=~pages.hidden,
                  kin=kin_in(pages), apart=np.where(threads[pages.page], -1, apart),
                  asks=is_one_of(codes[ends - 1], QUESTION), facts=seen.facts)


def _looked_up(function, names):
    return np.array([function(name) or 0 for name in names], np.int64)


def alike_in(pages, words=None):
    """Return a number for each element, the same for those of one name with the same words.

    words: to be taken for those of pages.distinct_words.
    Python's hashes of strings differ from process to process; only equality counts here.
    """
    own, places = pages.distinct_words
    hashes = np.fromiter(map(hash, words or own), np.int64, len(own)).view(np.uint64)
    return hashes[places] + pages.element_tag.astype(np.uint64)


def kin_in(pages):
    """Return a number for each segment, the same for those of one kind on a page whose element and
    the two around it are alike; 0 where none of the three has words, as of most paragraphs.

    All digits are equal: id="post-1374" is that of every post.
    """
    words, places = pages.distinct_words
    around, of_page = pages.tree.above(pages.where, 3), np.zeros(pages.tree.count, np.uint64)
    named = np.append(np.array(list(map(bool, words)), bool)[places], of_page > 0)
    alike = alike_in(pages, [DIGITS.sub("0", text) for text in words])
    keys = pages.page.astype(np.uint64)
    for part in pages.kind, *np.append(alike, of_page)[around]:
        keys = keys * np.uint64(GOLDEN) + part.astype(np.uint64)
    return np.where(named[around].any(0), keys, 0)


def as_evidence(charlm, pages):
    """Return (the scores of charlm as models see them, whether each says something, bool).

    charlm: float (segments,). It says something of pages in letters that it tells apart.
    """
    codes, starts, ends = pages.characters
    folded = np.flatnonzero(codes >= FOLDED)
    folded, chars = (np.bincount(pages.page, last - first, len(pages)) for last, first in (
        (np.searchsorted(folded, ends), np.searchsorted(folded, starts)), (ends, starts)))
    known, few = (folded <= MOST_FOLDED * chars)[pages.page], pages.has_markup[pages.page]
    few = few & (pages.words <= FEW) & (pages.links == 0)
    charlm = np.where(few, np.minimum(charlm, SILENT), charlm)
    return np.where(known, charlm, NEUTRAL), known & ~few


# Threads of forums, footnotes and remarks, by words of the class, id and role of elements.

THREADS, NOTES, REMARKS = (words_of(rules("software")[name])
                           for name in ("THREADS", "NOTES", "REMARKS"))


def elements_with(pages, wanted):
    """Return whether each element of Pages has one of some words, bool (elements,)."""
    words, places = pages.distinct_words
    if wanted.isdisjoint(" ".join(words).split()):       # as of most pages
        return np.zeros(len(places), bool)
    return np.array([not wanted.isdisjoint(own.split()) for own in words], bool)[places]


def threads_in(pages):
    """Return whether each of Pages is a thread, by its software or as it states, bool (pages,)."""
    threads = np.array([object_of(record, "doc").get("thread") is True for record in pages.records],
                       bool)
    threads[pages.element_page[elements_with(pages, THREADS)]] = True
    return threads


def asides_in_text(pages):
    """Return the <aside> elements of Pages that are footnotes or remarks, or have the <h1>, int64.
    """
    asides = np.flatnonzero(pages.element_tag == NUMBER_OF["aside"])
    if not len(asides):
        return asides
    has_heading = pages.tree.inside(pages.element_tag == NUMBER_OF["h1"])[asides] > 0
    return asides[has_heading | elements_with(pages, NOTES | REMARKS)[asides]]
