"""Training of trees over shallow features: folds by site, the threshold, measures of Table 2."""
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..crossvalidation import Labelled, folds_of, page_f
from .decisiontrees import DecisionTree
from .treetraining import grow, one_rule
from .wekameasures import measures

CUTS = tuple(i / 20 for i in range(6, 17))     # tried: 0.3 to 0.8


@dataclass(kw_only=True)
class LabelledRows(Labelled):
    """A labelled page; arrays are a block each, of those that have words, by which they are
    weighted (section 4.3.1).

    rows:    float32 (blocks, columns), of shallowfeatures.matrix.
    classes: ints from 0, the right ones; the last class is boilerplate.
    """

    rows: np.ndarray
    classes: np.ndarray


def together(pages: Sequence[LabelledRows]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (rows, classes, words) of all blocks of some pages."""
    rows, classes, words = (np.concatenate([getattr(page, name) for page in pages])
                            for name in ("rows", "classes", "words"))
    return rows, classes, words


class Recipe(NamedTuple):
    """How a tree is made.

    method:  "tree" or "1r"; pruned, leaves: as in treetraining.grow.
    least:   the least weight of a leaf, in words.
    by_page: whether pages weigh the same, each as much as the mean one; else blocks are weighted by
             their words, and a page of 20,000 words weighs as much as forty articles.
    """

    method: str = "tree"
    least: float = 1000
    pruned: bool = True
    leaves: int | None = None
    by_page: bool = False

    def fit(self, pages: Sequence[LabelledRows]) -> DecisionTree:
        """Return the DecisionTree of some pages."""
        rows, classes, weights = together(pages)
        if self.by_page:
            mean = weights.sum() / len(pages)
            weights = np.concatenate([page.words * mean / page.words.sum() for page in pages])
        if self.method == "1r":
            return one_rule(rows, classes, weights, self.least)
        return grow(rows, classes, weights, self.least, pruned=self.pruned, leaves=self.leaves)


def cross_validated(pages: Sequence[LabelledRows], recipe: Recipe, folds: int,
                    seed: int) -> list[np.ndarray]:
    """Return the probabilities of each class, of each page, from trees of other groups' pages.

    Returns:  a list of arrays (blocks, classes).
    """
    fold = folds_of(pages, folds, seed)
    classes = 1 + max(int(page.classes.max()) for page in pages)
    of_pages: list = [None] * len(pages)
    for i in range(folds):
        tree = recipe.fit([page for page, f in zip(pages, fold, strict=True) if f != i])
        for k in np.flatnonzero(fold == i).tolist():
            known = tree.probabilities(pages[k].rows)     # of the classes in the other folds
            of_pages[k] = np.pad(known, ((0, 0), (0, classes - known.shape[1])))
    return of_pages


def report(pages: Sequence[LabelledRows],
           probabilities: Sequence[np.ndarray]) -> tuple[float, dict[str, float]]:
    """Return (threshold, {name: number}) of pages that the trees have not seen.

    The numbers are percentages: the measures of Table 2, weighted by words, and the mean over pages
    of F of the words kept. The threshold is the one nearest to 0.5 whose mean F is less than a
    standard error below the best (Breiman et al. 1984): pages of other sets differ more than that.
    """
    percentages = {name: 100 * value for name, value in measures(
        np.concatenate(probabilities), np.concatenate([page.classes for page in pages]),
        np.concatenate([page.words for page in pages])).items()}
    scores = {cut: page_f(pages, [of_page[:, -1] <= cut for of_page in probabilities])
              for cut in (*CUTS, 1)}
    means = {cut: float(values.mean()) for cut, values in scores.items()}
    best = max(CUTS, key=lambda cut: means[cut])
    least = means[best] - scores[best].std() / len(pages) ** 0.5
    cut = min((cut for cut in CUTS if means[cut] >= least), key=lambda cut: (abs(cut - 0.5), cut))
    return cut, percentages | {"f_all_text": means[1], "f_half": means[0.5], "f_cut": means[cut]}
