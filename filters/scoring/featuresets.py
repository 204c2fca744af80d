"""The sets of features that perceptrons are trained on, by their name in the model file."""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...lm.evidence.evidence import evidence
from ...lm.perceptron import texrexfeatures, web
from ..columns.fromrecords import columns_of
from ..record import title_of
from .evidenceinput import pages_of
from .texrexinput import texrex_features


class FeatureSet(NamedTuple):
    """A function of (record, segments) that returns an array (segments, inputs).

    of_pages: the same of (columns, records), where there is one.
    """

    of: Callable
    inputs: int
    of_pages: Callable | None = None


def web_features(columns, records):
    """Return the array of web.features of Columns and their records."""
    return web.features(evidence(pages_of(columns, list(map(title_of, records)),
                                          np.zeros(len(columns.text)))))


def _of_one(record, segments):
    record = {**record, "segments": segments}
    return web_features(columns_of([record]), [record])


SETS = {"texrex": FeatureSet(texrex_features, len(texrexfeatures.FEATURES)),
        "web": FeatureSet(_of_one, len(web.FEATURES), web_features)}
