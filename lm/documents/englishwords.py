"""Words by the English tokeniser with which the known limits were set.

Stretches without white space lose the marks at both ends, are taken apart at hyphens, commas and
the like between letters, and contractions and common abbreviations are known.

Source:  the rules of spaCy's tokeniser for English, MIT licence, which datatrove calls.
Differs: no emoticons, and of its thousand exceptions the common ones alone. Scripts without spaces,
         for which datatrove has segmenters, are cut into pieces about as long as a word.
"""
import re
from collections.abc import Callable
from itertools import chain
from typing import Any

from ..spaceless import SCRIPTS

CACHED = 1 << 16         # stretches whose words are remembered: most words of a text are frequent
LONGEST = 32             # code points of such a stretch; longer ones are rare
WINDOW = 8               # code points of the longest suffix with what precedes it
CONTRACTED_LETTERS = frozenset(["cannot", "gonna", "gotta"])     # what CONTRACTED has of letters

# Scripts without spaces. Letters of a piece, at most: about those of a word as jieba, SudachiPy and
# PyThaiNLP cut it
PIECES = {"Han": 2, "Kana": 3, "Thai": 4, "Lao": 4, "Khmer": 4, "Burmese": 4, "Tibetan": 4}
LETTERS = "".join(script.letters for script in SCRIPTS.values())
IS_SPACELESS = re.compile(f"[{LETTERS}]")
PIECE = re.compile("|".join([*(f"[{SCRIPTS[name].letters}]{{1,{most}}}"
                               for name, most in PIECES.items()), f"[^{LETTERS}]+"]))

LOW, UP = "a-zß-öø-ÿāăąćĉċčďđēĕėęěğģħīįıķļłńņňōőœŕřśşšţťūůűųźżžа-яёα-ωά-ώ", \
    "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĞĢĦĪĮİĶĻŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽА-ЯЁΑ-ΩΆ-Ώ"
# Letters of scripts without case
CASELESS = "ÿ-ʯ\u0530-\u06ff\u0900-\u0dff\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff" \
    "\u3400-\u9fff\uac00-\ud7af"
LETTER = LOW + UP + CASELESS
QUOTE = "'\"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉〈〉⟦⟧"
MARK = "…,:;!?¿؟¡()[\\]{}<>_#*&。？！，、；：～·।،۔؛٪"
MONEY = "$£€¥฿₽﷼₴₠₡₢₣₤₥₦₧₨₩₪₫€₭₮₯₰₱₲₳₴₵₶₷₸₹₺₻₼₽₾₿"
ICON = "¦©®°\u02c2-\u02c5\u2190-\u23ff\u2500-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
UNIT = "km²|km³|km|m²|m³|dm|cm|mm|m|ha|nm|yd|in|ft|kg|g|mg|µg|t|lb|oz|m/s|km/h|kmh|mph|hPa|Pa|" \
    "mbar|mb|MB|kb|KB|gb|GB|tb|TB|T|G|M|K|%"
PREFIX = re.compile(rf"""
    \.\.+              # an ellipsis of dots
    | [{MARK}{QUOTE}{MONEY}{ICON}§%=—–]
    | \+(?![0-9])
    | (?:US|C|A)\$
""", re.VERBOSE)
SUFFIX = re.compile(rf"""(?:
    \.\.+
    | ['’][sS]
    | [{MARK}{QUOTE}{ICON}—–]
    | (?<=[0-9])(?:\+|[{MONEY}]|{UNIT})
    | (?<=[0-9{LOW}{CASELESS}%²\-+{QUOTE}{MARK}])\.     # after a capital that of an initial
    | (?<=[{UP}][{UP}])\.
)\Z""", re.VERBOSE)
INFIX = re.compile(rf"""
    \.\.+|…|[{ICON}]
    | (?<=[0-9])[+\-*^](?=[0-9-])
    | (?<=[{LOW}{QUOTE}])\.(?=[{UP}{QUOTE}])    # a sentence that ends without a space
    | (?<=[{LETTER}]),(?=[{LETTER}])
    | (?<=[{LETTER}0-9])(?:---?|——|-|–|—|~)(?=[{LETTER}])
    | (?<=[{LETTER}0-9])[:<>=/](?=[{LETTER}])
""", re.VERBOSE)
# Letters with marks around them, each of which is a word: what most stretches are
PLAIN = re.compile(rf"""
    ([{MARK}{QUOTE}{MONEY}{ICON}§%=—–]*)
    (?!(?<=['’])[sS](?![^\W\d_]))      # 's is one word
    ([^\W\d_]+)
    ((?:
        [{MARK}{QUOTE}{ICON}—–]
        | (?<=[{LOW}{CASELESS}{QUOTE}{MARK}])\.(?!\.)
    )*)
""", re.VERBOSE)
ADDRESS = re.compile(r"""
    (?:https?|ftp)://\S+
    | (?:[\w.%+-]+@)?(?:[a-z0-9-]+\.)+[a-z]{2,6}(?::\d+)?(?:[/?#]\S*)?
""", re.VERBOSE | re.IGNORECASE)
ABBREVIATION = re.compile(r"""
    [A-Za-z]\.                     # an initial
    | [ap]\.m\. | e\.g\. | i\.e\. | [EI]\.[eg]\. | D\.C\. | v\.s\.
    | (?:Adm|Bros|[Cc]o|Corp|Dr|Gen|Gov|Inc|Jr|Ltd|Messrs|Mr|Mrs|Ms|Prof|Rep|Rev|Sen|St|vs)\.
    | (?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)\.
    | (?:Ala|Ariz|Ark|Calif|Colo|Conn|Del|Fla|Ga|Ia|Id|Ill|Ind|Kan|Kans|Ky|La|Mass|Md|Mich|Minn|
        Miss|Mo|Mont|Neb|Nebr|Nev|Okla|Ore|Pa|Tenn|Va|Wash|Wis)\.
    | Ph\.D\. | and/or | o['’]clock
""", re.VERBOSE)
PRONOUNS = "I|you|he|she|it|we|they|who|what|when|where|why|how|there|that|this|these|those"
AUXILIARIES = "ai|are|ca|could|did|do|does|had|has|have|is|may|might|must|need|ought|sha|should|" \
    "was|were|wo|would|dare"
CONTRACTION = re.compile(rf"""
    (?:{AUXILIARIES})(?=(?:n['’]t|['’]ve)\Z) | n['’]t\Z
    | (?:{PRONOUNS})(?=['’](?:m|re|ve|ll|d|s)\Z) | ['’](?:m|re|ve|ll|d|s)\Z
    | [0-9]{{1,2}}(?=[ap]\.?m\.?\Z) | [ap]\.?m\.?\Z
    | (?:let)(?=['’]s\Z) | can(?=not\Z) | not\Z | gon(?=na\Z) | na\Z | got(?=ta\Z) | ta\Z
""", re.VERBOSE | re.IGNORECASE)
CONTRACTED = re.compile(rf"""
    (?:{AUXILIARIES})(?:n['’]t|['’]ve)
    | (?:{PRONOUNS})['’](?:m|re|ve|ll|d|s)
    | 1?[0-9][ap]\.?m\.? | let['’]s | cannot | gonna | gotta
""", re.VERBOSE | re.IGNORECASE)
SPECIAL = re.compile(r"[./'’]|[0-9][apAP]")     # what abbreviations have, and contractions in marks


def words_of(line: str) -> list[str]:
    """Return the words of a line, each mark by itself.

    >>> words_of('"Don\\'t!" said Mr. Lee (of well-known Co., U.S.), paying $3.50.')
    ... # doctest: +NORMALIZE_WHITESPACE
    ['"', 'Do', "n't", '!', '"', 'said', 'Mr.', 'Lee', '(', 'of', 'well', '-', 'known', 'Co.', ',',
     'U.S.', ')', ',', 'paying', '$', '3.50', '.']
    """
    return list(chain.from_iterable(map(_PARTS.__getitem__, line.split())))


class Remembered(dict):
    """A cache of a function, {text: result}: it holds CACHED short texts, then is emptied.

    >>> Remembered(str.lower)["The"]
    'the'
    """

    def __init__(self, function: Callable[[str], Any]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, text: str) -> Any:
        value = self._function(text)
        if len(text) <= LONGEST:
            if len(self) >= CACHED:
                self.clear()
            self[text] = value
        return value


def parts_of(stretch: str) -> list[str]:
    """Return the words of a text without white space; each step looks at a few characters.

    >>> parts_of("老磨坊的门，BBC说。")
    ['老磨', '坊的', '门', '，', 'BBC', '说', '。']
    """
    if not stretch.isascii() and IS_SPACELESS.search(stretch):
        return [word for piece in PIECE.findall(stretch)
                for word in ([piece] if IS_SPACELESS.match(piece) else parts_of(piece))]
    if stretch.isalpha():
        return [stretch] if stretch.lower() not in CONTRACTED_LETTERS else _inner(stretch)
    plain = PLAIN.fullmatch(stretch)
    if plain:
        opening, word, closing = plain.groups()
        if word.isalpha() and not (closing[:1] == "." and ABBREVIATION.fullmatch(f"{word}.")):
            return [*opening, *parts_of(word), *closing]
    start, end = 0, len(stretch)
    behind: list[str] = []
    before: list[str] = []
    while start < end and not _is_special(stretch, start, end):
        left = end - start
        prefix = PREFIX.match(stretch, start, end)
        if prefix and prefix.end() < end:
            before.append(prefix[0])
            start = prefix.end()
            if _is_special(stretch, start, end):
                break
        suffix = SUFFIX.search(stretch[max(start, end - WINDOW):end])
        if suffix and len(suffix[0]) < end - start:
            behind.append(suffix[0])
            end -= len(suffix[0])
        if end - start == left:
            break
    return [*before, *_inner(stretch[start:end]), *behind[::-1]]


_PARTS = Remembered(parts_of)


def _is_special(stretch, start, end):
    """Return whether what is left is an abbreviation or a contraction."""
    return (end - start <= LONGEST and SPECIAL.search(stretch, start, end) is not None
            and bool(ABBREVIATION.fullmatch(stretch, start, end)
                     or CONTRACTED.fullmatch(stretch, start, end)))


def _inner(text):
    """Return the words of a text without marks at its ends."""
    if text.isdigit() or (len(text) > LONGEST and text.isalnum()):
        return [text]
    if text.lower() in CONTRACTED_LETTERS:
        return CONTRACTION.findall(text)
    if len(text) <= LONGEST and SPECIAL.search(text):
        if ABBREVIATION.fullmatch(text):
            return [text]
        if CONTRACTED.fullmatch(text):
            return CONTRACTION.findall(text)
    if ("." in text or "://" in text) and ADDRESS.fullmatch(text):
        return [text]
    parts, last = [], 0
    for match in INFIX.finditer(text):
        if match.start() > last:
            parts.append(text[last:match.start()])
        parts.append(match[0])
        last = match.end()
    return [*parts, text[last:]] if last < len(text) else parts
