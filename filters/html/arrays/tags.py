"""The tags of several pages as arrays: positions, names, roles, nesting, places of rules."""
import re
from functools import cached_property
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from ....lm.arrays import without_repeats
from ....lm.hashing import GOLDEN
from ...columns.namenumbers import NUMBER_OF, TAGS
from ..normalhtml import BLOCK, PRE, TOKEN, VOID

# The tags of several pages in normal HTML as arrays: positions, names and roles.
#
# For one page the loop of tests/loop.py does the same, with a dict of names:
#
#     for text, tag, name in TOKEN.split(page):
#         role = ROLES.get(name)
#
# Here the pages are concatenated and encoded in latin-1, with "?" for all other characters. So one
# byte is one code point, and positions in the bytes are positions in the strings.

# The role of a tag, a bit each; OPEN, CLOSE, BREAK and RULE separate blocks of text
OPEN, CLOSE, BREAK, RULE = 1, 2, 4, 8
BOUNDARY = OPEN | CLOSE | BREAK | RULE
LINK, UNLINK, HIDDEN_LINK = 16, 32, 64    # a hidden <a> separates blocks; it counts after it
TITLE, META, BODY, NO_CONTENT = 128, 256, 512, 2048
PRE_OPEN, PRE_CLOSE, CODE, UNCODE = 4096, 8192, 16384, 32768

PADDING = b"\0" * 24     # after the pages, so that eight bytes can be read at any position
EIGHT = 8                # bytes of a word; a name is identified by its first two words
HASH_BITS = 13

U64 = np.uint64
ONES, HIGHS = U64(0x0101010101010101), U64(0x8080808080808080)
BLANKS, ENDS = U64(0x2020202020202020), U64(0x3E3E3E3E3E3E3E3E)     # eight " ", eight ">"


def _roles():
    """Return the roles of tags, an array: of opening ones by number, then of closing ones."""
    roles = np.zeros(2 * len(TAGS), np.int32)
    opening, closing = roles[:len(TAGS)], roles[len(TAGS):]
    number = NUMBER_OF.__getitem__
    opening[list(map(number, BLOCK))] = OPEN
    closing[list(map(number, BLOCK))] = CLOSE
    opening[list(map(number, VOID))] |= NO_CONTENT
    opening[list(map(number, PRE))] |= PRE_OPEN
    closing[list(map(number, PRE))] |= PRE_CLOSE
    for name, role in ("br", BREAK), ("hr", RULE), ("a", LINK), ("meta", META), ("body", BODY), (
            "code", CODE), ("kbd", CODE), ("samp", CODE):
        opening[number(name)] |= role
    for name, role in ("a", UNLINK), ("title", TITLE), ("code", UNCODE), ("kbd", UNCODE), (
            "samp", UNCODE):
        closing[number(name)] |= role
    return roles


def word(data):
    """Return the first eight bytes as an integer, little endian."""
    return int.from_bytes(data[:EIGHT].ljust(EIGHT, b"\0"), "little")


def name_clue(name):
    """Return (bits, word): an attribute has this name if its `names`, shifted by bits, is word.

    Of a name of eight letters or more only the last seven are compared.
    """
    end = f" {name}=".encode()[-EIGHT:]
    return U64(EIGHT * (EIGHT - len(end))), U64(word(end))


def value_clue(value):
    """Return the word of values with this beginning; only its first six letters are compared."""
    return U64(word(f'="{value}'.encode()))


def word_clue(value):
    """Return (bits, word): words with this beginning, shifted by bits, are word; only its first
    eight letters are compared.
    """
    begin = value.encode()[:EIGHT]
    bits = U64(EIGHT * (EIGHT - len(begin)))
    return bits, U64(word(begin)) << bits


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


class Tags:
    """The n tags of K pages; a tag is identified by its index, 0 to n - 1.

    trees:    list of K str, pages in normal HTML.
    offsets:  int64 (K + 1,), where each page begins in `data`.
    data:     bytearray, the pages in latin-1 and PADDING. codes: the same as uint8.
    words:    uint64, the eight bytes from each position of data on, little endian.
    equals:   int64, the positions of all "=" in data.
    names, values: uint64, the eight bytes up to each of these, and from it on.
    begins, ends: int64 (n,), positions of each tag's < and >.
    first:    int64 (K + 1,), index of each page's first tag.
    closing:  bool (n,).
    silent:   bool (n,), doctype, comments and <?...>, which are not counted.
    number:   int64 (n,), index of the name in namenumbers.TAGS, 0 for any other name.
    role:     int32 (n,), bits as above.
    texts:    int64 (n,), where the text before each tag begins; it ends where the tag begins. See
              drop_permalinks for text that is dropped.
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
        self.values = self.words[self.equals]
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

    def __len__(self):
        return len(self.begins)

    def _places(self):
        """Return (begins, ends) of the tags: < and > alternate, except in names of attributes."""
        marks = np.flatnonzero((self.codes & 0xFD) == ord("<"))    # > is < and one bit
        begins, ends = marks[0::2], marks[1::2]
        if self._are_tags(begins, ends):
            return begins, ends
        bounds = []
        parts = np.searchsorted(marks, self.offsets).tolist()
        for page, (start, end) in enumerate(pairwise(parts)):
            begins, ends = marks[start:end:2], marks[start + 1:end:2]
            if not self._are_tags(begins, ends):
                begins, ends = self._tokens(page)
            bounds.append((begins, ends))
        begins, ends = map(np.concatenate, zip(*bounds, strict=True))
        return begins, ends

    def _are_tags(self, begins, ends):
        """Return whether all positions are those of < and > of tags, a bool."""
        if len(begins) != len(ends):
            return False
        codes = self.codes
        second = codes[begins + 1]
        letter = np.where(second == ord("/"), codes[begins + 2], second) | 0x20
        named = (letter - ord("a") < 26) | (second == ord("!")) | (second == ord("?"))
        return bool(((codes[begins] == ord("<")) & (codes[ends] == ord(">")) & named).all())

    def _tokens(self, page):
        """Return the positions of the tags of a page, found one by one."""
        spans = [match.span() for match in TOKEN.finditer(self.trees[page])]
        begins, ends = np.array(spans, np.int64).reshape(-1, 2).T + self.offsets[page]
        return begins, ends - 1

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
        return int(np.searchsorted(self.first, tag, "right")) - 1

    def tag(self, tag):
        """Return a tag as text, from < to >."""
        page = self.page_of(tag)
        offset = int(self.offsets[page])
        return self.trees[page][int(self.begins[tag]) - offset:int(self.ends[tag]) + 1 - offset]

    @cached_property
    def _beginnings(self):
        """(Positions of words in values, and after a blank elsewhere, int32; two letters of each).
        """
        blanks = np.flatnonzero(self.codes == ord(" "))
        blanks += 1                              # in place: a page may be nothing but blanks
        places = np.concatenate([self.equals + len('="'), blanks], dtype=np.int32,
                                casting="same_kind")
        del blanks
        return places, np.ndarray((len(self.data) - 1,), "<u2", self.data, 0, (1,))[places]

    def words_like(self, clues):
        """Return the positions of words in values of attributes, or in text, int64.

        clues: a list, as word_clue returns them.
        """
        if not clues:
            return np.zeros(0, np.int64)
        places, twos = self._beginnings
        known = np.zeros(1 << 16, bool)          # few words begin with the letters of a clue
        known[[int(wanted >> bits) & 0xFFFF for bits, wanted in clues]] = True
        places = places[known.take(twos)]
        matches, begins = np.zeros(len(places), bool), self.words[places]
        for bits, wanted in clues:
            matches |= (begins << bits if bits else begins) == wanted
        return places[matches].astype(np.int64)

    def attributes(self, names=(), values=()):
        """Return the positions of the "=" of attributes by names or values, int64, ascending.

        names, values: lists, as name_clue and value_clue return them.
        """
        matches = np.zeros(len(self.equals), bool)
        for bits, wanted in names:
            matches |= (self.names >> bits if bits else self.names) == wanted
        for wanted in values:
            matches |= self.values == wanted
        return self.equals[matches]

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
        parts = map(slice, (starts - offsets).tolist(), (ends - offsets).tolist())
        texts = []
        for tree, count in zip(self.trees, counts.tolist(), strict=True):
            texts += map(tree.__getitem__, islice(parts, count))
        return texts

    def all_of(self, wanted):
        """Return tags as text, a list of str. wanted: int64, ascending."""
        counts = np.diff(np.searchsorted(wanted, self.first))
        return self.slices(self.begins[wanted], self.ends[wanted] + 1, counts)


def _up_to_name_end(words):
    """Return (words cut at the first " " or ">", whether they have neither), two arrays."""
    blanks, ends = words ^ BLANKS, words ^ ENDS
    # the lowest high bit marks the first zero byte: Anderson, "Bit Twiddling Hacks"
    zeros = (((blanks - ONES) & ~blanks) | ((ends - ONES) & ~ends)) & HIGHS
    lowest = zeros & (~zeros + U64(1))
    return words & ((lowest >> U64(7)) - U64(1)), zeros == 0


# The tree of block elements, from their opening and closing tags.
#
# The loop, as the stack of tests/loop.py:
#
#     for boundary in range(count):
#         before[boundary] = stack[-1] if stack else -1
#         if opens[boundary]:
#             stack.append(boundary)
#         elif closes[boundary] and stack:
#             closed[stack.pop()] = boundary
#
# Here tags are sorted by their depth: at one depth they open and close in turns.

class Nesting:
    """The block elements of all pages: nb boundaries, the tags that separate blocks, in order.

    opens, closes: bool (nb,).
    before:  int64 (nb,), the boundary that opened the innermost element around each, or -1.
    closed:  int64 (nb,), for an opening boundary the boundary that closes its element.
    """

    def __init__(self, opens, closes, first):
        """first: int64 (K + 1,), the first boundary of each page."""
        depth, closes = depths(opens, closes, first)
        self.opens, self.closes = opens, closes
        count = len(opens)
        # at each depth, the element opened last is the innermost until another one opens
        order = np.argsort(_narrow(depth), kind="stable")
        opened = opens[order]
        latest = np.append(order[opened], -1)[np.cumsum(opened) - 1]
        latest[depth[order] <= 0] = -1
        inner = np.empty(count, np.int64)
        inner[order] = latest
        self.before = np.append(-1, inner[:-1])[:count]
        self.before[first[first < count]] = -1
        self.closed = np.repeat(first[1:] - 1, np.diff(first))
        ends = np.flatnonzero(closes)
        ended = self.before[ends]
        self.closed[ended[ended >= 0]] = ends[ended >= 0]


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


def _narrow(depth):
    """Return depths in the narrowest type: numpy sorts 16 bits by radix sort, in linear time."""
    most = int(depth.max(initial=0))
    return depth.astype(np.uint8 if most < 256 else np.uint16 if most < 65_536 else np.int64)


# Stretches of text between tags that are only white space.
#
#     solid = [text != "" and not text.isspace() for text in texts]       # before each tag
#
# as in tests/loop.py. Here eight bytes of all texts are examined at once.

ROUNDS = 5               # times eight bytes of leading white space that arrays examine
SEVENS, FIVES = U64(0x7F7F7F7F7F7F7F7F), U64(0x5F5F5F5F5F5F5F5F)
LOWEST = np.array([(1 << 8 * count) - 1 for count in range(EIGHT + 1)], U64)


def solid_texts(tags):
    """Return whether the text before each tag is more than white space of ASCII, bool (n,)."""
    starts, ends = tags.texts, tags.begins
    solid = ends > starts
    left = np.flatnonzero(solid & (tags.codes[starts] <= ord(" ")))
    solid[left] = False
    starts, ends = starts[left], ends[left]
    if not has_controls(tags):
        starts = starts + 1
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
    return solid


def has_controls(tags):
    """Return whether there are control characters that are not white space to bytes.isspace."""
    codes = tags.codes[:tags.offsets[-1]]
    return len(codes) > 0 and bool(codes.min() < 0x09 or (codes - 0x0E).min() < 0x20 - 0x0E)


# Places in pages where the rules of a table may hold: clues of eight bytes, from its entries.
#
#     tags = [tag for tag in tags if re.search(pattern(rules), tag)]
#
# is the loop of tests/loop.py; blocks.py reads styles. Here a rule is found by its element, the
# end of an attribute's name, the beginning of a value, or of a word in it. Only a tag with a clue
# is then read as text.

STYLE = name_clue("style")
COMMON = frozenset(["class", "id", "role"])      # of which the value is sought


class Clues(NamedTuple):
    """The clues of a table.

    numbers: of elements. names, values, words: as name_clue and the like return them.
    styles: bytes, names of properties; a style has one of them.
    """

    numbers: list
    names: list
    values: list
    words: list
    styles: list


def clues_of(rules):
    """Return the Clues of a table.

    Raises: ValueError for a rule without a clue, such as a part of a word in a class.
    """
    clues = Clues([], [], [], [], [])
    for rule in rules:
        if not rule.attribute:
            clues.numbers.extend(map(NUMBER_OF.__getitem__, rule.elements.split()))
        elif rule.how == "declares":
            clues.styles.append(rule.value.partition(":")[0].encode())
        elif rule.attribute not in COMMON:
            clues.names.append(name_clue(rule.attribute))
        elif rule.how in ("is", "first"):
            clues.values.append(value_clue(rule.value))
        elif rule.how == "word":
            clues.words.append(word_clue(rule.value))
        else:
            raise ValueError(f"arrays cannot look for {rule.attribute} {rule.value}")
    return Clues(*map(list, map(dict.fromkeys, clues)))


def places_of(tags, clues):
    """Return the positions of clues in the data of Tags, int64, ascending."""
    places = [tags.attributes(clues.names, clues.values), tags.words_like(clues.words)]
    for number in clues.numbers:
        places.append(tags.begins[(tags.number == number) & ~tags.closing] + 1)
    if clues.styles:
        places.append(_styles(tags, clues.styles))
    return np.sort(np.concatenate(places))


def _styles(tags, properties):
    """Return the positions of the styles with one of some properties, int64."""
    data, search = tags.data, re.compile(b"|".join(properties)).search
    places = tags.attributes([STYLE])
    begins = places[tags.codes[places + 1] == ord('"')] + len('="')
    return np.array([begin for begin in begins.tolist()
                     if search(data[begin:data.find(b'"', begin)].lower())], np.int64)
