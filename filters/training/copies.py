"""Copies of pages with other markup and the same text, so that trees depend less on one template.

The pages with gold text come from a few years. Others have no sectioning elements, a layout of
tables, paragraphs by <br>, or names in another language.
"""
import random
import re

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
