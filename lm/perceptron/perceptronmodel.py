"""A perceptron with the name of its features, and its file."""
from os import PathLike
from typing import Any

import numpy as np

from .. import modelfile
from .network import ACTIVATIONS, Perceptron

KIND = "mlp"
CUT = 0.5                # of the output: Schäfer 2016, table 4


class PerceptronModel:
    """A Perceptron and its settings.

    perceptron: Perceptron.
    settings:   {"features": name of the set of features; "activation"}, and notes of the
                training.
    sha256:     of the model file, "" for a model that was just trained.
    """

    def __init__(self, perceptron: Perceptron, settings: dict[str, Any], sha256: str = "") -> None:
        self.perceptron = perceptron
        self.settings = settings
        self.sha256 = sha256

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "PerceptronModel":
        """Return the model in a file.

        Raises:  modelfile.BadModel, OSError.
        """
        with modelfile.reading(path, KIND) as model:
            activation, features = model.settings["activation"], model.settings["features"]
            if activation not in ACTIVATIONS or not isinstance(features, str):
                raise ValueError('an unknown "activation" or "features"')
            return cls(Perceptron.of(model.arrays, activation), model.settings, model.sha256)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model to a file."""
        modelfile.save(path, KIND, {**self.settings, "activation": self.perceptron.activation},
                       self.perceptron.arrays())

    def scores(self, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (scores, outputs) of a page's segments, two arrays; a score is from 0 to 1.

        features: array (segments, inputs).
        """
        outputs = self.perceptron.outputs(features)
        return np.maximum(0, outputs), outputs
