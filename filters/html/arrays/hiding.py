"""Text that is not shown as content: hidden elements, and permalinks."""
import re

import numpy as np

from ....lm.arrays import are_among, is_one_of
from ....lm.elements import nearest
from ....lm.evidence.purposes import bit_of, purposes_of, sure_of
from ....lm.rules import pattern, rules
from ...columns.pages import NUMBER_OF
from ...lazypattern import LazyPattern
from .. import normalhtml
from .tags import Role

# Permalink anchors, links from a heading to itself or from a footnote to its place; not content.
#
# <h2 id="use">Use<a href="#use">¶</a></h2>. As a plain loop:
#
#     for link, text, end in links:        # <a ...>, its text, where its tag ends
#         if text in MARKS and leads_back(page, link, end):
#             text = ""
#
# Here only links with as few characters in them as a mark are looked at.

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
    """Drop the text of permalink anchors, links with a mark as their only text.

    tags: Tags, whose `texts` change.
    """
    length = tags.begins - tags.texts
    ends = np.flatnonzero((length > 0) & (length <= LONGEST))
    ends = ends[FIRSTS[tags.codes[tags.texts[ends]]]]
    ends = ends[(tags.role[ends] & Role.UNLINK > 0) & (tags.role[ends - 1] & Role.LINK > 0)
                & (tags.page_of(ends) == tags.page_of(ends - 1))]
    for end, text in zip(ends.tolist(), tags.texts_before(ends), strict=True):
        if text in MARKS:
            page = tags.page_of(end)
            if leads_back(tags.trees[page], tags.tag(end - 1),
                          int(tags.ends[end - 1] + 1 - tags.offsets[page])):
                tags.texts[end] = tags.begins[end]


# Elements that browsers do not show.
#
# Two kinds of inline elements become blocks: hidden elements with text, <b style="display:none">,
# and elements shown as blocks, <span style="display:block">. As a plain loop:
#
#     for tag in opening:
#         if tag.is_block:
#             tag.hidden = hides(tag)
#         elif hides(tag):
#             tag.hidden = tag.is_block = holds_text(tag)
#         elif separates(tag):
#             tag.is_block = not in_pre(tag)
TITLE = NUMBER_OF["title"]


def hide(tags, solid):
    """Return (hidden, dialogs): indices of the tags that open hidden elements, int64, ascending.

    solid: bool (n,), of solid_texts.
    dialogs: tags of hidden dialogs.

    Changes tags.role: inline elements that are hidden, or shown as blocks, get roles of blocks.
    """
    hidden, dialogs, role = [], [], tags.role
    passed = np.cumsum(solid, dtype=np.int32)        # texts up to each tag
    owners, texts, places = tags.ruled
    hiding = list(map(normalhtml.hides, texts))
    for tag, place in zip(owners.tolist(), places.tolist(), strict=True):
        if role[tag] & Role.NO_CONTENT or tags.number[tag] == TITLE:
            continue
        is_block, is_hidden, text = role[tag] & Role.OPEN, hiding[place], texts[place]
        if is_hidden and (is_block or passed[tags.tree.closed[tag]] > passed[tag]):
            hidden.append(tag)
            if normalhtml.is_dialog(text):
                dialogs.append(tag)
        # in <pre>, <span style="display:block"> is a line of code
        elif is_block or is_hidden or not normalhtml.separates(text) or (
                tags.pre is not None and tags.pre[tag]):
            continue
        if not is_block:
            is_link = role[tag] & Role.LINK
            role[tag] = (role[tag] & ~(Role.LINK | Role.CODE)) | Role.OPEN | (
                Role.HIDDEN_LINK if is_link else 0)
            role[tags.tree.closed[tag]] |= Role.CLOSE
    return np.array(hidden, np.int64), np.array(dialogs, np.int64)


# Hidden elements that hold the text of a page, or that a click opens: they count as shown.
#
# As a plain loop, for each hidden element when the whole page has been read:
#
#     if holds_landmark(element) or (element.tag in no chrome and opens(element)):
#         element.hidden = False

# What holds the text of a page. Teasers have articles and headings, too, so there is only one; and
# an h1 counts alone where the page has neither of the others elsewhere
LANDMARKS = ("main", "article", "h1")
CHROME = ("header", "nav", "aside", "footer")
# On 12 gold pages menus in CHROME that a button opens have 2,745 words, 3 in 100 of them text
LABELLED = ' aria-labelledby="'
IDS = re.compile(r' aria-controls="([^"]*)"')
# Of a tab, and of a button of Bootstrap; other links to hidden places open forms
TARGETS = re.compile(r'(?:<li(?: [^>]*)?><a [^>]*?href|data-target|data-bs-target)'
                     f'="#([^" ]{{1,{LONGEST_NAME}}})"')
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
    return sure_of(purposes_of(normalhtml.attribute_words(tag))) & NOTICE > 0


def may_open(tag):
    """Return whether a hidden element may hold text that a click opens: no dialog, menu or form.

    >>> [may_open(f'<div class="{name}" hidden="">') for name in ("answer", "sub-menu", "modal")]
    [True, False, False]
    """
    if normalhtml.ALWAYS_HIDES.match(tag):
        return False
    purposes = purposes_of(normalhtml.attribute_words(tag))
    return not (sure_of(purposes) & MENU or purposes & OTHERS)


def is_opened(tag, parent, controlled):
    """Return whether what surrounds a hidden element says that a click opens it.

    tag, parent: opening tags, of the element and its parent, "" for none.
    controlled:  set of the ids that the page's tabs and buttons name.
    """
    if LABELLED in tag or IS_PARENT.search(parent):
        return True
    own = ID.search(tag)
    return own is not None and own[1] in controlled


def hidden_in(tags, boundaries, hiding, dialogs, boundary, chars):
    """Return {"hidden", "dialog", "chrome"}: whether segments are in such elements, bool each.

    hiding:   int64, the tags that open hidden elements, ascending. dialogs: those of dialogs.
    boundary: int64, the boundary that ends each segment. chars: int64, of each segment.
    """
    if not len(hiding):
        return {name: np.zeros(len(boundary), bool) for name in ("hidden", "dialog", "chrome")}
    number = tags.number[boundaries.tag]
    of_chrome = is_one_of(number, [NUMBER_OF[name] for name in CHROME]) & boundaries.opens
    chrome = nearest(of_chrome, boundaries.around) >= 0
    held = np.cumsum(np.bincount(boundary, chars, len(boundaries.tag)))
    left = hiding[~_revealed(tags, boundaries, hiding, dialogs, chrome, held)]
    dialogs = dialogs[are_among(dialogs, left)]
    return {"hidden": boundaries.inside(boundaries.before[left], boundary),
            "dialog": boundaries.inside(boundaries.before[dialogs], boundary),
            "chrome": np.append(chrome, False)[boundaries.around[boundary]]}


def _revealed(tags, boundaries, hiding, dialogs, chrome, held):
    """Return which hidden elements count as shown, bool (hiding,).

    chrome: bool (nb,), whether a boundary is of CHROME or in it. held: int64 (nb,), characters of
    text up to each boundary.
    """
    page = tags.page_of(hiding)
    opening = boundaries.before[hiding]
    closed = boundaries.closed[opening]
    main, article, h1 = _hold_landmarks(tags, hiding, boundaries.tag[closed], page)
    shown = main | ((article | (h1 & ~chrome[opening]))
                    & (held[closed] - held[opening] >= normalhtml.MUCH_HIDDEN))
    shown[shown] = [not is_notice(tag) for tag in tags.all_of(hiding[shown])]
    outer = boundaries.around[opening]
    rows = np.flatnonzero(~shown & ~are_among(hiding, dialogs) & ~chrome[opening])
    controlled = {of_page: _controlled_in(tags.trees[of_page]) for of_page in set(
        page[rows].tolist())}
    for row, tag in zip(rows.tolist(), tags.all_of(hiding[rows]), strict=True):
        parent = tags.tag(boundaries.tag[outer[row]]) if outer[row] >= 0 else ""
        shown[row] = is_opened(tag, parent, controlled[page[row]]) and may_open(tag)
    return shown


def _controlled_in(tree):
    """Return the ids of a page in normal HTML that tabs and buttons name, a set."""
    return {*TARGETS.findall(tree), *" ".join(IDS.findall(tree)).split()}


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


def show_after_all(counts, page, pages):
    """Clear `hidden` on pages that hide nearly all of their text until a script has run.

    counts: of segments; it loses `dialog` and `chrome`. The text of dialogs stays hidden and does
    not count: that of a cookie dialog can be longer than the page. Where much text is hidden, that
    of menus and the like does not count either.
    """
    hidden, dialog, chrome = counts["hidden"], counts.pop("dialog"), counts.pop("chrome")
    hidden_by_page = hidden & ~dialog
    if hidden_by_page.any():
        def total(rows):
            return np.bincount(page, counts["chars"] * rows, pages)
        nearly_all = total(hidden_by_page) > normalhtml.MOST_HIDDEN * total(~dialog)
        inside = total(hidden_by_page & ~chrome)
        nearly_all |= (inside >= normalhtml.MUCH_HIDDEN) & (
            inside > normalhtml.MOST_HIDDEN * total(~dialog & ~chrome))
        hidden[nearly_all[page] & ~dialog] = False
