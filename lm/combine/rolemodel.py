"""The model of roles: for each class of text trees over the evidence of a page; the likeliest wins.

Of the evidence the scores of charlm do not count, so that roles are the same before and after them.
"""
from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import modelfile
from ..evidence.containers import OF_PLAIN_TEXT
from ..evidence.evidence import EVIDENCE, GROUPS, ROW
from .trees import Ensemble, ensembles_of, stored

CLASSES = ("headline", "byline", "text", "caption", "comment", "teaser", "form", "notice",
           "boilerplate")
KNOWN = [name for name in EVIDENCE if name not in (*OF_PLAIN_TEXT, *GROUPS["charlm"])]


class RoleModel(modelfile.FileModel, kind="role"):
    """Trees that tell the class of each block.

    heads:    {one of CLASSES: Ensemble over features of KNOWN}.
    settings: notes of the training.
    names:    list of str, the features of which some tree asks.
    """

    def __init__(self, heads: Mapping[str, Ensemble], settings: dict[str, Any]) -> None:
        if set(heads) != set(CLASSES):
            raise ValueError("trees of other classes")
        self.heads, self.settings = heads, settings
        self.names = sorted({name for trees in heads.values() for name in trees.features},
                            key=KNOWN.index)
        self._rows = {head: np.array([ROW[name] for name in trees.features])
                      for head, trees in heads.items()}

    @classmethod
    def _of_file(cls, model):
        settings = dict(model.settings)
        return cls(ensembles_of("heads", settings.pop("heads"), model.arrays), settings)

    def _content(self):
        known, arrays = stored("heads", self.heads)
        return {**self.settings, "heads": known}, arrays

    def classes(self, features: np.ndarray) -> list[str]:
        """Return the likeliest of CLASSES of each block. features: of Evidence."""
        values = [self.heads[name].values(features, self._rows[name]) for name in CLASSES]
        return [CLASSES[number] for number in np.argmax(values, 0).tolist()]
