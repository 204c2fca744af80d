"""What elements of the body say that they are: microdata, RDFa, rel=author, classes of authors.

Of the page's bytes those parts are left out that are not of its article: comments, teasers, asides,
articles beside it.
"""
import re
from itertools import islice

from ...lm.evidence.purposes import purposes_of, sure_of
from ...lm.rules import pattern, rules
from ..roles.elementroles import COMMENT, SIDE, TEASER, role_of
from .head import MOST_TAG, as_text, attributes, end_of_tag, text_of
from .personnames import authors_of, is_person

MOST_HITS = 200          # of each word below
MOST_INSIDE = 600        # bytes after the tag
MOST_NAMES = 120         # characters of a text with a class of authors
BESIDE = 600             # bytes between the authors of a page; others are of comments
# Bytes from the first heading to the elements of its page: of the gold pages' right authors
# all but one are there, of those that are further on two in three are not
BEFORE, AFTER = 25_000, 50_000

# What may stand in such a tag, for each field, with a small or a capital first letter; a search for
# a word is quicker than a pattern
WORDS = {"authors": (b"uthor", b"yline"),
         "published": (b"datePublished",)}
NAME = re.compile(rb"<([a-zA-Z][a-zA-Z0-9]*)\s")
OF_PROPERTY = {"author": "authors", "creator": "authors", "datepublished": "published",
               "datecreated": "published", "datemodified": "modified", "headline": "title"}
BYLINE, NO_BYLINE = (re.compile(pattern(rules("bylines")[name]), re.I)
                     for name in ("AUTHOR", "BESIDE_AUTHOR"))
INNER_NAME = re.compile(rb"<[a-zA-Z][^<>]*\bitemprop=[\"']?name\b[^<>]*>")
SKIPPED = set(b"meta script style link input img svg form body html".split())
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


def facts_in(page, fields, heading, asides):
    """Yield (field, value, source) of elements that say what they are, in page order.

    fields: those that are wanted, of WORDS. heading: where the first h1 is, -1 for none.
    asides: the Asides of the page, in which nothing is asked.
    """
    last = None
    near = (max(0, heading - BEFORE), heading + AFTER) if heading >= 0 else (0, len(page))
    words = [word for field in fields for word in WORDS[field]]
    for name, start in _elements(page, words, *near):
        is_beside = last is None or start - last < BESIDE
        stated = [fact for fact in _stated(page, name, start)
                  if is_beside or fact[0] != "authors"]
        if stated and not asides.hold(start):
            yield from stated
            last = start if any(fact[0] == "authors" for fact in stated) else last


def _stated(page, name, start):
    """Yield the facts that an element states, whose name ends at `start`."""
    end = end_of_tag(page, start)
    facts = attributes(page[start:min(end, start + MOST_TAG)])
    properties = (facts.get("itemprop") or facts.get("property") or "").lower().split()
    for term in properties:
        field = OF_PROPERTY.get(term.rpartition(":")[2])
        if field:
            value = facts.get("content") or facts.get("datetime")
            yield field, value or _text(page, end, name, field), "microdata"
    if "author" in facts.get("rel", "").lower().split():
        yield "authors", _text(page, end, name, "authors"), "rel author"
    elif not properties:
        words = words_of(facts)
        if BYLINE.search(words) and not NO_BYLINE.search(words):
            yield "authors", _people(_text(page, end, name, "authors")), "class author"


def words_of(facts):
    """Return the words that say what an element is, of its attributes, a dict.

    >>> words_of({"class": "byline big", "id": "top", "href": "/"})
    'byline big top '
    """
    return f"{facts.get('class', '')} {facts.get('id', '')} {facts.get('data-testid', '')}"


def _elements(page, words, first, end):
    """Return (name, where it ends in the tag) of elements between two places of a page whose tags
    have one of the words."""
    starts = set()
    for word in words:
        at = first - 1
        for _ in range(MOST_HITS):
            at = page.find(word, at + 1, end)
            if at < 0:
                break
            start = page.rfind(b"<", max(0, at - MOST_INSIDE), at)
            if start >= 0 and page.find(b">", start, at) < 0:
                starts.add(start)
    matches = [NAME.match(page, start) for start in sorted(starts)]
    return [(match[1].lower(), match.end()) for match in matches
            if match and match[1].lower() not in SKIPPED]


def _people(text):
    """Return the persons, or the one user, that a text in an element of authors names."""
    names = authors_of([text], in_lines=True) if len(text) < MOST_NAMES else []
    return [name for name in names if is_person(name) or (len(names) == 1 and " " not in name)]


def _text(page, end, name, field):
    """Return the text in an element, or that of its part with the property name."""
    inside = page[end + 1:end + 1 + MOST_INSIDE]
    if field == "authors":
        part = INNER_NAME.search(inside)
        if part:
            return attributes(part[0]).get("content") or text_of(
                as_text(inside[part.end():].partition(b"<")[0]))
    close = re.search(rb"</%s\b" % name, inside, re.I)
    return text_of(as_text(inside[:close.start()] if close else inside.partition(b"<")[0]))


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
