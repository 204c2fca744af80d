"""Text that is not shown as content: hidden elements, and permalinks."""
import re

import numpy as np

from ....lm.arrays import are_among, is_one_of
from ....lm.elements import nearest
from ....lm.evidence.purposes import bit_of, purposes_of, sure_of
from ....lm.rules import pattern, rules
from ...columns.namenumbers import NUMBER_OF
from ...lazypattern import LazyPattern
from ..normalhtml import ALWAYS_HIDES, MUCH_HIDDEN, attribute_words, hides, is_dialog, separates
from .tags import (
    CLOSE,
    CODE,
    HIDDEN_LINK,
    LINK,
    NO_CONTENT,
    OPEN,
    PRE_CLOSE,
    PRE_OPEN,
    UNLINK,
    clues_of,
    depths,
    name_clue,
    places_of,
)

# Permalink anchors, links from a heading to itself or from a footnote to its place; not content.
#
# <h2 id="use">Use<a href="#use">¶</a></h2>. The loop of tests/loop.py:
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
    """Drop the text of permalink anchors.

    tags: Tags, whose `texts` change.
    """
    for link in _permalinks(tags).tolist():
        page = tags.page_of(link)
        end = int(tags.ends[link] + 1 - tags.offsets[page])
        if leads_back(tags.trees[page], tags.tag(link), end):
            tags.texts[link + 1] = tags.begins[link + 1]


def _permalinks(tags):
    """Return the tags that open links with a mark as their only text, int64, ascending."""
    length = tags.begins - tags.texts
    ends = np.flatnonzero((length > 0) & (length <= LONGEST))
    ends = ends[FIRSTS[tags.codes[tags.texts[ends]]]]
    ends = ends[(tags.role[ends] & UNLINK > 0) & (tags.role[ends - 1] & LINK > 0)
                & (np.searchsorted(tags.first, ends) == np.searchsorted(tags.first, ends, "right"))]
    counts = np.diff(np.searchsorted(ends, tags.first))
    texts = tags.slices(tags.texts[ends], tags.begins[ends], counts)
    return ends[[text in MARKS for text in texts]] - 1


# Elements that browsers do not show.
#
# Two kinds of inline elements become blocks: hidden elements with text, <b style="display:none">,
# and elements shown as blocks, <span style="display:block">. The loop of tests/loop.py:
#
#     for tag in opening:
#         if tag.is_block:
#             tag.hidden = hides(tag)
#         elif hides(tag):
#             tag.hidden = tag.is_block = holds_text(tag)
#         elif separates(tag):
#             tag.is_block = not in_pre(tag)
#
# Here only tags with a clue of tags.py are read.

TITLE = NUMBER_OF["title"]
CLUES = clues_of([*(rule for name in ("ALWAYS", "HIDDEN", "DIALOGS", "STYLES")
                    for rule in rules("hidden")[name]), *rules("joins")["BLOCK_STYLES"]])


def hide(tags, solid):
    """Return (hidden, dialogs): indices of the tags that open hidden elements, int64, ascending.

    solid: bool (n,), of solid_texts.
    dialogs: tags of hidden dialogs.

    Changes tags.role: inline elements that are hidden, or shown as blocks, get roles of blocks.
    """
    hidden, dialogs, inline = [], [], _Inline(tags, solid)
    candidates = _candidates(tags)
    for tag, text in zip(candidates.tolist(), tags.all_of(candidates), strict=True):
        is_block, is_hidden = tags.role[tag] & OPEN, hides(text)
        if is_hidden and (is_block or inline.has_text(tag)):
            hidden.append(tag)
            if is_dialog(text):
                dialogs.append(tag)
        elif is_block or is_hidden or not separates(text) or inline.in_pre(tag):
            continue
        if not is_block:
            inline.enter(tag)
    return np.array(hidden, np.int64), np.array(dialogs, np.int64)


def _candidates(tags):
    """Return the opening tags whose name or attributes may matter, int64, ascending."""
    owners = tags.around(places_of(tags, CLUES))
    return owners[(tags.role[owners] & NO_CONTENT == 0) & ~tags.closing[owners]
                  & ~tags.silent[owners] & (tags.number[owners] != TITLE)]


class _Inline:
    """The inline elements of pages; `enter` makes a block of one."""

    def __init__(self, tags, solid):
        self._tags = tags
        self._end_tags = {}              # (page, number of a name): {opening tag: end tag}
        self._pre = None                 # how many <pre> and the like are open after each tag
        self._texts = np.cumsum(solid, dtype=np.int32)     # texts up to each tag

    def in_pre(self, tag):
        """Return whether a tag is in <pre>, where <span style="display:block"> is a line of code.
        """
        if self._pre is None:
            role = self._tags.role
            self._pre, _ = depths(role & PRE_OPEN > 0, role & PRE_CLOSE > 0, self._tags.first)
        return bool(self._pre[tag] > 0)

    def has_text(self, tag):
        """Return whether there is more than white space of ASCII in an inline element."""
        return bool(self._texts[self._end_of(tag)] > self._texts[tag])

    def enter(self, tag):
        """Make a block of an inline element."""
        tags = self._tags
        end = self._end_of(tag)
        role = int(tags.role[tag])
        tags.role[tag] = (role & ~(LINK | CODE)) | OPEN | (HIDDEN_LINK if role & LINK else 0)
        tags.role[end] |= CLOSE

    def _end_of(self, tag):
        page, number = self._tags.page_of(tag), int(self._tags.number[tag])
        first, end = self._tags.first[page:page + 2].tolist()
        if (page, number) not in self._end_tags:
            self._end_tags[page, number] = self._pairs(number, slice(first, end))
        return self._end_tags[page, number].get(tag, end - 1)

    def _pairs(self, number, page):
        """Return {opening tag: end tag} of the elements of a page whose name has this number.

        Elements nest, so opening and closing tags of one depth alternate. 0 is any unknown name.
        """
        tags = page.start + np.flatnonzero((self._tags.number[page] == number)
                                           & ~self._tags.silent[page])
        closing = self._tags.closing[tags]
        depths = np.cumsum(1 - 2 * closing) + closing
        tags = tags[np.argsort(depths, kind="stable")].tolist()
        return dict(zip(tags[0::2], tags[1::2], strict=False))


# Hidden elements that hold the text of a page, or that a click opens: they count as shown.
#
# The loop of tests/loop.py, for each hidden element when the whole page has been read:
#
#     if holds_landmark(element) or (element.tag in no chrome and opens(element)):
#         element.hidden = False

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
