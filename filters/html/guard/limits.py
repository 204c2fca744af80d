"""Limits applied to a page before a parser sees it, so that no page is slow or takes much memory.

Every page gets a cheap check, and only a page that may exceed a limit is read tag by tag. Without
limits lexbor takes 5 s for 50 000 nested <div>, 25 s for a tag with 100 000 attributes, and 4 s
for 100 000 different names of attributes.
"""
import re
from collections import Counter
from functools import cache
from itertools import islice

from ...edge.console import plural
from ...lazypattern import LazyPattern
from ...record import MAX_TEXT
from ..normalhtml import BLOCK, DROPPED
from . import tagsyntax as syntax

MAX_DEPTH = 256          # open elements; real pages stay under 100
MAX_FORMATTING = 32      # open <b>, <font> ..., all of which every new paragraph opens again
MAX_ATTRIBUTES = 500     # of one tag
MAX_ALL_ATTRIBUTES = 200_000
MOST_COUNTED = 200_000   # dropped attributes, as the note counts them
MAX_NAMES = 10_000       # different names of attributes, and of elements
MAX_TAGS = 55_000        # and formatting elements opened again; real pages have up to 22 000
MAX_LOOKED = 120_000     # tags and comments, including dropped ones
MAX_STEPS = 5_000_000    # the sum of the open elements over all tags; real pages: up to 500 000
MAX_REFERENCES = 400_000     # &amp; and the like, and what is written as one: < > and U+00A0
MAX_FLAT = 2 << 20       # bytes beyond a limit whose text is still kept

MANY_TAGS = 22_000       # a page with more "<" is read tag by tag; hardly a real page has more

OVERLONG = "of an overlong page"     # in the note on dropped text

# Comments, raw elements and tags, to be removed; an unclosed one takes the rest, as in a browser
FLAT = LazyPattern(rb"<!--.*?(?:--!?>|\Z)|<(" + b"|".join(sorted(syntax.RAW))
                   + rb")(?=[\s/>]).*?(?:</\1|\Z)|<[^>]*>?", re.S | re.I)
REFERENCES = (b"&", b"<", b">", "\xa0".encode())
REFERENCE = re.compile(b"|".join(REFERENCES))
SHOWN = frozenset([b"title", b"xmp"])    # raw text that counts
NOT_SHOWN = frozenset(name.encode() for name in DROPPED)
# Also those of a <select>, whose text is shown if its tag is dropped
SEPARATES = frozenset([*(name.encode() for name in BLOCK), b"optgroup", b"option", b"select"])
OF_TABLES = syntax.CELLS | syntax.ROWS
SEPARATOR = b"<br>"      # in place of a block tag, so that the texts around it stay apart
# Names of attributes that html2text reads, besides those of rules
READ_NAMES = "alt class content href http-equiv id lang name role src style".split()


@cache
def kept_names():
    """Return the names of attributes that do not count as too many, a set of bytes."""
    from ....lm.rules import attributes_of, rules
    of_rules = attributes_of(rule for name in ("hidden", "joins", "marks")
                             for table in rules(name).values() for rule in table)
    return frozenset(name.encode() for name in (*READ_NAMES, *of_rules))


def limited(page, openings=None):
    """Return (page, notes): the page without tags, attributes and text beyond the limits.

    A page with less than MANY_TAGS may nest more deeply than MAX_DEPTH.

    page:    bytes of UTF-8 without NUL.
    openings: Openings of the page, if known.
    notes:   a list of str, one for each kind of dropped markup; empty for nearly every page.
    """
    from .openings import Openings, has_many_attributes, may_reopen_much
    if openings is None:
        openings = Openings(page)
    many = has_many_attributes(page, MAX_ALL_ATTRIBUTES, MAX_NAMES)
    if (many or len(page) > MAX_TEXT or openings.count > MANY_TAGS
            or (len(page) > MAX_REFERENCES and _references(page) > MAX_REFERENCES)
            or may_reopen_much(openings)):
        return _Limited(with_newlines(page), many).done()
    return page, []


def with_newlines(page):
    """Return a page, bytes, with LF in place of CR LF and CR, as parsers read it."""
    return page.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in page else page


def _references(page, start=0, end=None):
    """Return how many characters, at most, are written as references; the > of tags counts, too."""
    return sum(page.count(mark, start, end) for mark in REFERENCES)


class _Limited:
    """One pass over a page, tag by tag; it drops markup beyond the limits."""

    def __init__(self, page, many_attributes):
        self.page, self.many_attributes = page, many_attributes
        self.pieces, self.kept_to = [], 0
        self.nesting, self.ends = syntax.OpenElements(MAX_DEPTH, MAX_FORMATTING), syntax.Ends(page)
        self.unsafe_to = 0           # up to here, what looks like an end tag may be text
        self.dropped_tags = Counter()    # opening tags, whose end tags are dropped, too
        self.separated = 0           # where the last dropped block tag ends
        self.too_deep = self.kept = self.looked = self.steps = self.text = 0
        self.references, self.seen = _references(page), 0
        self.in_select = self.select_steps = self.all_attributes = self.dropped_attributes = 0
        self.names, self.attribute_names = set(), set()
        self.notes = []

    def done(self):
        """Return the page without what is beyond the limits, and notes on what was left out."""
        page, position, text = self.page, 0, 0
        while ((start := syntax.TAG_START.search(page, position, position + MAX_TEXT + 2))
               and (match := syntax.TAG.match(page, start.start()))):
            if self._over(text, match.start()):
                return self._cut()
            self.looked += 1
            position = self._behind(match)
            name = match[syntax.NAME]
            text = match.end() if name and name.lower() in SHOWN else position
        if self._over(text, len(page)):
            return self._cut()
        self.pieces.append(page[self.kept_to:])
        return self._joined()

    def _over(self, position, end):
        """Count the text from position to end; return whether a limit of the page is exceeded."""
        if end > position:
            self.text += end - position
            if self.references > MAX_REFERENCES:
                left = MAX_REFERENCES - self.seen
                self.seen += _references(self.page, position, end - max(0, self.text - MAX_TEXT))
                if self.seen > MAX_REFERENCES:           # no more text from the first beyond
                    self.stop, self.text = next(islice(REFERENCE.finditer(
                        self.page, position), left, None)).start(), MAX_TEXT + 1
                    return True
        if (self.text > MAX_TEXT or self.kept + self.nesting.reopened > MAX_TAGS
                or self.steps > MAX_STEPS or self.looked > MAX_LOOKED):
            self.stop = end - max(0, self.text - MAX_TEXT)
            return True
        return False

    def _behind(self, match):
        """Count a possible tag; return the position to go on from."""
        position = match.end()
        if match[syntax.BOGUS] is not None:
            if self.nesting.odd and self.page.startswith(b"<![CDATA[", match.start()):
                self._distrust(b"]", position)
                return position
            return self.ends.of(b">", match.start())
        name = match[syntax.NAME]
        if name is None:
            return self.ends.of(b"!", position)
        name, nesting = name.lower(), self.nesting
        before = len(nesting.names)
        if not (self._close(name, match) if match[syntax.SLASH] else self._open(name, match)):
            self._drop(match)
            return position
        self.kept += 1
        self.steps += before
        if self.many_attributes and match[syntax.INSIDE]:
            self._fewer_attributes(match)
        if match[syntax.SLASH] or name not in syntax.RAW or nesting.foreign:
            return position
        if not nesting.odd:
            return self.ends.of(name, position)
        self._distrust(name, position)
        return position

    def _open(self, name, match):
        """Return whether there is room for an element."""
        self.names.add(name)
        if (len(self.names) > MAX_NAMES or self._select_too_long()
                or (name in OF_TABLES and self.dropped_tags[b"table"])
                or not self.nesting.open(name, syntax.self_closing(match), match[syntax.INSIDE])):
            if name not in syntax.VOID:
                self.dropped_tags[name] += 1
            if len(self.names) > MAX_NAMES:
                self.names.discard(name)
            return False
        return True

    def _select_too_long(self):
        """Return whether this tag costs too much: at each, lexbor walks through its <select>."""
        self.in_select = self.in_select + 1 if (
            self.nesting.odd and b"select" in self.nesting.names) else 0
        self.select_steps += self.in_select
        return self.in_select > 0 and self.select_steps > MAX_STEPS

    def _close(self, name, match):
        """Return whether the opening tag was kept."""
        if self.dropped_tags[name]:
            self.dropped_tags[name] -= 1
            return False
        if name in OF_TABLES and self.dropped_tags[b"table"]:
            return False
        if match.start() >= self.unsafe_to:
            self.nesting.close(name)
        return True

    def _distrust(self, name, position):
        """Note that end tags inside this element may be text."""
        if position >= self.unsafe_to:
            self.unsafe_to = self.ends.of(name, position)

    def _drop(self, match):
        self.too_deep += 1
        self.pieces.append(self.page[self.kept_to:match.start()])
        self.kept_to = match.end()
        if match[syntax.NAME].lower() in SEPARATES and not self.nesting.foreign:
            if self.page[self.separated:match.start()].strip():      # not one for each of <div><p>
                self.pieces.append(SEPARATOR)
            self.separated = match.end()

    def _fewer_attributes(self, match):
        """Drop the attributes beyond the limits from a tag."""
        page, names, kept = self.page, self.attribute_names, []
        start, end = match.span(syntax.INSIDE)
        most = min(MAX_ATTRIBUTES, MAX_ALL_ATTRIBUTES - self.all_attributes)
        looked, after = 0, start
        for attribute in islice(syntax.ATTRIBUTE.finditer(page, start, end), most):
            name, after = attribute[1].lower(), attribute.end()
            looked += 1
            if len(names) < MAX_NAMES or name in names or name in kept_names():
                names.add(name)
                kept.append(b" " + attribute[0])
        self.all_attributes += looked
        others = sum(1 for _ in islice(syntax.ATTRIBUTE.finditer(page, after, end),
                                       max(0, MOST_COUNTED - self.dropped_attributes)))
        self.dropped_attributes += looked - len(kept) + others
        if looked > len(kept) or others or looked == most:
            self.pieces += [page[self.kept_to:start], *kept]
            self.kept_to = end

    def _cut(self):
        """Return (page, notes): the page up to the limit, then text of the rest without tags."""
        page, stop = self.page, self.stop
        while stop < len(page) and page[stop] & 0xC0 == 0x80:      # inside a character
            stop -= 1
        self.pieces.append(page[self.kept_to:stop])
        if self.text <= MAX_TEXT:
            end = min(len(page), stop + MAX_FLAT)
            end = page.rfind(b"<", stop, end) if end < len(page) else end
            flat = FLAT.sub(b" ", page[stop:end])[:MAX_TEXT - self.text]
            self.notes.append(f"tags past {self.kept} were left out")
            # Close elements that browsers do not show, so that the rest is shown
            self.pieces += [b"</%b>" % name for name in reversed(self.nesting.names)
                            if name in NOT_SHOWN]
            self.pieces.append(flat.decode(errors="ignore").encode())
            stop = end
        if stop < len(page):
            self.notes.append(_left_out(len(page) - stop, "byte", OVERLONG))
        return self._joined()

    def _joined(self):
        deep, attributes = ([_left_out(count, *words)] if count else [] for count, *words in (
            (self.too_deep, "tag", "nested too deeply"),
            (self.dropped_attributes, "attribute", "beyond a limit")))
        return b"".join(self.pieces), [*deep, *self.notes, *attributes]


def _left_out(count, what, which):
    """Return the note on what was left out: "2 tags nested too deeply were left out"."""
    return plural(count, f"{what} {which} was", f"{what}s {which} were") + " left out"
