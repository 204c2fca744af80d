"""The sets of features that perceptrons are trained on, by the name that stands in the model."""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..lm import pagefeatures, texrexfeatures
from ..lm.pagetree import Tree
from ._texrex import number, texrex_features


class FeatureSet(NamedTuple):
    """A function of (record, segments) that returns an array (segments, inputs)."""

    of: Callable
    inputs: int


def page_features(record, segments):
    """Return the array of pagefeatures of a record."""
    names, parents, words = _elements(record)
    where = []
    for one in segments:
        place = one.get("element")
        where.append(place if isinstance(place, int) and 0 <= place < len(names) else -1)
    blocks = pagefeatures.Blocks(
        [one["text"] for one in segments], [number(one, "words") for one in segments],
        [number(one, "link_chars") for one in segments],
        [one.get("kind") for one in segments], [_name(one.get("tag")) for one in segments],
        [[one.get(flag) is True for flag in ("bar", "br", "hidden")] for one in segments],
        np.array(where, int))
    title = record.get("title")
    return pagefeatures.features(blocks, Tree(names, parents, words),
                                 texrex_features(record, segments),
                                 title if isinstance(title, str) else "")


def _elements(record):
    """Return (names, parents, words) of the record's elements, three lists."""
    found = [], [], []
    elements = record.get("elements")
    for place, element in enumerate(elements if isinstance(elements, list) else []):
        known = element if isinstance(element, list) and len(element) == 3 else ["", -1, ""]
        name, parent, words = known
        if not isinstance(parent, int) or not -1 <= parent < place:
            parent = -1
        for values, value in zip(found, (_name(name), parent, _name(words)), strict=True):
            values.append(value)
    return found


def _name(value):
    return value if isinstance(value, str) else ""


SETS = {"texrex": FeatureSet(texrex_features, len(texrexfeatures.FEATURES)),
        "page": FeatureSet(page_features, len(pagefeatures.FEATURES))}
