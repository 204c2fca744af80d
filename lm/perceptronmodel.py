"""A perceptron as it is shipped: its features, its threshold, and the page as context."""
from math import isfinite

import numpy as np

from . import modelfile
from .context import UNKNOWN, posterior
from .perceptron import ACTIVATIONS, Perceptron

KIND = "mlp"
CUT = 0.5                # of the scores, wherever the threshold of the output is


class PerceptronModel:
    """A Perceptron with what makes scores of its outputs.

    perceptron: Perceptron.
    settings:   {"features": name of the set of features; "activation";
                 "threshold": the highest output that is clean, for segments alone;
                 "context": {"slope", "offset": log odds of dirt are slope * output - offset;
                 "dirtied", "cleaned": see CharacterClassifier}, or None where no pages were
                 there to fit it}, and what else the training noted.
    sha256:     of the file it came from, "" for one that was just trained.
    """

    def __init__(self, perceptron, settings, sha256=""):
        self.perceptron = perceptron
        self.settings = settings
        self.sha256 = sha256

    @classmethod
    def load(cls, path):
        """Return the model in a file.

        Raises:  modelfile.BadModel, OSError.
        """
        model = modelfile.load(path, KIND)
        with modelfile.fitting():
            _check(model.settings)
            perceptron = Perceptron(model.arrays["hidden"], model.arrays["output"],
                                    model.settings["activation"])
        return cls(perceptron, model.settings, model.sha256)

    def save(self, path):
        """Write the model to a file."""
        modelfile.save(path, KIND, {**self.settings, "activation": self.perceptron.activation},
                       {"hidden": self.perceptron.hidden, "output": self.perceptron.output})

    def scores(self, features, distances=None):
        """Return (scores, outputs) of a page's segments, two lists.

        features:  array (segments, inputs).
        distances: see CharacterClassifier.scores; None scores each segment alone.
        """
        if not len(features):
            return [], []
        outputs = self.perceptron.outputs(features)
        context = self.settings["context"]
        if distances is None or context is None:
            return alone(outputs, self.settings["threshold"]).tolist(), outputs.tolist()
        odds = context["slope"] * outputs - context["offset"]
        dirtied, cleaned = context["dirtied"], context["cleaned"]
        return posterior(odds.tolist(), [dirtied[d] for d in distances],
                         [cleaned[d] for d in distances]), outputs.tolist()


def alone(outputs, threshold):
    """Return outputs between 0 and 1, the threshold put at CUT; at 0.5 they are what they were.

    >>> alone(np.array([-0.1, 0.4, 0.8, 0.9, 1]), 0.8)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    return np.interp(outputs, [0, threshold, 1], [0, CUT, 1])


def _check(settings):
    """Raise an exception where settings are not those of the class."""
    if settings["activation"] not in ACTIVATIONS or not isinstance(settings["features"], str):
        raise ValueError("an activation or features that are unknown")
    if not 0 < settings["threshold"] < 1:
        raise ValueError("a threshold that is none")
    context = settings["context"]
    if context is not None:
        if not (isfinite(context["slope"]) and isfinite(context["offset"])):
            raise ValueError("a number that is none")
        for name in "dirtied", "cleaned":
            chances = context[name]
            if len(chances) != UNKNOWN + 1 or not all(0 < chance < 1 for chance in chances):
                raise ValueError(f'no chances of change in "{name}"')
