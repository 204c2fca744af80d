#!/usr/bin/env python3
"""Make role.model, by which scutch-role tells the class of a segment, and measure it.

usage: roles.py [--folds N] [--seeds N] [--source TEXT] [--out FILE] [PAGES GOLD]...

PAGES: records of scutch-segment. GOLD: JSON lines, with the class of all text. The trees learn from
each page and a copy of it with other markup; a segment counts by the square root of its words, a
page as much as any other, a rare class more. The report has, for the first N seeds of the folds,
the F of the words of each class by scutch-role with trees that have not seen the page's site.
"""
import argparse
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bin"))

import scutch  # noqa: E402, F401
from scutch.filters.edge.jsonlines import decode  # noqa: E402
from scutch.filters.roles.page import evidence_in, pages_of_records, roles_of  # noqa: E402
from scutch.filters.training.composites import copy  # noqa: E402
from scutch.filters.training.gold import read_gold  # noqa: E402
from scutch.filters.training.labels import site_of, with_labels  # noqa: E402
from scutch.lm.combine.jointmodel import CLASSES, KNOWN, RoleModel  # noqa: E402
from scutch.lm.combine.trees import of_lightgbm  # noqa: E402
from scutch.lm.crossvalidation import FEWEST_WORDS, folds_of  # noqa: E402
from scutch.lm.evidence.evidence import ROW  # noqa: E402

ROUNDS = 90
FITTING = {"objective": "multiclass", "num_class": len(CLASSES), "learning_rate": 0.15,
           "num_leaves": 5, "min_data_in_leaf": 8, "max_bin": 63, "feature_fraction": 0.6,
           "bagging_fraction": 0.6, "bagging_freq": 1, "lambda_l2": 5, "num_threads": 1,
           "deterministic": True, "force_col_wise": True, "verbose": -1}
OF_COPY = 0.5            # weight of a copy with other markup
RARE = 0.3               # power of the share of a class by which it counts less
# The class of the model for each of the gold, where they differ, and for each role
OF_GOLD = {"post": "text", "entry": "text", "comments": "comment"}
OF_ROLE = {"dek": "text", "keypoints": "text", "note": "text", "navigation": "boilerplate",
           "footer": "boilerplate"}


class Page:
    """A page with its gold.

    pages: Pages, with this one. shown: which of its segments are looked at.
    words, classes (places in CLASSES), rows, of_copy: of these, and of the page with other markup.
    group, lang: its site and language.
    """

    def __init__(self, number, record, gold):
        segments = with_labels(record, gold)["segments"]
        shown = np.array([not one.get("hidden") and one["words"] > 0 for one in segments])
        self.pages, self.shown, self.group, self.lang = (
            pages_of_records([record]), shown, site_of(record, gold), gold["lang"])
        self.rows, self.of_copy = (
            evidence_in(pages).features[[ROW[name] for name in KNOWN]].T[shown]
            for pages in (self.pages, pages_of_records([copy(record, f"0 {number}")])))
        self.words = self.pages.words[shown]
        self.classes = _numbers([one["label_class"] for one in segments], OF_GOLD)[shown]
        weights = np.sqrt(self.words + FEWEST_WORDS)
        self.weights = weights / weights.sum()


def _numbers(names, other):
    return np.array([CLASSES.index(other.get(name, name)) for name in names])


def fitted(pages, seed, settings):
    """Return the RoleModel that learns from pages; needs LightGBM."""
    import lightgbm
    rows = np.concatenate([rows for page in pages for rows in (page.rows, page.of_copy)])
    classes, weights = (np.concatenate(columns) for columns in zip(*(
        (page.classes, page.weights * weight) for page in pages for weight in (1, OF_COPY)),
        strict=True))
    whole = np.bincount(classes, weights, len(CLASSES))
    weights *= 100 * (whole.mean() / whole[classes]) ** RARE
    data = lightgbm.Dataset(rows, classes, weight=weights, params=FITTING)
    model = lightgbm.train({**FITTING, "seed": seed}, data, ROUNDS)
    return RoleModel({name: of_lightgbm(model, KNOWN, number, len(CLASSES))
                      for number, name in enumerate(CLASSES)}, settings)


def unseen(pages, folds, seed):
    """Return the class of each segment by its role, an array a page, by trees of other sites."""
    fold = folds_of(pages, folds, seed)
    found = {}
    for left_out in range(folds):
        model = fitted([page for page, of in zip(pages, fold, strict=True) if of != left_out],
                       seed, {})
        found |= {number: _numbers(roles_of(pages[number].pages, model), OF_ROLE)[
            pages[number].shown] for number in np.flatnonzero(fold == left_out).tolist()}
    return [found[number] for number in range(len(pages))]


def report(name, pages, found):
    """Print the F of the words of each class, in percent, and the share of all that are right."""
    sums = np.zeros((len(CLASSES), len(CLASSES)))
    for page, classes in zip(pages, found, strict=True):
        np.add.at(sums, (page.classes, classes), page.words)
    hits = sums.diagonal()
    figures = [*200 * hits / (sums.sum(0) + sums.sum(1)), 100 * hits.sum() / sums.sum()]
    print(f"{name:8}" + "".join(f"{figure:9.1f}" for figure in figures), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--source", default="")
    parser.add_argument("--out")
    opts = parser.parse_args()
    pages = []
    for path, golds in zip(opts.files[::2], opts.files[1::2], strict=True):
        gold = read_gold(str(golds))
        with open(path, "rb") as lines:
            records = [decode(line) for line in lines]
        pages += [Page(number, record, gold[record["id"]])
                  for number, record in enumerate(records, len(pages))]
    print(f"{len(pages)} pages, {opts.folds} folds, F of words by class:\n{'':8}"
          + "".join(f"{name[:8]:>9}" for name in (*CLASSES, "right")))
    for seed in range(opts.seeds):
        found = unseen(pages, opts.folds, seed)
        for name, wanted in ("all", None), ("en", True), ("others", False):
            chosen = [number for number, page in enumerate(pages)
                      if wanted is None or (page.lang == "en") == wanted]
            report(name, [pages[number] for number in chosen], [found[number] for number in chosen])
    if opts.out:
        fitted(pages, 0, {"pages": len(pages), "source": opts.source}).save(opts.out)


if __name__ == "__main__":
    main()
