"""Pages cut at their text, from which trees learn that a text may end, or begin, with its page.

On the pages with gold nearly every text has a footer below it, so that what stands last looks like
boilerplate. Saved and printed pages, and those of a thread or a law, often end with their text.
"""
from ..record import elements_of, owners_of

KINDS = frozenset(["article", "documentation", "service", None])     # threads would lose by it
CLEAN, FEWEST = 0.5, 3   # share of the words of a clean segment; such segments of a page, at least


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
