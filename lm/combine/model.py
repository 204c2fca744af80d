"""The joint scorer as it is shipped: trees of one scope, and what makes scores of their sums."""
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import modelfile
from . import confidence
from .cuts import BETAS, copies, expected_f, repeats, smoothed
from .ensemble import Ensemble
from .evidence import EVIDENCE
from .nodes import LEVELS
from .pages import KINDS

KIND = "combine"
JUDGE = "judge_"         # before the names of its arrays
SCOPES = ("page", "main", "text")     # text is that of plain text, without markup
TO_COMMENTS = EVIDENCE.index("up to words of comments")
REPEATED = tuple(KINDS.index(kind) for kind in "tc")     # rows and code may say the same again


class JointModel:
    """Trees of one scope.

    trees:    Ensemble over numbers of EVIDENCE.
    settings: what else the training noted, and
              "scope": one of SCOPES;
              "weights": {name of another score: weight}, beside the trees' 1;
              "smoothing": see cuts.smoothed;
              "doubts": a list of [numbers, steps, value]: what is taken off where one of these
              numbers, steps up to an element, is less;
              "comments", if there: where more than this share of the words kept is outside of what
              is named for comments, nothing of those is kept;
              "hidden", if there: the value from which on blocks that browsers do not show are
              kept, where they do not repeat what is shown;
              "copies": "first" where of texts that are kept twice the first stays, else "all";
              "cuts": for each wish of BETAS, "" for none, the least and the greatest value from
              which on blocks are kept; between them the expected F decides.
    judge:    Ensemble over numbers of confidence.NUMBERS, None for a model without one.
    sha256:   of the file it came from, "" for one that was just trained.
    """

    def __init__(self, trees: Ensemble, settings: dict[str, Any], sha256: str = "",
                 judge: Ensemble | None = None) -> None:
        self.trees, self.settings, self.sha256 = trees, settings, sha256
        self.judge = judge
        self.rows = np.array([EVIDENCE.index(name) for name in trees.numbers])
        self.others = list(settings["weights"])
        self._doubts = [([EVIDENCE.index(name) for name in names], steps, value)
                        for names, steps, value in settings["doubts"]]

    @classmethod
    def load(cls, path: str) -> "JointModel":
        """Return the model in a file.

        Raises:  modelfile.BadModel, OSError.
        """
        model = modelfile.load(path, KIND)
        with modelfile.fitting():
            settings = model.settings
            _check(settings)
            trees = Ensemble.of(model.arrays, settings["numbers"], settings["bias"])
            judge = None
            if "judge" in settings:
                arrays = {name.removeprefix(JUDGE): array for name, array in model.arrays.items()
                          if name.startswith(JUDGE)}
                judge = Ensemble.of(arrays, settings["judge"], settings["judge_bias"])
                if not set(judge.numbers) <= set(confidence.NUMBERS):
                    raise ValueError("numbers of a page that are unknown")
            return cls(trees, settings, model.sha256, judge)

    def save(self, path: str) -> None:
        """Write the model to a file."""
        settings = {**self.settings, "numbers": self.trees.numbers, "bias": self.trees.bias}
        arrays = self.trees.arrays()
        if self.judge:
            settings |= {"judge": self.judge.numbers, "judge_bias": self.judge.bias}
            arrays |= {JUDGE + name: array for name, array in self.judge.arrays().items()}
        modelfile.save(path, KIND, settings, arrays)

    def confidence(self, values: np.ndarray, kept: np.ndarray, words: np.ndarray,
                   shown: np.ndarray, page: np.ndarray, count: int) -> np.ndarray | None:
        """Return the F that each of some pages is likely to have, from 0 to 1.

        values: of `probabilities`; the others as in confidence.numbers_of.
        Returns: array (count,), None for a model without judge.
        """
        if not self.judge:
            return None
        return confidence.predicted(
            self.judge, confidence.numbers_of(values, kept, words, shown, page, count))

    def probabilities(self, numbers: np.ndarray) -> np.ndarray:
        """Return the array (blocks,) of the probability that each is text, by the trees alone.

        numbers: of Evidence.
        """
        return 1 / (1 + np.exp(-self.trees.values(numbers, self.rows)))

    def mixed(self, values: np.ndarray, others: Mapping[str, np.ndarray], numbers: np.ndarray,
              words: np.ndarray, page: np.ndarray) -> np.ndarray:
        """Return the values of some pages' blocks with other scores mixed in, smoothed, doubted.

        values:  of `probabilities`; others: {name: array of scores, 1 for dirt}.
        numbers: of Evidence, for these blocks; page: the page of each.
        """
        weights = self.settings["weights"]
        if weights:
            values = ((values + sum(weight * (1 - others[name])
                                    for name, weight in weights.items()))
                      / (1 + sum(weights.values())))
        share = self.settings["smoothing"]
        if share:
            values = smoothed(values, words, share, page)
        for rows, steps, value in self._doubts:
            values = values - value * (numbers[rows].min(0) < steps)
        return np.maximum(0, values)

    def decided(self, values: np.ndarray, texts: Sequence[str], words: np.ndarray,
                kinds: np.ndarray, shown: np.ndarray, comments: np.ndarray,
                favor: str | None = None) -> tuple[np.ndarray, float]:
        """Return (values, threshold) of a page: blocks from the threshold on are kept.

        values: of `mixed`; kinds: places in pages.KINDS; shown: array of bool, what is not hidden.
        Hidden blocks have a threshold of their own: see hidden_cut.
        comments: array of bool, of `in_comments`. favor: a key of BETAS.
        """
        low, high = self.settings["cuts"][favor or ""]
        cut = low
        if low < high:
            cut, _ = expected_f(values[shown], words[shown], BETAS[favor])
            cut = min(high, max(low, cut))
        kept = words * (shown & (values >= cut))
        if kept[~comments].sum() > self.settings.get("comments", 1) * kept.sum():
            values = np.where(comments, 0.0, values)
        if self.settings["copies"] == "first":
            may = (values < cut) | ~shown | np.isin(kinds, REPEATED)
            values = np.where(copies(texts, words, may), 0.0, values)
        least = self.hidden_cut(cut)
        if least is not None:
            wanted = ~shown & (values >= least)
            values = np.where(repeats(texts, shown, wanted), 0.0, values)
        return values, cut

    def hidden_cut(self, cut: float) -> float | None:
        """Return the value from which on hidden blocks of a page are kept; None: they are not.

        cut: of `decided`.
        """
        least = self.settings.get("hidden")
        return None if least is None else max(cut, least)


def in_comments(numbers: np.ndarray) -> np.ndarray:
    """Return the array of bool: blocks below an element that is named for comments.

    numbers: of Evidence.
    """
    return numbers[TO_COMMENTS] < LEVELS


def _check(settings):
    """Raise an exception where settings are not those of the class."""
    if settings["scope"] not in SCOPES or settings["copies"] not in ("all", "first"):
        raise ValueError("a scope or copies that are unknown")
    if not all(0 < weight < 1e6 for weight in settings["weights"].values()):
        raise ValueError("weights that are none")
    for names, steps, value in settings["doubts"]:
        if not names or not 0 <= steps <= LEVELS or not 0 <= value <= 1:
            raise ValueError("doubts that are none")
    for favor in BETAS:
        low, high = settings["cuts"][favor or ""]
        if not 0 <= low <= high <= 1:
            raise ValueError("cuts that are none")
    shares = settings["smoothing"], settings.get("comments", 1), settings.get("hidden", 1)
    if not all(0 <= share <= 1 for share in shares):
        raise ValueError("a smoothing or a share that is none")
