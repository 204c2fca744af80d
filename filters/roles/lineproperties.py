"""The properties of a line, which its role depends on."""
from typing import NamedTuple

from ...lm.evidence.evidence import FEW_WORDS, LONG
from ...lm.sentenceends import ends_as_sentence
from ..text.words import count_words

MOST_LINKS = 0.5             # of a segment's characters: more is a link


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
    prose = words >= FEW_WORDS or ends_as_sentence(text)
    tag = segment.get("tag")
    return Line(text, words, link, round(len(text) * (1 - link)) if prose else 0,
                segment.get("kind") or "", tag if isinstance(tag, str) else "",
                segment.get("bar") is True)
