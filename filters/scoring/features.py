"""The sets of features that perceptrons are trained on, by their name in the model file."""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...lm.arrays import is_one_of
from ...lm.names import ROOTS
from ...lm.perceptron import page as pagefeatures
from ...lm.perceptron import texrex as texrexfeatures
from ...lm.perceptron.containers import AROUND, Containers, groups_of, marks_of
from ..columns.names import NUMBER_OF, TAGS
from ..columns.reading import columns_of
from .texrex import texrex_features

TAG_PLACES = np.full(len(TAGS), len(pagefeatures.TAGS))      # place of a name of TAGS among them
TAG_PLACES[[NUMBER_OF[name] for name in pagefeatures.TAGS]] = np.arange(len(pagefeatures.TAGS))


class FeatureSet(NamedTuple):
    """A function of (record, segments) that returns an array (segments, inputs).

    of_columns: the same of Columns, where there is one.
    flags:      which inputs are all 0 or 1.
    """

    of: Callable
    inputs: int
    of_columns: Callable | None = None
    flags: slice = slice(0, 0)


def page_features(record, segments):
    """Return the array of pagefeatures of a record."""
    return features_of_columns(columns_of([{**record, "segments": segments}]))


def features_of_columns(columns):
    """Return the array of pagefeatures of Columns."""
    _, places = columns.distinct_words
    # first of the distinct words, then of the names: few of either occur on many elements
    groups = groups_of(columns.pieces)[places] << len(AROUND)
    names = marks_of(columns.names, np.zeros(len(columns.names), int))[columns.element_tag]
    roots = np.array([name in ROOTS for name in columns.names])
    containers = Containers(columns.tree, np.where(roots[columns.element_tag], 0, groups | names))
    codes, starts, ends = columns.characters
    stop = is_one_of(codes[np.maximum(starts, ends - 1)], list(map(ord, pagefeatures.STOPS)))
    tag = np.append(TAG_PLACES, len(pagefeatures.TAGS))[np.minimum(columns.tag, len(TAGS))]
    blocks = pagefeatures.Blocks(
        columns.page, columns.where, columns.chars, columns.words, columns.link_chars, stop,
        columns.kind, tag, [columns.bar, columns.br, columns.hidden])
    return pagefeatures.features(blocks, containers)


SETS = {"texrex": FeatureSet(texrex_features, len(texrexfeatures.FEATURES)),
        "page": FeatureSet(page_features, len(pagefeatures.FEATURES), features_of_columns,
                           pagefeatures.FLAGS)}
