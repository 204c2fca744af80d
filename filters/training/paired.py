"""Whether one output is better than another on the pages of a gold standard."""
from collections import Counter
from types import SimpleNamespace

import numpy as np

from ...lm.crossvalidation import folds_of
from ...lm.gold.alignment import CLEAN_SHARE, labels
from ...lm.gold.goldwords import letter_runs
from ...lm.significance.contingency import kappa, mcnemar
from ...lm.significance.resampling import corrected_t_test, paired_difference
from ..errors import Unusable
from ..record import segments_of
from ..wording import plural
from .gold import id_in
from .labels import site_of

POINT = 1.0              # by which a page is better or worse, at least


class Paired:
    """The comparison of the records with another row, page by page.

    gold:    {id: gold record}.
    Memory:  the other's text of each page, the site of each page, and four counts.
    """

    def __init__(self, gold):
        self.gold = gold
        self.texts = {}
        self.sites = {page: site_of(record, record) for page, record in gold.items()}
        self.right = Counter()           # whether a label of the records is right, of the other
        self.same = Counter()            # whether it is clean for the records, for the other

    def add_other(self, record, texts):
        """Note the texts that the other has of a page, and the page's site."""
        page = self._page(record)
        if page is not None:
            self.texts[page] = "\n".join(texts)

    def add(self, record, texts, has_labels):
        """Note the page's site, and count the labels of its segments.

        has_labels: whether the record has the segments that were not kept, too.
        """
        page = self._page(record)
        if page is None or not has_labels or self.gold[page].get("text") is None:
            return
        all_texts = [segment["text"] for segment in segments_of(record)]
        sides = (self.gold[page]["text"], "\n".join(texts), self.texts.get(page, ""))
        shares = [labels(all_texts, side) for side in sides]
        for text, *three in zip(all_texts, *shares, strict=True):
            if letter_runs(text):
                wanted, first, second = (share >= CLEAN_SHARE for share in three)
                self.right[first == wanted, second == wanted] += 1
                self.same[first, second] += 1

    def _page(self, record):
        page = id_in(self.gold, record)
        if page is not None:
            gold = self.gold[page]
            self.sites[page] = site_of({**gold, **record}, gold)
        return page

    def summary(self, first, second, opts):
        """Return {"items", "measures": {name: figures}, and "folds" and "labels" where asked for}.

        first, second: [(gold record, scores, counts)] of all pages, as Row.all returns.
        opts:          with by_host, folds and seed.
        """
        sites = list(self.sites.values())
        fold = self._folds(sites, opts) if opts.folds else None
        if opts.by_host and all(map(str.__eq__, sites, self.sites)):
            raise Unusable('--by-host: no page has a host: "site" of the gold, or of a url')
        items = plural(len(set(sites)), "host") if opts.by_host else plural(len(sites), "page")
        measures, folds = {}, {}
        for name in dict.fromkeys(name for _, scores, _ in first for name in scores):
            if name.endswith(("_p", "_r")):      # F and similarities are compared
                continue
            at, differences = _differences(first, second, name)
            groups = [sites[place] for place in at] if opts.by_host else None
            ahead = paired_difference(differences, groups, opts.seed)
            measures[name] = {
                **ahead._asdict(), "better": 100 * float((differences >= POINT).mean()),
                "worse": 100 * float((differences <= -POINT).mean())}
            if fold is not None:
                means = [differences[fold[at] == number].mean() for number in set(fold[at])]
                if len(means) > 1:
                    test = corrected_t_test(means, 1 / (len(means) - 1))
                    folds[name] = {"folds": len(means), **test._asdict()}
        return {"items": items, "measures": measures, **({"folds": folds} if folds else {}),
                **({"labels": self._labels()} if self.right else {})}

    def _folds(self, sites, opts):
        if len(set(sites)) < opts.folds:
            raise Unusable(f"--folds {opts.folds}: the pages are of {len(set(sites))} sites")
        return folds_of([SimpleNamespace(group=site) for site in sites], opts.folds, opts.seed)

    def _labels(self):
        total = self.right.total()
        both, first, second = (self.right[pair] for pair in (
            (True, True), (True, False), (False, True)))
        return {"segments": total, "right": 100 * (both + first) / total,
                "other_right": 100 * (both + second) / total,
                "first_alone": first, "second_alone": second, "p": mcnemar(first, second),
                "kappa": kappa(self.same)}


def _differences(first, second, name):
    """Return (places of the pages that have a score, its differences), arrays."""
    at = [place for place, (_, scores, _) in enumerate(first) if name in scores]
    return np.array(at), np.array([first[place][1][name] - second[place][1][name] for place in at])
