"""The features of the model "web": the evidence of a segment and of what is around it.

Differs: unlike the paper's features none is a property of the whole page, such as its doctype or
length, or the position on it. With these a network recognises the crawl that it was trained on: it
does better on pages of its own set, and worse on other sets.
"""
import numpy as np

from ..evidence.evidence import GROUPS, ROW, Evidence

OF = ("text", "tag", "markup", "near", "containers", "sisters", "path", "candidates",
      "neighbours", "headings")
FEATURES = [name for group in OF for name in GROUPS[group]]
ROWS = [ROW[name] for name in FEATURES]


def features(evidence: Evidence) -> np.ndarray:
    """Return the array (blocks, FEATURES) of the Evidence of a few pages."""
    return evidence.features[ROWS].T
