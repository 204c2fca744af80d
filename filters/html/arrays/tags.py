"""The tags of several pages in normal HTML as arrays: positions, names, roles, nesting, rules.

For one page a plain loop does the same, with a dict of names:

    for text, tag, name in TOKEN.split(page):
        role = ROLES.get(name)

Here the pages are concatenated and encoded in latin-1, with "?" for all other characters. So one
byte is one code point, and positions in the bytes are positions in the strings.
"""
import re
from functools import cached_property
from itertools import chain, islice, pairwise
from typing import NamedTuple

import numpy as np

from ....lm.arrays import numbered, without_repeats
from ....lm.hashing import GOLDEN
from ....lm.rules import rules
from ...columns.pages import NUMBER_OF, TAGS
from ..normalhtml import BLOCK, PRE, TOKEN, VOID

PADDING = b"\0" * 24     # after the pages, so that eight bytes can be read at any position
EIGHT = 8                # bytes of a word; a name is identified by its first two words
HASH_BITS = 13

U64 = np.uint64
ONES, HIGHS = U64(0x0101010101010101), U64(0x8080808080808080)
BLANKS, ENDS = U64(0x2020202020202020), U64(0x3E3E3E3E3E3E3E3E)     # eight " ", eight ">"


class Role:
    """The role of a tag, a bit each; OPEN, CLOSE, BREAK and RULE separate blocks of text."""

    OPEN, CLOSE, BREAK, RULE = 1, 2, 4, 8
    BOUNDARY = OPEN | CLOSE | BREAK | RULE
    LINK, UNLINK, HIDDEN_LINK = 16, 32, 64     # a hidden <a> separates blocks; it counts after it
    TITLE, META, BODY, NO_CONTENT = 128, 256, 512, 2048
    PRE_OPEN, PRE_CLOSE, CODE, UNCODE = 4096, 8192, 16384, 32768


def _roles():
    """Return the roles of tags, an array: of opening ones by number, then of closing ones."""
    roles = np.zeros(2 * len(TAGS), np.int32)
    for names, role, role_of_end in (
            (BLOCK, Role.OPEN, Role.CLOSE), (VOID, Role.NO_CONTENT, 0),
            (PRE, Role.PRE_OPEN, Role.PRE_CLOSE), (["a"], Role.LINK, Role.UNLINK),
            (["code", "kbd", "samp"], Role.CODE, Role.UNCODE), (["br"], Role.BREAK, 0),
            (["hr"], Role.RULE, 0), (["meta"], Role.META, 0), (["body"], Role.BODY, 0),
            (["title"], 0, Role.TITLE)):
        numbers = np.array(list(map(NUMBER_OF.__getitem__, names)))
        roles[numbers] |= role
        roles[numbers + len(TAGS)] |= role_of_end
    return roles


def word(data):
    """Return the first eight bytes as an integer, little endian."""
    return int.from_bytes(data[:EIGHT].ljust(EIGHT, b"\0"), "little")


def clue(data, at_end=False):
    """Return (mask, word): eight bytes that begin, or end, with these have the word behind it."""
    shift = EIGHT * (EIGHT - len(data)) if at_end else 0
    return U64(((1 << EIGHT * len(data)) - 1) << shift), U64(word(data) << shift)


def name_clue(name):
    """Return the clue of an attribute's name and "="; of a long one the last letters do."""
    return clue(f" {name}=".encode()[-EIGHT:], at_end=True)


def are_any(words, clues):
    """Return whether each word fits one of the clues, bool."""
    fit = np.zeros(len(words), bool)
    for mask, wanted in clues:
        fit |= (words & mask) == wanted
    return fit


def _perfect_hash():
    """Return (multiplier, first words, second words, numbers): tables of 2^HASH_BITS slots.

    The slot of a name is the highest bits of (its first word XOR its second) times the multiplier.
    Each of TAGS has a slot of its own. The words of an empty slot are not those of any name.
    """
    names = [(name.encode(), number) for number, name in enumerate(TAGS) if name]
    words = np.array([[word(name), word(name[EIGHT:])] for name, _ in names], U64).T
    multiplier, slots = 1, np.zeros(len(names), np.int64)
    # some power of GOLDEN gives each name its own slot
    while len(set(slots.tolist())) < len(names):
        multiplier = multiplier * GOLDEN % (1 << 64)
        slots = _slots(words[0] ^ words[1], U64(multiplier))
    firsts, seconds = np.zeros((2, 1 << HASH_BITS), U64)
    numbers = np.zeros(1 << HASH_BITS, np.int64)
    firsts[slots], seconds[slots] = words
    numbers[slots] = [number for _, number in names]
    return U64(multiplier), firsts, seconds, numbers


def _slots(keys, multiplier):
    return ((keys * multiplier) >> U64(64 - HASH_BITS)).view(np.int64)


ROLES = _roles()
MULTIPLIER, FIRST_WORDS, SECOND_WORDS, NUMBERS = _perfect_hash()

# Tags on which a rule may hold have a clue of eight bytes: an element, the end of an attribute's
# name, the beginning of a word of its value. Only such a tag is then read as text.
STYLE = name_clue("style")
COMMON = frozenset(["class", "id", "role"])      # of which the value is sought


class Clues(NamedTuple):
    """The clues of rules.

    numbers: of elements. names, words: clues of attributes, and of words of values, of which eight
    letters are compared. styles: bytes, properties of which a style has one.
    """

    numbers: list
    names: list
    words: list
    styles: list


def clues_of(rules):
    """Return the Clues of rules.

    Raises: ValueError for a rule without a clue, such as a part of a word in a class.
    """
    clues = Clues([], [], [], [])
    for rule in rules:
        if not rule.attribute:
            clues.numbers.extend(map(NUMBER_OF.__getitem__, rule.elements.split()))
        elif rule.how == "declares":
            clues.styles.append(rule.value.partition(":")[0].encode())
        elif rule.attribute not in COMMON:
            clues.names.append(name_clue(rule.attribute))
        elif rule.how in ("is", "first", "word"):
            clues.words.append(clue(rule.value.encode()[:EIGHT]))
        else:
            raise ValueError(f"arrays cannot look for {rule.attribute} {rule.value}")
    return Clues(*map(list, map(dict.fromkeys, clues)))


# Of what hides an element, or makes it a block, a heading, or text for screen readers alone
CLUES = clues_of(chain.from_iterable(rules(name)[table] for name, tables in (
    ("hidden", ("ALWAYS", "HIDDEN", "DIALOGS", "STYLES")),
    ("joins", ("BLOCK_STYLES", "HEADINGS", "SPOKEN"))) for table in tables))
HAS_STYLE = re.compile(b"|".join(CLUES.styles)).search
IS_CLUE = np.zeros(len(TAGS), bool)
IS_CLUE[CLUES.numbers] = True
# Few words begin as one of a clue: by their first letter, by two of them
BEFORE, FIRST = 1, 3
BEGINS_WORD = np.zeros(1 << 16, bool)
BEGINS_WORD[[int(wanted) & 0xFFFF for _, wanted in CLUES.words]] = True
FIRSTS = {int(wanted) & 0xFF for _, wanted in CLUES.words}
KIND_OF_BYTE = bytes(BEFORE if code in b' "' else FIRST * (code in FIRSTS) for code in range(256))


class Tags:
    """The n tags of K pages; a tag is identified by its index, 0 to n - 1.

    trees:    list of K str, pages in normal HTML.
    offsets:  int64 (K + 1,), where each page begins in `data`.
    data:     bytearray, the pages in latin-1 and PADDING. codes: the same as uint8.
    words:    uint64, the eight bytes from each position of data on, little endian.
    equals:   int64, the positions of all "=" in data.
    names:    uint64, the eight bytes up to each of these.
    begins, ends: int64 (n,), positions of each tag's < and >.
    first:    int64 (K + 1,), index of each page's first tag.
    closing:  bool (n,).
    silent:   bool (n,), doctype, comments and <?...>, which are not counted.
    number:   int64 (n,), index of the name in columns.pages.TAGS, 0 for any other name.
    role:     int32 (n,), bits of Role.
    texts:    int64 (n,), where the text before each tag begins; it ends where the tag begins. See
              hiding.drop_permalinks for text that is dropped.
    """

    def __init__(self, trees):
        self.trees = trees
        pages = [tree.encode("latin-1", "replace") for tree in self.trees]
        self.offsets = np.zeros(len(pages) + 1, np.int64)
        np.cumsum(list(map(len, pages)), out=self.offsets[1:])
        self.data = bytearray().join([*pages, PADDING])
        self.codes = np.frombuffer(self.data, np.uint8)
        self.words = np.ndarray((len(self.data) - EIGHT,), "<u8", self.data, 0, (1,))
        self.equals = np.flatnonzero(self.codes == ord("="))
        self.names = self.words[self.equals - (EIGHT - 1)]
        self.begins, self.ends = self._places()
        self.first = np.searchsorted(self.begins, self.offsets)
        second = self.codes[self.begins + 1]
        self.closing = second == ord("/")
        self.silent = (second == ord("!")) | (second == ord("?"))
        self.number = self._names()
        self.role = ROLES.take(self.number + self.closing * len(TAGS))
        self.texts = np.zeros(len(self.begins), np.int64)
        self.texts[1:] = self.ends[:-1] + 1
        pages = np.flatnonzero(np.diff(self.first))
        self.texts[self.first[pages]] = self.offsets[pages]

    def _places(self):
        """Return the positions of each < and > of tags, two arrays: the two alternate, except in
        pages with names of attributes that have one, where tags are looked for one by one.
        """
        codes = self.codes
        marks = np.flatnonzero((codes & 0xFD) == ord("<"))         # > is < and one bit
        is_end, first = codes[marks] == ord(">"), np.searchsorted(marks, self.offsets)
        begins = np.flatnonzero(~is_end)
        second = codes[marks[begins] + 1]
        letter = np.where(second == ord("/"), codes[marks[begins] + 2], second) | 0x20
        named = (letter - ord("a") < 26) | (second == ord("!")) | (second == ord("?"))
        twice = np.flatnonzero(is_end[1:] == is_end[:-1])
        wrong = np.concatenate([begins[~named], twice, twice + 1])
        odd = np.diff(first) % 2 > 0
        odd[np.searchsorted(first, wrong, "right") - 1] = True
        parts, done = [], 0
        for page in np.flatnonzero(odd).tolist():
            spans = [match.span() for match in TOKEN.finditer(self.trees[page])]
            parts += [marks[done:first[page]],
                      (np.array(spans, np.int64) - [0, 1]).ravel() + self.offsets[page]]
            done = first[page + 1]
        marks = np.concatenate([*parts, marks[done:]])
        return marks[0::2], marks[1::2]

    def _names(self):
        """Return the numbers of the names of all tags, int64 (n,)."""
        starts = self.begins + 1 + self.closing
        firsts, open_ended = _up_to_name_end(self.words[starts])
        seconds = np.zeros_like(firsts)
        longer = np.flatnonzero(open_ended)
        seconds[longer], endless = _up_to_name_end(self.words[starts[longer] + EIGHT])
        slots = _slots(firsts ^ seconds, MULTIPLIER)
        known = (FIRST_WORDS.take(slots) == firsts) & (SECOND_WORDS.take(slots) == seconds)
        known[longer[endless]] = False
        return NUMBERS.take(slots) * known

    def page_of(self, tag):
        """Return the page of a tag, or of each of an array of them."""
        return np.searchsorted(self.first, tag, "right") - 1

    def tag(self, tag):
        """Return a tag as text, from < to >."""
        page = self.page_of(tag)
        offset = self.offsets[page]
        return self.trees[page][self.begins[tag] - offset:self.ends[tag] + 1 - offset]

    @cached_property
    def tree(self):
        """The Nesting of all elements with content."""
        has_end = ~self.silent & (self.role & Role.NO_CONTENT == 0)
        return Nesting(has_end & ~self.closing, has_end & self.closing, self.first)

    @cached_property
    def pre(self):
        """How many <pre> and the like are open behind each tag, int64 (n,); None without any."""
        opens = self.role & Role.PRE_OPEN > 0
        return depths(opens, self.role & Role.PRE_CLOSE > 0, self.first)[0] if opens.any() else None

    @cached_property
    def controlled(self):
        """Whether control characters that are not white space to bytes.isspace are in the text
        before each tag, bool (n,); None where no page has any.
        """
        codes = self.codes[:self.offsets[-1]]
        if not len(codes) or (codes.min() >= 0x09 and (codes - 0x0E).min() >= 0x20 - 0x0E):
            return None
        places = np.flatnonzero((codes < 0x09) | (codes - 0x0E < 0x20 - 0x0E))
        return np.searchsorted(places, self.begins) > np.searchsorted(places, self.texts)

    @cached_property
    def ruled(self):
        """(Opening tags with a clue of CLUES, int64, ascending; the different ones as text, a list;
        the place of each there).
        """
        kinds = np.frombuffer(self.data.translate(KIND_OF_BYTE), np.uint8)
        words = 1 + np.flatnonzero(kinds[1:] - kinds[:-1] == FIRST - BEFORE)
        words = words[BEGINS_WORD.take(np.ndarray(
            (len(self.data) - 1,), "<u2", self.data, 0, (1,))[words])]
        words = words[are_any(self.words[words], CLUES.words)]
        styles = self.equals[are_any(self.names, [STYLE])]
        styles = styles[self.codes[styles + 1] == ord('"')] + len('="')
        styles = [begin for begin in styles.tolist()
                  if HAS_STYLE(self.data[begin:self.data.find(b'"', begin)].lower())]
        owners = self.around(np.sort(np.concatenate([
            self.equals[are_any(self.names, CLUES.names)], words, np.array(styles, np.int64),
            self.begins[IS_CLUE.take(self.number)] + 1])))
        owners = owners[~self.closing[owners] & ~self.silent[owners]]
        return owners, *numbered(self.all_of(owners))

    def ruled_by(self, search):
        """Return the tags of `ruled` where a search of their text finds something, int64."""
        owners, texts, places = self.ruled
        return owners[np.array([search(text) is not None for text in texts], bool)[places]]

    def with_attributes(self, *names):
        """Return the tags with one of some attributes, int64, ascending; names: of name_clue."""
        return self.around(self.equals[are_any(self.names, names)])

    def around(self, places):
        """Return the tags around positions, each once; places: ascending, int64."""
        owners = np.searchsorted(self.begins, places) - 1
        return without_repeats(owners[(owners >= 0) & (self.ends[owners] > places)])

    def slices(self, starts, ends, counts):
        """Return the text between positions, a list of str.

        starts, ends: int64, positions in data, in the order of the pages.
        counts:       the number of positions in each page.
        """
        offsets = np.repeat(self.offsets[:-1], counts)
        bounds = zip((starts - offsets).tolist(), (ends - offsets).tolist(), strict=True)
        return [tree[start:end] for tree, count in zip(self.trees, counts.tolist(), strict=True)
                for start, end in islice(bounds, count)]

    def all_of(self, wanted):
        """Return tags as text, a list of str. wanted: int64, ascending."""
        counts = np.diff(np.searchsorted(wanted, self.first))
        return self.slices(self.begins[wanted], self.ends[wanted] + 1, counts)

    def texts_before(self, wanted):
        """Return the text before each of some tags, a list of str. wanted: int64, ascending."""
        counts = np.diff(np.searchsorted(wanted, self.first))
        return self.slices(self.texts[wanted], self.begins[wanted], counts)


def _up_to_name_end(words):
    """Return (words cut at the first " " or ">", whether they have neither), two arrays."""
    blanks, ends = words ^ BLANKS, words ^ ENDS
    # the lowest high bit marks the first zero byte: Anderson, "Bit Twiddling Hacks"
    zeros = (((blanks - ONES) & ~blanks) | ((ends - ONES) & ~ends)) & HIGHS
    lowest = zeros & (~zeros + U64(1))
    return words & ((lowest >> U64(7)) - U64(1)), zeros == 0


class Nesting:
    """The elements of pages, from n tags that open and close them, in order.

    opens:   bool (n,). depth: int64 (n,), how many elements are open behind each tag.
    around:  int64 (n,), the tag that opened the innermost element around each, or -1.
    closed:  int64 (n,), for an opening tag the tag that closes its element.

    The loop, with a stack:

        for tag in range(n):
            around[tag] = stack[-1] if stack else -1
            if opens[tag]:
                stack.append(tag)
            elif closes[tag] and stack:
                closed[stack.pop()] = tag

    Here tags are sorted by their depth: at one depth they open and close in turns.
    """

    def __init__(self, opens, closes, first):
        """first: int64 (K + 1,), the first tag of each page."""
        self.depth, closes = depths(opens, closes, first)
        self.opens = opens
        count, most = len(opens), int(self.depth.max(initial=0))
        # numpy sorts 16 bits by radix sort, in linear time
        narrow = np.uint8 if most < 256 else np.uint16 if most < 65_536 else np.int64
        # at each depth, the element opened last is the innermost until another one opens
        order = np.argsort(self.depth.astype(narrow), kind="stable")
        opened = opens[order]
        latest = np.append(order[opened], -1)[np.cumsum(opened) - 1]
        latest[self.depth[order] <= 0] = -1
        inner = np.empty(count, np.int64)
        inner[order] = latest
        self.around = np.append(-1, inner[:-1])[:count]
        self.around[first[first < count]] = -1
        self.closed = np.repeat(first[1:] - 1, np.diff(first))
        ends = np.flatnonzero(closes)
        ended = self.around[ends]
        self.closed[ended[ended >= 0]] = ends[ended >= 0]

    def inside(self, elements, tags):
        """Return whether some tags are inside any of the elements that others open, bool."""
        changes = np.zeros(len(self.opens) + 1, np.int64)
        np.add.at(changes, elements + 1, 1)
        np.add.at(changes, self.closed[elements] + 1, -1)
        return np.cumsum(changes)[tags] > 0


def depths(opens, closes, first):
    """Return (number of open elements after each tag, int64; whether the tag closes one, bool).

    opens, closes: bool (n,), of the tags of pages. first: int64 (K + 1,), each page's first tag.

    Parsers close only what is open, but a tag may be hidden in a name, as in <x<xmp>.
    """
    depth = np.append(0, np.cumsum(opens.astype(np.int64) - closes))
    depth = depth[1:] - np.repeat(depth[first[:-1]], np.diff(first))
    if depth.min(initial=0) < 0:
        closes = closes.copy()
        for start, end in pairwise(first.tolist()):
            lowest = np.minimum.accumulate(np.minimum(depth[start:end], 0))
            closes[start:end] &= np.diff(lowest, prepend=0) == 0
            depth[start:end] -= lowest
    return depth, closes


class Boundaries(Nesting):
    """The nb tags that separate blocks of text, in the order of the pages, and block elements.

    tag:     int64 (nb,), index of each among the tags.
    role:    int32 (nb,), its role, bits of Role.
    first:   int64 (K + 1,), the first boundary of each page.
    before:  int64 (tags,), the number of boundaries before each tag, which is the index of the
             boundary that ends the text there.
    pre:     int64 (tags,), the number of <pre> and the like around each tag and the text before
             it; None if no page has any. A <br> in <pre> is a line break, not a boundary.
    """

    def __init__(self, tags):
        role, self.pre = tags.role, None
        if tags.pre is not None:
            self.pre = np.append(0, tags.pre[:-1])
            self.pre[tags.first[tags.first < len(role)]] = 0
            role = np.where((role & Role.BREAK > 0) & (self.pre > 0), role & ~Role.BREAK, role)
        parts = role & Role.BOUNDARY > 0
        self.tag = np.flatnonzero(parts)
        self.role = role[self.tag]
        self.before = np.cumsum(parts) - parts
        self.first = np.searchsorted(self.tag, tags.first)
        super().__init__(self.role & Role.OPEN > 0, self.role & Role.CLOSE > 0, self.first)


# Stretches of text between tags that are only white space, in a plain loop:
#
#     solid = [text != "" and not text.isspace() for text in texts]       # before each tag
#
# Here eight bytes of all texts are examined at once.
ROUNDS = 5               # times eight bytes of leading white space that arrays examine
SEVENS, FIVES = U64(0x7F7F7F7F7F7F7F7F), U64(0x5F5F5F5F5F5F5F5F)
LOWEST = np.array([(1 << 8 * count) - 1 for count in range(EIGHT + 1)], U64)


def solid_texts(tags):
    """Return whether the text before each tag is more than white space of ASCII, bool (n,)."""
    starts, ends = tags.texts, tags.begins
    solid = ends > starts
    left = np.flatnonzero(solid & (tags.codes[starts] <= ord(" ")))
    solid[left] = False
    starts, ends = starts[left] + 1, ends[left]
    for _ in range(ROUNDS):
        length = ends - starts
        words = tags.words[starts]
        words = (((words & SEVENS) + FIVES) | words) & HIGHS      # high bit of bytes above " "
        inked = words & LOWEST.take(np.minimum(length, EIGHT)) != 0
        solid[left[inked]] = True
        longer = np.flatnonzero(~inked & (length > EIGHT))
        left, starts, ends = left[longer], starts[longer] + EIGHT, ends[longer]
    solid[left] = [not tags.data[start:end].isspace()
                   for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return solid if tags.controlled is None else solid | tags.controlled
