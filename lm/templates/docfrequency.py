"""On how many pages of a host a text occurs: document frequency, in counts that merge exactly.

Ma, Goharian, Chowdhury and Chung 2003: text that many pages of a site have is its template. A page
here is a path: snapshots of it are one page, so that text which stays on it counts once.

A page is kept as the hashes of its texts and of its texts with their slots; a slot is the path of
elements and classes to a text in the template. Both levels are bottom-k sketches: of a host the
pages with the smallest hashes of their paths are kept, of a page its MAX_UNITS smallest hashes.
The result is the same in whichever order counts are made and merged.
"""
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from .. import modelfile
from ..hashing import GOLDEN, hashes

ARRAYS = {"names": "|u1", "name_ends": "<u8", "host_ends": "<u8", "pages": "<u8",
          "page_ends": "<u8", "units": "<u8"}
MAX_UNITS = 8_000        # of a page; a text makes one or two
MOST_SHARED = 0.95       # of a page's texts; a page that has more of them is a copy of it

# Weights of the log odds of boilerplate, fitted by logistic regression to the 259 pages of
# wcxb-dev whose host has others, with the same weight for both classes.
NO_OTHER, OTHER_TEXT, OTHER_PAIR, SHARE = -1.4, 1.1, 0.3, 2.8


class Units:
    """The units of a page that are counted: hashes of its texts, and of texts with their slots.

    texts:   strings.
    slots:   for each a number under 2^32, that of its place in the template.
    """

    def __init__(self, texts: Sequence[str], slots: Sequence[int]) -> None:
        self.texts = hashes(texts)
        self.pairs = (self.texts ^ np.array(slots, np.uint64)) * np.uint64(GOLDEN)

    def all(self) -> np.ndarray:
        """Return all units, each once, in order, an array."""
        return np.unique(np.concatenate([self.texts, self.pairs]))


class Counts(modelfile.FileModel, kind="docfreq"):
    """The pages of hosts: {host: {hash of a path: array of hashes in order}}.

    max_pages: most pages of a host that are kept.
    """

    def __init__(self, max_pages: int) -> None:
        self.max_pages = max_pages
        self.hosts = {}

    def add(self, host: str, path: str, units: Units) -> None:
        """Count a page, or one more snapshot of it."""
        self._add(host, int(hashes([path])[0]), units.all())

    def merge(self, other: "Counts") -> None:
        """Add the counts of another Counts."""
        for host in other.hosts:
            for page, units in other.pages(host).items():
                self._add(host, page, units)

    def pages(self, host: str) -> dict[Any, np.ndarray]:
        """Return {hash of a path: array of hashes} of a host, within the bounds."""
        pages = self.hosts.get(host, {})
        self._bound(pages, self.max_pages)
        return pages

    def _add(self, host, page, units):
        pages = self.hosts.setdefault(host, {})
        if page in pages:
            units = np.union1d(pages[page], units)
        pages[page] = units[:MAX_UNITS]
        self._bound(pages, 2 * self.max_pages)

    def _bound(self, pages, most):
        if len(pages) > most:
            for page in sorted(pages)[self.max_pages:]:
                del pages[page]

    def _content(self):
        hosts = sorted(self.hosts)
        names = [host.encode("utf-8", "surrogatepass") for host in hosts]
        pages = [self.pages(host) for host in hosts]
        rows = [(page, host_pages[page]) for host_pages in pages for page in sorted(host_pages)]
        return {"max_pages": self.max_pages}, {
            "names": np.frombuffer(b"".join(names), np.uint8), "name_ends": _ends(names),
            "host_ends": _ends(pages),
            "pages": np.array([page for page, _ in rows], "<u8"),
            "page_ends": _ends([of_page for _, of_page in rows]),
            "units": np.concatenate([np.zeros(0, "<u8"), *(of_page for _, of_page in rows)])}

    @classmethod
    def _of_file(cls, model):
        arrays = model.arrays
        counts = cls(modelfile.whole_number(model.settings["max_pages"], 1, 1 << 40))
        for name, kind in ARRAYS.items():
            modelfile.array_of(arrays, name, kind, 1)
        names = _parts(arrays["names"].tobytes(), arrays["name_ends"])
        units = _parts(arrays["units"], arrays["page_ends"])
        rows = list(zip(arrays["pages"].tolist(), units, strict=True))
        for name, part in zip(names, _parts(rows, arrays["host_ends"]), strict=True):
            counts.hosts[name.decode("utf-8", "surrogatepass")] = dict(part)
        return counts


def _ends(parts):
    return np.cumsum([len(part) for part in parts], dtype="<u8")


def _parts(whole, ends):
    return [whole[start:end] for start, end in pairwise([0, *ends.tolist()])]


class Frequencies:
    """The units of the pages of one host, for look-ups: {hash of a path: array of hashes}."""

    def __init__(self, pages: Mapping[Any, Any]) -> None:
        self._rows = {page: row for row, page in enumerate(pages)}
        self._count = len(pages)
        units = np.concatenate([np.zeros(0, np.uint64), *pages.values()])
        rows = np.repeat(np.arange(len(pages)), [len(of_page) for of_page in pages.values()])
        order = np.argsort(units, kind="stable")
        self._units, self._pages = units[order], rows[order]

    def of(self, path: str, units: Units) -> tuple[int, np.ndarray, np.ndarray]:
        """Return (n, texts, pairs): other pages, and for each text how many have it, and the pair.

        n counts the pages at other paths that are not copies of this one.
        """
        others = np.ones(self._count, bool)
        row = self._rows.get(int(hashes([path])[0]))
        if row is not None:
            others[row] = False
        distinct = np.unique(units.texts)
        shared = np.bincount(self._having(distinct)[1], minlength=self._count)
        others &= shared <= MOST_SHARED * len(distinct)
        return (int(others.sum()), self._counts(units.texts, others),
                self._counts(units.pairs, others))

    def _having(self, wanted):
        """Return (which of the wanted units, on which page) for each time one is there."""
        start = np.searchsorted(self._units, wanted, "left")
        count = np.searchsorted(self._units, wanted, "right") - start
        which = np.repeat(np.arange(len(wanted)), count)
        before = np.cumsum(count) - count
        return which, self._pages[np.arange(len(which)) - before[which] + start[which]]

    def _counts(self, wanted, others):
        which, page = self._having(wanted)
        return np.bincount(which[others[page]], minlength=len(wanted))


def boilerplate(n: int, texts: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Return the probability of boilerplate of each text, 0.5 where there is no other page.

    n:            other pages of the host.
    texts, pairs: arrays, how many of them have the text; have it in the same slot.

    >>> boilerplate(10, np.array([0, 1, 10]), np.array([0, 0, 10])).round(2).tolist()
    [0.22, 0.52, 0.94]
    """
    if not n:
        return np.full(len(texts), 0.5)
    odds = (NO_OTHER + OTHER_TEXT * (texts > 0) + OTHER_PAIR * (pairs > 0)
            + SHARE * (texts + 0.5) / (n + 1))
    return 1 / (1 + np.exp(-odds))
