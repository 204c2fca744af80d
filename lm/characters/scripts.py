"""Which script a text is written in, by the names of its letters in Unicode."""
import unicodedata
from collections import Counter

# How the name of a letter begins, and its script as in ISO 15924. Han is for Chinese as well as
# for Japanese, which has kana among it.
SCRIPTS = {"ARABIC": "Arab", "ARMENIAN": "Armn", "BENGALI": "Beng", "CJK": "Hani",
           "CYRILLIC": "Cyrl", "DEVANAGARI": "Deva", "ETHIOPIC": "Ethi", "GEORGIAN": "Geor",
           "GREEK": "Grek", "GUJARATI": "Gujr", "GURMUKHI": "Guru", "HANGUL": "Hang",
           "HEBREW": "Hebr", "HIRAGANA": "Jpan", "KANNADA": "Knda", "KATAKANA": "Jpan",
           "KHMER": "Khmr", "LAO": "Laoo", "LATIN": "Latn", "MALAYALAM": "Mlym",
           "MYANMAR": "Mymr", "ORIYA": "Orya", "SINHALA": "Sinh", "TAMIL": "Taml",
           "TELUGU": "Telu", "THAANA": "Thaa", "THAI": "Thai", "TIBETAN": "Tibt"}
KANA = 0.1               # share of kana from which text with Han is Japanese


def script_of(text):
    """Return the script of most letters of a text, "" where it has none that is known.

    >>> [script_of(text) for text in ("Привет, world", "漢字とかな", "漢字", "42")]
    ['Cyrl', 'Jpan', 'Hani', '']
    """
    found = Counter()
    for character, count in Counter(text).items():
        if character.isalpha():
            first = unicodedata.name(character, "").partition(" ")[0].partition("-")[0]
            found[SCRIPTS.get(first, "")] += count
    if found["Jpan"] > KANA * (found["Jpan"] + found["Hani"]):
        found["Jpan"] += found.pop("Hani", 0)
    return max(sorted(found), key=found.__getitem__, default="")
