"""Features of a block by the elements around it: their names, words and content."""
from collections.abc import Sequence
from itertools import pairwise, repeat

import numpy as np

from ..elements import Tree
from ..elementwords import Pieces
from ..names import ROOTS

# Words of class, id and role that tell the purpose of an element, in groups. Templates use the same
# words all over the web. A word may be in several groups.
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
NAMES = {name: 1 << bit for bit, name in enumerate(AROUND)}
GROUPS: dict[str, int] = {}
for _bit, _words in enumerate(WORDS.values()):
    for _word in _words.split():
        GROUPS[_word] = GROUPS.get(_word, 0) | 1 << _bit
HALF = 0.5               # of the prose, which the first candidate holds at least
NOWHERE = 15             # steps below a candidate, at most; also for a block outside of it


def groups_of(pieces: Pieces) -> np.ndarray:
    """Return the groups of WORDS that words of class, id and role belong to, a bit each, int64.

    >>> list(map(bin, groups_of(Pieces(["articleBody site-footer", "x"]))))
    ['0b100000010', '0b0']
    """
    return pieces.bits(GROUPS.get)


def marks_of(names: Sequence[str], groups: np.ndarray) -> np.ndarray:
    """Return for each element the bits of AROUND that it is, then those of WORDS that it has.

    names: list of str, groups: array of `groups_of`, an element each.
    """
    found = groups << len(AROUND)
    found |= np.array([*map(NAMES.get, names, repeat(0))], int)
    found[[place for place, name in enumerate(names) if name in ROOTS]] = 0
    return found


class Containers:
    """The elements of some pages; each array has one entry an element, then one for each page.

    tree:    elements.Tree. marks: array (elements,), see marks_of.
    around:  array of what each element is in or is itself, one bit each of AROUND, then of WORDS.
    """

    def __init__(self, tree: Tree, marks: np.ndarray) -> None:
        self.tree = tree
        self.around = tree.inherited(np.append(marks, np.zeros(tree.count, int)))

    def within(self, group: str) -> np.ndarray:
        """Return for each element whether it is in one of this group of WORDS, array of bool."""
        return self.around >> len(AROUND) + list(WORDS).index(group) & 1 == 1

    def candidates(self, where: np.ndarray, prose: np.ndarray,
                   sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return two elements of each page that may be the main content, -1 for none.

        They are the deepest that holds HALF of the prose, and the one that a reader view chooses:
        paragraphs count in full for the parent, half for the element itself and the grandparent.

        prose:   array, characters of running text of each block; sums: of them in each element.
        Returns: two arrays, an entry a page.
        """
        tree, elements = self.tree, self.tree.elements
        size, whole, page = len(tree.parents), sums[elements:], tree.page[:elements]
        holding = sums[:elements] >= HALF * whole[page]
        own = np.bincount(where, prose, size)
        below = np.bincount(tree.parents[:elements], own[:elements], size)
        above = np.bincount(tree.parents[:elements], below[:elements], size)
        counted = own / 2 + below + above / 2
        deepest, best = np.full((2, tree.count), -1)
        starts = np.searchsorted(page, np.arange(tree.count + 1)).tolist()
        for number, (start, end) in enumerate(pairwise(starts)):
            if whole[number] > 0 and end > start:
                held = np.flatnonzero(holding[start:end])
                deepest[number] = start + held[-1] if len(held) else -1
                most = start + int(counted[start:end].argmax())
                best[number] = most if counted[most] > 0 else -1
        return deepest, best

    def below(self, candidates: np.ndarray) -> np.ndarray:
        """Return the array of steps from the candidate of its page down to each element.

        It is NOWHERE outside; the entries of pages are for blocks in no element.
        """
        tree = self.tree
        inside = np.zeros(len(tree.parents), bool)
        inside[candidates[candidates >= 0]] = True
        steps = tree.depths - tree.depths[candidates][tree.page]
        return np.where(tree.inherited(inside), np.minimum(steps, NOWHERE - 1), NOWHERE)


def bits(values: np.ndarray, count: int) -> np.ndarray:
    """Return the array (count, values) of the lowest bits of integers, 0 or 1."""
    found = values.astype("<i8").view(np.uint8).reshape(-1, 8)[:, :(count + 7) // 8]
    return np.unpackbits(found, axis=1, count=count, bitorder="little").T
