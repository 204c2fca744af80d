"""Hidden elements that hold the text of a page, or that a click opens: they count as shown.

The loop of tests/loop.py, for each hidden element when the whole page has been read:

    if holds_landmark(element) or (element.tag in no chrome and opens(element)):
        element.hidden = False
"""
import re

import numpy as np

from ....lm.arrays import are_among, is_one_of
from ....lm.elements import nearest
from ....lm.evidence.purposes import bit_of, purposes_of, sure_of
from ....lm.rules import pattern, rules
from ...columns.namenumbers import NUMBER_OF
from ...lazypattern import LazyPattern
from ..blocks import ALWAYS_HIDES, MUCH_HIDDEN, attribute_words
from .tags import name_clue

# What holds the text of a page. Teasers have articles and headings, too, so there is only one; and
# an h1 counts alone where the page has neither of the others elsewhere
LANDMARKS = ("main", "article", "h1")
CHROME = ("header", "nav", "aside", "footer")
# On 12 gold pages menus in CHROME that a button opens have 2,745 words, 3 in 100 of them text
LABELLED = ' aria-labelledby="'
CONTROLS = name_clue("aria-controls")
IDS = re.compile(r' aria-controls="([^"]*)"')
ID = re.compile(r' id="([^"]*)"')
IS_PARENT = LazyPattern(pattern(rules("hidden")["PARENTS"]), re.I)
NOTICE = 1 << bit_of("notice")
# Groups of purposes of what opens and is no text: menus by sure words, the others by all
MENU, OTHERS = 1 << bit_of("navigation"), NOTICE | 1 << bit_of("form")


def is_notice(tag):
    """Return whether an element with this opening tag is surely a notice, such as on cookies.

    >>> is_notice('<div class="cookie-bar">'), is_notice('<div class="modal">')
    (True, False)
    """
    return sure_of(purposes_of(attribute_words(tag))) & NOTICE > 0


def may_open(tag):
    """Return whether a hidden element may hold text that a click opens: no dialog, menu or form.

    >>> [may_open(f'<div class="{name}" hidden="">') for name in ("answer", "sub-menu", "modal")]
    [True, False, False]
    """
    if ALWAYS_HIDES.match(tag):
        return False
    purposes = purposes_of(attribute_words(tag))
    return not (sure_of(purposes) & MENU or purposes & OTHERS)


def is_opened(tag, parent, controlled):
    """Return whether what surrounds a hidden element says that a click opens it.

    tag, parent: opening tags, of the element and its parent, "" for none.
    controlled:  set of the ids that the aria-controls of the page name.
    """
    if LABELLED in tag or IS_PARENT.search(parent):
        return True
    own = ID.search(tag)
    return own is not None and own[1] in controlled


def revealed(tags, boundaries, nesting, hiding, dialogs, chrome, chars):
    """Return which hidden elements count as shown, bool (hiding,).

    hiding: int64, the tags that open them, ascending. dialogs: those of dialogs.
    chrome: of in_chrome. chars: int64 (nb,), of the text that ends at each boundary.
    """
    page = np.searchsorted(tags.first, hiding, "right") - 1
    opening = boundaries.before[hiding]
    closed = nesting.closed[opening]
    held = np.cumsum(chars)
    main, article, h1 = _hold_landmarks(tags, hiding, boundaries.tag[closed], page)
    shown = main | ((article | (h1 & ~chrome[opening]))
                    & (held[closed] - held[opening] >= MUCH_HIDDEN))
    shown[shown] = [not is_notice(tag) for tag in tags.all_of(hiding[shown])]
    outer = nesting.before[opening]
    rows = np.flatnonzero(~shown & ~are_among(hiding, dialogs) & ~chrome[opening])
    controlled = _controlled(tags, page[rows])
    for row, tag in zip(rows.tolist(), tags.all_of(hiding[rows]), strict=True):
        parent = tags.tag(int(boundaries.tag[outer[row]])) if outer[row] >= 0 else ""
        shown[row] = (is_opened(tag, parent, controlled.get(int(page[row]), ()))
                      and may_open(tag))
    return shown


def in_chrome(tags, boundaries, nesting):
    """Return whether each boundary opens one of CHROME, or an element in it, bool (nb,)."""
    number = tags.number[boundaries.tag]
    of_chrome = is_one_of(number, [NUMBER_OF[name] for name in CHROME]) & nesting.opens
    return nearest(of_chrome, nesting.before) >= 0


def _hold_landmarks(tags, hiding, ends, page):
    """Return whether each hidden element holds its page's main, article, h1; each bool (hiding,).

    ends: the tags that close them. page: of each.
    """
    opening, only, others = ~tags.closing & ~tags.silent, [], []
    for name in LANDMARKS:
        at = np.flatnonzero(opening & (tags.number == NUMBER_OF[name]))
        of_page = np.diff(np.searchsorted(at, tags.first))[page]
        held = np.searchsorted(at, ends) - np.searchsorted(at, hiding)
        only.append((of_page == 1) & (held == 1))
        others.append(of_page > held)
    main, article, h1 = only
    is_h1 = tags.number[hiding] == NUMBER_OF["h1"]
    return main, article, h1 & ~is_h1 & ~others[0] & ~others[1]


def _controlled(tags, pages):
    """Return {page: set of ids that its aria-controls name} of some pages."""
    wanted, ids = set(pages.tolist()), {}
    owners = tags.around(tags.attributes([CONTROLS]))
    of_page = np.searchsorted(tags.first, owners, "right") - 1
    chosen = is_one_of(of_page, list(wanted))
    for page, tag in zip(of_page[chosen].tolist(), tags.all_of(owners[chosen]), strict=True):
        for names in IDS.findall(tag):
            ids.setdefault(page, set()).update(names.split())
    return ids
