"""The text of a page from its bytes: the encoding, and the evidence for it.

`decode_page` decodes all pages, those of scutch-read and of `html_b64`. A page of valid UTF-8 is
decoded once, strictly; ftfy is imported only where a page contradicts its declaration.
"""
import codecs
import re
from functools import cache, lru_cache
from itertools import islice

from ..lazypattern import LazyPattern

BOMS = [(codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
        (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")]

DECLARED_WITHIN = 8192   # bytes; WHATWG looks at 1024; wcxb-dev/0244 declares at 7759
WIDE_WITHIN = 4096       # bytes in which UTF-16 without a byte order mark must show itself
SAMPLE = 4000            # stretches of non-ASCII bytes by which readings are compared,
SAMPLE_BYTES = 1 << 16   # and their bytes at most
MANY_STRAY = 10_000      # runs of stray bytes replaced one by one; the rest by a table

# WHATWG names for which Python's codec differs from that of browsers or lacks characters; and
# labels that browsers refuse for security, but that old pages really use.
PYTHON_NAMES = {"gbk": "gb18030", "euc-jp": "euc_jis_2004", "iso-2022-jp": "iso2022_jp_ext",
                "utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "cp1252"}
REFUSED_LABELS = {"hz-gb-2312": "hz", "iso-2022-kr": "iso2022_kr", "csiso2022kr": "iso2022_kr"}
SHIFTS = {"hz": b"~{", "iso2022_jp_ext": b"\x1b", "iso2022_kr": b"\x0e"}   # of 7-bit encodings
# Pages declare the ISO set and use the Windows one, where its C1 controls are quotes and dashes.
WINDOWS_FOR = {"iso8859-2": "cp1250", "iso8859-7": "cp1253", "iso8859-8": "cp1255",
               "iso8859-13": "cp1257", "iso8859-15": "cp1252"}

# Encodings that may be guessed where none is declared and the bytes are not UTF-8: of scripts other
# than Latin, and of Central Europe. Windows-1252 is the default and needs no guess.
GUESSED = ["cp1251", "koi8_r", "koi8_u", "iso8859_5", "cp1253", "iso8859_7", "cp1255", "cp1256",
           "cp874", "gb18030", "gbk", "big5", "shift_jis", "cp932", "euc_jp", "euc_kr", "cp949",
           "cp1250", "iso8859_2", "cp1252"]
GUESSED_BYTES = 1 << 15
WIDER = {"gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "euc_jp": "euc_jis_2004"}

DECLARATION = LazyPattern(rb"""
    <!--.*?(?:-->|\Z)                 # <!-- <meta charset="koi8-r"> -->
  | <meta[\s/](?P<meta>[^>]*)
  | <\?xml\s(?P<xml>[^>]*)
    """, re.X | re.I | re.S)
CHARSET = LazyPattern(rb"""\b(?:charset|encoding)\s*=["'\s]*([\w.:-]+)""", re.I)
HTTP_CHARSET = LazyPattern(r"""\bcharset\s*=["'\s]*([\w.:-]+)""", re.I | re.A)

C1_BYTE = LazyPattern(rb"[\x80-\x9f]")
STRAY_BYTES = LazyPattern("[\udc80-\udcff]+")
JAPANESE = LazyPattern(rb"\x1b\$[@B](?:[!-~]{2})+\x1b\([BJ]")      # ISO-2022-JP, undeclared
HIGH = bytes(range(0x80, 0x100))
HIGH_BYTE = LazyPattern(rb"[\x80-\xff]")
LAST_OF_SOME = LazyPattern(rb"[\x80-\xff][\x00-\x7f]{2}(?=[\x00-\x7f])")
# Character sequences that no language has, but that a wrong encoding produces.
ODD = LazyPattern("""
    \ufffd                            # no such character: a few bytes under a wrong declaration
  | [\x80-\x9f]                       # ISO 8859 read where Windows is meant
  | [\xc0-\xff]{4,}                   # Привет in windows-1251 is Ïðèâåò in windows-1252
  | (?<=[A-Za-z])[\u0370-\u1cff\u2300-\u25ff]    # café in windows-1252 is cafй in windows-1251
  | (?<![^\x00-\x7f])                 # don’t in windows-1252 is don抰 in gb18030
    (?: (?<=[A-Za-z])[\u2e80-\uff9f] | [\u2e80-\uff9f](?=[A-Za-z]) )
    (?![^\x00-\x7f])
    """, re.X)


def decode_page(data: bytes, http_charset: str | None = None) -> tuple[str, str, str]:
    """Return (text, Python's name of the encoding, how it is known) of a page's bytes.

    data:         any bytes; nothing is raised.
    http_charset: the charset label of the Content-Type header.
    How it is known: "bom"; "utf-8" or "utf-16" from the bytes themselves; "http" or "meta", a
    declaration that the text does not contradict; "repaired" if it does; "guessed" from the
    frequency of characters, where nothing is declared; or "default".

    >>> decode_page(b'<meta charset="utf-8">na\\xefve')       # a lie
    ('<meta charset="utf-8">naïve', 'cp1252', 'repaired')
    >>> decode_page("<p>naïve".encode(), "iso-8859-1")        # what most servers say of any page
    ('<p>naïve', 'utf-8', 'utf-8')
    """
    for bom, codec in BOMS:
        if data.startswith(bom):
            return decoded(data[len(bom):], codec), codec, "bom"
    if b"\0" in data[:WIDE_WITHIN]:
        codec = utf16_codec(data[:WIDE_WITHIN])
        if codec:
            return decoded(data, codec), codec, "utf-16"
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        start = data[:error.start]
        if error.reason != "unexpected end of data" or start.isascii():
            return _legacy(data, http_charset)
        text = start.decode()                   # a crawler cut the page within a character
    if not text.isascii():
        return text, "utf-8", "utf-8"
    declared = list(_declared(data, http_charset))
    for codec, origin in declared:
        if codec in SHIFTS and SHIFTS[codec] in data:
            return decoded(data, codec), codec, origin
    if JAPANESE.search(data):
        return decoded(data, "iso2022_jp_ext"), "iso2022_jp_ext", "guessed"
    return text, *(declared[0] if declared else ("cp1252", "default"))


def charset_of(content_type: str | None) -> str | None:
    """Return the charset that a Content-Type header names.

    >>> charset_of('text/html; charset="ISO-8859-1"')
    'ISO-8859-1'
    """
    charset = HTTP_CHARSET.search(content_type) if isinstance(content_type, str) else None
    return charset[1] if charset else None


@lru_cache(maxsize=256)
def codec_of(label: str) -> str | None:
    """Return Python's name of the encoding that browsers use for this label, or None.

    A label UTF-16 means UTF-8: a page in UTF-16 could not show its label as ASCII.

    >>> codec_of(" ISO-8859-1 "), codec_of("gb2312"), codec_of("utf-16"), codec_of("klingon")
    ('cp1252', 'gb18030', 'utf-8', None)
    """
    from webencodings import LABELS, lookup
    label = label.strip().lower()
    if label in REFUSED_LABELS:
        return REFUSED_LABELS[label]
    for name in label, label.replace("_", "-"):             # utf_8
        if name in LABELS and LABELS[name] != "replacement":
            return PYTHON_NAMES.get(LABELS[name]) or lookup(name).codec_info.name
    return None


def _declared(data, http_charset):
    """Yield (codec, "http" or "meta") for each declaration, HTTP's first."""
    codec = codec_of(http_charset) if http_charset else None
    if codec:
        yield codec, "http"
    for tag in DECLARATION.finditer(data, 0, DECLARED_WITHIN):
        charset = CHARSET.search(tag["meta"] or tag["xml"] or b"")
        codec = codec_of(charset[1].decode("latin-1")) if charset else None
        if codec:
            yield codec, "meta"


def utf16_codec(head):
    """Return the UTF-16 codec if every other byte is mostly NUL, else None."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > len(head) // 8 and odd > 8 * even:          # half of a Chinese page is still markup
        return "utf-16-le"
    if even > len(head) // 8 and even > 8 * odd:
        return "utf-16-be"
    return None


def _legacy(data, http_charset):
    """Return what decode_page returns, for bytes that are not valid UTF-8."""
    readings: dict[str, str] = {}                        # {codec: how it is known}, likelier first
    for codec, origin in _declared(data, http_charset):
        if codec in WINDOWS_FOR and C1_BYTE.search(data):
            codec, origin = WINDOWS_FOR[codec], "repaired"
        readings.setdefault(codec, origin)
    undeclared = "repaired" if readings else "default"
    valid = data.decode("utf-8", "ignore")
    stray_bytes = len(data) - len(valid.encode())
    if len(valid) - len(data.translate(None, HIGH)) > stray_bytes:     # more multi-byte characters
        readings["utf-8"] = "repaired"
    else:
        readings.pop("utf-8", None)
    readings.setdefault("cp1252", undeclared)
    if readings == {"cp1252": undeclared}:
        readings |= {codec: "guessed" for codec in _guessed(data) if codec not in readings}
    codec = _best(readings, data)
    return decoded(data, codec), codec, readings[codec]


def _guessed(data):
    """Return [the encoding guessed from frequencies of characters and pairs of them], or [].

    The guess reads the bytes around and after the first one that is not ASCII, from tag to tag. It
    needs the package charset-normalizer.
    """
    first = HIGH_BYTE.search(data).start()
    start = max(0, data.rfind(b"<", 0, first))
    piece = data[start:start + GUESSED_BYTES]
    if len(data) > start + GUESSED_BYTES:
        piece = piece[:piece.rfind(b"<")] or piece
    try:
        from charset_normalizer import from_bytes
    except ImportError:
        return []
    guess = from_bytes(piece, cp_isolation=GUESSED).best()
    return [WIDER.get(guess.encoding, guess.encoding)] if guess else []


def _best(readings, data):
    """Return the encoding that gives the least doubtful text, the first of equals."""
    sample = b"\n".join(islice(_around_high_bytes(data), SAMPLE))[:SAMPLE_BYTES]
    texts = {codec: decoded(sample, codec) for codec in readings}
    first, *others = texts
    if not others or (others == ["cp1252"] and not ODD.search(texts[first])):
        return first
    from ftfy.badness import badness
    return min(texts, key=lambda codec: badness(texts[codec]) + len(ODD.findall(texts[codec])))


def _around_high_bytes(data):
    """Yield the stretches of bytes that are not ASCII, with one byte before and two after them.

    >>> list(_around_high_bytes(b"na\\xefve, d\\xe9j\\xe0 vu"))
    [b'a\\xefve', b'd\\xe9j\\xe0 v']
    """
    end = 0
    while first := HIGH_BYTE.search(data, end):
        last = LAST_OF_SOME.search(data, first.start())
        start, end = max(end, first.start() - 1), last.end() if last else len(data)
        yield data[start:end]


def decoded(data, codec):
    """Return the text of any bytes in this encoding.

    In UTF-8, invalid bytes are read as windows-1252, which comments and advertisements bring into
    such pages.
    """
    if codec == "utf-8":
        text, runs = STRAY_BYTES.subn(
            lambda run: decoded(run[0].encode("utf-8", "surrogateescape"), "cp1252"),
            data.decode("utf-8", "surrogateescape"), MANY_STRAY)
        return text.translate(_stray()) if runs == MANY_STRAY else text
    table = _table(codec)
    if table:
        return codecs.charmap_decode(data, "strict", table)[0]
    return data.decode(codec, "replace")


@cache
def _stray():
    """Return {surrogate of surrogateescape: its character of windows-1252} for bytes above 7F."""
    return {0xdc00 + byte: _table("cp1252")[byte] for byte in HIGH}


@cache
def _table(codec):
    """Return the 256 characters of a single-byte encoding, or "" for others.

    As in browsers, an undefined byte becomes a C1 control character, or U+FFFD above 9F.
    """
    if codec in SHIFTS or re.match("utf|gb|euc|big5|cp9[34]", codec):
        return ""
    return "".join(bytes([byte]).decode(codec, "ignore") or
                   (chr(byte) if byte < 0xa0 else "\ufffd") for byte in range(256))
