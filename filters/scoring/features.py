"""The sets of features that perceptrons are trained on, by the name that stands in the model."""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...lm.perceptron import page as pagefeatures
from ...lm.perceptron import texrex as texrexfeatures
from ...lm.perceptron.containers import Containers
from ..record import elements_of, owners_of
from .texrex import numbers, texrex_features


class FeatureSet(NamedTuple):
    """A function of (record, segments) that returns an array (segments, inputs)."""

    of: Callable
    inputs: int


def page_features(record, segments):
    """Return the array of pagefeatures of a record."""
    tree = Containers(*elements_of(record))
    words, link_chars = numbers(segments, "words", "link_chars")
    blocks = pagefeatures.Blocks(
        [one["text"] for one in segments], words, link_chars,
        [one.get("kind") for one in segments],
        [_name(one.get("tag")) for one in segments],
        [[one.get(flag) is True for one in segments] for flag in ("bar", "br", "hidden")],
        np.array(owners_of(segments, len(tree)), int) % (len(tree) + 1))
    return pagefeatures.features(blocks, tree)


def _name(value):
    return value if isinstance(value, str) else ""


SETS = {"texrex": FeatureSet(texrex_features, len(texrexfeatures.FEATURES)),
        "page": FeatureSet(page_features, len(pagefeatures.FEATURES))}
