"""Schäfer's 37 features from our records.

Differs from texrex where our evidence does: the container is the element that holds the block,
not the last tag before it, which may have closed another one; markup is counted as the parser
writes it, without comments, scripts and styles, in characters, not in bytes; a block that a <br>
ends is a block of its own until scutch-segment joins it; skipped counts the tags of all blocks
that browsers know, not only of texrex's eight. Plain text has no markup: features of it are 0.
"""
import numpy as np

from ...lm.perceptron.texrexfeatures import CONTAINERS, Markup, features
from ..columns.fromrecords import counts_of
from ..record import elements_of, object_of

CONTAINER_OF = ({name: name for name in CONTAINERS if name != "h"}
                | dict.fromkeys(["h1", "h2", "h3", "h4", "h5", "h6"], "h"))

def numbers(segments, *names):
    """Return the float array (names, segments) of counts."""
    return np.array([counts_of(segments, name) for name in names], float)


def texrex_features(record, segments):
    """Return the array (segments, 37) of a record."""
    doc = object_of(record, "doc")
    names = containers(record)
    places = [one.get("element") for one in segments]
    chars, links, opening, closing, skipped = numbers(
        segments, "markup_chars", "links", "open_tags", "close_tags", "skipped")
    markup = Markup(chars, links, opening, closing, skipped,
                    [names[place] if isinstance(place, int) and 0 <= place < len(names) else None
                     for place in places],
                    [one.get("after_close") is True for one in segments])
    return features([one["text"] for one in segments], markup, doc.get("doctype"),
                    numbers([doc], "chars", "markup_chars").sum())


def containers(record):
    """Return for each element the one of CONTAINERS that it is, or is in, else None.

    >>> containers({"elements": [["body", -1, ""], ["h2", 0, ""], ["center", 1, ""]]})
    [None, 'h', 'h']
    """
    names, parents, _ = elements_of(record)
    found: list[str | None] = []
    for name, parent in zip(names, parents, strict=True):
        found.append(CONTAINER_OF.get(name) or (found[parent] if parent >= 0 else None))
    return found
