"""The sets of features that perceptrons are trained on, by their name in the model file: web, and
Schäfer's 37, texrex.

The latter differ from texrex where our evidence does: the container is the element that holds the
block, not the last tag before it, which may have closed another one; markup is counted as the
parser writes it, without comments, scripts and styles, in characters, not in bytes; a block that a
<br> ends is a block of its own until scutch-segment joins it; skipped counts the tags of all blocks
that browsers know, not only of texrex's eight. Plain text has no markup: features of it are 0.
"""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...lm.evidence.evidence import evidence
from ...lm.perceptron import web
from ...lm.perceptron.texrexfeatures import CONTAINERS, FEATURES, Markup, features
from ..record import count_of, object_of
from .evidenceinput import blocks_of_pages

CONTAINER_OF = ({name: name for name in CONTAINERS if name != "h"}
                | dict.fromkeys(["h1", "h2", "h3", "h4", "h5", "h6"], "h"))


def texrex_features(pages):
    """Return the array (segments, 37) of Pages."""
    around = np.array([*containers(pages), None], object)[pages.element]
    by_page = [np.zeros((0, len(FEATURES)))]
    for page, record in enumerate(pages.records):
        rows, doc = pages.rows(page), object_of(record, "doc")
        chars, links, opening, closing, skipped = (
            getattr(pages, name)[rows].astype(float)
            for name in ("markup_chars", "links", "open_tags", "close_tags", "skipped"))
        markup = Markup(chars, links, opening, closing, skipped, around[rows].tolist(),
                        pages.after_close[rows].tolist())
        by_page.append(features(
            pages.text[rows], markup, doc.get("doctype"),
            count_of(doc.get("chars")) + count_of(doc.get("markup_chars"))))
    return np.concatenate(by_page)


def containers(pages):
    """Return for each element the one of CONTAINERS that it is, or is in, else None.

    >>> from ..columns.fromrecords import pages_of
    >>> tree = [["body", -1, ""], ["h2", 0, ""], ["center", 1, ""]]
    >>> containers(pages_of([{"elements": tree, "segments": []}]))
    [None, 'h', 'h']
    """
    own = list(map(CONTAINER_OF.get, pages.names))
    nearest_ones: list[str | None] = []
    for tag, parent in zip(pages.element_tag.tolist(), pages.element_parent.tolist(),
                           strict=True):
        nearest_ones.append(own[tag] or (nearest_ones[parent] if parent >= 0 else None))
    return nearest_ones


class FeatureSet(NamedTuple):
    """A function of Pages that returns an array (segments, inputs)."""

    of: Callable
    inputs: int


SETS = {"texrex": FeatureSet(texrex_features, len(FEATURES)),
        "web": FeatureSet(lambda pages: web.features(evidence(blocks_of_pages(
            pages, np.zeros(len(pages.text))))), len(web.FEATURES))}
