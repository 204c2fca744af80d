"""The headline of a page, and the properties of a line, which all roles depend on."""
import re
from typing import NamedTuple

from ..text.words import count_words
from .lines import (
    ADVERT,
    DISCUSS,
    MORE,
    MOST_BYLINE,
    MOST_HEADLINE,
    RIGHTS,
    TOOLS,
    is_byline,
    is_credit,
)

WORD = re.compile(r"\w{3,}")
STOPS = (".", "?", "!", "…", ".”", '."', "?”", "!”", "。", "！", "？")
FEW_WORDS, LONG = 10, 15     # words: prose has FEW_WORDS or a full stop; LONG is surely prose
MOST_LINKS = 0.5             # of a segment's characters: more is a link
LEAST_OVERLAP = 0.45         # F of the words of headline and title
WHOLE = 3                    # words of a line, of three letters or more, if all are in the title
FAR_FROM_TEXT = 0.6          # factor of the overlap far from text, and in a link
OF_LEVEL = {"h1": 1.3, "h2": 1.15}
AFTER, ABOVE = 12, 6         # lines from a headline to the text, and above it without one


class Line(NamedTuple):
    """The properties of a segment that its role depends on."""

    text: str
    words: int
    link: float              # share of its characters in links
    prose: int               # characters that are running text
    kind: str
    tag: str
    is_bar: bool

    @property
    def is_long(self):
        return self.words >= LONG and self.link < MOST_LINKS


def line_of(segment):
    """Return the Line of a segment."""
    text = segment["text"]
    words = segment.get("words")
    words = words if isinstance(words, int) else count_words(text)
    inside = segment.get("link_chars")
    link = min(1, inside / len(text)) if isinstance(inside, int) and text and inside > 0 else 0.0
    prose = words >= FEW_WORDS or text.endswith(STOPS)
    tag = segment.get("tag")
    return Line(text, words, link, round(len(text) * (1 - link)) if prose else 0,
                segment.get("kind") or "", tag if isinstance(tag, str) else "",
                segment.get("bar") is True)


def headline(lines, title):
    """Return the index of the page's own heading, -1 for none.

    The heading is the line that shares most words with the title and has text below it; without
    one the first h1, else a line above the first long text.
    """
    wanted = set(WORD.findall(title.lower()))
    below, text = [False] * len(lines), len(lines) + AFTER
    for i in reversed(range(len(lines))):
        below[i] = text - i <= AFTER
        text = i if lines[i].is_long else text
    best, place = LEAST_OVERLAP, -1
    for i, line in enumerate(lines):
        if wanted and 0 < line.words <= MOST_HEADLINE and not line.is_bar:
            overlap = _overlap(set(WORD.findall(line.text.lower())), wanted)
            overlap *= OF_LEVEL.get(line.tag, 1.0) * (1 if below[i] else FAR_FROM_TEXT)
            overlap *= FAR_FROM_TEXT if line.link > MOST_LINKS else 1
            if overlap > best:
                best, place = overlap, i
    if place < 0:
        place = next((i for i, line in enumerate(lines) if below[i] and line.tag == "h1"
                      and line.words > 1 and line.link < MOST_LINKS), -1)
    return place if place >= 0 or text >= len(lines) else _above(text, lines)


def _overlap(own, wanted):
    shared = len(own & wanted)
    overlap = 2 * shared / (len(own) + len(wanted))
    if shared >= WHOLE and shared == len(own):     # the title has all words of the line
        overlap = max(overlap, FAR_FROM_TEXT)
    return overlap


def _above(text, lines):
    """Return the index of a possible heading right above a text, -1 for none."""
    found = [i for i in range(max(0, text - ABOVE), text) if _may_be_heading(lines[i])]
    headings = [i for i in found if lines[i].kind == "h"]
    return (headings[-1:] or found[:1] or [-1])[0]


def _may_be_heading(line):
    text, words = line.text, line.words
    return (WHOLE <= words <= MOST_BYLINE and line.link < MOST_LINKS and not line.is_bar
            and not text.endswith(STOPS) and not is_byline(text, words)
            and not is_credit(text, words) and not RIGHTS.search(text)
            and not any(pattern.match(text) for pattern in (TOOLS, MORE, DISCUSS, ADVERT)))
