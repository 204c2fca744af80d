#!/usr/bin/env python3
"""Measure how well lang.model, by which scorers choose, identifies languages, beside py3langid.

usage: lang.py [--help-pages DIR] CORPORA_DIR [GOLD_DIR...]

CORPORA_DIR/LANGUAGE/*.txt.gz has a paragraph or sentence a line. Files that the shipped model is
trained on (share/models/lang.md) are tested by every tenth line, which was held out; all others by
every line. Pieces are runs of a given number of characters. "told" is the share of pieces whose
likeliest language is right; "named" the share that get the right name, for which the language must
be more likely than not. py3langid decides between 97 languages, or between the nine of scutch ("of
9").

"declared" counts pages of gold sets that declare a language, rightly or wrongly: the text confirms
it, overrules it, or leaves it as it is. manylanguages.py tells what pages without one are told.
 --help-pages is /usr/share/help of Debian's
package gnome-user-docs: text in languages of the Latin script that the model does not know, without
paragraphs left in English. "no name" is the share of pieces that get none of the nine names.
"""
import argparse
import gzip
import html
import json
import random
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from common import command, paths_of, print_head, run, write_pages

from scutch.filters.scoring.languages import LIKELY, Identifier, language_of
from scutch.filters.training.gold import read_gold

LENGTHS = (20, 50, 200, 1000)
PIECES = 3000            # of each language and length
HELD_OUT = 10
TRAINED_ON = {           # share/models/lang.md
    "de": ["common-voice", "parliament-bundestag", "fiction-novels"],
    "en": ["common-voice", "wikinews", "textbooks", "us-government-web",
           "us-presidential-speeches", "fiction-1870-1930"],
    "es": ["common-voice", "software-docs-business", "textbook-physics", "parliament-congreso",
           "fiction-novels"],
    "fr": ["common-voice", "software-docs-business", "law-codes", "fiction-cidre",
           "fiction-novels"],
    "gl": ["common-voice", "parliament-galicia"],
    "it": ["common-voice", "fiction-novels"],
    "nl": ["common-voice"],
    "pt": ["common-voice", "fiction-novels"],
    "sv": ["common-voice", "software-docs-business", "parliament-riksdagen-interpellations",
           "fiction-novels"],
}
ELSEWHERE = "ca cs da fi hr hu id lt lv pl ro sl sr@latin tr vi".split()
PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)


class Judges:
    """scutch and py3langid as functions from a text to (language, whether it gets the name)."""

    def __init__(self):
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
        self.scutch = Identifier()
        self.rivals = {"py3langid": LanguageIdentifier.from_model_file(MODEL_FILE),
                       "of 9": LanguageIdentifier.from_model_file(MODEL_FILE)}
        self.rivals["of 9"].set_languages(list(TRAINED_ON))

    def row(self, pieces, language):
        """Return the shares of pieces: told, named; told by py3langid, and of 9."""
        found = self.scutch.model.identified(pieces)
        shares = [mean(one == language for one, _ in found),
                  mean(one == language and likely >= LIKELY for one, likely in found)]
        return shares + [mean(judge.classify(piece)[0] == language for piece in pieces)
                         for judge in self.rivals.values()]

    def unnamed(self, pieces):
        """Return the share of pieces that are given none of the nine names, by both."""
        return [mean(likely < LIKELY for _, likely in self.scutch.model.identified(pieces)),
                mean(self.rivals["py3langid"].classify(piece)[0] not in TRAINED_ON
                     for piece in pieces)]


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def lines_of(folder, language, held_out):
    """Return lines of a language: those held out of the training, or of files not used in it."""
    out = []
    for path in sorted(folder.glob("*.txt.gz")):
        trained_on = path.name.removesuffix(".txt.gz") in TRAINED_ON[language]
        if trained_on == held_out:
            with gzip.open(path, "rt", encoding="utf-8") as file:
                lines = file.read().split("\n")[:-1]
            out += lines[HELD_OUT - 1::HELD_OUT] if held_out else lines
    random.Random(0).shuffle(out)
    return out


def pieces_of(text, length, most=PIECES):
    """Return up to `most` runs of characters of a text."""
    starts = range(0, len(text) - length + 1, length)
    return [text[start:start + length] for start in random.Random(0).sample(
        starts, min(most, len(starts)))]


def known(judges, corpora, held_out):
    """Print a table for text in the languages that the model knows."""
    print(f"{'':12}" + "".join(f"{length:>7} characters{'':14}" for length in LENGTHS))
    print(f"{'':12}" + "   told  named  langid   of 9   " * len(LENGTHS))
    rows = []
    for language in TRAINED_ON:
        lines = lines_of(corpora / language, language, held_out)
        if lines:
            rows.append([judges.row(pieces_of(" ".join(lines), length), language)
                         for length in LENGTHS])
            show(language, rows[-1])
    show("mean", [[mean(cell) for cell in zip(*column, strict=True)]
                  for column in zip(*rows, strict=True)])


def show(name, row):
    print(f"{name:12}" + "    ".join("".join(f"{share:7.3f}" for share in shares)
                                     for shares in row), flush=True)


def unknown(judges, folder):
    """Print a table for text in languages that the model does not know."""
    english = paragraphs(folder / "C")
    print(f"{'':12}" + "".join(f"{length:>7} characters  " for length in LENGTHS))
    print(f"{'':12}" + " scutch langid     " * len(LENGTHS))
    rows = []
    for language in ELSEWHERE:
        lines = sorted(paragraphs(folder / language) - english)
        random.Random(0).shuffle(lines)
        pieces = [pieces_of(" ".join(lines), length) for length in LENGTHS]
        if len(pieces[-1]) >= 10:                 # little is translated into some of them
            rows.append([judges.unnamed(some) for some in pieces])
            show(language, rows[-1])
    show("mean", [[mean(cell) for cell in zip(*column, strict=True)]
                  for column in zip(*rows, strict=True)])


def paragraphs(folder):
    """Return the paragraphs of a folder of help pages, without their tags."""
    found = set()
    for path in folder.glob("gnome-help/*.page"):
        for paragraph in PARAGRAPH.findall(path.read_text("utf-8")):
            text = " ".join(html.unescape(re.sub(r"<[^>]+>", "", paragraph)).split())
            if len(text) > 40:
                found.add(text)
    return found


def segmented(gold, work):
    """Yield (language by the gold, record with segments) of the pages of a set."""
    languages = {page: record.get("lang") for page, record in read_gold(str(gold)).items()}
    write_pages(paths_of(gold), work / "pages")
    run(command("chain", "html2text, segment"), work / "pages", work / "segments")
    with open(work / "segments", encoding="utf-8") as file:
        for record in map(json.loads, file):
            if (language := languages.get(record["id"])) and language != "und":
                yield language, record


def pages(judges, gold, work):
    """Print what is said of the pages of a gold set that declare a language."""
    declared = Counter()
    for right, record in segmented(gold, work):
        if language_of(record):
            _, likely, overruled = judges.scutch.look(record)
            declared["overruled" if overruled else "confirmed" if likely else "left",
                     "right" if language_of(record) == right else "wrong"] += 1
    print(f"{gold.name:16} declared   " + ", ".join(
        f"{number} {what} ones {done}" for (done, what), number in sorted(declared.items())),
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("gold", nargs="*", type=Path)
    parser.add_argument("--help-pages", type=Path, metavar="DIR")
    args = parser.parse_args()
    print_head({})
    subprocess.run(command("lang", "--signature"), check=True)
    judges = Judges()
    print("\nText like that trained on, lines held out\n")
    known(judges, args.corpora, held_out=True)
    print("\nText of other kinds, none of it trained on: help pages, for English Wikipedia, "
          "dialogues, MASC\n")
    known(judges, args.corpora, held_out=False)
    if args.help_pages:
        print("\nLanguages not known: pieces that are given none of the nine names\n")
        unknown(judges, args.help_pages)
    if args.gold:
        print("\nPages that declare a language\n")
    with tempfile.TemporaryDirectory() as work:
        for gold in args.gold:
            pages(judges, gold, Path(work))


if __name__ == "__main__":
    main()
