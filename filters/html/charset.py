"""The text of a page from its bytes: the encoding, and the evidence for it.

`decode_page` decodes all pages, those of scutch-read and of `html_b64`. A page of valid UTF-8 is
decoded once, strictly. In all others the letters decide (encodingguess.py): a declaration makes its
encoding likelier, but not the one that servers and editors state of any page.
"""
import codecs
import re
from functools import lru_cache

from ..lazypattern import LazyPattern
from .anybytes import HIGH, SHIFTS, decoded, decoded_by_word

WIDE_BOMS = [(codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
             (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")]

DECLARED_WITHIN = 8192   # bytes; WHATWG looks at 1024; wcxb-dev/0244 declares at 7759
WIDE_WITHIN = 4096       # bytes in which UTF-16 or UTF-32 without a mark must show itself

SOME = 0.05              # characters of UTF-8 to a byte that is none, in a page that may be mixed
# Powers of ten by which an encoding is likelier if it is declared; windows-1252, which servers and
# editors say of any page, has besides what a default has
LIKELIER, OF_DEFAULT = 4.0, 2.0
DOUBTFUL = 0.9           # probability below which a note says that windows-1252 is in doubt

# WHATWG names for which Python's codec differs from that of browsers or lacks characters; and
# labels that browsers refuse for security, but that old pages really use.
PYTHON_NAMES = {"gbk": "gb18030", "euc-jp": "euc_jp", "iso-2022-jp": "iso2022_jp_ext",
                "utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "cp1252"}
REFUSED_LABELS = {"hz-gb-2312": "hz", "iso-2022-kr": "iso2022_kr", "csiso2022kr": "iso2022_kr",
                  "utf-7": "utf-7", "johab": "johab"}
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

# € of ISO 8859-15, beside a digit, on a page without what that reads otherwise: no page has a ¤
EURO = LazyPattern(rb"\d(?: |&nbsp;|\xa0)?\xa4|\xa4 ?\d")
NO_EURO = LazyPattern(rb"[\x80-\x9f\xa6\xa8\xb4\xb8\xbc-\xbe]")
C1_BYTE = LazyPattern(rb"[\x80-\x9f]")
SHIFTED = [              # 7-bit encodings that nothing declares: ISO-2022-JP, ISO-2022-KR, HZ
    (LazyPattern(rb"\x1b\$[@B](?:[!-~]{2})+\x1b\([BJ]"), "iso2022_jp_ext"),
    (LazyPattern(rb"\x1b\$\)C[^\x0e]*\x0e(?:[!-~]{2})+"), "iso2022_kr"),
    # five of the common Chinese characters in a row, which no word in small letters is
    (LazyPattern(rb"~\{(?:[!-w][!-~]){0,40}?(?:[0-W][!-~]){5}(?:[!-w][!-~]){0,40}~\}"), "hz")]


def decode_page(data: bytes, http_charset: str | None = None,
                url: object = None) -> tuple[str, str, str, str]:
    """Return (text, Python's name of the encoding, how it is known, a note) of a page's bytes.

    data:         any bytes; nothing is raised.
    http_charset: the charset label of the Content-Type header.
    url:          that of the page: see encodingguess.guessed.
    How it is known: "bom"; "utf-8", "utf-16" or "utf-32" from the bytes themselves; "http"
    or "meta", a declaration that the letters do not contradict; "repaired" for UTF-8 or
    windows-1252 if they do; "guessed" for what the letters tell; or "default".
    The note tells the probability of a guess, the doubt about a default or the encoding of words
    that are not in UTF-8; else it is "".

    >>> decode_page(b'<meta charset="utf-8">na\\xefve')       # a lie
    ('<meta charset="utf-8">naïve', 'cp1252', 'repaired', '')
    >>> decode_page("<p>naïve".encode(), "iso-8859-1")        # what most servers say of any page
    ('<p>naïve', 'utf-8', 'utf-8', '')
    """
    for bom, codec in WIDE_BOMS:
        if data.startswith(bom):
            return decoded(data[len(bom):], codec), codec, "bom", ""
    if b"\0" in data[:WIDE_WITHIN]:
        codec = wide_codec(data[:WIDE_WITHIN])
        if codec:
            return decoded(data, codec), codec, codec[:6], ""
    marked = [("utf-8", "bom")] if data.startswith(codecs.BOM_UTF8) else []
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        start = data[:error.start]
        if error.reason != "unexpected end of data" or start.isascii():
            return _legacy(data, [*marked, *_declared(data, http_charset)], url)
        text = start.decode()                   # a crawler cut the page within a character
    if marked or not text.isascii():
        return text, "utf-8", "bom" if marked else "utf-8", ""
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


def wide_codec(head):
    """Return the codec of UTF-16 or UTF-32 that a tag or the places of NULs show, else None."""
    nuls = [head[place::4].count(0) for place in range(4)]
    most = len(head) // 5                               # of a quarter: all but rare characters
    for codec, (high, second, low) in {"utf-32-le": (3, 2, 0), "utf-32-be": (0, 1, 3)}.items():
        if nuls[high] == len(head[high::4]) and nuls[second] > most > nuls[low]:
            return codec
    if tag := WIDE_TAG.match(head):
        return "utf-16-be" if tag[1] else "utf-16-le"
    even, odd = nuls[0] + nuls[2], nuls[1] + nuls[3]
    if odd > len(head) // 8 and odd > 8 * even:          # half of a Chinese page is still markup
        return "utf-16-le"
    if even > len(head) // 8 and even > 8 * odd:
        return "utf-16-be"
    return None


def _legacy(data, declared, url):
    """Return the result of decode_page for bytes that are not valid UTF-8.

    declared: pairs of a codec and how it is known.
    """
    from .encodingguess import guessed, mixed
    origins: dict[str, str] = {}
    for codec, origin in declared:
        if codec in WINDOWS_FOR and C1_BYTE.search(data):
            codec, origin = WINDOWS_FOR[codec], "repaired"
        origins.setdefault(codec, origin)
    likelier = {codec: OF_DEFAULT if codec == "cp1252" else LIKELIER for codec in origins}
    likelier.pop("utf-8", None)
    valid = data.decode("utf-8", "ignore")
    stray_bytes = len(data) - len(valid.encode())
    characters = len(valid) - len(data.translate(None, HIGH))
    part = mixed(data, url, likelier) if characters > SOME * stray_bytes else None
    codec, probability = part or guessed(data, url, likelier)
    if codec == "cp1252" and not part and EURO.search(data) and not NO_EURO.search(data):
        codec = "iso8859-15"
    sure = f"{min(int(100 * probability), 99)} % sure"
    if part:
        note = "" if codec == "cp1252" else f"some words are in {codec}, not in UTF-8, {sure}"
        return decoded_by_word(data, codec), "utf-8", "repaired", note
    origin = origins.get(codec, "guessed")
    note = f"encoding guessed from its letters, {sure}" if origin == "guessed" else ""
    if codec == "cp1252" and codec not in origins:
        origin, note = "repaired" if origins else "default", ""
        if probability < DOUBTFUL and not origins:
            note = f"encoding taken for windows-1252, {sure}"
    return decoded(data, codec), codec, origin, note
