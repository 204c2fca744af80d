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


@lru_cache(1 << 14)
def _script(letter):
    match = LETTER.match(letter)
    return match.lastgroup if match else ""
