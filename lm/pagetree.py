"""What the elements around a block tell of it: their names, the words on them, what they hold."""
import re

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
GROUPS: dict[str, int] = {}
for _bit, _words in enumerate(WORDS.values()):
    for _word in _words.split():
        GROUPS[_word] = GROUPS.get(_word, 0) | 1 << _bit
HALF = 0.5               # of the prose: the deepest element that holds as much
NOWHERE = 15             # steps below a candidate for a block that is not in it, and the most


def groups_of(words):
    """Return the groups of WORDS that words of class, id and role belong to, a bit each.

    >>> bin(groups_of("articleBody site-footer"))
    '0b100000010'
    """
    found = 0
    for piece in PIECE.findall(words):
        found |= GROUPS.get(piece.lower(), 0)
    return found


class Tree:
    """The elements of a page, parents before children; each array has one entry an element.

    names:   list of str; parents: list of indices, -1 for none; words: list of str.
    """

    def __init__(self, names, parents, words):
        known: dict[str, int] = {}
        self.parents = parents
        self.depths, self.groups, self.inside, self.own = [], [], [], []
        bits = {name: 1 << bit for bit, name in enumerate(AROUND)}
        for name, parent, some in zip(names, parents, words, strict=True):
            own = known.get(some)
            if own is None:
                own = known[some] = groups_of(some) if some else 0
            above = parent >= 0
            self.own.append(own)
            self.groups.append(0 if name in ROOTS else
                               own | self.groups[parent] if above else own)
            self.inside.append(bits.get(name, 0) | (self.inside[parent] if above else 0))
            self.depths.append(self.depths[parent] + 1 if above else 0)

    def __len__(self):
        return len(self.parents)

    def sums(self, where, columns):
        """Return the array (elements + 1, columns) of what is in each element and those below it.

        where:   array, the element of each block, -1 for none: these are summed in the last row.
        columns: array (blocks, columns).
        """
        found = np.zeros((len(self) + 1, columns.shape[1]))
        np.add.at(found, where, columns)
        rows = found.tolist()
        for i in range(len(self) - 1, -1, -1):
            parent = self.parents[i]
            if parent >= 0:
                above = rows[parent]
                for j, value in enumerate(rows[i]):
                    above[j] += value
        return np.array(rows)

    def candidates(self, where, prose, sums):
        """Return the elements that may be the main content, -1 for none.

        They are the deepest that holds HALF of the prose, and the one that a reader's view takes:
        of paragraphs all counts for the parent, half for the element itself and the grandparent.

        prose: array, characters of running text of each block; sums: of them in each element.
        """
        deepest = -1
        if prose.any():
            holding = np.flatnonzero(sums[:-1] >= HALF * prose.sum())
            deepest = int(holding[-1]) if len(holding) else -1
        counted = [0.0] * (len(self) + 1)
        for place, chars in zip(where.tolist(), prose.tolist(), strict=True):
            if chars and place >= 0:
                counted[place] += chars / 2
                parent = self.parents[place]
                if parent >= 0:
                    counted[parent] += chars
                    if self.parents[parent] >= 0:
                        counted[self.parents[parent]] += chars / 2
        most = max(counted)
        return deepest, counted.index(most) if most else -1

    def below(self, candidate):
        """Return the array of steps from a candidate down to each element, NOWHERE outside.

        The last entry is for blocks in no element.
        """
        found = [NOWHERE] * (len(self) + 1)
        if candidate >= 0:
            found[candidate] = 0
            for i in range(candidate + 1, len(self)):
                parent = self.parents[i]
                if parent >= candidate and found[parent] < NOWHERE:
                    found[i] = min(NOWHERE - 1, found[parent] + 1)
        return np.array(found)


def bits(values, count):
    """Return the array (values, count) of the lowest bits of integers, 0 or 1."""
    return (np.asarray(values, np.int64)[:, None] >> np.arange(count)) & 1
