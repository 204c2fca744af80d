"""Permalink anchors, links from a heading to itself or from a footnote to its place; not content.

<h2 id="use">Use<a href="#use">¶</a></h2>. The loop of tests/loop.py:

    for link, text, end in links:        # <a ...>, its text, where its tag ends
        if text in MARKS and leads_back(page, link, end):
            text = ""

Here only links with as few characters in them as a mark are looked at.
"""
import numpy as np

from ....lm.rules import rules
from ...lazypattern import LazyPattern
from .tags import LINK, UNLINK

# Code points, at most, from a place down to its mark: of 846 marks of the gold the farthest is
# 4,579 below; a word that others link with, too, is in its heading
NEAR = {"near": 5_000, "in a heading": 200, "anywhere": 0}
MARKS = {mark.value: NEAR[mark.how] for mark in rules("permalinks")["MARKS"]}
LONGEST = max(map(len, MARKS))
# The first bytes of marks, where Tags has "?" for all beyond latin-1
FIRSTS = np.zeros(256, bool)
FIRSTS[[mark[0].encode("latin-1", "replace")[0] for mark in MARKS]] = True
LONGEST_NAME = 1_000     # code points; of 792 marks of the gold the longest has 94
MOST_ADDRESS = 2_000     # code points before the name, of a page that gives its own address
HREF = LazyPattern(
    f' href="(?:https?://[^"#]{{1,{MOST_ADDRESS}}})?#([^"]{{1,{LONGEST_NAME}}})"')


def leads_back(tree, tag, end):
    """Return whether a link leads to a named place above it, as near as its mark says.

    tree: a page in normal HTML. tag: the opening tag of the link, which ends at `end`.

    A heading's mark leads to a place around or right before it, a footnote's to a place below.
    False for (<a href="#use">#</a>): without the link, its brackets would be left.

    >>> page = '<h2 id="use">Use<a href="#use">#</a></h2> <sup><a href="#note">§</a></sup>'
    >>> leads_back(page, '<a href="#use">', page.index("#</a>"))
    True
    >>> leads_back(page, '<a href="#note">', page.index("§"))
    False
    """
    href = HREF.search(tag)
    if not href or tree.endswith("(", 0, end - len(tag)):
        return False
    near = MARKS.get(tree[end:tree.find("<", end, end + LONGEST + 1)])
    if not near:
        return near == NEAR["anywhere"]
    names = [href[1]]
    if "%" in href[1]:
        from urllib.parse import unquote
        names.append(unquote(href[1]))
    return any(tree.rfind(f' {attribute}="{name}"', max(0, end - near), end) >= 0
               for name in names for attribute in ("id", "name"))


def drop_permalinks(tags):
    """Drop the text of permalink anchors.

    tags: Tags, whose `texts` change.
    """
    for link in _candidates(tags).tolist():
        page = tags.page_of(link)
        end = int(tags.ends[link] + 1 - tags.offsets[page])
        if leads_back(tags.trees[page], tags.tag(link), end):
            tags.texts[link + 1] = tags.begins[link + 1]


def _candidates(tags):
    """Return the tags that open links with a mark as their only text, int64, ascending."""
    length = tags.begins - tags.texts
    ends = np.flatnonzero((length > 0) & (length <= LONGEST))
    ends = ends[FIRSTS[tags.codes[tags.texts[ends]]]]
    ends = ends[(tags.role[ends] & UNLINK > 0) & (tags.role[ends - 1] & LINK > 0)
                & (np.searchsorted(tags.first, ends) == np.searchsorted(tags.first, ends, "right"))]
    counts = np.diff(np.searchsorted(ends, tags.first))
    texts = tags.slices(tags.texts[ends], tags.begins[ends], counts)
    return ends[[text in MARKS for text in texts]] - 1
