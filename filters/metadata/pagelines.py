"""The lines of a page's text, and which of them are its headline."""
import re
from bisect import bisect_right
from typing import NamedTuple

from . import personnames

WORD = re.compile(r"\w{3,}")
LEAST_OVERLAP = 0.3      # of the words of a heading and the title: F
LEAST_ALONE = 0.75       # of a line that is no <h1>
MOST_LINES = 3           # of one heading
LONGEST = 300            # characters of a headline
MOST_HEADINGS, MOST_INSIDE = 100, 200    # h1 of a page; elements in one of them
PATH = re.compile(r"[/›»>·|:]\s*$|[›»>]")


class Lines(NamedTuple):
    """The segments of a page.

    texts: a list of str. headings: (first line, line after the last) of each h1.
    roles: of the segments, by scutch-role; empty where it has not run.
    """

    texts: list
    headings: list
    roles: list


def lines_of(texts, owners, h1, parents, roles):
    """Return the Lines of a page.

    owners: the element of each text, under 0 for none. h1: the elements with that name, in page
    order. parents: of all elements, each before its children.
    """
    return Lines(texts, _headings(owners, _ranges(h1[:MOST_HEADINGS], parents)), roles)


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


def headline(lines, titles, site_names=frozenset()):
    """Return (first line, line after the last, text) of the page's headline; -1 and "" for none.

    site_names: as personnames.plain gives them: a heading that is one of them is none of the page.
    text: "" where a line that is no heading stands for one: of its titles the page shows another.
    Differs: scutch-role takes one line, of any tag, by the title alone; by it 9 points fewer of the
             titles of wcxb-dev would be right. Its finder is evidence of the shipped models, too,
             so that another would need other models.
    """
    wanted = [set(WORD.findall(title.lower())) for title in titles if title]
    wanted = [words for words in wanted if words]
    best, likest = LEAST_OVERLAP if wanted else 0, (-1, 0, "")
    for first, end in lines.headings:
        text = " ".join(lines.texts[first:end])
        overlap = _overlap(text, wanted) if wanted else 1
        if overlap > best and personnames.plain(text) not in site_names:
            best, likest = overlap, (first, end, _without_path(text, titles))
    if likest[0] < 0 and wanted:
        longest = max(sorted(wanted[0]), key=len)
        for i, line in enumerate(lines.texts):
            if len(line) <= LONGEST and longest in line.lower() \
                    and _overlap(line, wanted) >= LEAST_ALONE:
                return i, i + 1, ""
    return likest


def _without_path(text, titles):
    """Return the title where a heading has a path before it: Home / Farm / Six shows to watch."""
    return next((title for title in titles if title and len(title) < len(text)
                 and text.endswith(title) and PATH.search(text[:-len(title)])), text)


def _overlap(text, wanted):
    """Return the highest F of a text's words and one of several sets of words."""
    own = set(WORD.findall(text.lower()))
    return max(2 * len(own & words) / (len(own) + len(words)) for words in wanted)
