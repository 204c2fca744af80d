"""The lines of a page's text, and which of them are its headline."""
import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from ...lm.titlewords import is_other_part, likeness, other_part, plain
from ..roles.elementroles import TEXT

WORD = re.compile(r"\w{3,}")
LEAST_OVERLAP = 0.3      # of the words of a heading and the title: F
LEAST_ALONE = 0.75       # of a line that is no <h1>
MOST_LINES = 3           # of one heading
LONG, LONGEST = 100, 300         # characters of a line of text, at least; of a headline
MOST_HEADINGS, MOST_INSIDE = 100, 200    # h1 of a page; elements in one of them
PATH = re.compile(r"[/›»>·|:]\s*$|[›»>]")


class Lines(NamedTuple):
    """The segments of a page that are shown.

    texts: a list of str. headings: (first line, line after the last) of each h1.
    roles: of the lines. kinds: of their segments. main: which is the headline by scutch-role, -1
    for none.
    """

    texts: list
    headings: list
    roles: list
    kinds: Sequence = ()
    main: int = -1

    def is_text(self, i):
        """Return whether a line is a long one of the text."""
        return self.roles[i] == TEXT and len(self.texts[i]) > LONG


def lines_of(texts, roles, kinds, owners, shown, main, h1, parents):
    """Return the Lines of a page.

    roles, kinds, shown: of each text. owners: the element of each, under 0 for none. main: the text
    with the headline. h1: the elements with that name, in page order. parents: of all elements,
    each before its children.
    """
    if not all(shown):
        main = sum(shown[:main]) if main >= 0 and shown[main] else -1
        texts, roles, kinds, owners = (list(compress(values, shown))
                                       for values in (texts, roles, kinds, owners))
    return Lines(texts, _headings(owners, _ranges(h1[:MOST_HEADINGS], parents)), roles, kinds, main)


def _ranges(h1, parents):
    """Return (first element, element after the last) of each h1 that is in no other."""
    ranges = []
    for element in h1:
        if ranges and element < ranges[-1][1]:
            continue
        end, most = element + 1, min(len(parents), element + MOST_INSIDE)
        while end < most and parents[end] >= element:      # elements are in page order
            end += 1
        ranges.append((element, end))
    return ranges


def _headings(owners, ranges):
    """Return (first line, line after the last) of each range of elements that has lines."""
    if not ranges:
        return []
    headings, last = [], -1
    firsts = [first for first, _ in ranges]
    first, end = firsts[0], ranges[-1][1]
    for i in [i for i, owner in enumerate(owners) if first <= owner < end]:
        heading = bisect_right(firsts, owners[i]) - 1
        if owners[i] >= ranges[heading][1]:
            continue
        if heading == last and headings[-1][1] == i < headings[-1][0] + MOST_LINES:
            headings[-1] = headings[-1][0], i + 1
        else:
            headings.append((i, i + 1))
        last = heading
    return headings


def headline(lines, titles, site_names=frozenset(), whole="", stated=""):
    """Return (first line, line after the last, text) of the page's headline; -1 and "" for none.

    titles: of the page, without its site's name. site_names: as titlewords.plain gives them: a
    heading that is one of them is none of the page.
    whole: the page's title as it stands. stated: that of <meta>, "" for none.
    text: "" where a line that is no heading stands for one: of its titles the page shows another.
    Differs: scutch-role takes one line, of any tag, by the title alone; by it 9 points fewer of the
             titles of wcxb-dev would be right. Its finder is evidence of the shipped models, too,
             so that another would need other models.
    """
    wanted = [words for words in map(_words, titles) if words]
    main = lines.texts[lines.main] if lines.main >= 0 else ""
    best, likest = LEAST_OVERLAP if wanted else 0, (-1, 0, "")
    for first, end in lines.headings:
        text = " ".join(lines.texts[first:end])
        overlap = max(likeness(_words(text), words) for words in wanted) if wanted else 1
        if overlap > best and plain(text) not in site_names:
            best, likest = overlap, (first, end, _without_path(text, titles))
    rest, is_last = other_part(whole, likest[2])
    if rest and is_other_part(rest, is_last, main) and _is_below(lines, likest[1], is_last):
        return lines.main, lines.main + 1, main      # The Paper, of "Wind at sea | The Paper"
    if rest and is_last and rest == plain(stated):
        likest = -1, 0, ""
    if likest[0] < 0 and wanted:
        return _line_like(wanted, lines.texts)
    return likest


def _is_below(lines, end, is_last):
    """Return whether scutch-role's headline is below a heading, and if that is the first part of
    the title, above the text and not next to it: of "The Mill: a story" both parts are the page's.
    """
    return lines.main >= end and (is_last or (
        lines.main > end and any(map(lines.is_text, range(lines.main, len(lines.texts))))))


def _line_like(wanted, texts):
    """Return (line, line after it, "") of the first text that shares most words with a title."""
    longest = max(sorted(wanted[0]), key=len)
    return next(((i, i + 1, "") for i, text in enumerate(texts)
                 if len(text) <= LONGEST and longest in text.lower()
                 and max(likeness(_words(text), words) for words in wanted) >= LEAST_ALONE),
                (-1, 0, ""))


def _words(text):
    return set(WORD.findall(text.lower()))


def _without_path(text, titles):
    """Return the title where a heading has a path before it: Home / Farm / Six shows to watch."""
    return next((title for title in titles if title and len(title) < len(text)
                 and text.endswith(title) and PATH.search(text[:-len(title)])), text)
