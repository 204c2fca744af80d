"""A cheap check for too many attributes, or too long ones, by parts of a page.

lexbor compares each name with all other names of its tag and with many of the page: a tag with
100 000 attributes takes 25 s, 100 000 different names 4 s. Formatting elements are opened again
with all their attributes: <b class="..."> of 20 000 bytes before 20 000 <p> would take 2 GB.
"""
import re
from itertools import chain, islice

import numpy as np

from .bounds import reopened
from .openings import LINK
from .possessive import compiled
from .tagsyntax import ATTRIBUTE, ATTRIBUTES, INSIDE, TAG

NEAR = 4_096             # bytes; a tag of half as much again has no ">" after some multiple of them
WINDOW = 65_536          # a whole window is in every tag of twice as many bytes
PLACES, AHEAD = 8, 256   # of a window, and bytes that are read at each of them
SAMPLED = 256 << 10      # bytes of a page from which on a sample of its tags is counted
STEP, SAMPLE = 16_384, 512     # of each STEP bytes the tags that begin in SAMPLE bytes
STRIDE = 10_111          # bytes by which the sample moves from one STEP to the next; a prime
FEW_BYTES = 200_000      # of attributes, as estimated; with fewer no page is slow
MANY_OF_ONE = 5_000      # attributes of a tag
MANY_PAIRS = MANY_OF_ONE ** 2    # attributes of each tag squared, summed; lexbor takes .06 s

INSIDE_OF_TAG = compiled(ATTRIBUTES)
# With ">" in a value, perhaps
QUOTED_END = re.compile(rb"""</?[a-zA-Z](?=[^>]*=[ \t\n\f]*(?:"[^">]*>|'[^'>]*>))""")
START = re.compile(rb"<(?=/?[a-zA-Z])")
# Neither before a value in quotes nor at its end
MIDDLE = re.compile(rb"""[^ \t\n\f"'=]""")
VALUE_END = re.compile(rb"[ \t\n\f>]")


def has_many(page, most, most_names):
    """Return whether a page may have many attributes in a tag, more than `most`, or many names."""
    return (_has_long_tags(page)
            or (len(page) > SAMPLED and _has_many_in_sample(page, most, most_names)))


def _has_long_tags(page):
    """Return whether a single long tag of a page may have many attributes."""
    read = pairs = 0
    for start in chain(_without_end(page), _around_windows(page)):
        inside = TAG.match(page, start).span(INSIDE)
        read += inside[1] - inside[0]
        count = sum(1 for _ in islice(ATTRIBUTE.finditer(page, *inside), MANY_OF_ONE))
        pairs += count * count
        if read > 2 * len(page) or pairs >= MANY_PAIRS:
            return True
    return False


def _without_end(page):
    """Yield the begins of tags of at least NEAR bytes before any ">", and of some other tags."""
    looked_to = 0
    for start in range(NEAR, len(page), NEAR):
        if page.find(b">", start, start + NEAR // 2) < 0:
            # a bit before the last ">", which may be in a value
            looked_to = max(looked_to, page.rfind(b">", looked_to, start) - NEAR // 16)
            for opening in START.finditer(page, looked_to, start):
                yield opening.start()
            looked_to = start


def _around_windows(page):
    """Yield the begins of tags of at least twice WINDOW, with ">" in quotes, and of some others."""
    for start in range(WINDOW, len(page) - WINDOW + 1, WINDOW):
        end = start + WINDOW
        if all(_may_go_on(page, place, place + AHEAD)
               for place in range(start, end, WINDOW // PLACES)):
            for opening in QUOTED_END.finditer(page, start - WINDOW, start):
                if TAG.match(page, opening.start(), end).end() == end:
                    yield opening.start()


def _may_go_on(page, start, end):
    """Return whether a tag may reach from start to end, through names and values of any kind."""
    middle = MIDDLE.search(page, start, end)
    if not middle:
        return False
    start = middle.start()
    value = VALUE_END.search(page, start, end)
    places = (start, page.find(b'"', start, end) + 1, page.find(b"'", start, end) + 1,
              value.start() if value else 0)
    return any(place and INSIDE_OF_TAG.match(page, place, end).end() == end for place in places)


def _has_many_in_sample(page, most, most_names):
    """Return whether the tags that begin in a part of the page have many attributes."""
    tags, end = [], 0
    for number, start in enumerate(range(0, len(page), STEP)):
        start += number * STRIDE % STEP
        for opening in START.finditer(page, start, start + SAMPLE):
            if opening.start() >= end:
                tags.append(TAG.match(page, opening.start(), opening.end() + WINDOW))
                end = tags[-1].end()
    part = SAMPLE / STEP
    if sum(len(tag[INSIDE]) for tag in tags) <= FEW_BYTES * part:
        return False
    attributes_of = [ATTRIBUTE.findall(tag[INSIDE]) for tag in tags]
    counts = np.array(list(map(len, attributes_of)))
    names = {attribute[0] for attributes in attributes_of for attribute in attributes}
    return (counts.sum() > most * part or len(names) > most_names * part
            or (counts * counts).sum() > MANY_PAIRS * part)


def has_heavy_formatting(openings, most):
    """Return whether formatting elements may be opened again with too many bytes of attributes.

    openings: Openings of the page. most: bytes, the sum over all tags before which an element may
    open again: a link before the next link alone, other elements before every tag.
    """
    page, starts, count = openings.page, openings.starts, openings.count
    if len(page) * count <= most:
        return False
    links = np.flatnonzero(openings.bits & LINK)
    apart = np.diff(links, append=count)
    # before the next link comes the end of this one, or both are in a value: <a title="<a <a ">
    reopening = links[(apart * len(page) > most) | (apart == 1)]
    read = total = 0
    for start, after in reopened(openings):
        size = len(TAG.match(page, start)[0])
        read += size
        total += size * after
        if total > most or read > 2 * len(page):
            return True
    for tag in reopening.tolist():
        link = TAG.match(page, int(starts[tag]))
        read += len(link[0])
        after = np.searchsorted(starts[links], link.end())          # the next one outside of it
        tags = (int(links[after]) if after < len(links) else count) - tag
        if len(link[0]) * tags > most or read > 2 * len(page):
            return True
    return False
