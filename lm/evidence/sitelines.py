"""The name of a site in place of a page's headline: a logo that is an <h1>.

No feature of a model depends on it. If one does, after a change run
tests/suite/test_modelevidence.py, and `share/models/make MODEL` for each model that it names.
"""
from typing import Any

import numpy as np

from ..tagnames import KINDS
from ..titlewords import is_other_part, other_part
from .blockcolumns import Blocks
from .purposes import NAMES, bit_of

# Elements of one text, and those at the top of all pages of a site
TEXT = NAMES["article"] | NAMES["main"] | 1 << bit_of("article")
TOP = NAMES["header"] | NAMES["nav"] | 1 << bit_of("header") | 1 << bit_of("navigation")


def below_site_names(headlines: np.ndarray, pages: Blocks, facts: Any) -> np.ndarray:
    """Return the headlines, of pages whose headline is their site's name the one below it.

    headlines: int64 (pages,), the block of each, -1 for none. facts: evidence.Facts.

    A line is such a name if it is the last or first part of the title, The Paper of "Wind at sea |
    The Paper", and the other part is a heading below it: the headline on 18 of 4,143 pages of gold,
    each time a name.
    """
    is_heading = (facts.kind == KINDS.index("h")) | (facts.level > 0)
    for page in np.flatnonzero(headlines >= 0).tolist():
        name = int(headlines[page])
        rest, is_last = other_part(pages.titles[page], pages.texts[name])
        if not rest:
            continue
        first, end = name + 1, int(facts.end[page])
        below = next((row for row in (np.flatnonzero(is_heading[first:end]) + first).tolist()
                      if is_other_part(rest, is_last, pages.texts[row])), None)
        if below is not None and _is_name(name, below, is_last, pages, facts):
            headlines[page] = below
    return headlines


def _is_name(name, below, is_last, pages, facts):
    """Return whether a part of the title is the site's, by where it and the other part are.

    Of "The Mill: a story of the valley" or "Ann Lee - The Mill" both parts are the page's.
    """
    marks = np.append(pages.marks, np.zeros(len(pages.titles), np.int64))
    of_name, of_other = pages.tree.inherited(marks)[pages.where[[name, below]]].tolist()
    if of_name & TEXT or not (facts.link_density[name] > 0 or of_other & TEXT
                              or (of_name & TOP and not of_other & TOP)):
        return False
    return is_last or not (below == name + 1 or facts.is_long[name:below].any())
