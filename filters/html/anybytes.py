"""The text of any bytes in a given encoding, as browsers read them."""
import codecs
import re
from functools import cache

from ...lm.rules import more_of, rules
from ..lazypattern import LazyPattern

AS_BROWSERS = "as browsers"
MANY_STRAY = 10_000      # runs of stray bytes replaced one by one; the rest by a table
SHIFTS = {               # of 7-bit encodings
    "hz": b"~{", "iso2022_jp_ext": b"\x1b", "iso2022_kr": b"\x0e", "utf-7": b"+"}
STRAY_BYTES = LazyPattern("[\udc80-\udcff]+")
# What browsers read and Python's codecs do not: by byte, by what Python has in its place
BYTES = {"koi8-u": {0xae: "ў", 0xbe: "Ў"}, "cp1255": {0xca: "\u05ba"}}
OF_JIS = str.maketrans("〜‖−¢£¬", "～∥－￠￡￢")
CHARACTERS = {
    "euc_jp": OF_JIS, "iso2022_jp_ext": OF_JIS,
    "gb18030": {0xe5e5: "\u3000", 0xe7c7: "ḿ", **dict(zip(
        [*range(0xe78d, 0xe797), 0xe81e, 0xe826, 0xe82b, 0xe82c, 0xe832, 0xe843, 0xe854, 0xe864],
        "︐︒︑︓︔︕︖︗︘︙龴龵龶龷龸龹龺龻", strict=True))},
    "big5hkscs": str.maketrans("•､‾∼♁☉¥¢£", "‧﹑¯～⊕⊙￥￠￡")}

SURELY = 3               # characters of UTF-8 in a word, which are not there by chance
LINE = LazyPattern(rb"(?<![^\n<>])[^\n<>\x80-\xff]*[\x80-\xff][^\n<>]*")
WORD = LazyPattern(rb"(?<![^\s<>])[^\s<>\x80-\xff]*[\x80-\xff][^\s<>]*")
HIGH = bytes(range(0x80, 0x100))


def is_utf8(word, least=1):
    """Return whether a word has UTF-8 characters, no fewer than bytes beyond ASCII that are none.

    Those are of a character that was cut, or of windows-1252.
    """
    text = word.decode("utf-8", "ignore")
    characters = len(text) - len(word.translate(None, HIGH))
    return characters >= max(least, len(word) - len(text.encode()))


def decoded_by_word(data, codec):
    """Return the text of bytes in UTF-8, but for words in another encoding.

    Short words seem to be UTF-8 by chance: they are read as their line is.
    """
    if codec == "cp1252":
        return decoded(data, "utf-8")
    return decoded(LINE.sub(lambda line: _as_utf8(line[0], codec), data), "utf-8")


def _as_utf8(line, codec):
    least = 1 if is_utf8(line) else SURELY
    return WORD.sub(lambda word: word[0] if is_utf8(word[0], least)
                    else decoded(word[0], codec).encode(), line)


def decoded(data, codec):
    """Return the text of any bytes; codec: Python's name of the encoding.

    Invalid bytes in UTF-8 are read as windows-1252: comments and advertisements bring such text
    into the page.
    """
    if codec == "utf-8":
        text, runs = STRAY_BYTES.subn(
            lambda run: decoded(run[0].encode("utf-8", "surrogateescape"), "cp1252"),
            data.decode("utf-8", "surrogateescape"), MANY_STRAY)
        return text.translate(_stray()) if runs == MANY_STRAY else text
    table = character_table(codec)
    if table:
        return codecs.charmap_decode(data, "strict", table)[0]
    return data.decode(codec, AS_BROWSERS).translate(CHARACTERS.get(codec, {}))


def _as_browsers(error):
    """Return (character, place behind it) for bytes that Python's codec does not know."""
    pair = error.object[error.start:error.start + 2]
    if error.encoding == "gb18030" and pair[0] == 0x80:
        return "€", error.start + 1
    if error.encoding == "big5hkscs" and pair.hex() in _big5():
        return _big5()[pair.hex()], error.start + 2
    if error.encoding == "euc_jp" and len(pair) == 2 and pair[0] < 0xff and min(pair) > 0xa0:
        lead, trail = divmod(94 * (pair[0] - 0xa1) + pair[1] - 0xa1, 188)    # of NEC and IBM
        shifted = bytes([lead + (0x81 if lead < 31 else 0xc1), trail + 0x40 + (trail > 62)])
        if len(character := shifted.decode("cp932", "ignore")) == 1:
            return character, error.start + 2
    return "\ufffd", error.end


codecs.register_error(AS_BROWSERS, _as_browsers)


@cache
def _big5():
    return more_of(rules("encodings")["BIG5"])


@cache
def _stray():
    """Return {surrogate of surrogateescape: its character of windows-1252} for bytes above 7F."""
    return {0xdc00 + byte: character_table("cp1252")[byte] for byte in HIGH}


@cache
def character_table(codec):
    """Return the 256 characters of a single-byte encoding, or "" for others.

    As in browsers, an undefined byte becomes a C1 control character, or U+FFFD above 9F.
    """
    if codec in SHIFTS or re.match("utf|gb|euc|big5|cp9[34]|johab|iso2022", codec):
        return ""
    others = BYTES.get(codec, {})
    return "".join(others.get(byte) or bytes([byte]).decode(codec, "ignore") or
                   (chr(byte) if byte < 0xa0 else "\ufffd") for byte in range(256))
