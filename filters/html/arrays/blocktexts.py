"""The text of blocks: pieces between tags joined, repaired, and their words counted."""
import re
import unicodedata
from collections import defaultdict

import numpy as np

from ....lm.arrays import begins_of_runs, is_one_of, without_repeats
from ....lm.codepoints import narrow_code_points
from ....lm.rules import names_of, pattern, rules
from ...columns.pages import NUMBER_OF, TAGS
from ...lazypattern import LazyPattern
from ...text import repair
from ...text.linebreaks import FIRST_WIDE, NO_SPACE_AFTER, NO_SPACE_BEFORE, WIDE_SPACE, is_wide
from ...text.words import count_words, counted, is_spaceless
from ..normalhtml import link_counts, separates, unescaped
from .tags import Role

# Classes of characters, such as white space or letter, as a byte of bits for each code point.
#
#     bits = [_class_of(character) for character in text]
#
# Here a class is looked up in a table, filled with characters as they occur.

SPACE = 1                # white space, to str.split
ALNUM = 2                # a letter or digit, to str.isalnum
LEAD = 4                 # first character of MOJIBAKE, if a MOJI follows
ODD = 8                  # a text with it may need repair or normalisation (NFC)
MOJI = 16                # after a LEAD perhaps a byte of UTF-8 that was read as windows-1252
END = 32                 # NUL, which separates texts
SPACELESS = 64           # of a script without spaces, where words are counted by letters
AMP = 128                # &, which may begin a reference

BYTES = 256              # code points classified at the start
LAST = 0x1FFFF           # stands for all code points above it; emoji are below

_bits = np.zeros(LAST + 1, np.uint8)
_known = np.zeros(LAST + 1, bool)        # others are classified when they occur


def classes(codes):
    """Return the bits of each code point, an array of uint8.

    codes: array of uint8, uint16 or uint32, as codepoints.narrow_code_points returns.
    """
    narrow = codes if codes.dtype.itemsize == 1 else np.minimum(codes, BYTES - 1).astype(np.uint8)
    # bytes.translate takes a tenth of numpy's time
    bits = np.frombuffer(bytearray(narrow).translate(_bits[:BYTES].tobytes()), np.uint8)
    if narrow is not codes:
        places = np.flatnonzero(codes >= BYTES)
        wide = np.minimum(codes[places], np.uint32(LAST))
        _learn(np.flatnonzero(np.bincount(wide[~_known.take(wide)])).tolist())
        bits[places] = _bits.take(wide)
    return bits


def _learn(codes):
    """Set the bits of some code points."""
    for code in codes:
        _bits[code], _known[code] = _class_of(chr(code)), True


def _class_of(character):
    if character == "\0":
        return END
    return sum(bit for bit, is_one in (
        (ODD, _is_odd(character)), (AMP, character == "&"),
        (LEAD, repair.MOJIBAKE.fullmatch(character + "\x80")), (SPACE, character.isspace()),
        (ALNUM, character.isalnum()), (MOJI, repair.MOJIBAKE.fullmatch("\xc2" + character)),
        (SPACELESS, is_spaceless(character))) if is_one)


def _is_odd(character):
    """Return whether text with this character may need more repair than single spaces."""
    code = ord(character)
    return (code == LAST or repair.MOJIBAKE.fullmatch(character) is not None
            or (repair.INVALID.match(character) is not None and not character.isspace())
            or repair.JOINERS.match(character) is not None
            or repair.LIGATURE.match(character) is not None
            or unicodedata.normalize("NFC", character) != character
            # marks, which may combine or change places with the characters before them
            or unicodedata.category(character)[0] == "M" or unicodedata.combining(character) > 0
            or 0x1100 <= code < 0x1200 or 0xA960 <= code < 0xA980 or 0xD7B0 <= code < 0xD800)


_learn(range(BYTES))


# The stretches of text between tags, joined into blocks, and the stretches in links.
#
# As a plain loop; white space is a piece only between two others:
#
#     block, link = [], None
#     for text, tag in page:
#         if text and (block or not text.isspace()):
#             block.append(text)
#             if link is not None:
#                 link.append(text)
#         if is_boundary(tag):
#             blocks.append(block)
#             block = []
#         elif is_link(tag):
#             link = []
#         elif is_end_of_link(tag):
#             links.append(link)
#             link = None
class Pieces:
    """The p pieces of text, each between two tags, that make up b blocks.

    tag:      int64 (p,), the tag after each piece.
    block:    int64 (p,), the block of each piece. last: bool (p,), whether it is its last one.
    texts:    list of p str, as in normal HTML.
    boundary: int64 (b,), the boundary that ends each block. end: int64 (b,), the same as a tag.

    White space is a piece only between two others of its block.
    """

    def __init__(self, tags, boundaries, solid):
        """solid: bool (n,), of solid_texts."""
        is_title = tags.role & Role.TITLE > 0
        stretches = np.flatnonzero((tags.begins > tags.texts) & ~is_title)
        ends = boundaries.before[stretches]
        stretches, ends = stretches[ends < len(boundaries.tag)], ends[ends < len(boundaries.tag)]
        solid, pre = solid[stretches], boundaries.pre
        # white space beyond ASCII counts as text, except in <pre>; it is removed later
        odd = np.zeros(len(stretches), bool) if pre is None else pre[stretches] > 0
        if tags.controlled is not None:      # some are white space to str, not to bytes
            odd |= tags.controlled[stretches]
        if odd.any():
            solid[odd] = [not text.isspace() for text in tags.texts_before(stretches[odd])]
        places = np.flatnonzero(solid)
        solid_ends = ends[places]
        self.boundary = solid_ends[begins_of_runs(solid_ends)]
        self.end = boundaries.tag[self.boundary]
        # white space is in a block if the text before it and the text after it are
        before = np.cumsum(solid)
        blank = np.flatnonzero(~solid & (before > 0) & (before < len(places)))
        between = ((solid_ends[before[blank] - 1] == ends[blank])
                   & (solid_ends[before[blank]] == ends[blank]))
        solid[blank[between]] = True
        self.tag = stretches[solid]
        self.block = np.searchsorted(self.boundary, ends[solid])
        self.last = np.append(self.block[1:] != self.block[:-1], True)[:len(self.block)]
        self.texts = tags.texts_before(self.tag)


class Links:
    """The links, and the pieces in them.

    joint:    bool (p,), whether a piece ends a link and the next piece begins another, so that a
              space is missing between them.
    whole:    bool (b,), whether all text of a block is in one link.
    piece:    int64, the pieces in links of all other blocks.
    last:     bool, whether each of `piece` is the last of its link in its block.
    block:    int64, the blocks of these last pieces.
    """

    def __init__(self, tags, pieces):
        role, block, blocks = tags.role, pieces.block, len(pieces.boundary)
        is_event = role & (Role.LINK | Role.HIDDEN_LINK | Role.UNLINK) > 0
        events = np.append(np.flatnonzero(is_event), -1)     # tags that begin or end links
        opening = np.append(role[events[:-1]] & Role.UNLINK == 0, False)
        event = np.cumsum(is_event)[pieces.tag] - is_event[pieces.tag]     # the next one
        # whether a link is open; the last one of a page may have no end tag: see tags.depths
        inside = opening[event - 1] & (events[event - 1] >= tags.first[tags.page_of(pieces.tag)])
        begins = role & Role.LINK > 0
        begun = (np.cumsum(begins) - begins)[pieces.tag]
        self.joint = inside & ~pieces.last
        self.joint[:-1] &= begun[1:] > begun[:-1]
        self.joint[self.joint] = ~opening[event[self.joint]]
        linked = np.flatnonzero(inside)
        # without those whose link ends at another link of the block
        cut_short = opening[event[linked]] & (events[event[linked]] < pieces.end[block[linked]])
        linked = linked[~cut_short]
        # the pieces of one link in one block are a group
        begins = begins_of_runs(event[linked]) | begins_of_runs(block[linked])
        group, of_group = np.cumsum(begins) - 1, block[linked][begins]
        is_whole = (np.bincount(group, minlength=len(of_group))
                    == np.bincount(block, minlength=blocks)[of_group])
        self.whole = np.zeros(blocks, bool)
        self.whole[of_group[is_whole]] = True
        partial = ~is_whole[group]
        self.piece, group = linked[partial], group[partial]
        self.last = np.append(group[1:] != group[:-1], True)[:len(group)]
        self.block = of_group[group[self.last]]


# Separators between two texts with only inline tags between them.
#
# A browser shows <a>Home</a><a>News</a> as two words if a style sheet says so, and H<sub>2</sub>O
# as one; scutch reads no style sheet. A plain loop:
#
#     for text, why in pieces:             # of a block; why: the bits below, by the tags before it
#         if block and why:
#             block.append(between(block[-1], text, why))
#         block.append(text)
#
# Here `reasons` looks only at tags between characters that may need a space.

# Why something may go between, bits: one link ends and another begins; both to the same address;
# an inline element with a class ends, or begins where another one ends; an exponent begins; what
# is struck out ends; <ins> begins after that, or what is only for screen readers begins or ends; a
# line of code begins. With EXPONENT, SPACED says that it is the numerator of a fraction.
JOINED_LINKS, SAME_ADDRESS, APART, EXPONENT, STRUCK, SPACED, LINE = 1, 2, 4, 8, 16, 32, 64
RULES = rules("joins")
CLOSE_TO_TEXT, STRIKING = names_of(RULES["CLOSE"]), names_of(RULES["STRIKES"])
IS_STRIKING = np.zeros(len(TAGS), bool)
IS_STRIKING[[NUMBER_OF[name] for name in STRIKING]] = True
SUP, SPAN = NUMBER_OF["sup"], NUMBER_OF["span"]
BARS = "/", "\N{FRACTION SLASH}"
LINE_OF_CODE, CLASSED, PART_OF_WORD, SPOKEN_TAG = (
    LazyPattern(pattern(RULES[name])) for name in ("CODE_LINES", "LAID_OUT", "PARTS", "SPOKEN"))
CAPITAL = LazyPattern(pattern(RULES["CAPITALS"]), re.I)
SIGNS = frozenset("$\N{EURO SIGN}\N{POUND SIGN}\N{YEN SIGN}")      # of currencies
# Groups: the whole tag, "/", its name; a comment has no name
TAG = re.compile(r"<[!?][^>]*>|(<(/?)([^ />]*)[^>]*>)")
HREF = re.compile(r' href="([^"]*)"')
POWER = re.compile("[-+\N{MINUS SIGN}]?[0-9]+")
# $2,898<sup>00</sup> is $2,898.00 in the gold; $1,000<sup>6</sup> has a footnote
PRICE = re.compile(rf"[{''.join(sorted(SIGNS))}](?: |&nbsp;)?[0-9][0-9.,]*\Z")
CENTS = 2                # digits
# Of a paragraph, an item or a verse, in an element of its own, as laws have them
NUMBER = re.compile(r"\s*(?:\(?(?:\d{1,3}|[a-z]|[ivxl]{1,5})[.)]|\d{1,3}[a-z]?)", re.I)
QUOTES = " \n\t\"'\u201c\u2018\u201e\u00ab"


def between(before, after, why):
    """Return "", " ", "^", "." or "\\n", the separator of two texts; why: bits as above.

    >>> between("Home", "News", JOINED_LINKS), between("Co", "ntact", JOINED_LINKS | SAME_ADDRESS)
    (' ', '')
    >>> between("Bob", "Baker", APART), between("T", "he", APART), between("10", "15", EXPONENT)
    (' ', '', '^')
    >>> between("$12", "99", EXPONENT), between("$12", "9", EXPONENT)
    ('.', '')
    >>> between("(133)", "133 reviews", SPACED), between("Shoes", ", 133 reviews", SPACED)
    (' ', '')
    >>> between("1", "1", EXPONENT | SPACED)
    ' '
    >>> between("1", "(1)", APART), between("(1)", "This Act", APART), between("f", "(x)", APART)
    (' ', ' ', '')
    """
    last, first = before[-1], after[0]
    if why & LINE:
        return "" if last == "\n" else "\n"
    if why & EXPONENT and last.isdecimal() and POWER.fullmatch(after):
        if why & SPACED:
            return " "
        if PRICE.search(before):
            return "." if len(after) == CENTS and after.isdecimal() else ""
        return "^"
    if why & JOINED_LINKS and _is_word(last) and _is_word(first):
        return "" if why & SAME_ADDRESS and first.islower() else " "
    if not last.isspace() and not first.isspace() and (
            (why & (SPACED | EXPONENT) == SPACED and first not in NO_SPACE_BEFORE
             and last not in NO_SPACE_AFTER)
            or (why & STRUCK and first in SIGNS)):
        return " "
    if why & APART and NUMBER.fullmatch(before) and (
            (last in ").") if _is_cased(first) else first == "(" and NUMBER.match(after)):
        return " "
    if why & APART and _is_cased(last) and _is_cased(first) and (
            first.isupper() or last.isdecimal() or first.isdecimal()):
        return "" if _is_drop_capital(before, after) or _are_digits(before, after) else " "
    return ""


def _is_drop_capital(before, after):
    """Return whether a text is one capital, perhaps quoted, and the next goes on in capitals.

    >>> _is_drop_capital("\u201cO", "N the quay"), _is_drop_capital("Q", "What is it?")
    (True, False)
    >>> _is_drop_capital("A", "I think so")      # an answer
    False
    """
    letter, word = before.strip(QUOTES), after.split(None, 1)[0]
    return len(letter) == 1 and letter.isupper() and word.isupper() and word not in ("A", "I")


def _are_digits(before, after):
    """Return whether two texts are digits of a number, each in an element of its own, as counters
    show them; in the gold 9 such digits are joined and 4 apart.

    >>> _are_digits("1", "4"), _are_digits("12", "4")
    (True, False)
    """
    return before.isdecimal() and after.isdecimal() and len(before) == len(after) == 1


def _is_word(character):
    return character.isalnum() or character == "_"


def _is_cased(character):
    return character.islower() or character.isupper() or character.isdecimal()


# Of the bytes of Tags, where "?" is any character beyond latin-1: whether between() may take it for
# a letter or digit, for one that begins a word, for a digit, for the end of a NUMBER
CASED, BEGINS_WORD, DIGIT, ENDS_NUMBER = (
    np.array([chr(code) == "?" or bool(is_one(chr(code))) for code in range(256)]) for is_one in (
        _is_cased, lambda text: text.isupper() or text.isdecimal(), str.isdecimal,
        lambda text: NUMBER.fullmatch(f"1{text}")))


def same_address(tag, other):
    """Return whether two links, opening tags, have the same address."""
    hrefs = HREF.search(tag), HREF.search(other)
    return None not in hrefs and hrefs[0][1] == hrefs[1][1]


def is_line_of_code(tag):
    """Return whether a span in <pre> with this opening tag is a line of code.

    >>> is_line_of_code('<span class="line">'), is_line_of_code('<span style="display:block">')
    (True, True)
    """
    return LINE_OF_CODE.search(tag) is not None or separates(tag)


def reasons_between(opening, tags):
    """Return the reasons for a separator of two texts, by the tags between: APART, STRUCK, SPACED.

    opening: the tag before the first text, as text. tags: all tags between the two, in one str.

    >>> reasons_between('<b class="a">', "</b><i>") == reasons_between("<b>", '</b><i class="a">')
    True
    >>> reasons_between("<s>", "</s>") == STRUCK, reasons_between("<b>", "</b><i>")
    (True, 0)
    """
    matches = [tag for tag in TAG.findall(tags) if tag[0]]
    names = [name for _, _, name in matches]
    if not CLOSE_TO_TEXT.isdisjoint(names) or "title" in names:
        return 0
    why = SPACED if any(SPOKEN_TAG.search(tag) for tag, slash, _ in matches if not slash) else 0
    ends = [place for place, (_, slash, _) in enumerate(matches) if slash]
    if not ends:
        return why
    is_of_first = ends[0] == 0 and opening.startswith(f"<{names[0]} ")
    if is_of_first and SPOKEN_TAG.search(opening):
        why = SPACED
    if (PART_OF_WORD.search(tags) or (is_of_first and PART_OF_WORD.search(opening))):
        return why
    if (any(CLASSED.search(tag) for tag, slash, _ in matches[ends[0]:] if not slash)
            or (is_of_first and CLASSED.search(opening) and not CAPITAL.search(opening))):
        why |= APART
    if not STRIKING.isdisjoint(names[place] for place in ends):
        why |= STRUCK | (SPACED if "ins" in names else 0)
    return why


def reasons(tags, pieces, pre):
    """Return the reasons for a separator before the text behind each tag, bits, int8 (n,).

    pre: of Boundaries.

    JOINED_LINKS is not among the bits: see blocktexts.Links.
    """
    role = tags.role
    bits = np.zeros(len(role), np.int8)
    sups = np.flatnonzero((tags.number == SUP) & ~tags.closing & (role & Role.BOUNDARY == 0))
    if len(sups):
        # one with a link is a footnote: 1990<sup><a href="#f1">1</a></sup>
        stretch = np.cumsum((tags.begins > tags.texts) & (role & Role.TITLE == 0))
        linked = np.zeros(len(tags.role) + 1, bool)
        linked[stretch[role & Role.LINK > 0]] = True
        sups = sups[~linked[stretch[sups]]]
        bits[sups] = EXPONENT
        bits[[sup for sup in sups.tolist() if _is_numerator(tags, sup)]] |= SPACED
    _look_between(tags, pieces, bits)
    if pre is not None:
        spans = np.flatnonzero((tags.number == SPAN) & ~tags.closing & (pre > 0))
        is_line = np.zeros(len(tags.role), bool)
        is_line[spans[list(map(is_line_of_code, tags.all_of(spans)))]] = True
        if is_line.any():                # right after another one, without text between
            ends = tags.tree.closed[is_line]
            after = ends[ends + 1 < len(tags.role)] + 1
            bits[after[is_line[after] & tags.closing[after - 1]
                       & (tags.begins[after] == tags.texts[after])]] |= LINE
    links = np.flatnonzero(role & (Role.LINK | Role.HIDDEN_LINK) > 0)
    seconds = links[(role[links] & Role.LINK > 0)
                    & (role[links - 1] & (Role.UNLINK | Role.BOUNDARY) == Role.UNLINK)
                    & (tags.begins[links] == tags.texts[links])]
    at = np.searchsorted(links, seconds) - 1
    seconds, at = seconds[at >= 0], at[at >= 0]
    same = list(map(same_address, tags.all_of(seconds), tags.all_of(links[at])))
    bits[seconds[same]] |= SAME_ADDRESS
    return bits


def _look_between(tags, pieces, bits):
    """Set APART, STRUCK and SPACED in `bits` for the last tag between two pieces of a block."""
    first, last = pieces.tag[:-1], pieces.tag[1:] - 1
    before, after = tags.codes[tags.begins[first] - 1], tags.codes[tags.ends[last] + 1]
    wanted = ((CASED[before] & BEGINS_WORD[after]) | (DIGIT[before] & CASED[after])
              | (is_one_of(before, list(b").")) & CASED[after])
              | (ENDS_NUMBER[before] & (after == ord("("))))
    struck = np.flatnonzero(IS_STRIKING[tags.number] & tags.closing)
    spoken = tags.ruled_by(SPOKEN_TAG.search)
    for places, step in (struck, 0), (spoken, 0), (spoken, 1):   # where they begin, and end if
        rows = np.searchsorted(first, places, "right") - 1 + step       # their text is one piece
        wanted[rows[(rows >= 0) & (rows < len(first))]] = True
    rows = np.flatnonzero(wanted & ~pieces.last[:-1])
    first, last = first[rows], last[rows]
    counts = np.diff(np.searchsorted(first, tags.first))
    between_tags = tags.slices(tags.begins[first], tags.ends[last] + 1, counts)
    why = np.array(list(map(reasons_between, tags.all_of(first - 1), between_tags)), np.int8)
    events = np.flatnonzero(tags.role & (Role.CODE | Role.UNCODE) > 0)
    at = np.searchsorted(events, last) - 1       # the last such tag before opens code, or none does
    in_code = ((np.append(events, -1)[at] >= tags.first[tags.page_of(last)])
               & np.append(tags.role[events] & Role.CODE > 0, False)[at])
    bits[last] |= np.where(in_code, 0, why).astype(np.int8)


def _is_numerator(tags, sup):
    """Return whether a <sup> is a numerator, as in 1<sup>1</sup>/<sub>2</sub>."""
    if (sup + 2 >= tags.first[tags.page_of(sup) + 1] or tags.number[sup + 1] != SUP
            or not tags.closing[sup + 1]):
        return False
    return tags.texts_before(np.array([sup + 2]))[0].startswith(BARS)


# The text of blocks: pieces between tags joined, with single spaces, characters and words counted.
#
# As a plain loop:
#
#     for pieces in blocks:
#         words = unescaped("".join(pieces)).split()
#         text = " ".join(words)
#         counts = len(text), sum(any(map(str.isalnum, word)) for word in words)
#
# Here all texts are one array of code points, with NUL after each. Blocks that need more work are
# left to _repair: mojibake, entities escaped twice, preformatted text.
LONGEST_NAME = 34        # of entities that are escaped twice, with & and ;: see repair.ENTITY
BLANK, LINE_FEED = ord(" "), ord("\n")
ROUNDS = 6               # marks before the first letter of a word that arrays skip
# What may follow the & of an entity that was escaped twice: &amp;nbsp; &amp;#8217;
BEGINS_ENTITY = np.zeros(128, bool)
BEGINS_ENTITY[[code for code in range(128) if chr(code).isalpha() or chr(code) == "#"]] = True
AFTER = ["", "\0", " ", "^", ".", "\n"]          # what follows a piece
NOTHING, END_OF_TEXT = range(2)
TEXT_COUNTS = "chars", "words", "link_chars", "link_words"
CODECS = {1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}


def texts_of(tags, boundaries, pieces):
    """Return (list of b str, {"chars", "words", "link_chars", "link_words"}) of all blocks.

    The counts are int64 (b,); of words with a letter or digit.
    """
    blocks, links = len(pieces.boundary), Links(tags, pieces)
    if not blocks:
        return [], {name: np.zeros(0, np.int64) for name in TEXT_COUNTS}
    bits_of_tags = reasons(tags, pieces, boundaries.pre)
    at = np.flatnonzero(bits_of_tags)
    why = np.where(links.joint, JOINED_LINKS, 0).astype(np.int8)
    after = np.searchsorted(pieces.tag, at, "right") - 1
    np.bitwise_or.at(why, after[after >= 0], bits_of_tags[at[after >= 0]])
    why[pieces.last] = 0
    preformatted = np.zeros(blocks, bool) if boundaries.pre is None else (
        boundaries.pre[pieces.end] > 0)
    sources = _joined(tags, pieces, links, why, preformatted)
    codes = np.array(narrow_code_points(unescaped(sources)))
    bits = classes(codes)
    odd, mojibake = _odd_blocks(codes, bits, preformatted)
    codes, bits = _with_single_spaces(codes, bits)
    text = codes.tobytes().decode(CODECS[codes.itemsize]).split("\0")[:-1]
    bounds = np.flatnonzero(bits & (SPACE | END) > 0)
    is_end = bits[bounds] & END > 0
    ends = bounds[is_end]
    trailing = (bits[ends - 1] & SPACE) > 0
    for row in np.flatnonzero(trailing).tolist():
        text[row] = text[row][:-1]
    counts = {"chars": np.diff(ends, prepend=-1) - 1 - trailing,
              "words": _words(bits, bounds, np.flatnonzero(is_end), text, odd)}
    for name in "chars", "words":        # texts of links come after the blocks'
        count, sums = counts[name][:blocks], np.zeros(blocks, np.int64)
        np.add.at(sums, links.block, counts[name][blocks:])
        counts |= {name: count, f"link_{name}": np.where(links.whole, count,
                                                         np.minimum(sums, count))}
    text = text[:blocks]
    if odd.any() or mojibake.any():
        _repair(tags, boundaries, pieces, links, bits_of_tags, preformatted, odd, mojibake,
                sources.split("\0"), text, counts)
    return text, counts


def _joined(tags, pieces, links, why, preformatted):
    """Return the texts of blocks, then those of links, in one str with a NUL after each.

    why: int8 (p,), reasons for a separator after each piece, bits as between() takes.

    Code about entities keeps them: it has not been escaped twice.
    """
    texts = list(pieces.texts)
    events = np.flatnonzero(tags.role & (Role.CODE | Role.UNCODE) > 0)
    after = np.append(events, len(tags.role))[np.searchsorted(events, pieces.tag)]
    is_code = (after <= pieces.end[pieces.block]) & ~preformatted[pieces.block]
    is_code[is_code] = tags.role[after[is_code]] & Role.UNCODE > 0
    for piece in np.flatnonzero(is_code).tolist():
        texts[piece] = texts[piece].replace("&amp;", "&amp;" + repair.GUARD)
    after = np.where(pieces.last, END_OF_TEXT, NOTHING)
    for piece in np.flatnonzero(why).tolist():
        after[piece] = AFTER.index(between(texts[piece], texts[piece + 1], why[piece]))
    after = np.append(after, np.where(links.last, END_OF_TEXT, after[links.piece]))
    parts = [""] * (2 * len(after))
    parts[0::2] = [*texts, *map(pieces.texts.__getitem__, links.piece.tolist())]
    parts[1::2] = np.array(AFTER, object).take(after).tolist()
    return "".join(parts)


def _odd_blocks(codes, bits, preformatted):
    """Return whether _repair must do each block, for its characters need more than single
    spaces; and whether it may contain mojibake, which is not repaired here; two of bool (b,).

    Texts of links, which come after the blocks, are skipped: their blocks contain them, too.
    """
    odd, mojibake = preformatted.copy(), np.zeros(len(preformatted), bool)
    places = np.flatnonzero(bits & (ODD | LEAD | AMP) > 0)
    here, after, code = bits[places], bits[places + 1], codes[places + 1]
    is_odd = here & ODD > 0
    begins_entity = (here & AMP > 0) & (code < len(BEGINS_ENTITY)) & BEGINS_ENTITY.take(
        code, mode="clip")
    if begins_entity.any():                                  # not AT&T
        ends = np.append(np.flatnonzero(codes == ord(";")), len(codes) + LONGEST_NAME)
        begins = places[begins_entity]
        is_odd[begins_entity] |= ends[np.searchsorted(ends, begins)] < begins + LONGEST_NAME
    is_mojibake = (here & LEAD > 0) & (after & MOJI > 0)
    if is_odd.any() or is_mojibake.any():
        ends = np.flatnonzero(bits & END > 0)
        for flags, which in (odd, is_odd), (mojibake, is_mojibake):
            block = np.searchsorted(ends, places[which])
            flags[block[block < len(flags)]] = True
    return odd, mojibake


def _with_single_spaces(codes, bits):
    """Return (codes, bits) with one space for each run of white space, none at starts of texts."""
    space = (bits & SPACE).view(bool)
    keep = ~space
    keep[1:] |= bits[:-1] & (SPACE | END) == 0
    if codes.itemsize > 1 and codes.max() >= ord(FIRST_WIDE):
        _drop_breaks(codes, keep, space)
    np.putmask(codes, space, BLANK)
    return codes[keep], bits[keep]


def _drop_breaks(codes, keep, space):
    """Clear `keep` for white space with a line break between wide characters."""
    kept = np.flatnonzero(keep)
    wide = codes[kept] >= ord(FIRST_WIDE)
    breaks = 1 + np.flatnonzero(wide[:-2] & space[kept[1:-1]] & wide[2:])
    before, place, after = (kept[breaks + step] for step in (-1, 0, 1))
    dropped = (_holds(codes, LINE_FEED, place, after)
               & ~_holds(codes, ord(WIDE_SPACE), place, after)
               & _are_wide(codes[before]) & _are_wide(codes[after]))
    keep[place[dropped]] = False


def _holds(codes, code, starts, ends):
    """Return whether a code occurs between each start and end, bool."""
    places = np.flatnonzero(codes == code)
    return np.searchsorted(places, starts) < np.searchsorted(places, ends)


def _are_wide(codes):
    different, rows = np.unique(codes, return_inverse=True)
    return np.array([is_wide(chr(code)) for code in different.tolist()], bool)[rows]


def _words(bits, bounds, ends, text, odd):
    """Return the number of words with a letter or digit of each text, int64; inexact if `odd`.

    bounds: int64, positions of all spaces and ends. ends: int64, the indices of the ends in it.
    """
    starts = np.append(0, bounds[:-1] + 1)
    first = bits[starts]
    counted = first & ALNUM > 0
    left = np.flatnonzero(first & (ALNUM | SPACE | END) == 0)
    places = starts[left] + 1
    for _ in range(ROUNDS):
        inner = bits[places]
        counted[left[inner & ALNUM > 0]] = True
        inside = inner & (ALNUM | SPACE | END) == 0
        left, places = left[inside], places[inside] + 1
    if len(left):
        passed = np.append(0, np.cumsum(bits & ALNUM > 0, dtype=np.int32))
        counted[left] = passed[bounds[left]] > passed[starts[left]]
    words = np.diff(np.cumsum(counted)[ends], prepend=0)
    spaceless = np.flatnonzero(bits & SPACELESS > 0)
    if len(spaceless):
        rows = without_repeats(np.searchsorted(bounds[ends], spaceless))
        rows = rows[~np.append(odd, np.zeros(len(ends) - len(odd), bool))[rows]]
        words[rows] = [count_words(text[row]) for row in rows.tolist()]
    return words


def _repair(tags, boundaries, pieces, links, bits, preformatted, odd, mojibake, sources, text,
            counts):
    """Do the difficult blocks one by one. It changes `text` and `counts`.

    bits: of `reasons`. sources: the texts of all blocks, then of links, as in normal HTML.
    """
    blocks = np.flatnonzero(odd | mojibake)
    ends, pre = pieces.end[blocks], preformatted[blocks]
    begins = boundaries.tag[pieces.boundary[blocks] - 1] + 1
    # in <pre>, at the first tag behind it or the block before: white space before tags is text
    opens = np.flatnonzero(tags.role & Role.PRE_OPEN > 0)
    before = blocks[pre]
    begins[pre] = np.maximum(opens[np.searchsorted(opens, ends[pre]) - 1] + 1,
                             np.where(before > 0, pieces.end[before - 1] + 1, 0))
    pages = tags.page_of(begins)
    bytes_to = np.append(0, np.cumsum(
        tags.begins[ends] - tags.texts[begins] + repair.BLOCK_DECODED))
    decoded = bytes_to[1:] - bytes_to[np.searchsorted(pages, pages)] <= repair.MAX_DECODED
    links_of = defaultdict(list)
    for block, source in zip(links.block.tolist(), sources[len(text):-1], strict=True):
        links_of[block].append(source)
    for row in np.flatnonzero(odd[blocks] | decoded).tolist():
        block, may_decode = int(blocks[row]), bool(decoded[row])
        if pre[row]:
            inside = np.arange(begins[row], ends[row] + 1)
            text[block] = repair.repaired_lines(unescaped(_source_of_pre(
                tags.texts_before(inside), tags.role[inside], bits[inside])), may_decode)
            words = text[block].split()
        else:
            words = repair.repaired_words(unescaped(sources[block]), may_decode)
            text[block] = " ".join(words)
        count = counted(text[block], words) if words else 0
        of_links = [sources[block]] if links.whole[block] else links_of[block]
        own = len(text[block]), count, *link_counts(of_links, text[block], count)
        for name, value in zip(TEXT_COUNTS, own, strict=True):
            counts[name][block] = value


def _source_of_pre(texts, roles, bits):
    """Return the text of a preformatted block in normal HTML, with line breaks for <br>.

    texts: the text before each tag of the block; the last tag ends it. roles, bits: of these tags.
    """
    parts, begins_line, has_text = [], False, False
    for text, role, why in zip(texts, roles.tolist(), bits.tolist(), strict=True):
        if text and not role & Role.TITLE:
            has_text = has_text or not text.isspace()
            if has_text:
                if begins_line and not parts[-1].endswith("\n"):
                    parts.append("\n")
                begins_line = False
            parts.append(text)
        if role & Role.BREAK:
            parts.append("\n")
        begins_line = parts != [] and (begins_line or why & LINE > 0)
    return "".join(parts)
