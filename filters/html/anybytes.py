"""The text of any bytes in a given encoding, as browsers read them."""
import codecs
import re
from functools import cache

from ..lazypattern import LazyPattern

MANY_STRAY = 10_000      # runs of stray bytes replaced one by one; the rest by a table
SHIFTS = {               # of 7-bit encodings
    "hz": b"~{", "iso2022_jp_ext": b"\x1b", "iso2022_kr": b"\x0e", "utf-7": b"+"}
STRAY_BYTES = LazyPattern("[\udc80-\udcff]+")
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
    return data.decode(codec, "replace")


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
    return "".join(bytes([byte]).decode(codec, "ignore") or
                   (chr(byte) if byte < 0xa0 else "\ufffd") for byte in range(256))
