"""The text of a page from its bytes: the encoding, and the evidence for it.

`decode_page` decodes all pages, those of scutch-read and of `html_b64`. A page of valid UTF-8 is
decoded once, strictly; ftfy is imported only where a page contradicts its declaration, numpy and a
model of letters where it has none.
"""
import codecs
import re
from functools import lru_cache
from itertools import islice

from ..lazypattern import LazyPattern
from .anybytes import HIGH, SHIFTS, decoded

BOMS = [(codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
        (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")]

DECLARED_WITHIN = 8192   # bytes; WHATWG looks at 1024; wcxb-dev/0244 declares at 7759
WIDE_WITHIN = 4096       # bytes in which UTF-16 without a byte order mark must show itself
SAMPLE = 4000            # stretches of non-ASCII bytes by which readings are compared,
SAMPLE_BYTES = 1 << 16   # and their bytes at most

DOUBTFUL = 0.9           # probability below which a note says that windows-1252 is in doubt

# WHATWG names for which Python's codec differs from that of browsers or lacks characters; and
# labels that browsers refuse for security, but that old pages really use.
PYTHON_NAMES = {"gbk": "gb18030", "euc-jp": "euc_jis_2004", "iso-2022-jp": "iso2022_jp_ext",
                "utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "cp1252"}
REFUSED_LABELS = {"hz-gb-2312": "hz", "iso-2022-kr": "iso2022_kr", "csiso2022kr": "iso2022_kr",
                  "utf-7": "utf-7"}
# Pages declare the ISO set and use the Windows one, where its C1 controls are quotes and dashes.
WINDOWS_FOR = {"iso8859-2": "cp1250", "iso8859-7": "cp1253", "iso8859-8": "cp1255",
               "iso8859-13": "cp1257", "iso8859-15": "cp1252"}

# How a page in UTF-16 begins, with the low bytes first or, the group, the high ones
WIDE_TAG = LazyPattern(rb"(?:\s\0)*<\0[!?a-z]\0|((?:\0\s)*\0<\0[!?a-z])", re.I)
DECLARATION = LazyPattern(rb"""
    <!--.*?(?:-->|\Z)                 # <!-- <meta charset="koi8-r"> -->
  | <meta[\s/](?P<meta>[^>]*)
  | <\?xml\s(?P<xml>[^>]*)
    """, re.X | re.I | re.S)
CHARSET = LazyPattern(rb"""\b(?:charset|encoding)\s*=["'\s]*([\w.:-]+)""", re.I)
HTTP_CHARSET = LazyPattern(r"""\bcharset\s*=["'\s]*([\w.:-]+)""", re.I | re.A)

C1_BYTE = LazyPattern(rb"[\x80-\x9f]")
SHIFTED = [              # 7-bit encodings that nothing declares: ISO-2022-JP, ISO-2022-KR, HZ
    (LazyPattern(rb"\x1b\$[@B](?:[!-~]{2})+\x1b\([BJ]"), "iso2022_jp_ext"),
    (LazyPattern(rb"\x1b\$\)C[^\x0e]*\x0e(?:[!-~]{2})+"), "iso2022_kr"),
    # five of the common Chinese characters in a row, which no word in small letters is
    (LazyPattern(rb"~\{(?:[!-w][!-~]){0,40}?(?:[0-W][!-~]){5}(?:[!-w][!-~]){0,40}~\}"), "hz")]
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


def decode_page(data: bytes, http_charset: str | None = None,
                url: object = None) -> tuple[str, str, str, str]:
    """Return (text, Python's name of the encoding, how it is known, a note) of a page's bytes.

    data:         any bytes; nothing is raised.
    http_charset: the charset label of the Content-Type header.
    url:          that of the page: see encodingguess.guessed.
    How it is known: "bom"; "utf-8" or "utf-16" from the bytes themselves; "http" or "meta", a
    declaration that the text does not contradict; "repaired" if it does; "guessed" from the
    letters, if nothing is declared; or "default".
    The note tells the probability of a guess, or the doubt about a default; else it is "".

    >>> decode_page(b'<meta charset="utf-8">na\\xefve')       # a lie
    ('<meta charset="utf-8">naïve', 'cp1252', 'repaired', '')
    >>> decode_page("<p>naïve".encode(), "iso-8859-1")        # what most servers say of any page
    ('<p>naïve', 'utf-8', 'utf-8', '')
    """
    for bom, codec in BOMS:
        if data.startswith(bom):
            return decoded(data[len(bom):], codec), codec, "bom", ""
    if b"\0" in data[:WIDE_WITHIN]:
        codec = utf16_codec(data[:WIDE_WITHIN])
        if codec:
            return decoded(data, codec), codec, "utf-16", ""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        start = data[:error.start]
        if error.reason != "unexpected end of data" or start.isascii():
            return _legacy(data, http_charset, url)
        text = start.decode()                   # a crawler cut the page within a character
    if not text.isascii():
        return text, "utf-8", "utf-8", ""
    declared = list(_declared(data, http_charset))
    for codec, origin in declared:
        if codec in SHIFTS and SHIFTS[codec] in data:
            return decoded(data, codec), codec, origin, ""
    for shifted, codec in SHIFTED:
        if shifted.search(data):
            return decoded(data, codec), codec, "guessed", ""
    return text, *(declared[0] if declared else ("cp1252", "default")), ""


def charset_of(content_type: str | None) -> str | None:
    """Return the charset named in a Content-Type header.

    >>> charset_of('text/html; charset="ISO-8859-1"')
    'ISO-8859-1'
    """
    charset = HTTP_CHARSET.search(content_type) if isinstance(content_type, str) else None
    return charset[1] if charset else None


@lru_cache(maxsize=256)
def codec_of(label: str) -> str | None:
    """Return Python's name of the encoding for a label, as in browsers, or None.

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
    """Return the UTF-16 codec if a tag or most bytes at even or odd places have NULs, else None."""
    if tag := WIDE_TAG.match(head):
        return "utf-16-be" if tag[1] else "utf-16-le"
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > len(head) // 8 and odd > 8 * even:          # half of a Chinese page is still markup
        return "utf-16-le"
    if even > len(head) // 8 and even > 8 * odd:
        return "utf-16-be"
    return None


def _legacy(data, http_charset, url):
    """Return the result of decode_page for bytes that are not valid UTF-8."""
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
        return _by_letters(data, url, undeclared)
    codec = _best(readings, data)
    return decoded(data, codec), codec, readings[codec], ""


def _by_letters(data, url, undeclared):
    """Return the result of decode_page for bytes without a declared encoding."""
    from .encodingguess import guessed
    codec, probability = guessed(data, url)
    sure = f"{min(int(100 * probability), 99)} % sure"
    if codec != "cp1252":
        return decoded(data, codec), codec, "guessed", f"encoding guessed from its letters, {sure}"
    note = f"encoding taken for windows-1252, {sure}" if probability < DOUBTFUL else ""
    return decoded(data, codec), codec, undeclared, note


def _best(readings, data):
    """Return the encoding with the least doubtful text, the first of equals."""
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
