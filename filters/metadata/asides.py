"""The parts of a page's bytes that are not of its article: comments, teasers, asides, articles
beside it."""
import re
from itertools import islice

from ...lm.evidence.purposes import purposes_of, sure_of
from ..roles.elementroles import COMMENT, SIDE, TEASER, role_of
from .head import as_text, attributes, text_of

TAG = re.compile(rb"<([a-zA-Z][a-zA-Z0-9]*)\b([^<>]*)>")
NAMED = re.compile(rb"class|id|role|item", re.I)
MOST_TAGS = 100_000      # of a page
MOST_BYTES = 1 << 22     # of all elements whose ends are looked for
MOST = 0.5               # of a page's bytes: what has more holds it all, "content-with-sidebar"
# Characters of text between the heading and comments, at least, without which they are a thread;
# bytes in which they are looked for. An article as long is no teaser: "node--promoted"
LONG, MOST_ABOVE = 400, 20_000
OF_OTHERS = {COMMENT, SIDE, TEASER}
# Microdata
TYPES = re.compile(r"(?:\b|/)(?:user)?(?:comments?|answer|review)$", re.I)
ROOTS = {"html", "body"}


class Asides:
    """The elements of a page that are of something else.

    page:    bytes. heading: where its first h1 is, -1 for none: what holds it is the page's own.

    Of unclosed elements, and those whose end tags are not their own, the bounds are not exact.
    """

    def __init__(self, page, heading):
        self._page, self._heading = page, heading
        self._tags = islice(TAG.finditer(page), MOST_TAGS)
        self._ranges, self._read, self._left = [], 0, MOST_BYTES
        self._in_article = False

    def hold(self, place):
        """Return whether a place of the page is in one of them."""
        while self._read <= place and self._left > 0:
            match = next(self._tags, None)
            if match is None:
                self._read = len(self._page)
                break
            self._read = match.start() + 1
            if not self._ranges or match.start() >= self._ranges[-1][1]:
                self._add(match)
        return any(start <= place < end for start, end in self._ranges)

    def _add(self, match):
        """Add the element of a start tag, if it is an aside."""
        name, start = match[1].lower().decode(), match.start()
        role = _role_of(name, match[2])
        if name != "article" and role not in OF_OTHERS:
            return
        end = self._end_of(match)
        self._left -= end - start
        if start < self._heading < end:
            self._in_article = self._in_article or name == "article"
        elif self._is_of_other(name, role, start, end):
            self._ranges.append((start, end))

    def _is_of_other(self, name, role, start, end):
        """Return whether an element from start to end, without the heading, is an aside."""
        if role == COMMENT:
            first = max(self._heading, start - MOST_ABOVE)
            return self._heading < 0 or self._has_text(first, start)
        return end - start < MOST * len(self._page) and (
            name != "article" or self._in_article or not self._has_text(start, end))

    def _has_text(self, start, end):
        """Return whether a part of the page has LONG text."""
        return len(text_of(as_text(self._page[start:min(end, start + MOST_ABOVE)]))) >= LONG

    def _end_of(self, match):
        """Return where the element of a start tag ends; of one unclosed the end of what is read."""
        depth, last = 1, min(len(self._page), match.end() + self._left)
        for tag in re.compile(rb"<(/?)%s\b" % match[1], re.I).finditer(
                self._page, match.end(), last):
            depth += -1 if tag[1] else 1
            if not depth:
                return tag.start()
        return last


def _role_of(name, inside):
    """Return the role of an element by its name and attributes, bytes."""
    if name in ROOTS:
        return ""
    facts = attributes(inside) if NAMED.search(inside) else {}
    if TYPES.search(facts.get("itemtype") or facts.get("itemprop") or ""):
        return COMMENT
    words = f"{facts.get('class', '')} {facts.get('id', '')} {facts.get('role', '')}"
    return role_of(name, sure_of(purposes_of(words)))
