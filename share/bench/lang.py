#!/usr/bin/env python3
"""Measure how well lang.model, by which scorers choose, identifies languages, beside py3langid.

usage: lang.py [--help-pages DIR] CORPORA_DIR [GOLD_DIR...]

CORPORA_DIR/LANGUAGE/*.txt.gz has a paragraph or sentence a line. Files that the shipped model is
trained on (share/models/lang.md) are tested by every tenth line, which was held out; all others by
every line. Pieces are runs of a given number of characters. "told" is the share of pieces whose
likeliest language is right; "named" the share that get the right name, for which the language must
be more likely than not. py3langid decides between 97 languages, or between the nine of scutch ("of
9").

"declared" counts pages that declare a language, rightly or wrongly: the text confirms it, overrules
it, or leaves it as it is.

The language of gold pages is that of their README. --help-pages is /usr/share/help of Debian's
package gnome-user-docs: text in languages of the Latin script that the model does not know, without
paragraphs left in English. "no name" is the share of pieces that get none of the nine names.
"""
import argparse
import gzip
import json
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from common import command, paths_of, run, write_pages

from scutch.filters.scoring.languages import LIKELY, Identifier, language_of, sample_of

LENGTHS = (20, 50, 200, 1000)
PIECES = 300             # of each language and length
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


def pieces_of(lines, length):
    """Return up to PIECES runs of characters of running text."""
    text = " ".join(lines)[:length * PIECES * 3]
    starts = range(0, len(text) - length + 1, length)
    return [text[start:start + length] for start in random.Random(0).sample(
        starts, min(PIECES, len(starts)))]


def known(judges, corpora, held_out):
    """Print a table for text in the languages that the model knows."""
    print(f"{'':12}" + "".join(f"{length:>7} characters{'':14}" for length in LENGTHS))
    print(f"{'':12}" + "   told  named  langid   of 9   " * len(LENGTHS))
    rows = []
    for language in TRAINED_ON:
        lines = lines_of(corpora / language, language, held_out)
        if lines:
            rows.append([judges.row(pieces_of(lines, length), language) for length in LENGTHS])
            show(language, rows[-1])
    show("mean", [[mean(cell) for cell in zip(*column, strict=True)]
                  for column in zip(*rows, strict=True)])


def show(name, row):
    print(f"{name:12}" + "".join("".join(f"{share:7.3f}" for share in shares) + "    "
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
        pieces = [pieces_of(lines, length) for length in LENGTHS]
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
            text = " ".join(re.sub(r"<[^>]+>", "", paragraph).split())
            if len(text) > 40:
                found.add(text)
    return found


def pages(judges, gold, work):
    """Print what is said of the pages of a gold set, and how long it takes."""
    write_pages(paths_of(gold), work / "pages")
    run(command("html2text"), work / "pages", work / "blocks")
    run(command("segment"), work / "blocks", work / "segments")
    languages = {}
    with gzip.open(gold / "gold.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            languages[record["id"]] = record["lang"]
    said, seconds, count, lengths = {}, [0.0, 0.0], 0, 0
    declared = Counter()
    with open(work / "segments", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            began = time.process_time()
            text = sample_of(record)
            found = judges.scutch.languages([text])[0][0] or "nothing"
            between = time.process_time()
            rival = judges.rivals["py3langid"].classify(text)[0]
            seconds[0] += between - began
            seconds[1] += time.process_time() - between
            right = languages[record["id"]]
            if right and language_of(record):
                _, likely, overruled = judges.scutch.look(record)
                agrees = language_of(record) == right
                declared["overruled" if overruled else "confirmed" if likely else "left",
                         "right" if agrees else "wrong"] += 1
            if right:
                for judge, one in ("scutch", found), ("py3langid", rival):
                    told = "right" if one == right else (
                        one if one in ("und", "nothing") else "wrong")
                    said.setdefault(judge, {}).setdefault(told, 0)
                    said[judge][told] += 1
            count += 1
            lengths += len(text)
    for (judge, told), took in zip(said.items(), seconds, strict=True):
        print(f"{gold.name:16} {judge:10} {1000 * took / count:6.2f} ms a page, "
              + ", ".join(f"{number} {what}" for what, number in sorted(told.items())), flush=True)
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
    print(shlex.join(["share/bench/lang.py", *sys.argv[1:]]), end="\n\n", flush=True)
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
        print("\nPages, up to 2000 characters of each, CPU time\n")
    with tempfile.TemporaryDirectory() as work:
        for gold in args.gold:
            pages(judges, gold, Path(work))


if __name__ == "__main__":
    main()
