"""Models of trees and their files: the joint scorer, with trees for all scopes, which look twice,
words and estimates of F; and the model of roles.
"""
from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import modelfile
from ..evidence.blockcolumns import Blocks
from ..evidence.containers import OF_PLAIN_TEXT
from ..evidence.evidence import EVIDENCE, GROUPS, ROW, Evidence
from . import confidence
from .lexicon import LEXICON, Lexicon, bags_of
from .trees import Ensemble, ensembles_of, stored
from .wholes import CONTEXT, Placed, context

# Heads of a model: whether a block is main content; whether it is text of the page, if it is not
# main content; whether it is main content after all, by what the first two say of the texts around
# it; whether it is text, where there is no markup
MAIN, REST, AGAIN, TEXT = "main", "rest", "again", "text"
PAGE = "page"
# Classes of text, for the model of roles, and what it knows: scores of charlm do not count, so that
# roles are the same before and after them
CLASSES = ("headline", "byline", "text", "caption", "comment", "teaser", "form", "notice",
           "boilerplate")
KNOWN = [name for name in EVIDENCE if name not in (*OF_PLAIN_TEXT, *GROUPS["charlm"])]


class JointModel(modelfile.FileModel, kind="combine"):
    """Trees that say how likely each block is text.

    heads:    {name: Ensemble over features of EVIDENCE and LEXICON, of AGAIN over CONTEXT}, TEXT
              alone, or MAIN and REST, which look once where AGAIN is not there.
    judges:   {scope: Ensemble over features of confidence.FEATURES}, for each scope that it has.
    lexicon:  Lexicon, None for a model that knows no words.
    settings: notes of the training.
    """

    def __init__(self, heads: Mapping[str, Ensemble], judges: Mapping[str, Ensemble],
                 lexicon: Lexicon | None, settings: dict[str, Any]) -> None:
        if set(heads) - {AGAIN} not in ({MAIN, REST}, {TEXT}):
            raise ValueError("trees of other names than those of one model")
        self.heads, self.judges, self.lexicon, self.settings = heads, judges, lexicon, settings
        self._rows = {head: np.array([names_of(head).index(name) for name in trees.features])
                      for head, trees in heads.items()}
        if not all(set(judge.features) <= set(confidence.FEATURES) for judge in judges.values()):
            raise ValueError("unknown features of a page")

    @classmethod
    def _of_file(cls, model):
        settings = dict(model.settings)
        ensembles = {group: ensembles_of(group, settings.pop(group), model.arrays)
                     for group in ("heads", "judges")}
        lexicon = Lexicon.of(model.arrays) if settings.pop("lexicon") else None
        if not lexicon and any(name in LEXICON for trees in ensembles["heads"].values()
                               for name in trees.features):
            raise ValueError("trees over words that no lexicon knows")
        return cls(**ensembles, lexicon=lexicon, settings=settings)

    def _content(self):
        settings, arrays = {**self.settings, "lexicon": self.lexicon is not None}, {}
        for group, ensembles in ("heads", self.heads), ("judges", self.judges):
            settings[group], of_group = stored(group, ensembles)
            arrays |= of_group
        return settings, arrays | (self.lexicon.arrays() if self.lexicon else {})

    def features(self, pages: Blocks, evidence: Evidence) -> np.ndarray:
        """Return the features of the blocks of a few pages, float32 (features, blocks).

        evidence: theirs.
        """
        if not self.lexicon:
            return evidence.features
        return np.concatenate([evidence.features, self.lexicon.features(bags_of(pages, evidence))])

    def probabilities(self, features: np.ndarray,
                      placed: Placed | None = None) -> dict[str, np.ndarray]:
        """Return {scope: the probability that each block is text, float (blocks,)}; page has at
        least that of main. Of plain text the scope is TEXT.

        features: of `features`. placed: where the blocks are, for a second look.
        """
        if TEXT in self.heads:
            return {TEXT: _probability(self._odds(TEXT, features))}
        odds, rest = self._odds(MAIN, features), _probability(self._odds(REST, features))
        if AGAIN in self.heads and placed is not None:
            first = _nested(_probability(odds), rest)
            odds = (odds + self._odds(AGAIN, context(first, placed, features))) / 2
        return _nested(_probability(odds), rest)

    def _odds(self, head, features):
        return self.heads[head].values(features, self._rows[head])

    def confidence(self, scope: str, values: np.ndarray, kept: np.ndarray, words: np.ndarray,
                   shown: np.ndarray, page: np.ndarray, count: int) -> dict[str, np.ndarray]:
        """Return estimates of the "f" and the "precision" of each page, from 0 to 1.

        values:  of `probabilities`; the others as in confidence.features_of.
        Returns: float (count,) each; no precision of plain text, nothing for a model without a
                 judge.
        """
        judge = self.judges.get(scope)
        if not judge:
            return {}
        rows = confidence.features_of(values, kept, words, shown, page, count)
        weights = confidence.PRECISION.get(scope)
        f = {"f": confidence.predicted(judge, rows)}
        return f if weights is None else {**f, "precision": confidence.precision(rows, weights)}


def names_of(head: str) -> list[str]:
    """Return the names of the features of a head."""
    return CONTEXT if head == AGAIN else [*EVIDENCE, *LEXICON]


def _probability(odds):
    return 1 / (1 + np.exp(-odds))


def _nested(main, rest):
    return {MAIN: main, PAGE: main + (1 - main) * rest}


class RoleModel(modelfile.FileModel, kind="role"):
    """Trees that tell the class of each block.

    heads:    {one of CLASSES: Ensemble over features of KNOWN}.
    settings: notes of the training.
    names:    list of str, the features of which some tree asks.
    """

    def __init__(self, heads: Mapping[str, Ensemble], settings: dict[str, Any]) -> None:
        if set(heads) != set(CLASSES):
            raise ValueError("trees of other classes")
        self.heads, self.settings = heads, settings
        self.names = sorted({name for trees in heads.values() for name in trees.features},
                            key=KNOWN.index)
        self._rows = {head: np.array([ROW[name] for name in trees.features])
                      for head, trees in heads.items()}

    @classmethod
    def _of_file(cls, model):
        settings = dict(model.settings)
        return cls(ensembles_of("heads", settings.pop("heads"), model.arrays), settings)

    def _content(self):
        known, arrays = stored("heads", self.heads)
        return {**self.settings, "heads": known}, arrays

    def classes(self, features: np.ndarray) -> list[str]:
        """Return the likeliest of CLASSES of each block. features: of Evidence."""
        values = [self.heads[name].values(features, self._rows[name]) for name in CLASSES]
        return [CLASSES[number] for number in np.argmax(values, 0).tolist()]
