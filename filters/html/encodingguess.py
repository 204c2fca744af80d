"""The encoding of a page that declares none, by the letters of its words.

Each encoding gives another text. The likeliest text has the letters, and pairs of letters, of one
language. If the letters do not decide, the language that the page names does, or the language of
its host's country; if nothing does, it is windows-1252, the default of browsers.
"""
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from unicodedata import category

import numpy as np

from ... import shared_file
from ...lm.characters.lettermodel import CAPITAL, COSTS, LetterModel
from ...lm.rules import more_of, rules
from .anybytes import HIGH, character_table, decoded, is_utf8

MODEL = "models/letters.model"
# The first of equals is taken. From cp866 on, of MS-DOS and old Macintosh computers or hardly used:
# they must be likelier by RARE, and one byte is not enough: cp866 has a space in b"fo\xffur".
SINGLE = ["cp1252", "cp1250", "iso8859-2", "cp1251", "koi8-u", "cp1253", "iso8859-7", "cp1254",
          "cp1255", "cp1256", "iso8859-6", "cp1257", "cp874", "iso8859-5", "iso8859-15",
          "cp866", "cp1258", "iso8859-13", "iso8859-4", "mac-cyrillic", "cp855",
          "cp852", "iso8859-3", "iso8859-14"]
RARELY = frozenset(SINGLE[SINGLE.index("cp866"):])
POINTED = frozenset(["cp1255", "cp1256", "iso8859-6"])
MULTIPLE = ["gb18030", "big5hkscs", "euc_jp", "cp932", "cp949", "johab"]
WESTERN = frozenset(["cp1252", "iso8859-15"])     # declared of any page
USUAL = frozenset([*SINGLE, *MULTIPLE]) - RARELY
LOOKED_AT = 1 << 16      # bytes of a page, before the first byte beyond ASCII, and from it on
SAMPLE = 4000            # bytes of words
MOST_BROKEN = 0.05       # share of characters that are none, in an encoding of several bytes
# In powers of ten: what the others must be likelier than windows-1252, and what a language is
# likelier that the page names, or that is one of the host's country
RARE, DEFAULT, NAMED, OF_COUNTRY = 2.0, 3.0, 2.0, 1.0
MIXED = 4.0              # and what a page in UTF-8 and another must be likelier than one in one
FITS = 1.75              # powers of ten a byte: what a reading may cost that no declaration names
# And what a true declaration may cost a byte, in a language unknown here, as Greenlandic; most of
# one of an encoding that hardly any page has, and no program declares by default
STANDS, STANDS_RARE = 0.2, 1.0
FAR = 8.0                # powers of ten by which others are likelier than what needs no look
EVIDENCE = 0.5           # of a sum of logarithms: letters of a word depend on one another

NOTHING: Mapping[str, float] = MappingProxyType({})
PUNCTUATION = b""".,;:!?()"'"""
MARKUP = re.compile(rb"""
    <(?:script|style)\b.*?(?:</(?:script|style)|\Z)
  | <!--.*?(?:-->|\Z)
  | <(?!!\[CDATA\[)[^<>]*>?           # the text of a feed's items is CDATA
    """, re.X | re.I | re.S)
HTML_LANG = re.compile(rb"""<!--.*?(?:-->|\Z) | <html\s[^<>]*?\blang\s*=\s*["']?([a-z]{2,3})\b""",
                        re.X | re.I | re.S)
DOMAIN = re.compile(r"https?://[^/?#\[]*?\.([a-z]{2})\.?(?::\d*)?(?:[/?#]|\Z)", re.I)
SAME = {"no": "nb", "nn": "nb", "sh": "sr"}
COUNTRIES = more_of(rules("countries")["COUNTRIES"])


def guessed(data: bytes, url: object = None,
            declared: Mapping[str, float] = NOTHING) -> tuple[str, float]:
    """Return (Python's name of the likeliest encoding, the probability that its text is right).

    data:     a page's bytes, not valid UTF-8. url: the page's, for the country of its host.
    declared: {encoding: powers of ten by which it is likelier, for it is declared}.

    >>> guessed("<p>część".encode("iso8859-2"))[0]
    'iso8859-2'
    """
    sample = _sample(data)
    if sample.isascii():
        return max(declared, key=declared.__getitem__, default="cp1252"), 1.0
    return _likeliest(sample, _bonus(data, url), declared)[:2]


def mixed(data: bytes, url: object,
          declared: Mapping[str, float]) -> tuple[str, float] | None:
    """Return what `guessed` does of the words that are not UTF-8, None if no others seem to be."""
    parts: dict[bool, list[bytes]] = {False: [], True: []}
    for word in _words(MARKUP.sub(b" ", data)):
        parts[is_utf8(word)].append(word)
    inside, outside = _joined(parts[True]), _joined(parts[False])
    bonus = _bonus(data, url)
    as_one = _likeliest(inside + outside, bonus, declared)[2]
    reading = _of_text(inside.decode("utf-8", "replace")) + bonus
    bonus[reading.argmax()] += NAMED
    codec, probability, value = _likeliest(outside, bonus, NOTHING)
    is_mixed = reading.max() + value > as_one + MIXED
    return (codec, probability) if is_mixed else None


def _likeliest(sample, bonus, declared):
    """Return (encoding, probability, log10 of the likelihood) of words."""
    stands = {codec: powers + len(sample) * (0 if codec in WESTERN else STANDS if codec in USUAL
                                             else STANDS_RARE)
              for codec, powers in declared.items()}
    best = {codec: float((sums + bonus).max()) + stands.get(codec, 0)
            for codec, sums in _readings(sample, declared)}
    best["iso8859-15" if "iso8859-15" in declared else "cp1252"] += DEFAULT
    if declared.keys() - {"cp1252"}:
        best = {codec: value for codec, value in best.items() if codec in declared
                or codec in ("cp1252", *MULTIPLE) or value > -FITS * len(sample)}
    codec = max(best, key=best.__getitem__)
    text = decoded(sample, codec)
    doubt = sum(10 ** (EVIDENCE * (value - best[codec])) for other, value in best.items()
                if value > best[codec] - FAR and decoded(sample, other) != text)
    return codec, 1 / (1 + doubt), best[codec]


def _sample(data):
    """Return the words of a page with other bytes than ASCII: of its text, else of its markup."""
    first = len(data) - len(data.lstrip(bytes(range(128))))
    start = max(0, first - LOOKED_AT, data.rfind(b"</script", 0, first),
                data.rfind(b"</SCRIPT", 0, first))
    part = data[start:first + LOOKED_AT]
    text = MARKUP.sub(b" ", part)
    return _joined(_words(part if text.isascii() else text))


def _words(text):
    """Return the words with other bytes than ASCII, each once.

    A single byte, mostly a dash, and a row of equal bytes are no words.
    """
    words = dict.fromkeys(word.strip(PUNCTUATION) for word in text.split() if not word.isascii())
    return [word for word in words if word.count(word[:1]) < len(word)]


def _joined(words):
    """Return words as a sample of at most SAMPLE bytes."""
    return b" " + b" ".join(words)[:SAMPLE] + b" "


def _readings(sample, declared):
    """Yield (encoding, log10 probability of its text in each language), if it may be a text."""
    model = _model()
    pairs, counts = _pairs(sample)
    high = len(sample) - len(sample.translate(None, HIGH))
    for codec in dict.fromkeys([*SINGLE, *MULTIPLE, *declared]):
        if not character_table(codec):
            text = decoded(sample, codec)
            if text.count("\ufffd") <= MOST_BROKEN * len(text):
                yield codec, _of_text(text)
            continue
        rare = codec in RARELY and codec not in declared
        if not (rare and high == 1):
            symbols, small, capital, points = _tables(codec)
            letters, here, times = sample.translate(None, points), pairs, counts
            if high > 2 * (len(sample) - len(letters)) > 0:
                here, times = _pairs(letters)
            before, after = here >> 8, here & 0xff
            sums = model.log_probabilities(symbols[before], symbols[after], times)
            mixed = times[small[before] & capital[after] & (here & 0x8080 > 0)].sum()
            yield codec, sums * (counts.sum() / times.sum()) - COSTS[CAPITAL] * mixed - RARE * rare


def _pairs(sample):
    """Return the pairs of bytes next to each other, two in a number, and their counts."""
    codes = np.frombuffer(sample, np.uint8).astype(np.int64)
    return np.unique(codes[:-1] << 8 | codes[1:], return_counts=True)


def _of_text(text):
    """Return the log10 probability of a text in each language."""
    symbols = _model().symbols(text)
    return _model().log_probabilities(symbols[:-1], symbols[1:], np.ones(len(symbols) - 1))


@cache
def _model():
    return LetterModel.load(shared_file(MODEL))


@cache
def _tables(codec):
    """Return (symbol, is small, is a capital) of each byte, three arrays, and its points, bytes:
    the vowels of a Koran or prayer book, which no letters of the model have.
    """
    characters = character_table(codec)
    points = [byte for byte, each in enumerate(characters)
              if codec in POINTED and category(each) == "Mn"]
    return (_model().symbols(characters), np.array([each.islower() for each in characters]),
            np.array([each.isupper() for each in characters]), bytes(points))


def _bonus(data, url):
    """Return the log10 bonus of each language, by the page's language and its host, an array."""
    named = next((match[1].decode().lower() for match in HTML_LANG.finditer(data[:LOOKED_AT])
                  if match[1]), None)
    domain = DOMAIN.match(url) if isinstance(url, str) else None
    bonus = {SAME.get(named, named): NAMED}
    local = COUNTRIES.get(domain[1].lower()) if domain else None
    bonus[local] = bonus.get(local, 0) + OF_COUNTRY
    return np.array([bonus.get(language, 0) for language in _languages()])


@cache
def _languages():
    return [re.split("[_@]", language)[0] for language in _model().languages]
