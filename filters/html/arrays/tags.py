"""The tags of several pages in normal HTML as arrays: positions, names and roles.

For one page the loop of tests/loop.py does the same, with a dict of names:

    for text, tag, name in zip(tokens[0::3], tokens[1::3], tokens[2::3]):    # of TOKEN.split(page)
        role = ROLES.get(name)

Here the pages are concatenated and encoded in latin-1, with "?" for all other characters. So one
byte is one code point, and positions in the bytes are positions in the strings.
"""
from functools import cached_property
from itertools import islice, pairwise

import numpy as np

from ....lm.arrays import without_repeats
from ....lm.hashing import GOLDEN
from ...columns.namenumbers import NUMBER_OF, TAGS
from ..blocks import BLOCK, PRE, TOKEN
from ..vocabulary import VOID

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
              permalinks.py for text that is dropped.
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
