"""A perceptron with the name of its features, its file, and its training on pages."""
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import modelfile
from ..crossvalidation import LabelledRows, together, weights_of
from .network import ACTIVATIONS, Perceptron, train

CUT = 0.5                # of the output: Schäfer 2016, table 4


class PerceptronModel(modelfile.FileModel, kind="mlp"):
    """A Perceptron and its settings.

    perceptron: Perceptron.
    settings:   {"features": name of the set of features; "activation"}, and notes of the
                training.
    """

    def __init__(self, perceptron: Perceptron, settings: dict[str, Any]) -> None:
        self.perceptron = perceptron
        self.settings = settings

    @classmethod
    def _of_file(cls, model):
        activation, features = model.settings["activation"], model.settings["features"]
        if activation not in ACTIVATIONS or not isinstance(features, str):
            raise ValueError('an unknown "activation" or "features"')
        return cls(Perceptron.of(model.arrays, activation), model.settings)

    def _content(self):
        return ({**self.settings, "activation": self.perceptron.activation},
                self.perceptron.arrays())

    def scores(self, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (scores, outputs) of a page's segments, two arrays; a score is from 0 to 1.

        features: array (segments, inputs).
        """
        outputs = self.perceptron.outputs(features)
        return np.maximum(0, outputs), outputs


def fit(pages: Sequence[LabelledRows], **options: Any) -> Perceptron:
    """Return the Perceptron of some pages; options: of network.train."""
    rows, classes, words = together(pages, "rows", "classes", "words")
    weights = np.repeat([page.weight for page in pages], [len(page.words) for page in pages])
    return train(rows, classes, weights_of(words) * weights, **options)
