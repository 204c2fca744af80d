"""The text of any bytes in a given encoding, as browsers read them."""
import codecs
import re
from functools import cache

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
    "gb18030": {0xe5e5: "\u3000", 0xe7c7: "ḿ"},
    "big5hkscs": str.maketrans("•､‾∼♁☉¥¢£", "‧﹑¯～⊕⊙￥￠￡")}
# Pairs of bytes of Big5, and their characters: HKSCS since 2008, and what it moved
BIG5 = {bytes.fromhex(pair[:4]): pair[4:] for pair in """
    877a㡵 877b𡵓 877c𣚞 877d𦀡 877e㻬 87a1𥣞 87a2㫵 87a3竼 87a4龗 87a5𤅡 87a6𨤍 87a7𣇪 87a8𠪊
    87a9𣉞 87aa䌊 87ab蒄 87ac龖 87ad鐯 87ae䤰 87af蘓 87b0墖 87b1靊 87b2鈘 87b3秐 87b4稲 87b5晠
    87b6権 87b7袝 87b8瑌 87b9篅 87ba枂 87bb稬 87bc剏 87bd遆 87be㓦 87bf珄 87c0𥶹 87c1瓆 87c2鿇
    87c3垳 87c4䤯 87c5呌 87c6䄱 87c7𣚎 87c8堘 87c9穲 87ca𧭥 87cb讏 87cc䚮 87cd𦺈 87ce䆁 87cf𥶙
    87d0箮 87d1𢒼 87d2鿈 87d3𢓁 87d4𢓉 87d5𢓌 87d6鿉 87d7蔄 87d8𣖻 87d9䂴 87da鿊 87db䓡 87dc𪷿
    87dd拁 87de灮 87df鿋 8e69箸 8e6f簆 8e7e糎 8eab緒 8eb4縝 8ecd者 8ed0耨 8f57菁 8f69蒨 8f6e萏
    8fcb覦 8fcc覩 8ffe起 906d都 907a銹 90dc靜 90f1響 91bf鼖 9244蔃 92af兙 92b0兛 92b1兝 92b2兞
    92c8鍮 92d1瑹 9447浧 94ca禛 95d9邗 9644靝 96ed瀞 96fc嬨 9b76爁 9b78矗 9b7b纇 9bc6駖 9bde釔
    9bec惞 9bf6澶 9c42輶 9c53侻 9c62營 9c68鄄 9c6b鷰 9c77菏 9cbc尐 9cbd秣 9cd0婧 9d57輋 9d5a筑
    9dc4拐 9ea9恢 9eef痹 9efd汊 9f60鬮 9f66鼗 9fcb僭 9fd8弌 a063蠏 a077拎 a0d5瑨 a0df煢 a0e4牐
    a3c0␀ a3c1␁ a3c2␂ a3c3␃ a3c4␄ a3c5␅ a3c6␆ a3c7␇ a3c8␈ a3c9␉ a3ca␊ a3cb␋ a3cc␌ a3cd␍ a3ce␎ a3cf␏
    a3d0␐ a3d1␑ a3d2␒ a3d3␓ a3d4␔ a3d5␕ a3d6␖ a3d7␗ a3d8␘ a3d9␙ a3da␚ a3db␛ a3dc␜ a3dd␝ a3de␞ a3df␟
    a3e0␡ a3e1€ c6cf廴 c6d3无 c6d5癶 c6d7隶 c6de〃 c6df仝 fa5f倩 fa66偽 fabd包 fac5卄 fad5卿 fb48嘅
    fbb8婷 fbf3幵 fbf9廐 fc4f彘 fc6c悤 fcb9撐 fce2晴 fcf1杞 fdb7沜 fdb8渝 fdbb港 fdf1煮 fe52猪
    fe6f瑜 feaa瓩 fedd砉
    """.split()}

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
    if error.encoding == "big5hkscs" and pair in BIG5:
        return BIG5[pair], error.start + 2
    if error.encoding == "euc_jp" and len(pair) == 2 and pair[0] < 0xff and min(pair) > 0xa0:
        lead, trail = divmod(94 * (pair[0] - 0xa1) + pair[1] - 0xa1, 188)    # of NEC and IBM
        shifted = bytes([lead + (0x81 if lead < 31 else 0xc1), trail + 0x40 + (trail > 62)])
        if len(character := shifted.decode("cp932", "ignore")) == 1:
            return character, error.start + 2
    return "\ufffd", error.end


codecs.register_error(AS_BROWSERS, _as_browsers)


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
