"""A cheap look at a page as an array: its possible tags, and whether they may be slow to parse."""
import re
from collections import Counter
from functools import cached_property
from itertools import chain, islice

import numpy as np

from ...lazypattern import LazyPattern
from ..normalhtml import DROPPED, UNESCAPED
from .tagsyntax import ATTRIBUTE, ATTRIBUTES, FORMATTING, INSIDE, MOST_EQUAL, TAG, compiled

# Possible tags of a page, by its bytes: their places and names.
#
# Only three characters of a name are compared, so another name with these three passes, too: `str`
# is taken for <strong> and for <strike>.

# <b> and the like with attributes, which may be opened again. <body> and <html> count as well,
# because their attributes are merged.
REOPENED_NAMES = (FORMATTING - {b"a"}) | {b"body", b"html"}
DELIMITERS = b" \t\n\r\f\v/"  # not ">": a name without attributes opens again at most three times
THREE = 3
LETTERS = 32             # classes of characters: 26 letters, a delimiter (0), 1 (27), others (31)
DELIMITER, ONE, OTHER = 0, 27, 31
MOST = 100_000           # starts of tags; no page within the limits has as many

REOPENED, LINK = 1, 2
NAMES = [*DROPPED, *UNESCAPED]
PRE, MATH, TITLE, COMMENT = "pre", "math", "title", "!--"
SCRIPT, TEX, FAR = "script", b"math/tex", 500     # characters of a tag
BIT_OF = {name: 1 << bit for bit, name in enumerate([*NAMES, PRE, MATH, TITLE, COMMENT], 2)}
STATING = ["meta", "link", "title", "time", "html", "h1", "script"]      # what a page is
STATES = 2 * max(BIT_OF.values())

# Lone surrogates are not UTF-8: one parser drops them, and the other keeps them
SURROGATE = re.compile("[\ud800-\udfff]")


def _letters():
    letters = np.full(256, OTHER, np.int16)
    letters[list(DELIMITERS)] = DELIMITER
    letters[ord("1")] = ONE
    for first in b"aA":
        letters[first:first + 26] = np.arange(1, 27)
    return letters


def _bits():
    """Return the possible names for each three classes of characters, int32 (LETTERS³,)."""
    bits = np.zeros((LETTERS, LETTERS, LETTERS), np.int32)
    for name in REOPENED_NAMES:
        letters = LETTER_OF[list(name[:THREE])].tolist()
        bits[tuple([*letters, DELIMITER][:THREE])] |= REOPENED
    bits[LETTER_OF[ord("a")], DELIMITER] |= LINK
    for name, bit in [*BIT_OF.items(), *dict.fromkeys(STATING, STATES).items()]:
        bits[tuple(LETTER_OF[list(name[:THREE].encode())].tolist())] |= bit
    return bits.ravel()


LETTER_OF = _letters()
BITS = _bits()


class Openings:
    """The places in a page where tags may begin.

    page:   bytes.
    count:  the number of <. is_short: whether it is at most MOST, which no page within the limits
            exceeds; of others little else is known.
    starts: int64 (n,), positions of <.
    bits:   int32 (n,), the possible names of each: REOPENED, LINK, the bits of BIT_OF, STATES.
    names:  list of the names of DROPPED and UNESCAPED in the page, perhaps too many.
    has_pre, has_math, has_tex: whether it may have <pre>, <math>, a script with TeX.

    >>> Openings(b"<body><Script>x<</script><p><rt>").names
    ['rt', 'script']
    >>> [Openings(page).has_tex for page in (b'<script type="math/tex">', b"math/tex<script>")]
    [True, False]
    """

    def __init__(self, page):
        self.page = page
        codes = np.frombuffer(page, np.uint8)
        begins = codes == ord("<")
        self.count = int(np.count_nonzero(begins))
        self.is_short, bits = self.count <= MOST, -1
        if self.is_short:
            self.starts = np.flatnonzero(begins)
            self.bits = self._bits_behind(self.starts)
            bits = int(np.bitwise_or.reduce(self.bits))
        self.names = [name for name in NAMES if bits & BIT_OF[name]]
        self.has_pre, self.has_math = bits & BIT_OF[PRE] != 0, bits & BIT_OF[MATH] != 0
        # in a long page the search takes longer than a look at each script
        self.has_tex = TEX in page if bits < 0 else any(
            page.find(TEX, start, start + FAR) >= 0 for start in self.places(SCRIPT))

    def _bits_behind(self, places):
        """Return the possible names behind some places, int32."""
        codes = np.frombuffer(self.page, np.uint8)
        key = np.zeros(len(places), np.int16)
        for step in range(1, THREE + 1):
            key = key * LETTERS + LETTER_OF.take(codes.take(places + step, mode="clip"))
        return BITS.take(key)

    @cached_property
    def _ends(self):
        """(Positions of the "/" of end tags, int64; the possible names of each)."""
        slashes = self.starts + 1
        slashes = slashes[np.frombuffer(self.page, np.uint8).take(slashes, mode="clip") == ord("/")]
        return slashes, self._bits_behind(slashes)

    def lacks_ends(self, name):
        """Return whether more tags of a short page open elements of a name of BIT_OF than close
        them.

        >>> [Openings(page).lacks_ends("select") for page in (b"<Select><p>", b"<select></SELECT>")]
        [True, False]
        """
        slashes, bits = self._ends
        opening, closing = (sum(self.page[at + 1:at + 1 + len(name)].lower() == name.encode()
                                for at in places) for places in (
            self.places(name), slashes[bits & BIT_OF[name] > 0].tolist()))
        return opening > closing

    def places(self, name):
        """Return the places of possible tags with a name of BIT_OF, a list.

        >>> Openings(b"<p><Select></select>").places("select")
        [3]
        >>> Openings(b"<!DOCTYPE html><!-- a --><p>").places(COMMENT)
        [15]
        """
        if not self.is_short:
            return [tag.start() for tag in re.finditer(f"<{name}".encode(), self.page, re.I)]
        return self.starts[self.bits & BIT_OF[name] > 0].tolist()

    def stating(self):
        """Return the places of possible tags of STATING, a list; only of the first MOST bytes if
        there are too many.

        >>> Openings(b"<h1>a</h1><p><TITLE>").stating()
        [0, 13]
        """
        if not self.is_short:
            return Openings(self.page[:MOST]).stating()
        return self.starts[self.bits & STATES > 0].tolist()


def opened(page):
    """Return the Openings of a page, a str, in UTF-8, with characters that parsers agree on."""
    try:
        data = page.encode()
    except UnicodeEncodeError:
        data = SURROGATE.sub("\ufffd", page).encode()
    return Openings(data.replace(b"\0", b"") if b"\0" in data else data)


# A cheap check by parts of a page: may it have too many attributes, or too long ones?
#
# lexbor compares each name with all other names of its tag and with many of the page: a tag with
# 100 000 attributes takes 25 s, 100 000 different names 4 s. Formatting elements are opened again
# with all their attributes: <b class="..."> of 20 000 bytes before 20 000 <p> would take 2 GB.

NEAR = 4_096             # bytes; a tag of half as much again has no ">" after some multiple of them
WINDOW = 65_536          # a whole window is in every tag of twice as many bytes
PLACES, AHEAD = 8, 256   # of a window, and bytes that are read at each of them
SAMPLED = 256 << 10      # bytes of a page from which on a sample of its tags is counted
STEP, SAMPLE = 16_384, 512     # of each STEP bytes the tags that begin in SAMPLE bytes
STRIDE = 10_111          # bytes by which the sample moves from one STEP to the next; a prime
FEW_BYTES = 200_000      # of attributes, as estimated; with fewer no page is slow
MANY_OF_ONE = 5_000      # attributes of a tag
MANY_PAIRS = MANY_OF_ONE ** 2    # attributes of each tag squared, summed; lexbor takes .06 s
FEW_TAGS = 1_000         # a page with fewer opens few formatting elements again
MUCH_REOPENED = 250_000  # formatting elements opened again, summed over a page's tags
MUCH_COPIED = 64_000_000     # bytes of them

INSIDE_OF_TAG = compiled(ATTRIBUTES)
# With ">" in a value, perhaps
QUOTED_END = re.compile(rb"""</?[a-zA-Z](?=[^>]*=[ \t\n\f]*(?:"[^">]*>|'[^'>]*>))""")
START = re.compile(rb"<(?=/?[a-zA-Z])")
# Neither before a value in quotes nor at its end
MIDDLE = re.compile(rb"""[^ \t\n\f"'=]""")
VALUE_END = re.compile(rb"[ \t\n\f>]")


# Formatting tags with attributes
FORMATTING_TAG = LazyPattern(
    rb"<(?:b|big|body|code|em|font|html|i|nobr|s|small|strike|strong|tt|u)[\s/]", re.I)
# A whole tag with quoted values; with its end tag if there is one, as in <i class="icon"></i>,
# which no paragraph opens again
PLAIN_TAG = LazyPattern(
    rb"""<(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)
    (?: [ \t\n\r]+ [a-z-]+ = "[^"<>]*" )+ > ([^<]* </\1>)?""", re.I | re.X)


def has_many_attributes(page, most, most_names):
    """Return whether a page may have many attributes in a tag, more than `most`, or many names."""
    read = pairs = 0
    for start in chain(_without_end(page), _around_windows(page)):
        inside = TAG.match(page, start).span(INSIDE)
        read += inside[1] - inside[0]
        count = sum(1 for _ in islice(ATTRIBUTE.finditer(page, *inside), MANY_OF_ONE))
        pairs += count * count
        if read > 2 * len(page) or pairs >= MANY_PAIRS:
            return True
    return len(page) > SAMPLED and _has_many_in_sample(page, most, most_names)


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


def may_reopen_much(openings):
    """Return whether formatting elements may be opened again too often or with too many bytes.

    openings: Openings of the page.
    Source: the HTML standard, section 13.2.4.3: at most three equal formatting elements are
            opened again.
    """
    count = openings.count
    if count > FEW_TAGS:
        most = int((count - np.flatnonzero(openings.bits & REOPENED)).sum())
        if most > MUCH_REOPENED and sum(
                after for _, after in _reopened(openings)) > MUCH_REOPENED:
            return True
    if len(openings.page) * count <= MUCH_COPIED:
        return False
    read = total = 0
    for start, after in chain(_reopened(openings), _long_links(openings)):
        size = len(TAG.match(openings.page, start)[0])
        read += size
        total += size * after
        if total > MUCH_COPIED or read > 2 * len(openings.page):
            return True
    return False


def _reopened(openings):
    """Yield (start, tags that follow it) of the formatting elements that may be opened again."""
    page, starts, equal = openings.page, openings.starts, Counter()
    formatting = np.flatnonzero(openings.bits & REOPENED)
    after = openings.count - formatting
    for start, count in zip(starts[formatting].tolist(), after.tolist(), strict=True):
        plain = PLAIN_TAG.match(page, start)
        if plain:
            equal[plain[0]] += 1
            opens_again = not plain[2] and equal[plain[0]] <= MOST_EQUAL
        else:
            opens_again = FORMATTING_TAG.match(page, start)
        if opens_again:
            yield start, count


def _long_links(openings):
    """Yield (start, tags that may open it again) of the links that may be long.

    A link opens again before the next link alone.
    """
    page, starts, count = openings.page, openings.starts, openings.count
    links = np.flatnonzero(openings.bits & LINK)
    apart = np.diff(links, append=count)
    # before the next link comes the end of this one, or both are in a value: <a title="<a <a ">
    for tag in links[(apart * len(page) > MUCH_COPIED) | (apart == 1)].tolist():
        start = int(starts[tag])
        after = np.searchsorted(starts[links], TAG.match(page, start).end())   # the next outside
        yield start, (int(links[after]) if after < len(links) else count) - tag
