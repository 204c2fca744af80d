"""Pages with stretches of another page inserted, from which trees learn to leave these out.

Many pages have teasers of other articles, or columns with prose, beside their text, but pages with
gold seldom do; and on a page that lists articles, teasers are the text. A page with inserted
stretches shows the difference: what comes from elsewhere is not its text.
"""
import random

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
