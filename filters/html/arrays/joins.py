"""Separators between two texts with only inline tags between them.

A browser shows <a>Home</a><a>News</a> as two words if a style sheet says so, and H<sub>2</sub>O as
one; scutch reads no style sheet. A plain loop, as blocktexts.replayed:

    for text, why in pieces:             # of a block; why: the bits below, by the tags before it
        if block and why:
            block.append(between(block[-1], text, why))
        block.append(text)

Here `reasons` looks only at tags between characters that may need a space.
"""
import re

import numpy as np

from ....lm.arrays import is_one_of
from ....lm.rules import names_of, pattern, rules
from ...columns.namenumbers import NUMBER_OF, TAGS
from ...lazypattern import LazyPattern
from ...text.linebreaks import NO_SPACE_AFTER, NO_SPACE_BEFORE
from ..normalhtml import separates
from .tags import Role

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
    return is_fraction_bar(tags.texts_before(np.array([sup + 2]))[0])


def is_fraction_bar(text):
    """Return whether the text after a numerator begins with the bar of a fraction.

    >>> is_fraction_bar("/"), is_fraction_bar(" and")
    (True, False)
    """
    return text.startswith(BARS)
