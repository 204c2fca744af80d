"""A decision tree over shallow features, with its features and classes, and its file."""
from typing import Any

import numpy as np

from .. import modelfile
from .decisiontrees import DecisionTree, sound
from .shallowfeatures import NAMES, matrix

# The last class is boilerplate: Kohlschütter et al. 2010, section 4.3.1
TWO = ["content", "boilerplate"]
FOUR = ["headline", "fulltext", "supplemental", "boilerplate"]
ARRAYS = {"feature": np.int16, "threshold": np.float32, "right": np.int32, "weights": np.float32}


class ShallowTree(modelfile.FileModel, kind="shallow"):
    """A decision tree with its settings.

    tree:     decisiontrees.DecisionTree.
    settings: {"features": names of the tree's columns, "classes": TWO or FOUR, "cut": the highest
               score that is clean}, and notes of the training.
    """

    def __init__(self, tree: DecisionTree, settings: dict[str, Any]) -> None:
        self.tree, self.settings = tree, settings

    @classmethod
    def _of_file(cls, model):
        s, arrays = model.settings, model.arrays
        if s["classes"] not in (TWO, FOUR) or not isinstance(s["features"], list):
            raise ValueError('unknown "classes" or "features"')
        if not all(name in NAMES for name in s["features"]):
            raise ValueError('an unknown name in "features"')
        modelfile.number(s["cut"], 0, 1)
        if {name: array.dtype for name, array in arrays.items()} != ARRAYS:
            raise ValueError("other arrays than those of a tree")
        tree = DecisionTree(**arrays)
        if not sound(tree, len(s["features"]), len(s["classes"])):
            raise ValueError("arrays that are not a tree")
        return cls(tree, s)

    def _content(self):
        return self.settings, self.tree._asdict()

    def scores(self, blocks: Any) -> tuple[list[float], list[str]]:
        """Return (probabilities of boilerplate, likeliest classes) of the blocks of a page."""
        if not blocks:
            return [], []
        probabilities = self.tree.probabilities(matrix(blocks, self.settings["features"]))
        return (probabilities[:, -1].astype(float).tolist(),
                [self.settings["classes"][k] for k in probabilities.argmax(1).tolist()])
