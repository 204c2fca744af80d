"""The score of a document's quality: boosted trees over its traits, calibrated, and their file."""
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import modelfile
from ..calibration import calibrated
from ..combine.trees import Ensemble
from .traits import TRAITS


class QualityModel(modelfile.FileModel, kind="quality"):
    """Trees whose sum is log odds of dirt.

    settings: {"slope", "shift": of the calibration; "features": names of TRAITS that the trees
              use}, and notes of the training.
    """

    def __init__(self, trees: Ensemble, settings: dict[str, Any]) -> None:
        self.trees, self.settings = trees, settings
        self._places = [TRAITS.index(name) for name in trees.features]

    @classmethod
    def _of_file(cls, model):
        settings = model.settings
        for name in ("slope", "shift"):
            modelfile.number(settings[name])
        trees = Ensemble.of(model.arrays, settings["features"], 0)
        return cls(trees, settings)

    def _content(self):
        return {**self.settings, "features": self.trees.features}, self.trees.arrays()

    def scores(self, rows: Sequence[np.ndarray] | np.ndarray) -> list[float]:
        """Return the scores of documents, 0 clean to 1 dirty; rows: the traits of each."""
        if not len(rows):
            return []
        odds = self.trees.values(np.stack(list(rows)).T[self._places])
        return calibrated(1 / (1 + np.exp(-np.clip(odds, -30, 30))), self.settings["shift"],
                          self.settings["slope"]).tolist()
