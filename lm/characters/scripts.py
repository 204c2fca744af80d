"""The script of a text, by the Script property of its letters in Unicode."""
from collections import Counter
from functools import lru_cache

import regex

from ..rules import more_of, rules

SCRIPTS = more_of(rules("scripts")["SCRIPTS"])
LETTER = regex.compile("|".join(rf"(?P<{code}>[\p{{Script={name}}}&&\p{{L}}])"
                                for code, name in SCRIPTS.items()), regex.VERSION1)
KANA = 0.1               # share of kana from which text with Han is Japanese
# {script: (its language, letters of another one, that other one or "")}
ONLY = {script: tuple([*more.split(), "", ""][:3])
        for script, more in more_of(rules("scripts")["ONLY"]).items()}
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

    Of other languages in Han characters Cantonese has a name, yue.

    >>> [language_of_script("Hani", text) for text in ("简体汉字", "繁體漢字", "佢喺度嘅")]
    ['zh', 'zh-Hant', 'yue']
    >>> language_of_script("Cyrl", "Привет")
    ''
    """
    language, of_another, another = ONLY.get(script, ("", "", ""))
    if sum(map(text.count, of_another)) > OF_ANOTHER * len(text):
        return another
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
