"""What the elements around a block tell of it: their names, the words on them, what they hold."""
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, repeat

import numpy as np

# Words of class, id and role that tell what an element is for, in groups: templates use the same
# ones all over the web. A word may be in several groups.
WORDS = {
    "navigation": "nav navbar navigation menu menus topnav subnav tabs tab pager pagination "
                  "breadcrumb breadcrumbs crumbs skip toc",
    "footer": "footer foot bottom copyright legal colophon",
    "header": "header head masthead banner top topbar logo branding",
    "comments": "comment comments commentlist reply replies respond disqus discussion thread "
                "message posts review reviews",
    "side": "sidebar side aside widget widgets rail column col right left secondary tertiary "
            "complementary module block box",
    "sharing": "share sharing social facebook twitter like follow email print tools toolbar "
               "bookmark rss feed",
    "related": "related recommended recommend more also popular latest recent trending similar "
               "links archive archives teaser promo blogroll next prev previous",
    "advertising": "ad ads advert advertisement sponsor sponsored sponsors promotion banner "
                   "adsense dfp outbrain taboola",
    "main": "main content article post entry story body text hentry maincontent page primary "
            "articlebody copy single",
    "notice": "cookie cookies consent gdpr modal popup overlay dialog notice alert",
    "form": "form login signin signup register subscribe newsletter search input field account "
            "cart basket filter filters sort",
    "about": "meta tags tag category categories byline author date time posted info bio profile "
             "avatar caption credit credits",
    "list": "list grid items item card cards gallery carousel slider thumb thumbnail product "
            "products price",
}
# Elements that a block is in, or that hold it, one bit and one feature each
AROUND = ["nav", "header", "footer", "aside", "main", "article", "section", "form", "table", "ul",
          "ol", "figure", "button", "label", "blockquote", "dl", "select"]
ROOTS = frozenset(["html", "body"])      # their words tell of the whole page: "single-post"
PIECE = re.compile("[A-Z]?[a-z]+|[A-Z]+")    # articleBody, nav-main, nav_main
NAMES = {name: 1 << bit for bit, name in enumerate(AROUND)}
GROUPS: dict[str, int] = {}
for _bit, _words in enumerate(WORDS.values()):
    for _word in _words.split():
        GROUPS[_word] = GROUPS.get(_word, 0) | 1 << _bit
HALF = 0.5               # of the prose: the deepest element that holds as much
NOWHERE = 15             # steps below a candidate for a block that is not in it, and the most


@lru_cache(2**14)        # templates use the same words on all their pages
def groups_of(words: str) -> int:
    """Return the groups of WORDS that words of class, id and role belong to, a bit each.

    >>> bin(groups_of("articleBody site-footer"))
    '0b100000010'
    """
    found = 0
    for piece in PIECE.findall(words):
        found |= GROUPS.get(piece.lower(), 0)
    return found


class Containers:
    """The elements of some pages; each array has one entry an element, then one for each page.

    names:   list of str; parents: list or array of indices, -1 for none; words: list of str.
    pages:   array, the page of each element, rising from 0; of one page where it is None.
    count:   how many pages there are, where not all have elements.
    around:  array of what each element is in or is itself, one bit each of AROUND, then of WORDS.
    page:    array, the page of each entry.
    """

    def __init__(self, names: Sequence[str], parents: Sequence[int] | np.ndarray,
                 words: Sequence[str], pages: np.ndarray | None = None, count: int = 1) -> None:
        self.count = len(names)
        self.page = np.append(np.zeros(self.count, int) if pages is None else pages,
                              np.arange(count))
        self.parents = np.append(np.array(parents, int), np.arange(count) + self.count)
        above = self.parents < 0
        self.parents[above] = self.count + self.page[above]
        # the element 1, 2, 4, 8 ... steps up: what is handed down takes as many rounds
        self.jumps = []
        up = self.parents
        while up.min() < self.count:
            self.jumps.append(up)
            up = up[up]
        own = np.zeros(len(up), int)
        own[:self.count] = list(map(groups_of, words))
        own <<= len(AROUND)
        own[:self.count] |= np.array([*map(NAMES.get, names, repeat(0))], int)
        own[[place for place, name in enumerate(names) if name in ROOTS]] = 0
        self.around = self._inherited(own)
        self.depths = (self.parents < self.count).astype(int)
        for up in self.jumps:
            self.depths += self.depths[up]

    def __len__(self):
        return self.count

    def within(self, group: str) -> np.ndarray:
        """Return the array of bool that says what is in an element of this group of WORDS."""
        return self.around >> len(AROUND) + list(WORDS).index(group) & 1 == 1

    def _inherited(self, bits):
        """Return the bits of each element and all above it."""
        for up in self.jumps:
            bits = bits | bits[up]
        return bits

    def sums(self, where: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """Return the array (columns, entries) of what is in each element and those below it.

        where:   array, the element of each block, or the entry of its page for none.
        columns: array (columns, blocks); the sum of a page is of all that is on it.
        """
        size = len(self.parents)
        found = np.array([np.bincount(where, column, size) for column in columns])
        for up in self.jumps:
            found += [np.bincount(up, column, size) for column in found]
        page = self.page[where]
        found[:, self.count:] = [np.bincount(page, column, size - self.count)
                                 for column in columns]
        return found

    def candidates(self, where: np.ndarray, prose: np.ndarray,
                   sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return two elements of each page that may be the main content, -1 for none.

        They are the deepest that holds HALF of the prose, and the one that a reader's view takes:
        of paragraphs all counts for the parent, half for the element itself and the grandparent.

        prose:   array, characters of running text of each block; sums: of them in each element.
        Returns: two arrays, an entry a page.
        """
        size, whole = len(self.parents), sums[self.count:]
        holding = sums[:self.count] >= HALF * whole[self.page[:self.count]]
        own = np.bincount(where, prose, size)
        below = np.bincount(self.parents[:self.count], own[:self.count], size)
        above = np.bincount(self.parents[:self.count], below[:self.count], size)
        counted = own / 2 + below + above / 2
        deepest, best = np.full((2, size - self.count), -1)
        starts = np.searchsorted(self.page[:self.count], np.arange(size - self.count + 1)).tolist()
        for page, (start, end) in enumerate(pairwise(starts)):
            if whole[page] > 0 and end > start:
                held = np.flatnonzero(holding[start:end])
                deepest[page] = start + held[-1] if len(held) else -1
                most = start + int(counted[start:end].argmax())
                best[page] = most if counted[most] > 0 else -1
        return deepest, best

    def below(self, candidates: np.ndarray) -> np.ndarray:
        """Return the array of steps from the candidate of its page down to each element.

        It is NOWHERE outside; the entries of pages are for blocks in no element.
        """
        inside = np.zeros(len(self.parents), bool)
        inside[candidates[candidates >= 0]] = True
        steps = self.depths - self.depths[candidates][self.page]
        return np.where(self._inherited(inside), np.minimum(steps, NOWHERE - 1), NOWHERE)


def bits(values: np.ndarray, count: int) -> np.ndarray:
    """Return the array (count, values) of the lowest bits of integers, 0 or 1."""
    return values >> np.arange(count)[:, None] & 1
