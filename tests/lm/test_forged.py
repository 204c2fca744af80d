"""Forged model files: settings and arrays that do not fit are refused when loaded.

In a model of each kind each setting and each array is replaced, and the hash is corrected: the
file is refused in one line, or the model works.
"""
import gzip
import warnings

import numpy as np
import pytest

from scutch.lm import modelfile
from scutch.lm.characters.classifier import CharacterClassifier
from scutch.lm.characters.languagemodel import LanguageModel
from scutch.lm.characters.lettermodel import LetterModel
from scutch.lm.combine import scopes
from scutch.lm.combine.jointmodel import JointModel, RoleModel
from scutch.lm.combine.lexicon import LEXICON
from scutch.lm.documents.badness import Badness
from scutch.lm.documents.qualitymodel import TRAITS, QualityModel
from scutch.lm.documents.tokenised import tokenised
from scutch.lm.evidence.evidence import EVIDENCE
from scutch.lm.pagecontext import FAR
from scutch.lm.perceptron.network import Perceptron
from scutch.lm.shallow.printedrules import Block
from scutch.lm.shallow.shallowmodel import ShallowTree
from scutch.lm.templates.docfrequency import Counts, Units
from scutch.lm.words import arpa
from scutch.lm.words.countfiles import Counter, WordCounts
from scutch.lm.words.estimators import estimates
from scutch.lm.words.wordmodel import WordModel
from utils import ROOT

TEXTS = ["The old man said it.", "Home", "", "naïve \ud800 漢字", "w1 w2 w3 w4 " * 50]
HOME = Block("Home", ["Home"], 1, frozenset({"a"}))
NEAR = Block("It is near.", ["It", "is", "near."], 0, frozenset())
SHIPPED = ROOT / "share" / "models"
ODD = [None, "x" * 1000, ["x"], {"x": 1}, -1, 2.5, 10 ** 400, float("nan")]


def words(folder):
    with gzip.open(ROOT / "tests/data/lmplz.arpa.gz") as lines:
        found, _ = arpa.read(lines)
    settings = {"tokens": "white", "estimator": "arpa", "lower": "suffix", "limit": 5000.0}
    WordModel.of(found, settings).save(folder / "model")


def counts(folder):
    counter = Counter("white", 3, 10**8, folder)
    counter.add(["a b c a b", "b c"])
    counter.finish(folder / "model")


def frequencies(folder):
    found = Counts(9)
    for i in range(3):
        found.add("host", f"/{i}", Units(["a", f"b{i}"], [1, 2]))
    found.save(folder / "model")


def scored(model):
    model.scores(TEXTS, [0.5] * 5, [FAR] * 5)
    model.scores(TEXTS)


def likely(model):
    symbols = model.symbols(" ".join(TEXTS))
    model.log_probabilities(symbols[:-1], symbols[1:], np.ones(len(symbols) - 1))


def estimated(model):
    try:
        estimates(model, "interpolated")
    except ValueError:
        pass                               # the command says so


def decided(model):
    size = len(EVIDENCE) + (len(LEXICON) if model.lexicon else 0), 3
    features, some = np.ones(size, np.float32), np.ones(3, int)
    page = scopes.PageBlocks(texts=["One", "two", "."], words=some, kinds=some, shown=some > 0,
                             features=features, thread=some < 0, page=some - 1)
    for scope, alone in model.probabilities(features).items():
        settings = scopes.SETTINGS[scope]
        values = scopes.mixed(settings, alone, np.full(3, 0.5), page)
        values, cuts = scopes.decided(settings, page, values)
        model.confidence(scope, alone, values >= cuts, some, some > 0, some - 1, 1)


KINDS = {
    "charlm": (CharacterClassifier.load, scored, SHIPPED / "charlm-latin.model"),
    "combine": (JointModel.load, decided, SHIPPED / "combine.model"),
    "badness": (Badness.load, lambda model: model.of(tokenised(TEXTS[:1]), ["en"]),
                SHIPPED / "badness.model"),
    "quality": (QualityModel.load, lambda model: model.scores(np.ones((3, len(TRAITS)),
                                                                      np.float32)),
                SHIPPED / "quality.model"),
    "lang": (LanguageModel.load, lambda model: model.identified(TEXTS),
             SHIPPED / "lang.model"),
    "letters": (LetterModel.load, likely, SHIPPED / "letters.model"),
    "role": (RoleModel.load, lambda model: model.classes(np.ones((len(EVIDENCE), 3), np.float32)),
             SHIPPED / "role.model"),
    "mlp": (Perceptron.load, lambda model: model.scores(np.ones((3, model.inputs))),
            SHIPPED / "mlp-web.model"),
    "shallow": (ShallowTree.load, lambda model: model.scores([HOME, NEAR]),
                SHIPPED / "shallow-web.model"),
    "wordlm": (WordModel.load, lambda model: model.score(TEXTS), words),
    "wordcounts": (WordCounts.load, estimated, counts),
    "docfreq": (Counts.load, lambda model: list(map(model.pages, model.hosts)), frequencies),
}


def paths(settings, path=()):
    """Yield the path to each setting and to each value in it; of lists only the first item."""
    inner = settings.items() if isinstance(settings, dict) else enumerate(settings[:1])
    for key, value in inner:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from paths(value, (*path, key))


def replaced(settings, path, value):
    """Return a copy with another value at this path; ... removes it."""
    key, *rest = path
    copy = dict(settings) if isinstance(settings, dict) else list(settings)
    if rest:
        copy[key] = replaced(settings[key], rest, value)
    elif value is ...:
        del copy[key]
    else:
        copy[key] = value
    return copy


@pytest.fixture(scope="module", params=KINDS)
def kind(request, tmp_path_factory):
    """(name, load, use, Model, folder) of a sound model."""
    load, use, source = KINDS[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    if callable(source):
        source(folder)
        source = folder / "model"
    return request.param, load, use, modelfile.load(source, request.param), folder


def tried(kind, settings, arrays):
    """Save and load a forged model, and use it; return whether it was refused."""
    name, load, use, _, folder = kind
    modelfile.save(folder / "forged", name, settings, arrays)
    try:
        model = load(folder / "forged")
    except modelfile.BadModel as error:
        assert "\n" not in str(error) and len(str(error)) < 200
        return True
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        use(model)
    return False


def test_as_it_is(kind):
    model = kind[3]
    assert not tried(kind, model.settings, model.arrays)


def test_settings(kind):
    model = kind[3]
    refused = sum(tried(kind, replaced(model.settings, path, value), model.arrays)
                  for path in paths(model.settings) for value in [..., *ODD])
    assert refused


def test_arrays(kind):
    model = kind[3]
    for name, array in model.arrays.items():
        most = (np.iinfo if array.dtype.kind in "iu" else np.finfo)(array.dtype).max
        rng = np.random.default_rng(1)
        noise = rng.integers(0, 256, array.nbytes, np.uint8).view(array.dtype).reshape(array.shape)
        with np.errstate(invalid="ignore"):      # a threshold may be inf
            whole = array.astype(np.int16).astype("<i8")
        others = [array[:0], array[:1], array[:-1], array[::-1], np.append(array, array, 0),
                  array[None], array.reshape(-1, 1), array.ravel(), whole, array.astype(">f8"),
                  np.zeros_like(array), np.full_like(array, most), noise]
        if array.dtype.kind == "f":
            others += [np.full_like(array, value) for value in (np.nan, np.inf, -np.inf)]
        with np.errstate(all="ignore"):
            for other in others:
                tried(kind, model.settings, {**model.arrays, name: other})
        assert tried(kind, model.settings,
                     {key: one for key, one in model.arrays.items() if key != name})
