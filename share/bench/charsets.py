#!/usr/bin/env python3
"""Measure how often the encoding of pages that declare none is found, beside other detectors.

usage: charsets.py --help-pages DIR [--files DIR] CORPORA_DIR

--help-pages is /usr/share/help of Debian's package gnome-user-docs: its paragraphs become pages of
1, 4 and 25 paragraphs, in each encoding that old pages in their language have. CORPORA_DIR/LANGUAGE
has text of nine languages of windows-1252, of which only lines behind those that the model is
trained on are taken; quotes and dashes become those of windows-1252. --files is tests/ of the
source of chardet 5.2.0 (pip download --no-binary :all: --no-deps chardet==5.2.0): files in folders
named for their encoding; what they declare is blotted out. A page is right if its text is.
chardet and charset-normalizer are measured if they are installed.
"""
import argparse
import gzip
import html
import itertools
import random
import re
import time
from collections import Counter, defaultdict
from pathlib import Path

from common import print_head  # which finds scutch

from scutch.filters.html import encodingguess
from scutch.filters.html.anybytes import decoded

ENCODINGS = {
    "windows-1250": "pl hu cs sl hr ro sr@latin", "iso8859-2": "pl hu cs sl hr ro sr@latin",
    "windows-1254": "tr", "windows-1257": "lt lv", "iso8859-13": "lt lv",
    "windows-1251": "ru uk sr", "koi8-r": "ru", "koi8-u": "uk", "iso8859-5": "ru sr",
    "cp866": "ru uk", "mac-cyrillic": "ru", "windows-1253": "el", "iso8859-7": "el",
    "windows-1255": "he", "windows-1256": "fa", "gb18030": "zh_CN", "cp932": "ja",
    "euc_jp": "ja", "cp949": "ko", "windows-1252": "ca da de es fi fr gl it pt pt_BR sv"}
PARAGRAPHS = 1, 4, 25
PAGES = 10               # of each language, encoding and length
TRAINED_ON = 4000        # lines of each file of the corpora, at most: share/models/letters.py
PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.S)
PLAIN = str.maketrans({"„": '"', "“": '"', "”": '"', "’": "'", "‘": "'", "–": "-", "—": "-",
                       "…": "...", "«": '"', "»": '"', "ș": "ş", "ț": "ţ", "Ș": "Ş", "Ț": "Ţ"})
CURLY = [(re.compile(r"(\w)'(\w)"), r"\1’\2"), (re.compile('"([^"]*)"'), r"“\1”"),
         (re.compile(" -+ "), " – "), (re.compile(re.escape("...")), "…")]
DECLARED = re.compile(rb"""charset\s*=\s*["']?[\w-]+|encoding\s*=\s*["'][\w-]+["']""", re.I)
FOLDERS = {"KOI8-R": "koi8-r", "TIS-620": "cp874", "Big5": "big5hkscs", "CP932": "cp932",
           "SHIFT_JIS": "cp932", "EUC-JP": "euc_jp", "EUC-KR": "cp949", "CP949": "cp949",
           "GB2312": "gb18030", "IBM855": "cp855", "IBM866": "cp866",
           "MacCyrillic": "mac-cyrillic", "MacRoman": "mac-roman"}
LATIN = {"iso-8859-1": "cp1252"}        # as browsers read it


def detectors():
    """Return {name: a function from bytes to the name of an encoding}."""
    known = {"scutch": lambda data: encodingguess.guessed(data)[0]}
    try:
        import chardet
        known[f"chardet {chardet.__version__}"] = lambda data: chardet.detect(
            data, **({"compat_names": False} if chardet.__version__ >= "7" else {}))["encoding"]
    except ImportError:
        pass
    try:
        import charset_normalizer

        def best(data):
            guess = charset_normalizer.from_bytes(data).best()
            return guess.encoding if guess else None
        known[f"charset-normalizer {charset_normalizer.__version__}"] = best
    except ImportError:
        pass
    return known


def page(paragraphs, tag="<html>"):
    """Return a page of paragraphs, with a menu in ASCII."""
    return (f"{tag}<head><title>{paragraphs[0][:40]}</title></head><body><ul><li><a href='/'>Home"
            "</a></li><li><a href='/news'>News</a></li></ul>"
            + "".join(f"<p>{text}</p>\n" for text in paragraphs) + "<p>Copyright 2006</p></body>")


def as_carried(text, encoding):
    """Return a text without the few characters that the encoding lacks, "" if they are many."""
    if not encoding.startswith("windows"):
        text = text.translate(PLAIN)
    text = text if encoding.endswith("1252") else text.translate(
        {ord(letter): PLAIN[ord(letter)] for letter in "șțȘȚ"})
    carried = text.encode(encoding, "ignore").decode(encoding)
    return carried if len(carried) > 0.98 * len(text) else ""


def drawn(texts, encoding, draw):
    """Yield pages, as text, of paragraphs of texts, drawn at random."""
    for count in PARAGRAPHS:
        for _ in range(PAGES):
            first = draw.randrange(max(1, len(texts) - count))
            of_page = [as_carried(text, encoding) for text in texts[first:first + count]]
            if any(of_page) and not "".join(of_page).isascii():
                yield list(filter(None, of_page))


def help_pages(folder):
    """Yield (encoding, language, list of paragraphs) of pages in the languages of a folder."""
    draw = random.Random(1)
    for encoding, languages in ENCODINGS.items():
        for language in languages.split():
            files = sorted((folder / language / "gnome-help").glob("*.page"))[:120]
            texts = [" ".join(html.unescape(re.sub("<[^>]*>", "", text)).split())
                     for file in files for text in PARAGRAPH.findall(file.read_text("utf-8"))]
            for paragraphs in drawn([text for text in texts if len(text) > 40], encoding, draw):
                yield encoding, language, paragraphs


def western_pages(corpora):
    """Yield the same for text of the corpora, in windows-1252."""
    draw = random.Random(2)
    for path in sorted(corpora.glob("??/*.txt.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            lines = [line.strip() for line in itertools.islice(file, TRAINED_ON, TRAINED_ON + 5000)]
        for pattern, curly in CURLY:
            lines = [pattern.sub(curly, line) for line in lines]
        for paragraphs in drawn(lines, "windows-1252", draw) if len(lines) > 100 else []:
            yield "windows-1252", path.parent.name, paragraphs


def test_files(folder):
    """Yield (encoding, "", bytes) of files in folders that are named for their encoding."""
    for path in sorted(folder.glob("*/*")):
        name = path.parent.name
        label = re.match("(?:windows|iso-8859)-[0-9]+", name)
        encoding = FOLDERS.get(name) or (label[0] if label else None)
        data = DECLARED.sub(b"", path.read_bytes()) if encoding else b""
        try:
            data.decode()
        except UnicodeDecodeError:
            yield encoding, "", data


def measured(pages, detect):
    """Return ({encoding: right}, {encoding: pages}, milliseconds a page) of (encoding, bytes)."""
    right, total, started = Counter(), Counter(), time.process_time()
    guesses = [detect(data) for _, data in pages]
    spent = 1000 * (time.process_time() - started) / len(pages)
    for (encoding, data), guess in zip(pages, guesses, strict=True):
        total[encoding] += 1
        same = guess and decoded(data, guess) == decoded(data, as_codec(encoding))
        right[encoding] += bool(same)
    return right, total, spent


def as_codec(encoding):
    """Return Python's name, by which `decoded` knows an encoding."""
    return LATIN.get(encoding, encoding.replace("windows-", "cp"))


def table(title, pages, detects):
    """Print the share of right pages by encoding, for each detector."""
    print(f"\n{title}, {len(pages)} pages, percent right\n")
    names = list(detects)
    print(f"{'':16}{'pages':>6}" + "".join(f"{name:>28}" for name in names))
    results = [measured(pages, detects[name]) for name in names]
    for encoding in results[0][1]:
        print(f"{encoding:16}{results[0][1][encoding]:6}" + "".join(
            f"{100 * right[encoding] / total[encoding]:28.1f}" for right, total, _ in results))
    print(f"{'all':16}{len(pages):6}" + "".join(
        f"{100 * sum(right.values()) / len(pages):28.2f}" for right, _, _ in results))
    print(f"{'ms a page, CPU':22}" + "".join(f"{spent:28.2f}" for *_, spent in results))


def sureness(pages):
    """Print how many pages are right of those with a probability."""
    by_probability = defaultdict(Counter)
    for encoding, data in pages:
        guess, probability = encodingguess.guessed(data)
        right = decoded(data, guess) == decoded(data, as_codec(encoding))
        least = max(bound for bound in (0, 0.5, 0.8, 0.95, 0.99) if probability >= bound)
        by_probability[least][right] += 1
    print("\nright, by the probability that doc.notes has\n")
    for least, counts in sorted(by_probability.items()):
        print(f"from {least:4.2f}{counts[True]:8} of {counts.total()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--help-pages", type=Path, required=True)
    parser.add_argument("--files", type=Path)
    parser.add_argument("corpora", type=Path)
    opts = parser.parse_args()
    print_head({})
    detects = detectors()
    for name, tag in ("Help pages", "<html>"), ("Help pages with <html lang>", "<html lang={}>"):
        made = [(encoding, page(texts, tag.format(re.split("[_@]", language)[0])).encode(
            as_codec(encoding))) for encoding, language, texts in help_pages(opts.help_pages)]
        table(name, made, detects)
        sureness(made)
    table("Western text of the corpora", [
        (encoding, page(texts).encode(as_codec(encoding)))
        for encoding, _, texts in western_pages(opts.corpora)], detects)
    if opts.files:
        table("Test files of chardet 5.2.0", [
            (encoding, data) for encoding, _, data in test_files(opts.files)], detects)


if __name__ == "__main__":
    main()
