"""Repair of a block's text: entities, mojibake, NFC, white space, invalid characters."""
import re
import unicodedata
from functools import cache
from html import unescape
from html.entities import html5

from ..lazypattern import LazyPattern
from .linebreaks import without_breaks
from .words import PARTS

# Entities that are still there because a page was escaped twice (&amp;nbsp;) or three times
ENTITY = re.compile(
    r"&(?:(?:amp|#38|#[xX]26);)*(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
# Behind & it keeps a text about HTML from being unescaped twice; then it is removed, with INVALID
GUARD = "\1"

# UTF-8 read as windows-1252 or Latin-1: a lead byte, then bytes from 80 to BF as either shows them
MOJIBAKE = re.compile(
    "[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]+"
    "|[\u0080-\u009f]+")

# Mojibake is repaired up to this number of characters of a page, markup included, for which ftfy
# takes up to a second; each block counts as BLOCK_DECODED more
MAX_DECODED = 400_000
BLOCK_DECODED = 150

# Control characters, soft hyphens, byte order marks, zero-width spaces, invisible operators,
# interlinear marks, noncharacters and surrogates; not the joiners that Persian, Indic scripts and
# emoji need, unless nothing is there to be joined.
INVALID = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\ufdd0-\ufdef\ud800-\udfff"
    "\ufffe\uffff\U0001fffe\U0001ffff\U000e0000-\U000e007f\U000ffffe-\U0010ffff]")

# The same, but not tags after a black flag, which make it that of Scotland, nor a zero-width space
# between letters of Khmer, Thai, Lao or Burmese, where nothing else tells words apart.
ZERO_WIDTH, BLACK_FLAG = "\u200b", "\U0001f3f4"
UNLESS_MEANT = LazyPattern(
    rf"({BLACK_FLAG}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{{3,6}}\U000e007f)"
    rf"|({ZERO_WIDTH})(?<=[{PARTS[4]}]{ZERO_WIDTH}){ZERO_WIDTH}*(?=[{PARTS[4]}])|{INVALID.pattern}")

# Letters that are one character for a printer's sake, as in text copied from a PDF. In a word, so
# that text about them keeps them: so does the gold of WCXB, which has "landfills" without.
LIGATURE = re.compile("[\ufb00-\ufb06]")
LIGATURE_IN_WORD = re.compile(rf"{LIGATURE.pattern}(?:(?<=\w.)|(?=\w))")

# At the start or the end of a word; a run of 40 000 inside one is not tried at each of its places
JOINERS = re.compile("(?<!\\S)[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?!\\S)")

# Sorting marks takes quadratic time in their number. The longest run in any language is 18.
MOST_MARKS = 30          # Unicode Standard Annex 15, Stream-Safe Text Format
MARKS = re.compile(rf"[^\w\s]{{{MOST_MARKS + 1},}}")
FIRST_MARK, LAST_MARK = 0x300, 0x1FFFF


def repaired(text, mojibake=True):
    """Return running text repaired, with single spaces.

    text: without markup; mojibake: whether it is repaired.

    >>> repaired("  The cafÃ©&nbsp;is\\u00ad of\\ufb01cially open \\n")
    'The café is officially open'
    """
    return " ".join(repaired_words(text, mojibake))


def is_escaped(text):
    """Return whether a page's text still is escaped as a whole: its entities are no words of it.

    Most of them touch a letter, or are escaped again, and few of the same characters are written.
    Those around the name of a tag always touch it, and say nothing.

    >>> is_escaped("Cr&#232;me br&#251;l&#233;e &amp; tea"), is_escaped("Write &nbsp;, &lt;b&gt;")
    (True, False)
    """
    entities = [(match, character) for match in ENTITY.finditer(text)
                if (character := _character(match)) not in (match[0], "<", ">")]
    touching = sum(text[match.start() - 1:match.start()].isalnum() or match[0].count(";") > 1
                   or text[match.end():match.end() + 1].isalnum() for match, _ in entities)
    rest = ENTITY.sub("", text)
    return (2 * touching > len(entities)
            and 2 * sum(rest.count(each) for each in {each for _, each in entities}
                    if len(each) == 1) < len(entities))


def may_be_mojibake(text):
    """Return whether a text has what looks like UTF-8 read as another encoding."""
    return not text.isascii() and MOJIBAKE.search(text) is not None


def repaired_words(text, mojibake=True):
    """Return the words of `repaired`; mojibake: whether it is repaired."""
    if "&" in text:
        text = ENTITY.sub(_character, text)
    ascii_alone = text.isascii()
    if mojibake and may_be_mojibake(text):      # before "Â\xa0" loses half of it
        text = _decoded(text)
    words = (text if ascii_alone else without_breaks(text)).split()
    if ascii_alone and "".join(words).isprintable():
        return words
    text = LIGATURE_IN_WORD.sub(_letters, _valid(" ".join(words)))
    return text.split()


def repaired_lines(text, mojibake=True):
    """Return preformatted text repaired; lines, spaces and tabs stay, except at ends of lines.

    Mojibake beside other characters beyond ASCII stays: replace("Ã©", "é") is code about it.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if mojibake and may_be_mojibake(text) and (
            MOJIBAKE.sub("", text).isascii()):
        text = _decoded(text)
    lines = _valid(text.replace("\xa0", " ")).split("\n")
    return "\n".join(map(str.rstrip, lines)).strip("\n")


def _character(match):
    name = match[1]
    if name[0] == "#":
        return unescape(f"&{name};")
    return html5.get(name + ";", f"&{name};")    # unescape would make ¬ify; of &notify;


def _letters(match):
    return unicodedata.normalize("NFKC", match[0])


def _decoded(text):
    from ftfy import fix_encoding
    return fix_encoding(text)


def _valid(text):
    if not text.isascii():
        if len(text) > MOST_MARKS:
            text = MARKS.sub(_stream_safe, text)
        text = unicodedata.normalize("NFC", text)
    if text.isprintable():
        return text
    if ZERO_WIDTH in text or BLACK_FLAG in text:
        text = UNLESS_MEANT.sub(lambda match: match[1] or match[2] or "", text)
    else:
        text = INVALID.sub("", text)
    return JOINERS.sub("", text) if "\u200c" in text or "\u200d" in text else text


def _stream_safe(match):
    """Return a run of marks with a joiner, which ends the sorting, after every 30 of them."""
    return _too_many_marks().sub("\\g<0>\u034f", match[0])


@cache
def _too_many_marks():
    """Return the pattern of MOST_MARKS marks before another one."""
    marks = "".join(filter(unicodedata.combining, map(chr, range(FIRST_MARK, LAST_MARK + 1))))
    return re.compile(f"[{marks}]{{{MOST_MARKS}}}(?=[{marks}])")
