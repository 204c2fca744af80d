"""Variants of pages to learn from: with stretches of another page, cut, with other markup.

Many pages have teasers of other articles, or columns with prose, beside their text, but pages with
gold seldom do; and on a page that lists articles, teasers are the text. A page with inserted
stretches shows the difference: what comes from elsewhere is not its text.
"""
import random
import re

from ..record import elements_of, owners_of

WITH_OTHERS = frozenset(["article", "documentation", "service", "forum", None])   # kinds of pages
# Weights by which pages of a kind are chosen to lend stretches; lists have most teasers
OFFERED = {"listing": 4, "collection": 4, "service": 2, "article": 1, "product": 1, None: 1}
WORDS = (40, 400)        # of a stretch
BLOCKS = (2, 60)
MOST_LINKS = 0.8         # of its characters
LONG, MOST_GOLD = 8, 0.8     # words of a text block; share of them in the element of the text
CLEAN = 0.5
TIMES = (1, 1, 2, 3)     # stretches of the other page
STEPS_UP = (0, 1, 1, 2, 3)   # from the element of the text to the one that gets the stretches
FIRST = 0.3              # probability that they come before the text
NAMELESS = 0.5           # probability that they lose class, id and role
AROUND = ("div", "div", "aside", "td")   # the element put around them


def stretches(record):
    """Return the elements of a page that may stand beside the text of another: [(place, blocks)].

    >>> elements = [["div", -1, ""], ["ul", 0, ""], ["p", 0, ""]]
    >>> teaser = {"text": "Wind turns into power", "words": 30, "element": 1}
    >>> stretches({"elements": elements, "segments": [teaser, teaser, {**teaser, "element": 2}]})
    [(0, [0, 1, 2]), (1, [0, 1])]
    """
    names, parents, _ = elements_of(record)
    segments = record["segments"]
    held = [[] for _ in names]
    for block, place in enumerate(owners_of(segments, len(names))):
        if not segments[block].get("hidden"):
            for above in _upwards(place, parents):
                held[above].append(block)
    movable = []
    for place, blocks in enumerate(held):
        inside = [segments[block] for block in blocks]
        words = sum(segment.get("words") or 0 for segment in inside)
        links = sum(segment.get("link_chars") or 0 for segment in inside)
        alone = parents[place] < 0 or len(held[parents[place]]) > len(blocks)
        if (alone and WORDS[0] <= words <= WORDS[1] and BLOCKS[0] <= len(blocks) <= BLOCKS[1]
                and links <= MOST_LINKS * sum(len(segment["text"]) for segment in inside)):
            movable.append((place, blocks))
    return movable


def composite(record, shares, other, seed):
    """Return (a record with stretches of the other page, its blocks); None if there is no place.

    shares: for each segment of the record, the share of its words that is text.
    seed:   of random.Random.
    Returns the blocks as a list with an entry a segment: its place in the record, or -1 - its place
    in the other page.
    """
    chance = random.Random(seed)
    there = stretches(other)
    names, parents, _ = elements_of(record)
    segments = record["segments"]
    owners = owners_of(segments, len(names))
    main = _of_text(segments, shares, owners, parents)
    if not there or main is None:
        return None
    for _ in range(chance.choice(STEPS_UP)):
        main = parents[main] if parents[main] >= 0 else main
    inside = [block for block, place in enumerate(owners) if main in _upwards(place, parents)]
    at = inside[0] if chance.random() < FIRST else inside[-1] + 1
    elements = [list(element) for element in record["elements"]]
    around = len(elements)
    elements.append([chance.choice(AROUND), main, ""])
    nameless = chance.random() < NAMELESS
    come, blocks = [], []
    for place, stretch in chance.sample(there, min(len(there), chance.choice(TIMES))):
        come += _moved(other, place, stretch, elements, around, nameless)
        blocks += [-1 - block for block in stretch]
    own = list(range(len(segments)))
    return ({**record, "elements": elements, "segments": segments[:at] + come + segments[at:]},
            own[:at] + blocks + own[at:])


def _upwards(place, parents):
    """Return the indices of an element and its ancestors; [] for -1."""
    places = []
    while place >= 0:
        places.append(place)
        place = parents[place]
    return places


def _of_text(segments, shares, owners, parents):
    """Return the smallest element with most of the text, None if there is none."""
    held = {}
    whole = 0
    for segment, share, place in zip(segments, shares, owners, strict=True):
        words = segment.get("words") or 0
        if share >= CLEAN and words >= LONG and place >= 0:
            whole += words
            for above in _upwards(place, parents):
                held[above] = held.get(above, 0) + words
    most = [place for place, words in held.items() if words >= MOST_GOLD * whole]
    return max(most, key=lambda place: (len(_upwards(place, parents)), place), default=None)


def _moved(other, place, blocks, elements, around, nameless):
    """Append the elements of a stretch to those of a page; return its segments, moved there."""
    new = {}
    for old, (name, parent, words) in enumerate(other["elements"]):
        if old == place or parent in new:
            new[old] = len(elements)
            elements.append([name, around if old == place else new[parent],
                             "" if nameless else words])
    return [{**other["segments"][block], "element": new[other["segments"][block]["element"]]}
            for block in blocks]


# Copies of pages with other markup and the same text, so that trees depend less on one template.
# The pages with gold text come from a few years. Others have no sectioning elements, a layout of
# tables, paragraphs by <br>, or names in another language.

SECTIONS = frozenset(["main", "article", "section", "nav", "header", "footer", "aside", "figure",
                      "address"])
HEADING = re.compile("h[1-6]")
LAYOUT = ("table", "tr", "td")
OFTEN, SELDOM = 0.5, 0.25    # probability of each change; names, sections: OFTEN, the others SELDOM


def copy(record, seed):
    """Return the record with some of its markup changed at random; segments stay apart.

    seed: of random.Random.

    >>> page = {"elements": [["nav", -1, "menu"]], "segments": [{"text": "Home", "tag": "nav"}]}
    >>> copy(page, 9)["elements"]
    [['div', -1, '']]
    """
    rng = random.Random(seed)
    elements = [list(element) for element in record.get("elements") or []]
    segments = [dict(segment) for segment in record["segments"]]
    title = record.get("title")
    if rng.random() < OFTEN:
        _drop_words(elements, rng)
    if rng.random() < OFTEN:
        for element in elements:
            if element[0] in SECTIONS:
                element[0] = "div"
    if rng.random() < SELDOM:
        _lay_out(elements, segments, rng)
    if rng.random() < SELDOM:
        _by_breaks(elements, segments)
    if rng.random() < SELDOM:
        title = ""
    return {**record, "title": title, "elements": elements, "segments": segments}


def _drop_words(elements, rng):
    """Remove the words of class, id and role from all elements, or half of the vocabulary."""
    all_of_them = rng.random() < OFTEN
    lost = {}
    for element in elements:
        words = element[2]
        if words not in lost:
            lost[words] = all_of_them or rng.random() < OFTEN
        if lost[words]:
            element[2] = ""


def _lay_out(elements, segments, rng):
    """Lay the page out in tables, as in 2000: div becomes table, tr or td."""
    headings, items = rng.random() < OFTEN, rng.random() < OFTEN
    turn = 0
    for element in elements:
        name = element[0]
        if name == "div" or name in SECTIONS:
            element[0] = LAYOUT[turn % len(LAYOUT)]
            turn += 1
        elif headings and HEADING.fullmatch(name):
            element[0] = "p"
        elif items and name in ("ul", "ol", "li"):
            element[0] = "td"
        if rng.random() > SELDOM:
            element[2] = ""
    for segment in segments:
        tag = segment.get("tag") or ""
        if tag == "div" or tag in SECTIONS:
            segment["tag"] = "td"
        elif headings and HEADING.fullmatch(tag):
            segment["tag"] = segment["kind"] = "p"
        elif items and tag == "li":
            segment["tag"], segment["kind"] = "td", "p"


def _by_breaks(elements, segments):
    """Separate paragraphs by <br> in the element around them."""
    for segment in segments:
        place = segment.get("element")
        if isinstance(place, int) and 0 <= place < len(elements):
            name, parent, _ = elements[place]
            if name == "p" and parent >= 0:
                segment["element"], segment["tag"] = parent, elements[parent][0]
                segment["open_tags"] = max(0, (segment.get("open_tags") or 0) - 1)


# Pages cut at their text, from which trees learn that a text may end, or begin, with its page. On
# the pages with gold nearly every text has a footer below it, so that what stands last looks like
# boilerplate. Saved and printed pages, and those of a thread or a law, often end with their text.

KINDS_TO_CUT = frozenset(["article", "documentation", "service", None])   # threads would lose
FEWEST = 3               # clean segments of a page


def cuts(record, shares):
    """Yield (the record cut, the places of its segments) without what follows the text, and without
    what is before it, too; nothing of a page of few clean segments.

    shares: for each segment, the share of its words that is text.

    >>> page = {"elements": [["nav", -1, ""], ["p", -1, ""]],
    ...         "segments": [{"text": str(place), "element": place > 0} for place in range(5)]}
    >>> [(made["elements"], list(places)) for made, places in cuts(page, [0, 1, 1, 1, 0])]
    [([['nav', -1, ''], ['p', -1, '']], [0, 1, 2, 3]), ([['p', -1, '']], [1, 2, 3])]
    """
    clean = [place for place, (segment, share) in enumerate(
        zip(record["segments"], shares, strict=True))
        if share >= CLEAN and not segment.get("hidden")]
    if len(clean) >= FEWEST:
        for first in 0, clean[0]:
            places = range(first, clean[-1] + 1)
            yield _of_segments(record, record["segments"][first:clean[-1] + 1]), places


def _of_segments(record, segments):
    """Return the record with these of its segments alone, and the elements around them."""
    elements = list(zip(*elements_of(record), strict=True))
    owners = owners_of(segments, len(elements))
    held = set()
    for place in owners:
        while place >= 0 and place not in held:
            held.add(place)
            place = elements[place][1]
    new = {-1: -1} | {place: number for number, place in enumerate(sorted(held))}
    return {**record, "elements": [[elements[place][0], new[elements[place][1]], elements[place][2]]
                                   for place in sorted(held)],
            "segments": [{**segment, "element": new[place]}
                         for segment, place in zip(segments, owners, strict=True)]}
