"""The role of each segment of a page."""
import re
from typing import NamedTuple

from ...lm.evidence.evidence import FEW_WORDS
from ...lm.evidence.headline import BELOW
from ...lm.sentenceends import ends_as_sentence
from .elementroles import (
    BYLINE,
    CAPTION,
    COMMENT,
    DEK,
    FOOTER,
    FORM,
    HEADLINE,
    KEYPOINTS,
    NAVIGATION,
    NOTICE,
    OF_TAGS,
    SIDE,
    TEASER,
    TEXT,
    TOP,
)
from .lineproperties import MOST_LINKS, line_of
from .phrases import (
    ADVERT,
    CONSENT,
    DISCUSS,
    MORE,
    MOST_BYLINE,
    MOST_CAPTION,
    MOST_FOOTER,
    MOST_MORE,
    MOST_TOOLS,
    POINTS,
    RIGHTS,
    SAID,
    SIGNED,
    TOOLS,
    is_byline,
    is_credit,
)
from .regions import above, ends_of, regions, sums_of

BEFORE = 2                   # lines above the headline, and BELOW below it, may be bylines
REPEATED = 0.75              # F of the words of a heading and of the headline that it repeats
MOST_DEK = 60                # words of a summary between headline and text
APART = 4                    # lines from it to a byline or the like, at most
FEWEST_TITLE = 4             # words of a link that is a teaser; shorter ones are navigation
NEAR = 3                     # segments: a short line so near to prose may belong to it
MOST_HEADINGS = 20           # of comments that are examined on a page
CLOSE = 12                   # segments before and after a heading "Comments"
UP = 3                       # steps up from a heading "Comments" to the element of the comments

WORD = re.compile(r"\w+")


class Tree(NamedTuple):
    """The elements of a page that headings need: see regions.py."""

    owners: list             # of the segments
    parents: list
    ends: list
    around: set              # the elements around the headline

    def holds(self, element, i):
        """Return whether an element holds segment i."""
        return element <= self.owners[i] <= self.ends[element]

    def are_beside(self, i, j):
        """Return whether two segments are in one element, or their elements are siblings."""
        one, other = self.owners[i], self.owners[j]
        return one == other or (one >= 0 and other >= 0
                                and self.parents[one] == self.parents[other])


def roles(segments, names, parents, words, owners, top):
    """Return the role of each segment, one of names.ROLES.

    names, parents, words: of the record's elements; owners: the element of each segment, or -1.
    top: the index of the headline, -1 for none.
    """
    lines = [line_of(segment) for segment in segments]
    around = above(owners[top] if top >= 0 else -1, parents)
    prose = sums_of(parents, owners, [line.prose for line in lines])
    first = next((i for i in range(top + 1, len(lines)) if lines[i].is_long), -1)
    region = regions(names, parents, words, prose, around,
                     above(owners[first] if first >= 0 else -1, parents))
    found = [of_region(line, region[owner]) for line, owner in zip(lines, owners, strict=True)]
    if top >= 0:
        of_headline(found, lines, top)
    of_lines(found, lines, top)
    of_summaries(found, lines, top)
    of_headings(found, lines, Tree(owners, parents, ends_of(parents), around))
    of_links(found, lines, owners, parents)
    return found


def of_headline(found, lines, top):
    """Fill in the headline, and the headings that repeat it: one is for screen readers, another
    follows the picture."""
    found[top] = HEADLINE
    said = words_of(lines[top].text)
    for i, line in enumerate(lines):
        if line.kind == "h" and not found[i]:
            own = words_of(line.text)
            if 2 * len(own & said) >= REPEATED * (len(own) + len(said)):
                found[i] = HEADLINE


def words_of(text):
    """Return the set of words of a text, in any case."""
    return set(WORD.findall(text.casefold()))


def of_summaries(found, lines, top):
    """Fill in the summary between headline and text, and the main points below their heading."""
    first = next((i for i in range(top + 1, len(lines)) if lines[i].is_long
                  and found[i] in ("", KEYPOINTS)), len(lines))
    near = range(top + 1, min(len(lines), top + 1 + BELOW)) if top >= 0 else range(0)
    for i, line in enumerate(lines):
        if found[i] == DEK and (i not in near or line.words > MOST_DEK):
            found[i] = ""
        elif (found[i] == TEASER and i in near and i <= first and line.link < MOST_LINKS
              and FEWEST_TITLE <= line.words <= MOST_DEK):       # class="article__teaser"
            found[i] = DEK
    if DEK not in found and top >= 0:
        place = next((i for i in near if not found[i]), None)
        if (place is not None and BYLINE not in found[top:place]
                and _is_dek(place, found, lines)):
            found[place] = DEK
    for i, line in enumerate(lines):
        if not found[i] and line.words <= MOST_MORE and POINTS.match(line.text):
            found[i] = KEYPOINTS
            for j in range(i + 1, len(lines)):
                if lines[j].kind != "l" or found[j]:
                    break
                found[j] = KEYPOINTS


def _is_dek(i, found, lines):
    """Return whether a line below the headline is apart from the text: a heading, or bylines,
    captions and the like follow it."""
    line = lines[i]
    if not (FEWEST_TITLE <= line.words <= MOST_DEK and line.link < MOST_LINKS):
        return False
    for j in range(i + 1, min(i + APART, len(lines))):
        if lines[j].is_long and not found[j]:
            break
        if found[j] in (BYLINE, CAPTION, NAVIGATION):
            return True
    return line.kind == "h"


def of_region(line, region):
    """Return the role of a line by its region, "" for none."""
    if region == CAPTION:
        return CAPTION if line.words <= MOST_CAPTION else ""
    if region == BYLINE:
        return BYLINE if line.words <= MOST_BYLINE else ""
    if region in (SIDE, TOP):
        if line.words < FEWEST_TITLE:
            return NAVIGATION
        return TEASER if region == SIDE else NAVIGATION if line.link > MOST_LINKS else ""
    if not region and OF_TAGS.get(line.tag) == FORM:
        return FORM
    return region


def of_lines(found, lines, top):
    """Fill in roles by single lines, and the bylines around the headline."""
    first = next((i for i in range(top + 1, len(lines)) if lines[i].is_long and not found[i]), top)
    last = max((i for i, line in enumerate(lines) if line.is_long and not found[i]), default=-1)
    by = range(max(0, top - BEFORE), min(first, top + BELOW) + 1) if top >= 0 else ()
    for i, line in enumerate(lines):
        if found[i]:
            continue
        text, words = line.text, line.words
        if ADVERT.match(text) or (CONSENT.search(text) and words <= MOST_FOOTER):
            found[i] = NOTICE
        elif words <= MOST_FOOTER and i > last and RIGHTS.search(text):
            found[i] = FOOTER
        elif line.is_bar or (words <= MOST_TOOLS and TOOLS.match(text)):
            found[i] = NAVIGATION
        elif is_credit(text, words):
            found[i] = CAPTION
        elif ((i in by and (is_byline(text, words) or (i > top and is_name(line))))
              or (words <= MOST_BYLINE and SIGNED.match(text))):
            found[i] = BYLINE


def is_name(line):
    """Return whether a line may be an author or an agency: a few capitalised words."""
    words = line.text.split()
    return (0 < len(words) <= 6 and line.link < MOST_LINKS and line.kind == "p"
            and not ends_as_sentence(line.text)
            and 2 * sum(word[0].isupper() for word in words) > len(words))


def of_headings(found, lines, tree):
    """Fill in teasers below "Related stories" and comments below "12 comments", by text alone."""
    looked_at = 0
    had_text = False
    i = 0
    while i < len(lines):
        line = lines[i]
        had_text = had_text or line.is_long
        if not found[i] and line.words <= MOST_MORE and DISCUSS.match(line.text):
            looked_at += had_text
            if had_text and looked_at <= MOST_HEADINGS:
                for j in _below(i, lines, tree):
                    found[j] = found[j] or COMMENT
        elif (not found[i] and line.words <= MOST_MORE and MORE.match(line.text)
              and i + 1 < len(lines) and lines[i + 1].link > MOST_LINKS):
            found[i] = TEASER
            while i + 1 < len(lines) and not found[i + 1] and (
                    lines[i + 1].link > MOST_LINKS and lines[i + 1].kind != "h"):
                i += 1
                found[i] = TEASER
        i += 1


def _below(i, lines, tree):
    """Return the indices of a heading and the comments below it, [] if there are none.

    Comments fill an element of their own; or they follow the text, and some line looks like one.
    """
    after = range(i, len(lines))
    close = range(max(0, i - CLOSE), min(len(lines), i + CLOSE))
    element = tree.owners[i]
    for _ in range(UP):
        if element < 0 or element in tree.around:
            break
        inside = [j for j in close if lines[j].is_long and tree.holds(element, j)]
        if inside and inside[0] < i:
            break
        if inside:
            return [j for j in after if tree.holds(element, j)]
        element = tree.parents[element]
    beside = [j for j in after if tree.are_beside(i, j)]
    if (lines[i].link < MOST_LINKS and any(lines[j].is_long for j in close if j < i)
            and any(SAID.search(lines[j].text) for j in beside if j in close)):
        return beside
    return []


def of_links(found, lines, owners, parents):
    """Fill in the rest: runs of links, short lines far from prose, and text."""
    near = _near_to_prose(found, lines, owners, parents)
    linked = [line.link > MOST_LINKS for line in lines]
    for i, line in enumerate(lines):
        if found[i]:
            continue
        if linked[i] and (any(linked[max(0, i - 1):i]) or any(linked[i + 1:i + 2])
                          or not near[i]):
            found[i] = TEASER if line.words >= FEWEST_TITLE else NAVIGATION
        elif (not near[i] and line.words < FEW_WORDS and not line.prose
              and line.kind in ("p", "l")):
            found[i] = NAVIGATION
    role = TEXT
    for i in reversed(range(len(lines))):
        if not found[i]:
            found[i] = role if lines[i].kind == "h" else TEXT
        role = found[i] if found[i] in (TEASER, NAVIGATION, COMMENT) and not lines[i].is_long \
            else TEXT


def _near_to_prose(found, lines, owners, parents):
    """Return for each line whether prose outside regions is near it, or in the same parent."""
    near = [False] * len(lines)
    above_it = [parents[owner] if owner >= 0 else -1 for owner in owners]
    holding = set()
    for i, line in enumerate(lines):
        if line.is_long and not found[i]:
            holding.add((above_it[i], line.tag))
            for j in range(max(0, i - NEAR), min(len(lines), i + NEAR + 1)):
                near[j] = True
    return [one or (place >= 0 and (place, line.tag) in holding)
            for one, place, line in zip(near, above_it, lines, strict=True)]
