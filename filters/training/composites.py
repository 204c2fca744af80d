"""Pages with stretches of another page beside their text, so that trees learn to leave those out.

Teasers of other articles, and columns with prose in them, stand beside the text of many pages, and
seldom on those that there is gold for; on a page that is a list of articles they are the text. A
page that has both tells them apart: what came from elsewhere is not its text.
"""
import random

from ..record import elements_of, owners_of

WITH_OTHERS = frozenset(["article", "documentation", "service", "forum", None])   # kinds of pages
# How often pages of a kind lend stretches; what is read like a list has most of the teasers
OFFERED = {"listing": 4, "collection": 4, "service": 2, "article": 1, "product": 1, None: 1}
WORDS = (40, 400)        # of a stretch
BLOCKS = (2, 60)
MOST_LINKS = 0.8         # of its characters
LONG, MOST_GOLD = 8, 0.8     # words of a block of text; share of them that the text's element has
CLEAN = 0.5
TIMES = (1, 1, 2, 3)     # stretches of the other page
STEPS_UP = (0, 1, 1, 2, 3)   # from the element of the text to the one that gets them
FIRST = 0.3              # chance that they stand before the text
NAMELESS = 0.5           # chance that they come without class, id and role
AROUND = ("div", "div", "aside", "td")   # what they get around them


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
    found = []
    for place, blocks in enumerate(held):
        some = [segments[block] for block in blocks]
        words = sum(one.get("words") or 0 for one in some)
        links = sum(one.get("link_chars") or 0 for one in some)
        alone = parents[place] < 0 or len(held[parents[place]]) > len(blocks)
        if (alone and WORDS[0] <= words <= WORDS[1] and BLOCKS[0] <= len(blocks) <= BLOCKS[1]
                and links <= MOST_LINKS * sum(len(one["text"]) for one in some)):
            found.append((place, blocks))
    return found


def composite(record, shares, other, seed):
    """Return (a record with stretches of the other page, the blocks they are), None for no place.

    shares: of the words of each of the record's segments, those that are text.
    seed:   what random.Random takes.
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
    for place, some in chance.sample(there, min(len(there), chance.choice(TIMES))):
        come += _moved(other, place, some, elements, around, nameless)
        blocks += [-1 - block for block in some]
    own = list(range(len(segments)))
    return ({**record, "elements": elements, "segments": segments[:at] + come + segments[at:]},
            own[:at] + blocks + own[at:])


def _upwards(place, parents):
    """Return the places of an element and of all above it; none for -1."""
    found = []
    while place >= 0:
        found.append(place)
        place = parents[place]
    return found


def _of_text(segments, shares, owners, parents):
    """Return the least element with most of the text, None where the text is in none."""
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
    """Append the elements of a stretch to those of a page; return its segments, which are there."""
    new = {}
    for old, (name, parent, words) in enumerate(other["elements"]):
        if old == place or parent in new:
            new[old] = len(elements)
            elements.append([name, around if old == place else new[parent],
                             "" if nameless else words])
    return [{**other["segments"][block], "element": new[other["segments"][block]["element"]]}
            for block in blocks]
