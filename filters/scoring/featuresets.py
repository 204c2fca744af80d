"""The sets of features that perceptrons are trained on, by their name in the model file."""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...lm.evidence.evidence import evidence
from ...lm.perceptron import texrexfeatures, web
from .evidenceinput import blocks_of_pages
from .texrexinput import texrex_features


class FeatureSet(NamedTuple):
    """A function of Pages that returns an array (segments, inputs)."""

    of: Callable
    inputs: int


def web_features(pages):
    """Return the array of web.features of Pages."""
    return web.features(evidence(blocks_of_pages(pages, np.zeros(len(pages.text)))))


SETS = {"texrex": FeatureSet(texrex_features, len(texrexfeatures.FEATURES)),
        "web": FeatureSet(web_features, len(web.FEATURES))}
