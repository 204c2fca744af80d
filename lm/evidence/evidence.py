"""All features of a block; those of its text, place, neighbours, title and page are made here.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from ..arrays import are_among
from ..codepoints import characters
from ..hashing import GOLDEN
from ..tagnames import KINDS
from . import containers
from .blockcolumns import TAGS, Blocks
from .datedlines import MOST_RELATIVE, RELATIVE, has_date, is_relative
from .headline import by_title
from .purposes import AROUND, NAMES, PURPOSES
from .textcounts import BITS, TextCounts, sums_before, text_counts_of

LINE = 80                # characters
FEW_WORDS, LONG = 10, 15     # words, at least, of prose and of a long block
MOST_LINKS = 0.33        # of the characters of a long block
DATED = 120              # characters; in a longer block a date is part of the prose
TOPIC_LETTERS = 4        # of a word of the topic, at least
FAR = 40                 # blocks
WINDOWS = (3, 8)         # blocks before, and as many after
AROUND_CHARLM = (2, 6)
DIGITS = 4               # decimals of a score that are written
OWN_KINDS, OWN_TAGS = "phc", ("div", "p", "figcaption")
PARAGRAPHS = ("p", "td", "pre", "li", "h1", "h2", "h3", "h4", "blockquote")

# Names as in model files, where "link share" is the link density of characters
GROUPS = {
    "text": ["log words", "link share", "words a line", "links", "chars a word", "stop",
             "capitals", "commas", "date", "hidden"],
    "tag": [*(f"kind {kind}" for kind in OWN_KINDS), *(f"tag {tag}" for tag in OWN_TAGS),
            "heading level"],
    "markup": ["log markup", "skipped", "depth"],
    "near": [f"up to {name}" for name in AROUND] + [f"up to words of {name}" for name in PURPOSES],
    "containers": containers.FEATURES["containers"], "sisters": containers.FEATURES["sisters"],
    "path": containers.FEATURES["path"],
    "candidates": containers.OF_CANDIDATES,
    "neighbours": [f"{what}, {size} blocks" for what in ("link share", "prose share")
                   for size in WINDOWS],
    "headings": ["since heading", "words of heading", "link share of heading",
                 "level of heading"],
    "title": ["title covered", "of title", "from headline", "from h1", "h1s"],
    "topic": ["same text", "topic"],
    "place": ["place", "place of text", "place of prose"],
    "page": ["log blocks of page", "log chars of page", "link share of page",
             "prose share of page", "articles of page", "main of page", "tables of page",
             "list share of page", "heading share of page", "date share of page",
             "words of long blocks of page", "log long blocks of page", "most prose in one"],
    "charlm": ["charlm", *(f"charlm, {size} blocks" for size in AROUND_CHARLM)],
}
EVIDENCE = [name for names in GROUPS.values() for name in names]
ROW = {name: place for place, name in enumerate(EVIDENCE)}     # of the features of Evidence


class Facts(NamedTuple):
    """Facts of blocks for several groups of features.

    All are arrays (blocks,), but first and end (pages,), the first block of each page and the one
    after its last. place: the index of each block, counted over all pages. link_density: of
    characters.
    """

    page: np.ndarray
    first: np.ndarray
    end: np.ndarray
    place: np.ndarray
    chars: np.ndarray
    words: np.ndarray
    links: np.ndarray
    link_density: np.ndarray
    opened: np.ndarray
    commas: np.ndarray
    dated: np.ndarray
    is_prose: np.ndarray
    prose: np.ndarray
    is_long: np.ndarray
    in_paragraph: np.ndarray
    kind: np.ndarray
    level: np.ndarray


class Evidence(NamedTuple):
    """The features of blocks.

    features: float32 (EVIDENCE, blocks).
    facts:    Facts.
    headline: int64 (pages,), the block with the headline, -1 for none.
    words:    TextCounts of the blocks.
    above:    int64 (LEVELS, blocks), the nodes around each block: see Tree.above.
    """

    features: np.ndarray
    facts: Facts
    headline: np.ndarray
    words: TextCounts
    above: np.ndarray


def evidence(pages: Blocks, edges: bool = True) -> Evidence:
    """Return the Evidence of the blocks of a few pages; edges: as in containers.by_candidates."""
    count = len(pages.texts)
    textcounts = text_counts_of(pages.characters)
    facts = _facts(pages, textcounts)
    # of words, different on each page
    keys = np.repeat(pages.page << BITS, textcounts.tokens) + textcounts.hashes
    held = containers.Held(facts, pages)
    above = pages.tree.above(pages.where, containers.LEVELS)
    title, headline = by_title(pages, textcounts, keys, facts)
    by_group = {
        "text": _by_text(pages, textcounts, facts), "tag": _by_tag(pages, facts),
        "markup": [np.log1p(pages.markup_chars), np.minimum(pages.skipped, 20),
                   pages.tree.depths[pages.where]],
        "near": containers.steps_to_marks(pages, above),
        **containers.by_containers(facts, pages, held, above),
        "candidates": containers.by_candidates(facts, pages, held, headline, edges),
        "neighbours": _by_neighbours(facts), "headings": _by_headings(facts), "title": title,
        "topic": _by_topic(pages, textcounts, keys, facts), "place": _by_place(facts),
        "page": _by_page(facts, pages), "charlm": _by_charlm(pages.charlm, facts)}
    features = np.empty((len(EVIDENCE), count), np.float32)
    rows = chain.from_iterable(zip(names, by_group[group], strict=True)
                               for group, names in GROUPS.items())
    for row, (_, values) in enumerate(rows):
        features[row] = values
    return Evidence(features, facts, headline, textcounts, above)


def _facts(pages, textcounts):
    chars = np.maximum(1, pages.characters.ends - pages.characters.starts)
    links = np.minimum(chars, pages.link_chars)
    link_density = links / chars
    is_prose = (pages.words >= FEW_WORDS) | textcounts.stop
    bounds = np.searchsorted(pages.page, np.arange(len(pages.titles) + 1))
    return Facts(
        page=pages.page, first=bounds[:-1], end=bounds[1:], place=np.arange(len(chars)),
        chars=chars, words=pages.words, links=links, link_density=link_density,
        opened=pages.open_tags, commas=textcounts.marks["commas"],
        dated=_dated(pages.texts, chars, pages.words, textcounts),
        is_prose=is_prose, prose=(chars - links) * is_prose,
        is_long=(pages.words >= LONG) & (link_density < MOST_LINKS),
        in_paragraph=OF_PARAGRAPHS[pages.tag], kind=pages.kind, level=LEVEL_OF[pages.tag])


LEVEL_OF = np.array([int(tag[1]) if tag[:1] == "h" and tag[1:].isdigit() else 0 for tag in TAGS])
OF_PARAGRAPHS = np.array([tag in PARAGRAPHS for tag in TAGS])


def _dated(texts, chars, words, textcounts):
    dated, is_short, is_line = np.zeros(len(texts), bool), chars <= DATED, words <= MOST_RELATIVE
    digits, of_any_script = (textcounts.marks[name] > 0
                             for name in ("digits", "digits of any script"))
    for place in np.flatnonzero(is_short & (digits | of_any_script & is_line)).tolist():
        dated[place] = has_date(texts[place])
    may_be = np.flatnonzero(is_short & ~of_any_script & is_line & (textcounts.tokens > 0))
    keys = textcounts.keys[textcounts.first[may_be]]
    for place in may_be[are_among(keys, _keys_of_days())].tolist():
        dated[place] = is_relative(texts[place])
    return dated


@cache
def _keys_of_days():
    """Return the hashes with which lines such as *yesterday* begin, ascending."""
    days = text_counts_of(characters(list(RELATIVE)))
    return np.sort(days.keys[days.first[:-1]])


def _by_text(pages, textcounts, facts):
    words = np.maximum(1, pages.words)
    return [np.log1p(pages.words), facts.link_density, pages.words / np.ceil(facts.chars / LINE),
            np.minimum(pages.links, 20), np.minimum(facts.chars / words, 30), textcounts.stop,
            textcounts.capitals / np.maximum(1, textcounts.tokens),
            textcounts.marks["commas"] / words, facts.dated, pages.hidden]


def _by_tag(pages, facts):
    return [*(pages.kind == KINDS.index(kind) for kind in OWN_KINDS),
            *(pages.tag == TAGS.index(tag) for tag in OWN_TAGS), facts.level]


def _by_neighbours(facts):
    sums = _running([facts.links, facts.prose, facts.chars])
    low = np.maximum(facts.first[facts.page], facts.place - np.array(WINDOWS)[:, None])
    high = np.minimum(facts.end[facts.page], facts.place + np.array(WINDOWS)[:, None] + 1)
    links, prose, chars = sums.take(high, 1) - sums.take(low, 1)
    return [*(links / chars), *(prose / chars)]


def _running(rows):
    """Return the sums over all blocks before each block and before the end, (rows, blocks + 1)."""
    rows = np.asarray(rows)
    sums = np.zeros((len(rows), rows.shape[1] + 1))
    np.cumsum(rows, 1, out=sums[:, 1:])
    return sums


def _by_headings(facts):
    """Return the distance from the last heading, and its words, link density and level, or -1."""
    last = last_headings(facts)
    known = last >= 0
    since = np.where(known, np.minimum(FAR, facts.place - last), FAR)
    return [since, *np.where(known, [np.log1p(facts.words[last]), facts.link_density[last],
                                     facts.level[last]], -1)]


def last_headings(facts: Facts) -> np.ndarray:
    """Return the last heading before each block on its page, int64 (blocks,), -1 for none."""
    there = np.append(-1, np.flatnonzero(facts.kind == KINDS.index("h")))
    last = there[np.searchsorted(there, facts.place) - 1]
    return np.where(last >= facts.first[facts.page], last, -1)


def _by_topic(pages, textcounts, keys, facts):
    """Return how often the page has a block's text, and its share of words of the topic.

    Words of the topic have TOPIC_LETTERS and are in at least two long blocks of the page.
    """
    hashes = np.fromiter(map(hash, pages.texts), np.int64, len(pages.texts)).view(np.uint64)
    _, which, times = np.unique(hashes + facts.page.astype(np.uint64) * np.uint64(GOLDEN),
                                return_inverse=True, return_counts=True)
    counted = textcounts.lengths >= TOPIC_LETTERS
    before = sums_before(counted)[textcounts.first]
    words, keys = np.diff(before), keys[counted]
    rows = np.flatnonzero(np.repeat(facts.is_long, words))
    owners, inside = np.repeat(facts.place, words)[rows], keys[rows]
    owner = np.empty(len(pages.titles) << BITS, np.int32)
    owner[inside] = owners               # one of several assignments holds; the others differ
    several = np.zeros(len(owner), bool)
    several[inside[owner[inside] != owners]] = True
    shared = np.diff(sums_before(several.take(keys))[before])
    return [np.minimum(10, times[which]), np.where(words, shared / np.maximum(1, words), -1)]


def _by_place(facts):
    first, end = facts.first[facts.page], facts.end[facts.page]
    sums = _running([facts.chars, facts.prose])
    inside = sums[:, :-1] + np.array([facts.chars, facts.prose]) / 2 - sums[:, first]
    whole = np.maximum(1, sums[:, end] - sums[:, first])
    return [(facts.place - first) / (end - first), *(inside / whole)]


def _by_page(facts, pages):
    page, count, tree = facts.page, len(facts.first), pages.tree

    def total(values):
        return np.bincount(page, values, count)
    chars, blocks = np.maximum(1, total(facts.chars)), np.maximum(1, facts.end - facts.first)
    longs = total(facts.is_long)
    tags = [np.bincount(tree.page[pages.marks & NAMES[name] > 0], minlength=count)
            for name in ("article", "main", "table")]
    most = np.zeros(count)
    np.maximum.at(most, tree.page[pages.where],
                  np.bincount(pages.where, facts.prose, len(tree.parents))[pages.where])
    features = np.array([
        np.log1p(blocks), np.log1p(chars), total(facts.links) / chars, total(facts.prose) / chars,
        np.minimum(10, tags[0]), tags[1] > 0, np.minimum(10, tags[2]),
        total(facts.kind == KINDS.index("l")) / blocks,
        total(facts.kind == KINDS.index("h")) / blocks, total(facts.dated) / blocks,
        np.log1p(total(facts.words * facts.is_long) / np.maximum(1, longs)), np.log1p(longs),
        np.log1p(most)])
    return features.take(page, 1)


def _by_charlm(scores, facts):
    weights = facts.words + 1.0
    # whole numbers, whose sums do not depend on the pages before
    sums = _running([np.rint(scores * 10 ** DIGITS) * weights, weights])
    sizes = np.array(AROUND_CHARLM)[:, None]
    low = np.maximum(facts.first[facts.page], facts.place - sizes)
    high = np.minimum(facts.end[facts.page], facts.place + sizes + 1)
    near, whole = sums.take(high, 1) - sums.take(low, 1)
    return [scores, *(near / whole / 10 ** DIGITS)]
