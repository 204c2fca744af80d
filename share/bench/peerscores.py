"""F of the texts of several tools on the pages of a gold set, by language, and who is ahead."""
from collections import Counter
from statistics import fmean

from common import page_id

from scutch.filters.training.gold import read_gold
from scutch.lm.gold.measures import score
from scutch.lm.significance.resampling import paired_difference

POINT = 1.0                   # of F, by which a page is better or worse, at least
LEAST_PAGES = 5               # of a language that has a column of its own
OTHERS = "others"


class Scores:
    """F, precision and recall of each page of a set for each tool; the pages' sites, languages."""

    def __init__(self, gold, files, texts):
        wanted = read_gold(str(gold))
        self.pages = [name for name in map(page_id, files)
                      if wanted.get(name, {}).get("text") is not None]
        self.sites = [wanted[name].get("site") or name for name in self.pages]
        self.languages = [wanted[name].get("lang") or OTHERS for name in self.pages]
        self.of = {tool: [_shares(found.get(name, ""), wanted[name]) for name in self.pages]
                   for tool, found in texts.items()}

    def means(self, tool):
        """Return the means of F, precision and recall in percent; None if the tool did not run."""
        if tool not in self.of:
            return None
        return [fmean(column) for column in zip(*self.of[tool], strict=True)]

    def columns(self):
        """Return {language: indices of its pages}, with OTHERS last; {} for less than two."""
        counts = Counter(self.languages)
        named = [name for name, count in counts.most_common()
                 if count >= LEAST_PAGES and name != OTHERS]
        found = {name: [] for name in [*named, OTHERS]}
        for place, name in enumerate(self.languages):
            found[name if name in named else OTHERS].append(place)
        return {name: places for name, places in found.items() if places} if named[1:] else {}

    def best(self, tools):
        """Return the tool with the highest mean F, of those that have texts."""
        return max(filter(self.of.__contains__, tools), key=lambda tool: self.means(tool)[0])

    def ahead(self, tool, other):
        """Return (mean difference of F, its interval, shares of pages better and worse)."""
        pairs = [one[0] - two[0] for one, two in zip(self.of[tool], self.of[other], strict=True)]
        mean, low, high, _ = paired_difference(pairs, self.sites)
        return (mean, low, high,
                fmean(one >= POINT for one in pairs), fmean(one <= -POINT for one in pairs))


def _shares(text, gold):
    found = score([text], {"text": gold["text"]}, ["bow"])[0]
    return [found[f"bow_{which}"] for which in "fpr"]
