#!/usr/bin/env python3
"""Note what models see of the example pages, so that a change of it does not go unnoticed.

usage: evidence.py MODEL.model...

A model knows only the names of its features. If the code computes other values than those it was
trained on, it still loads, and scores are worse. So each model has a line in evidence.jsonl beside
it: the SHA-256 of its file and, for each feature, a hash of its values on all segments of
share/examples, with a few of the values for the message. tests/suite/test_modelevidence.py
compares.
share/models/make writes the line of a model that it makes.
"""
import base64
import hashlib
import json
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bin"))

import numpy as np  # noqa: E402

import scutch  # noqa: E402
from scutch.filters import charlm, combine, mlp, shallow, wordlm  # noqa: E402
from scutch.filters.columns.pages import pages_of  # noqa: E402
from scutch.filters.roles.page import evidence_in  # noqa: E402
from scutch.filters.scoring.featuresets import blocks_in  # noqa: E402
from scutch.filters.scoring.languages import Identifier, sample_of  # noqa: E402
from scutch.filters.scoring.scores import spans_of  # noqa: E402
from scutch.lm.characters import classifier  # noqa: E402
from scutch.lm.characters.alphabets import FOLDED  # noqa: E402
from scutch.lm.characters.languagemodel import letters_of  # noqa: E402
from scutch.lm.characters.lettermodel import LetterModel  # noqa: E402
from scutch.lm.combine.jointmodel import RoleModel  # noqa: E402
from scutch.lm.combine.lexicon import LEXICON  # noqa: E402
from scutch.lm.documents.badness import Badness  # noqa: E402
from scutch.lm.documents.documentcounts import counts  # noqa: E402
from scutch.lm.documents.qualitymodel import (  # noqa: E402
    TRAITS,
    QualityModel,
    traits,
)
from scutch.lm.documents.tokenised import tokenised  # noqa: E402
from scutch.lm.evidence.evidence import EVIDENCE, ROW  # noqa: E402
from scutch.lm.shallow.shallowfeatures import matrix  # noqa: E402

PAGES = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))
FILE = "evidence.jsonl"
SHOWN = 4                # values of a feature in the file
DIGITS = 12              # of a hash
LONGEST = 40             # characters of a text in the file


@cache
def records(scope=""):
    """Return the records of the example pages, with the score of charlm.

    scope: "text" for their text without markup.
    """
    if scope == "text":
        texts = ["\n\n".join(one["text"] for one in record["segments"]) for record in records()]
        return list(scutch.pipe([{"text": text} for text in texts], "segment, charlm"))
    pages = [{"html_b64": base64.b64encode(path.read_bytes()).decode()} for path in PAGES]
    return list(scutch.pipe(pages, "html2text, segment, charlm"))


def of_combine(path):
    """Return {feature: array (segments,)}: the features that its trees are given."""
    scorer = combine.Scorer(str(path))
    is_text = path.stem.endswith("text")
    model = scorer.of_text if is_text else scorer.of_markup
    given = []
    whole = model.features

    def noted(*pages):
        given.append(whole(*pages))
        return given[0]
    model.features = noted
    scorer.of_pages(pages_of(records("text" if is_text else "")))
    return dict(zip([*EVIDENCE, *LEXICON], given[0], strict=False))


def of_role(path):
    """Return {feature: array (segments,)}: the features that its trees are given."""
    names = RoleModel.load(path).names
    rows = [evidence_in(pages_of([record])).features for record in records()]
    features = np.concatenate(rows, 1)
    return {name: features[ROW[name]] for name in names}


def of_mlp(path):
    """Return {feature: array (segments,)}."""
    scorer = mlp.Scorer(str(path))
    features = scorer.sets[str(path)]
    rows = [features.of(pages_of([record])) for record in records()]
    return dict(zip(features.names, np.concatenate(rows).T, strict=True))


def of_shallow(path):
    """Return {feature: array (segments with a word,)}."""
    names = shallow.Scorer(model=str(path)).model.settings["features"]
    rows = [matrix(next(blocks_in(pages_of([record])))[1], names) for record in records()]
    return dict(zip(names, np.concatenate(rows).T, strict=True))


def of_charlm(path):
    """Return {feature: list (segments,)}, with the symbols of each text and the step before it."""
    model = charlm.Scorer(str(path)).classifiers[str(path)]
    letters = _letters(model.ratio.alphabet)
    found = {name: [] for name in ("symbols", "ratio", "root", "log", "links", "distance")}
    for record in records():
        texts = [one["text"] for one in record["segments"]]
        sums, lengths = model.ratio.ratios(texts)
        pages = pages_of([record])
        links = pages.link_densities if pages.has_markup.any() else None
        _, *columns = classifier.features(sums, lengths, links).T
        rows = [map(letters, texts), model.scores(texts)[1], *columns,
                pages.distances.tolist()]
        for values, row in zip(found.values(), rows, strict=True):
            values.extend(row)
    return found


def of_wordlm(path):
    """Return {feature: list (sentences,)}: the words of each, log10 of its probability, tokens."""
    model = wordlm.Scorer(str(path)).models[str(path)]
    sentences = [one["text"][start:end] for record in records() for one in record["segments"]
                 for start, end in spans_of(one)]
    words = [" ".join(word for block in model.tokens.blocks([sentence])
                      for word in model.tokens.words(block, range(len(block.hashes) - 1)))
             for sentence in sentences]
    return {"words": words, **model.score(sentences)._asdict()}


def of_lang(path):
    """Return {feature: list (pages,)}: the letters looked at, the sum of each language."""
    model = Identifier(str(path)).model
    texts = list(map(sample_of, records()))
    letters = _letters(model.alphabet)
    sums, counts = model.sums_of([letters_of(text, model.alphabet) for text in texts])
    return {"letters": list(map(letters, texts)), "n-grams": counts,
            **dict(zip(model.settings["languages"], sums.T, strict=True))}


def of_letters(path):
    """Return {feature: list (pages,)}: the symbols looked at, the sum of each language."""
    model = LetterModel.load(path)
    symbols = [model.symbols(f" {sample_of(record)} ") for record in records()]
    sums = [model.log_probabilities(page[:-1], page[1:], np.ones(len(page) - 1))
            for page in symbols]
    return {"symbols": [" ".join(map(str, page)) for page in symbols],
            **dict(zip(model.languages, np.stack(sums, 1), strict=True))}


def of_quality(path):
    """Return {trait: list (pages,)}, of all text of each page."""
    table = Badness.load(path.with_name("badness.model"))
    QualityModel.load(path)
    rows = []
    for record in records():
        found = tokenised(["\n".join(one["text"] for one in record["segments"])])
        rows.append(traits(found, counts(found), table.of(found, [record.get("lang", "")]))[0])
    return dict(zip(TRAITS, np.stack(rows).T, strict=True))


def of_badness(path):
    """Return {language: list (pages,)}, the badness of each page by it."""
    table = Badness.load(path)
    found = tokenised(["\n".join(one["text"] for one in record["segments"])
                       for record in records()])
    return {language: table.of(found, [language] * len(found)) for language in table.words}


def _letters(alphabet):
    """Return a function from a text to its symbols, each as the first character that has it."""
    first = {}
    for point, number in enumerate(alphabet.symbols(np.arange(FOLDED + 1)).tolist()):
        first.setdefault(number, chr(point))
    return lambda text: "".join(map(first.get, alphabet.numbers(text).tolist()))


OF_KIND = {"badness": of_badness, "charlm": of_charlm, "combine": of_combine, "lang": of_lang,
           "languages": of_lang, "letters": of_letters, "mlp": of_mlp, "quality": of_quality,
           "role": of_role, "shallow": of_shallow, "wordlm": of_wordlm}


def evidence_of(path):
    """Return the line of a model, a dict.

    Of numbers four digits count, so that it does not depend on the version of numpy.
    """
    found = {}
    for name, values in OF_KIND[path.stem.partition("-")[0]](path).items():
        written = [value if isinstance(value, str) else f"{np.float32(value) + 0.0:.4g}"
                   for value in values]
        digest = hashlib.sha256("\n".join(written).encode()).hexdigest()[:DIGITS]
        step = max(1, len(written) // SHOWN)
        found[name] = [digest, *(one[:LONGEST] for one in written[step // 2::step][:SHOWN])]
    return {"model": path.stem, "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "evidence": found}


def read(folder):
    """Return {model: its line} of the file in a folder, {} if there is none."""
    path = folder / FILE
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {line["model"]: line for line in map(json.loads, lines)}


def main():
    """Write the lines of some models, each beside its model."""
    for name in sys.argv[1:]:
        path = Path(name).resolve()
        lines = read(path.parent)
        lines[path.stem] = evidence_of(path)
        text = "".join(json.dumps(lines[name], ensure_ascii=False) + "\n" for name in sorted(lines))
        (path.parent / FILE).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
