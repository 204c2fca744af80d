"""The joint scorer: the trees and networks of one scope, settings that make scores, its file."""
from typing import Any

import numpy as np

from .. import modelfile
from ..evidence.blockcolumns import Blocks
from ..evidence.evidence import EVIDENCE, ROW, Evidence
from ..evidence.nodes import LEVELS
from ..perceptron.network import ACTIVATIONS, Perceptron
from . import confidence
from .decisions import BETAS, smoothed
from .lexicon import LEXICON, Lexicon, bags_of
from .signatures import signed
from .trees import Ensemble

CHARLM = "charlm"
JUDGE = "judge_"         # prefix of the judge's arrays in a model file
SCOPES = ("page", "main", "text")     # "text" is for plain text without markup
DIGITS = 9               # of what the networks say, so that it does not depend on the blocks beside


class JointModel(modelfile.FileModel, kind="combine"):
    """Trees and networks of one scope, averaged with equal weight.

    trees:    Ensemble over features of EVIDENCE and LEXICON.
    network:  Perceptron over all of them, a committee; its output is 1 for text. None for trees
              alone.
    settings: a dict of
              "scope": one of SCOPES;
              "weights": {CHARLM: its weight in the mean}, or {}; that of `probabilities` is 1;
              "smoothing": the share of decisions.smoothed;
              "doubts": a list of [features, steps, value]: `value` is subtracted from a block if
              one of these features, steps up to an element, is below `steps`;
              "signatures", optional: whether lines with a date have the value of the text they
              belong to: see signatures.signed;
              "comments", optional: if more than this share of the words kept is outside of
              elements named for comments, these are not kept; "footers", optional: the same for
              what is in <footer>;
              "hidden", optional: the least threshold of blocks that browsers do not show; they
              are kept only if they do not repeat shown text;
              "copies": "first" if only the first of equal texts is kept, else "all";
              "cuts": {favor, a key of BETAS, "" for None: [least, greatest threshold]}; between
              them the threshold is that of the best expected F;
              "foreign", optional: thresholds of running text in other languages than that of the
              training pages, where expected F is too lenient, since the values are less sure:
              {"known": frequent words of that language, "share": the least share of theirs among
              the words of a page in it, "prose": the words of prose with at least the usual value
              that make a page one of running text, if its headline has that value, too, as those
              of lists seldom have, "cuts": {favor: the usual value}};
              and notes of the training.
    judge:    Ensemble over features of confidence.FEATURES, None for a model without one.
    lexicon:  Lexicon, None for a model that knows no words.
    """

    def __init__(self, trees: Ensemble, network: Perceptron | None, settings: dict[str, Any],
                 judge: Ensemble | None = None, lexicon: Lexicon | None = None) -> None:
        self.trees, self.network, self.settings = trees, network, settings
        self.judge, self.lexicon = judge, lexicon
        names = [*EVIDENCE, *LEXICON]
        self.rows = np.array([names.index(name) for name in trees.features])
        self._doubts = [([ROW[name] for name in names], steps, value)
                        for names, steps, value in settings["doubts"]]

    @classmethod
    def _of_file(cls, model):
        settings = model.settings
        _check(settings)
        trees = Ensemble.of(model.arrays, settings["numbers"], settings["bias"])
        lexicon = Lexicon.of(model.arrays) if settings.get("lexicon") else None
        inputs = [*EVIDENCE, *LEXICON] if lexicon else EVIDENCE
        if not set(trees.features) <= set(inputs):
            raise ValueError("trees over unknown features")
        network = judge = None
        if "inputs" in settings:
            network = Perceptron.of(model.arrays, settings["activation"])
            if settings["inputs"] != inputs:
                raise ValueError("a network for features of another version")
            if network.inputs != len(inputs):
                raise ValueError("a network with the wrong number of inputs")
        if "judge" in settings:
            arrays = {name.removeprefix(JUDGE): array for name, array in model.arrays.items()
                      if name.startswith(JUDGE)}
            judge = Ensemble.of(arrays, settings["judge"], settings["judge_bias"])
            if not set(judge.features) <= set(confidence.FEATURES):
                raise ValueError("unknown features of a page")
        return cls(trees, network, settings, judge, lexicon)

    def _content(self):
        settings = {**self.settings, "numbers": self.trees.features, "bias": self.trees.bias}
        arrays = self.trees.arrays()
        if self.network:
            settings |= {"inputs": [*EVIDENCE, *LEXICON][:self.network.inputs],
                         "activation": self.network.activation}
            arrays |= self.network.arrays()
        if self.judge:
            settings |= {"judge": self.judge.features, "judge_bias": self.judge.bias}
            arrays |= {JUDGE + name: array for name, array in self.judge.arrays().items()}
        if self.lexicon:
            settings |= {"lexicon": True}
            arrays |= self.lexicon.arrays()
        return settings, arrays

    def features(self, pages: Blocks, evidence: Evidence,
                 rows: np.ndarray | None = None) -> np.ndarray:
        """Return the features of the blocks of a few pages, float32 (features, blocks).

        evidence: theirs. rows: int64, the blocks that are asked for, None for all.
        """
        features = evidence.features if rows is None else evidence.features[:, rows]
        if not self.lexicon:
            return features
        return np.concatenate([features, self.lexicon.features(bags_of(pages, evidence, rows))])

    def confidence(self, values: np.ndarray, kept: np.ndarray, words: np.ndarray,
                   shown: np.ndarray, page: np.ndarray, count: int) -> dict[str, np.ndarray]:
        """Return estimates of the "f" and the "precision" of each page, from 0 to 1.

        values:  of `probabilities`; the others as in confidence.features_of.
        Returns: float (count,) each; no precision for a scope that it is not known for, nothing for
                 a model without a judge.
        """
        if not self.judge:
            return {}
        rows = confidence.features_of(values, kept, words, shown, page, count)
        f = confidence.predicted(self.judge, rows)
        weights = confidence.PRECISION.get(self.settings["scope"])
        return {"f": f} if weights is None else {
            "f": f, "precision": confidence.precision(rows, weights)}

    def probabilities(self, features: np.ndarray) -> np.ndarray:
        """Return the probability that each block is text, by trees and network, float (blocks,).

        features: of `features`.
        """
        by_trees = 1 / (1 + np.exp(-self.trees.values(features, self.rows)))
        if self.network is None:
            return by_trees
        by_network = np.clip(self.network.outputs(features.T), 0, 1)
        return (by_trees + np.round(by_network, DIGITS)) / 2

    def mixed(self, values: np.ndarray, charlm: np.ndarray, features: np.ndarray,
              words: np.ndarray, page: np.ndarray) -> np.ndarray:
        """Return the values of blocks after charlm, smoothing, doubts and signatures, (blocks,).

        values:   of `probabilities`. charlm: float (blocks,), its scores, 1 is dirty; nan where it
                  says nothing.
        features: of `features`, for these blocks. words, page: int (blocks,).
        """
        weight = self.settings["weights"].get(CHARLM)
        if weight:
            weights = weight * ~np.isnan(charlm)
            values = (values + weights * (1 - np.nan_to_num(charlm))) / (1 + weights)
        share = self.settings["smoothing"]
        if share:
            values = smoothed(values, words, share, page)
        for rows, steps, value in self._doubts:
            values = values - value * (features[rows].min(0) < steps)
        values = np.maximum(0, values)
        if self.settings.get("signatures"):
            values = signed(values, features, words, page)
        return values


def _check(settings):
    """Raise ValueError, or what a wrong type raises, if settings are not as in JointModel."""
    if settings["scope"] not in SCOPES or settings["copies"] not in ("all", "first"):
        raise ValueError('an unknown "scope" or "copies"')
    if "inputs" in settings and settings["activation"] not in ACTIVATIONS:
        raise ValueError("a network of an unknown kind")
    weights = settings["weights"]
    if not weights.keys() <= {CHARLM} or not all(0 < weight < 1e6 for weight in weights.values()):
        raise ValueError('"weights" that are not a positive number for charlm')
    for names, steps, value in settings["doubts"]:
        if not names or not 0 <= steps <= LEVELS or not 0 <= value <= 1:
            raise ValueError('"doubts" out of range')
    foreign = settings.get("foreign")
    for favor in BETAS:
        low, high = settings["cuts"][favor or ""]
        if not 0 <= low <= high <= 1:
            raise ValueError('"cuts" that are not two ascending numbers from 0 to 1')
        if foreign and not 0 <= foreign["cuts"][favor or ""] <= 1:
            raise ValueError('"foreign" with a threshold that is not from 0 to 1')
    if foreign and not (0 <= foreign["prose"] < 1e6 and 0 <= foreign["share"] <= 1
                        and all(isinstance(word, str) for word in foreign["known"])):
        raise ValueError('"foreign" with other values than words and numbers')
    others = (settings.get(name, 1) for name in ("comments", "footers", "hidden"))
    if not all(0 <= share <= 1 for share in (settings["smoothing"], *others)):
        raise ValueError('"smoothing", "comments", "footers" or "hidden" that is not from 0 to 1')
