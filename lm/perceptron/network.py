"""The multilayer perceptron with one hidden layer, its training by RPROP, and its file.

The network is that of Schäfer 2016, section 3.1, made with FANN (Nissen 2003): 18 hidden units,
symmetric Gaussian or sigmoid, and one bounded linear output, near 1 for dirt and near 0 for clean.
Several networks with other starting weights may form a committee, whose output is their mean.

Differs from FANN: inputs are signed square roots, and weights include the steepness, which FANN
keeps apart: with its default, 0.5, in both layers the weights here are half of FANN's.
"""
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from .. import modelfile
from ..crossvalidation import LabelledRows, together, weights_of
from ..modelfile import array_of

CUT = 0.5                # of the output: Schäfer 2016, table 4

UNITS = 18               # Schäfer 2016, section 3.1: half as many as inputs
EPOCHS = 120             # with DECAY, more epochs change little
DECAY = 1e-2             # from 1e-4 to 2e-2 the best on unseen pages: share/bench/papers/mlp.txt
# Igel & Hüsken 2003, "Empirical evaluation of the improved Rprop learning algorithms", table 1,
# and FANN's defaults: factors of a step, the first one and its bounds
GROWTH, SHRINKAGE = 1.2, 0.5
FIRST_STEP, LEAST_STEP, MOST_STEP = 0.1, 1e-7, 50.0
CACHED_ROWS = 2048       # of a batch in training, so that it stays in the processor's cache
AT_ONCE = 256            # the same in scoring
LEAST_DEVIATION = 1e-9   # a standard deviation below it is that of a constant


def signed_sqrt(inputs: np.ndarray) -> np.ndarray:
    """Return square roots of inputs, with their sign: shares a character are tiny, close to zero.

    >>> signed_sqrt(np.array([0.04, -0.25, 1]))
    array([ 0.2, -0.5,  1. ])
    """
    roots = np.sqrt(np.abs(inputs))
    return np.copysign(roots, inputs, out=roots)


def gaussian(x: np.ndarray) -> np.ndarray:
    """Return FANN_GAUSSIAN_SYMMETRIC at steepness 1, from -1 to 1."""
    values = -x * x
    np.exp(values, out=values)
    values *= 2
    values -= 1
    return values


def bounded(x: np.ndarray) -> np.ndarray:
    """Return FANN_LINEAR_PIECE_SYMMETRIC at steepness 1."""
    return np.clip(x, -1, 1)


# {name: (activation function of a hidden unit, its derivative at x where y is the value)}; tanh is
# FANN_SIGMOID_SYMMETRIC
ACTIVATIONS: dict[str, tuple[Callable, Callable]] = {
    "gaussian": (gaussian, lambda x, y: -2 * x * (y + 1)),
    "sigmoid": (np.tanh, lambda _x, y: 1 - y * y)}


class Perceptron(modelfile.FileModel, kind="mlp"):
    """One network, or several as a committee, and its file.

    hidden:     array (networks, inputs + 1, units): weights of the hidden units; the last row is
                that of the bias.
    output:     array (networks, units + 1): weights of the output units, the bias last.
    activation: a name of ACTIVATIONS.
    settings:   {"features": name of the set of features}, and notes of the training.
    """

    def __init__(self, hidden: np.ndarray, output: np.ndarray, activation: str = "gaussian",
                 settings: Mapping[str, Any] = MappingProxyType({})) -> None:
        networks, inputs, units = hidden.shape
        if not networks or output.shape != (networks, units + 1):
            raise ValueError(f"output weights {output.shape} do not fit hidden ones {hidden.shape}")
        self.hidden, self.output = hidden, output
        self.activation, self.settings = activation, dict(settings)
        self._activate = ACTIVATIONS[activation][0]
        rows = hidden.transpose(0, 2, 1).reshape(-1, inputs).astype(float)
        self._weights, self._bias = np.ascontiguousarray(rows[:, :-1]), rows[:, -1:]
        # one row for each network: the weights of its units, 0 for those of others
        self._joined = np.zeros((networks, networks * units))
        for network in range(networks):
            self._joined[network, network * units:(network + 1) * units] = output[network, :-1]

    @classmethod
    def _of_file(cls, model):
        activation, features = model.settings["activation"], model.settings["features"]
        if activation not in ACTIVATIONS or not isinstance(features, str):
            raise ValueError('an unknown "activation" or "features"')
        return cls(array_of(model.arrays, "hidden", "<f4", 3),
                   array_of(model.arrays, "output", "<f4", 2), activation, model.settings)

    def _content(self):
        return ({**self.settings, "activation": self.activation},
                {"hidden": self.hidden, "output": self.output})

    @property
    def inputs(self) -> int:
        return self.hidden.shape[1] - 1

    def outputs(self, inputs: np.ndarray) -> np.ndarray:
        """Return the output for each row of inputs: from -1 to 1, as a rule from 0 to 1.

        inputs: array (samples, inputs).
        """
        outputs = np.empty(len(inputs))
        for first in range(0, len(inputs), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            sums = self._weights @ signed_sqrt(inputs[part].T).astype(float)
            sums += self._bias
            outputs[part] = bounded(
                self._joined @ self._activate(sums) + self.output[:, -1:]).mean(0)
        return outputs

    def scores(self, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (scores, outputs) of a page's segments, two arrays; a score is from 0 to 1."""
        outputs = self.outputs(features)
        return np.maximum(0, outputs), outputs


def train(inputs: np.ndarray, targets: np.ndarray, weights: np.ndarray | None = None, *,
          networks: int = 1, units: int = UNITS, activation: str = "gaussian", epochs: int = EPOCHS,
          decay: float = DECAY, seed: int = 0) -> Perceptron:
    """Return the Perceptron that iRPROP- finds on whole batches: the same for the same seed.

    inputs:  array (samples, inputs); targets: array of 0 and 1, or between.
    weights: array, how much each sample counts; all alike where it is None.
    decay:   cost of the squared weights (of standardised inputs) relative to the squared error.
    Source:  Igel & Hüsken 2003, iRPROP-; Schäfer 2016, section 3.1.
    """
    rows = signed_sqrt(np.asarray(inputs, np.float32))
    mean, deviation = rows.mean(0, dtype=float), rows.std(0, dtype=float)
    constant = deviation < LEAST_DEVIATION
    deviation[constant] = 1
    rows = np.column_stack([((rows - mean) / deviation).astype(np.float32),
                            np.ones(len(rows), np.float32)])
    rows[:, :-1][:, constant] = 0
    wanted = np.asarray(targets, np.float32)
    importance = np.ones(len(rows)) if weights is None else np.asarray(weights, float)
    importance = (importance / importance.sum()).astype(np.float32)

    rng = np.random.default_rng(seed)
    trained = [_network(rows, wanted, importance, units, activation, epochs, decay, rng)
               for _ in range(networks)]
    hidden, output = (np.array([layers[layer] for layers in trained], float) for layer in (0, 1))
    hidden[:, :-1] /= deviation[:, None]
    hidden[:, :-1][:, constant] = 0
    hidden[:, -1] -= np.einsum("i,niu->nu", mean, hidden[:, :-1])
    return Perceptron(hidden.astype(np.float32), output.astype(np.float32), activation)


def _network(rows, wanted, importance, units, activation, epochs, decay, rng):
    """Return the weights of one network, (hidden, output), for standardised inputs."""
    hidden = rng.normal(0, 1 / np.sqrt(rows.shape[1]), (rows.shape[1], units))
    output = rng.uniform(-0.3, 0.3, units + 1)
    layers = [Steps(hidden.astype(np.float32)), Steps(output.astype(np.float32))]
    parts = [slice(i, i + CACHED_ROWS) for i in range(0, len(rows), CACHED_ROWS)]
    for _ in range(epochs):
        hidden, output = (layer.values for layer in layers)
        slopes = [decay * hidden, decay * output]
        for part in parts:
            _add_slopes(slopes, rows[part], wanted[part], importance[part], hidden, output,
                        activation)
        for layer, slope in zip(layers, slopes, strict=True):
            layer.take(slope)
    return [layer.values for layer in layers]


def _add_slopes(slopes, rows, wanted, importance, hidden, output, activation):
    """Add the slopes of half the squared error of some rows, for both layers."""
    activate, slope = ACTIVATIONS[activation]
    sums = rows @ hidden
    units = activate(sums)
    # FANN goes on where the output is at its bound: the slope of the linear piece is 1 all along
    error = (bounded(units @ output[:-1] + output[-1]) - wanted) * importance
    slopes[1][:-1] += error @ units
    slopes[1][-1] += error.sum()
    back = slope(sums, units)
    back *= error[:, None]
    back *= output[:-1]
    slopes[0] += rows.T @ back


class Steps:
    """The steps of iRPROP-, one for each weight; where a slope changes its sign, none is taken."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values
        self.sizes = np.full_like(values, FIRST_STEP)
        self.before = np.zeros_like(values)

    def take(self, slopes: np.ndarray) -> None:
        """Change the values against their slopes."""
        turned = np.sign(slopes * self.before)
        self.sizes *= np.where(turned > 0, GROWTH, np.where(turned < 0, SHRINKAGE, 1))
        np.clip(self.sizes, LEAST_STEP, MOST_STEP, out=self.sizes)
        slopes[turned < 0] = 0
        self.values -= np.sign(slopes) * self.sizes
        self.before = slopes


def fit(pages: Sequence[LabelledRows], **options: Any) -> Perceptron:
    """Return the Perceptron of some pages; options: of `train`."""
    rows, classes, words = together(pages, "rows", "classes", "words")
    weights = np.repeat([page.weight for page in pages], [len(page.words) for page in pages])
    return train(rows, classes, weights_of(words) * weights, **options)
