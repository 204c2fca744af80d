"""The sets of features that perceptrons are trained on, by the name that stands in the model."""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...lm.perceptron import page as pagefeatures
from ...lm.perceptron import texrex as texrexfeatures
from ...lm.perceptron.containers import Containers
from ..columns.names import NUMBER_OF, TAGS
from ..columns.reading import columns_of
from .texrex import texrex_features

TAG_PLACES = np.full(len(TAGS), len(pagefeatures.TAGS))      # place of a name of TAGS among them
TAG_PLACES[[NUMBER_OF[name] for name in pagefeatures.TAGS]] = np.arange(len(pagefeatures.TAGS))


class FeatureSet(NamedTuple):
    """A function of (record, segments) that returns an array (segments, inputs).

    of_columns: the same of Columns, where there is one.
    """

    of: Callable
    inputs: int
    of_columns: Callable | None = None


def page_features(record, segments):
    """Return the array of pagefeatures of a record."""
    return features_of_columns(columns_of([{**record, "segments": segments}]))


def features_of_columns(columns):
    """Return the array of pagefeatures of Columns."""
    names, parents = columns.names, columns.element_parent
    pages = len(columns)
    tree = Containers([names[number] for number in columns.element_tag.tolist()], parents,
                      columns.element_words, columns.element_page, pages)
    where, tag = columns.element, columns.tag
    stop = np.array([text.endswith(pagefeatures.STOPS) for text in columns.text], bool)
    blocks = pagefeatures.Blocks(
        columns.page, np.where(where < 0, len(tree) + columns.page, where), columns.chars,
        columns.words, columns.link_chars, stop, columns.kind,
        np.append(TAG_PLACES, len(pagefeatures.TAGS))[np.minimum(tag, len(TAGS))],
        [columns.bar, columns.br, columns.hidden])
    return pagefeatures.features(blocks, tree)


SETS = {"texrex": FeatureSet(texrex_features, len(texrexfeatures.FEATURES)),
        "page": FeatureSet(page_features, len(pagefeatures.FEATURES), features_of_columns)}
