"""The script of a text, by the Script property of its letters in Unicode."""
from collections import Counter
from functools import lru_cache

import regex

# ISO 15924 and Unicode's name. Han is for Chinese as well as for Japanese, which has kana among it.
SCRIPTS = {"Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Cyrl": "Cyrillic",
           "Deva": "Devanagari", "Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek",
           "Gujr": "Gujarati", "Guru": "Gurmukhi", "Hang": "Hangul", "Hani": "Han",
           "Hebr": "Hebrew", "Hira": "Hiragana", "Kana": "Katakana", "Khmr": "Khmer",
           "Knda": "Kannada", "Laoo": "Lao", "Latn": "Latin", "Mlym": "Malayalam",
           "Mymr": "Myanmar", "Orya": "Oriya", "Sinh": "Sinhala", "Taml": "Tamil",
           "Telu": "Telugu", "Thaa": "Thaana", "Thai": "Thai", "Tibt": "Tibetan"}
LETTER = regex.compile("|".join(rf"(?P<{code}>[\p{{Script={name}}}&&\p{{L}}])"
                                for code, name in SCRIPTS.items()), regex.VERSION1)
KANA = 0.1               # share of kana from which text with Han is Japanese
# Scripts in which nearly all of the web is in one language, and letters or words of another one
ONLY = {"Armn": ("hy", ""), "Beng": ("bn", "ৰৱ"), "Geor": ("ka", ""), "Grek": ("el", ""),
        "Gujr": ("gu", ""), "Guru": ("pa", ""), "Hang": ("ko", ""), "Hani": ("zh", "嘅喺咗啲冇佢"),
        "Jpan": ("ja", ""), "Khmr": ("km", ""), "Knda": ("kn", ""), "Laoo": ("lo", ""),
        "Mlym": ("ml", ""), "Mymr": ("my", "ၼၢႃႇႈၚ"), "Orya": ("or", ""), "Sinh": ("si", ""),
        "Taml": ("ta", ""), "Telu": ("te", ""), "Thaa": ("dv", ""), "Thai": ("th", "")}
OF_ANOTHER = 0.003       # share of letters of another language from which the text is in it
TRADITIONAL = "zh-Hant"


def script_of(text: str) -> str:
    """Return the script of most letters of a text, "" where none of them is known.

    >>> [script_of(text) for text in ("Привет, world", "漢字とかな", "漢字", "42")]
    ['Cyrl', 'Jpan', 'Hani', '']
    """
    letters = Counter()
    for character, count in Counter(text).items():
        if character.isalpha():
            letters[_script(character)] += count
    kana = letters.pop("Hira", 0) + letters.pop("Kana", 0)
    if kana:
        letters["Jpan"] = kana
    if kana > KANA * (kana + letters["Hani"]):
        letters["Jpan"] += letters.pop("Hani", 0)
    return max(sorted(letters), key=letters.__getitem__, default="")


def language_of_script(script: str, text: str) -> str:
    """Return the one language of a script, "" where there are several or the text is in another.

    >>> [language_of_script("Hani", text) for text in ("简体汉字", "繁體漢字", "佢喺度嘅")]
    ['zh', 'zh-Hant', '']
    >>> language_of_script("Cyrl", "Привет")
    ''
    """
    language, of_another = ONLY.get(script, ("", ""))
    if sum(map(text.count, of_another)) > OF_ANOTHER * len(text):
        return ""
    return TRADITIONAL if script == "Hani" and _is_traditional(text) else language


def _is_traditional(text):
    """Return whether more of the characters are only in Big5 than only in GB 2312."""
    simple, complex_ = (text.encode(encoding, "ignore").decode(encoding)
                        for encoding in ("gb2312", "big5"))
    return len(complex_) > len(simple)


@lru_cache(1 << 14)
def _script(letter):
    match = LETTER.match(letter)
    return match.lastgroup if match else ""
