"""The role of each segment of pages: by the regions they are in, by the properties of lines."""
import re
from itertools import pairwise, takewhile
from typing import NamedTuple

import numpy as np

from ...lm.arrays import begins_of_runs, is_one_of
from ...lm.elements import nearest
from ...lm.evidence.evidence import FEW_WORDS, LONG, headlines
from ...lm.evidence.headline import BELOW
from ...lm.evidence.purposes import sure_of
from ...lm.evidence.textcounts import end_as_sentences
from ...lm.tagnames import KINDS
from ...lm.titlewords import likeness
from ..columns.pages import counts_of, pages_of
from ..scoring.evidenceinput import NOTES, blocks_of_pages, elements_with
from ..text.words import count_words
from . import phrases
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
    NOTE,
    NOTICE,
    OF_TAGS,
    SIDE,
    TEASER,
    TEXT,
    TOP,
    role_of,
)

MOST_LINKS = 0.5             # of a segment's characters: more is a link
BEFORE = 2                   # lines above the headline, and BELOW below it, may be bylines
REPEATED = 0.75              # F of the words of a heading and of the headline that it repeats
MOST_DEK = 60                # words of a summary between headline and text
APART = 4                    # lines from it to a byline or the like, at most
FEWEST_TITLE = 4             # words of a link that is a teaser; shorter ones are navigation
NEAR = 3                     # segments: a short line so near to prose may belong to it
MOST_HEADINGS = 20           # of comments that are examined on a page
CLOSE = 12                   # segments before and after a heading "Comments"
UP = 3                       # steps up from a heading "Comments" to the element of the comments

# The name of an element does not count if it holds more of the page's prose: whole pages
# are in forms, in "content-with-sidebar" and in "social-layout".
MOST_PROSE = 0.4
# Regions in which another one may begin
OPEN = {"", CAPTION, BYLINE, DEK, KEYPOINTS, TOP, COMMENT}

WORD = re.compile(r"\w+")


class Lines(NamedTuple):
    """The properties of segments that their roles depend on, arrays (n,).

    text:    list of str.
    kind:    list of str, " " for one that is not in KINDS.
    words, is_bar, element: as in Pages.
    above:   the parent of its element, -1 for none, -2 without an element.
    link:    link density.
    ends:    whether it ends as a sentence.
    prose:   characters that are running text.
    is_long: whether it is surely running text.
    """

    text: list
    kind: list
    words: np.ndarray
    is_bar: np.ndarray
    element: np.ndarray
    above: np.ndarray
    link: np.ndarray
    ends: np.ndarray
    prose: np.ndarray
    is_long: np.ndarray

    def lists(self):
        """Return the same as lists, of which single items are read faster."""
        return Lines(self.text, self.kind, *(column.tolist() for column in self[2:]))


def lines_of(pages):
    """Return the Lines of Pages."""
    chars, words, ends = pages.chars, pages.words, end_as_sentences(pages.characters)
    in_links = np.minimum(pages.link_chars, chars)
    link = in_links / np.maximum(1, chars)
    return Lines(pages.text, list(map(f"{KINDS} ".__getitem__, pages.kind.tolist())), words,
                 pages.bar, pages.element, np.append(pages.element_parent, -2)[pages.element],
                 link, ends, (chars - in_links) * (ends | (words >= FEW_WORDS)),
                 (words >= LONG) & (link < MOST_LINKS))


def pages_of_records(records):
    """Return the Pages of records; words that another program has not counted are counted."""
    return _counted(pages_of(records))


def _counted(pages):
    """Return the Pages; words that another program has not counted are counted."""
    if not pages.given or all(isinstance(segment.get("words"), int) for segment in pages.given):
        return pages
    return pages.with_the_same_text({"words": counts_of([
        segment if isinstance(segment.get("words"), int)
        else {"words": count_words(segment["text"])} for segment in pages.given], "words")})


def headlines_in(pages):
    """Return the segment of each page's headline, int64 (pages,), -1 for none."""
    if pages.headlines is None:
        pages.headlines = headlines(blocks_of_pages(pages, np.zeros(len(pages.text))))
    return pages.headlines


def roles_in(pages):
    """Return the role of each segment of Pages, a list; their headlines are found, if not yet."""
    counted = _counted(pages)
    pages.headlines = headlines_in(counted)
    return roles_of(counted)


class Tree(NamedTuple):
    """The elements of pages that headings need, as lists.

    parents: of the elements. around: set of the elements around headlines.
    starts, ends: of the elements; the nodes below each have the places from start up to end.
    places:  of the segments: see lm.elements.Tree.runs.
    """

    parents: list
    around: set
    starts: list
    ends: list
    places: list

    def holds(self, element, i):
        return self.starts[element] <= self.places[i] < self.ends[element]


def roles_of(pages):
    """Return the role of each segment of Pages, a list of ROLES."""
    columns = lines_of(pages)
    lines, parents = columns.lists(), pages.element_parent.tolist()
    by_page = [(range(*rows), -1 if top >= 0 and _is_no_headline(lines, top) else top)
               for rows, top in zip(pairwise(pages.segment_starts.tolist()),
                                    pages.headlines.tolist(), strict=True)]
    around = above((lines.element[top] for _, top in by_page if top >= 0), parents)
    texts = (next((i for i in rows if i > top and lines.is_long[i]), None) for rows, top in by_page)
    around_texts = above((lines.element[i] for i in texts if i is not None), parents)
    is_form = np.array([OF_TAGS.get(name) == FORM for name in pages.names])[pages.tag].tolist()
    roles = list(map(of_region, regions(pages, columns.prose, around, around_texts), is_form,
                     lines.words, lines.link))
    sought = phrases.lines_with(lines, [i for i, role in enumerate(roles)
                                        if not role and lines.words[i] <= phrases.MOST_CAPTION])
    starts, ends = pages.tree.runs
    tree = Tree(parents, around, starts.tolist(), ends.tolist(), starts[pages.where].tolist())
    for rows, top in by_page:
        if top >= 0:
            of_headline(roles, lines, rows, top)
        of_lines(roles, lines, rows, top, sought)
        of_summaries(roles, lines, rows, top)
        of_headings(roles, lines, rows, tree)
    of_links(roles, columns, pages)
    return roles


def _is_no_headline(lines, i):
    """Return whether a line that is like a headline is a bar, Home | News | Sport, or the first
    sentence of a page without headings."""
    return lines.is_bar[i] or (lines.kind[i] != "h" and lines.is_long[i] and lines.ends[i])


def of_region(region, is_form, words, link):
    """Return the role of a line by its region, "" for none.

    is_form: whether its element is part of a form. words, link: as in Lines.
    """
    if region == CAPTION:
        return CAPTION if words <= phrases.MOST_CAPTION else ""
    if region == BYLINE:
        return BYLINE if words <= phrases.MOST_BYLINE else ""
    if region in (SIDE, TOP):
        if words < FEWEST_TITLE:
            return NAVIGATION
        return TEASER if region == SIDE else NAVIGATION if link > MOST_LINKS else ""
    return FORM if is_form and not region else region


def of_headline(roles, lines, rows, top):
    """Fill in the headline, and the headings that repeat it: one is for screen readers, another
    follows the picture."""
    roles[top] = HEADLINE
    said = words_of(lines.text[top])
    for i in rows:
        if lines.kind[i] == "h" and not roles[i]:
            if likeness(words_of(lines.text[i]), said) >= REPEATED:
                roles[i] = HEADLINE


def words_of(text):
    """Return the set of words of a text, in any case."""
    return set(WORD.findall(text.casefold()))


def of_lines(roles, lines, rows, top, sought):
    """Fill in roles by single lines, and the bylines around the headline.

    sought: as lines_with gives them.
    """
    with_consent, with_rights, with_credit = sought
    longs = [i for i in rows if lines.is_long[i] and not roles[i]]
    first, last = next((i for i in longs if i > top), top), longs[-1] if longs else -1
    by = range(max(rows.start, top - BEFORE), min(first, top + BELOW) + 1) if top >= 0 else ()
    for i in rows:
        if roles[i]:
            continue
        text, words = lines.text[i], lines.words[i]
        if i in with_consent or phrases.ADVERT.match(text):
            roles[i] = NOTICE
        elif i > last and i in with_rights:
            roles[i] = FOOTER
        elif lines.is_bar[i] or (words <= phrases.MOST_TOOLS and phrases.TOOLS.match(text)):
            roles[i] = NAVIGATION
        elif i in with_credit:
            roles[i] = CAPTION
        elif ((i in by and (phrases.is_byline(text, words) or (i > top and is_name(lines, i))))
              or (words <= phrases.MOST_BYLINE and phrases.SIGNED.match(text))):
            roles[i] = BYLINE


def is_name(lines, i):
    """Return whether a line may be an author or an agency: a few capitalised words."""
    words = lines.text[i].split()
    return (len(words) <= 6 and lines.link[i] < MOST_LINKS and lines.kind[i] == "p"
            and not lines.ends[i] and 2 * sum(word[0].isupper() for word in words) > len(words))


def of_summaries(roles, lines, rows, top):
    """Fill in the summary between headline and text, and the main points below their heading."""
    near = range(top + 1, min(rows.stop, top + 1 + BELOW)) if top >= 0 else range(0)
    first = next((i for i in near if lines.is_long[i] and roles[i] in ("", KEYPOINTS)), rows.stop)
    for i in [i for i in rows if roles[i] == DEK]:
        if i not in near or lines.words[i] > MOST_DEK:
            roles[i] = ""
    for i in near:
        if roles[i] == TEASER and i <= first and _may_be_dek(lines, i):    # "article__teaser"
            roles[i] = DEK
    place = next((i for i in near if not roles[i]), None)
    if (place is not None and DEK not in roles[rows.start:rows.stop]
            and BYLINE not in roles[top:place] and _is_dek(place, roles, lines, rows)):
        roles[place] = DEK
    for i in rows:
        if (not roles[i] and lines.words[i] <= phrases.MOST_MORE
                and phrases.POINTS.match(lines.text[i])):
            roles[i] = KEYPOINTS
            for j in takewhile(lambda j: lines.kind[j] == "l" and not roles[j],
                               range(i + 1, rows.stop)):
                roles[j] = KEYPOINTS


def _may_be_dek(lines, i):
    return FEWEST_TITLE <= lines.words[i] <= MOST_DEK and lines.link[i] < MOST_LINKS


def _is_dek(i, roles, lines, rows):
    """Return whether a line below the headline is apart from the text: a heading, or bylines,
    captions and the like follow it."""
    before_text = takewhile(lambda j: roles[j] or not lines.is_long[j],
                            range(i + 1, min(i + APART, rows.stop)))
    return _may_be_dek(lines, i) and (lines.kind[i] == "h" or any(
        roles[j] in (BYLINE, CAPTION, NAVIGATION) for j in before_text))


def of_headings(roles, lines, rows, tree):
    """Fill in teasers below "Related stories" and comments below "12 comments", by text alone."""
    looked_at = 0
    text = next((i for i in rows if lines.is_long[i]), rows.stop)
    for i in rows:
        if roles[i] or lines.words[i] > phrases.MOST_MORE:
            continue
        if phrases.DISCUSS.match(lines.text[i]) or phrases.HEADED.match(lines.text[i]):
            looked_at += i >= text
            if i >= text and looked_at <= MOST_HEADINGS:
                for j in _below(i, lines, rows, tree):
                    roles[j] = roles[j] or COMMENT
        elif (i + 1 < rows.stop and lines.link[i + 1] > MOST_LINKS
              and phrases.MORE.match(lines.text[i])):
            roles[i] = TEASER
            for j in takewhile(lambda j: lines.link[j] > MOST_LINKS and lines.kind[j] != "h"
                               and not roles[j], range(i + 1, rows.stop)):
                roles[j] = TEASER


def _below(i, lines, rows, tree):
    """Return the rows of a heading and the comments below it, [] if there are none.

    Comments fill an element of their own; or they follow the text, and some line looks like one.
    """
    after = range(i, rows.stop)
    close = range(max(rows.start, i - CLOSE), min(rows.stop, i + CLOSE))
    element = lines.element[i]
    for _ in range(UP):
        if element < 0 or element in tree.around:
            break
        inside = [j for j in close if lines.is_long[j] and tree.holds(element, j)]
        if inside and inside[0] < i:
            break
        if inside:
            return [j for j in after if tree.holds(element, j)]
        element = tree.parents[element]
    beside = [j for j in after if lines.above[i] == lines.above[j]]
    if (lines.link[i] < MOST_LINKS and any(lines.is_long[j] for j in close if j < i)
            and any(phrases.SAID.search(lines.text[j]) for j in beside if j in close)):
        return beside
    return []


def of_links(roles, columns, pages):
    """Fill in the rest: runs of links, short lines far from prose, and text.

    columns: the Lines of Pages as arrays.
    """
    is_open, linked = np.array([not role for role in roles], bool), columns.link > MOST_LINKS
    near = _near_to_prose(is_open & columns.is_long, columns.above, pages)
    both, size = linked[1:] & linked[:-1] & ~begins_of_runs(pages.page)[1:], len(roles)
    is_link = linked & (np.append(False, both)[:size] | np.append(both, False)[:size] | ~near)
    is_short = (~near & (columns.prose == 0)
                & is_one_of(pages.kind, [KINDS.index(kind) for kind in "pl"]))
    for i in np.flatnonzero(is_open & (is_link | is_short)).tolist():
        roles[i] = TEASER if is_link[i] and columns.words[i] >= FEWEST_TITLE else NAVIGATION
    starts = set(pages.segment_starts.tolist())
    for i in reversed([i for i, role in enumerate(roles) if not role]):
        goes_on = (columns.kind[i] == "h" and i + 1 not in starts and not columns.is_long[i + 1]
                   and roles[i + 1] in (NOTE, TEASER, NAVIGATION, COMMENT))
        roles[i] = roles[i + 1] if goes_on else TEXT


def _near_to_prose(is_prose, parent, pages):
    """Return for each line whether prose outside regions is near it, or in the same parent.

    is_prose: bool (n,), the lines of this prose. parent: as `above` of Lines.
    """
    keys = parent * len(pages.names) + pages.tag
    of_prose, rows = set(keys[is_prose].tolist()), np.flatnonzero(is_prose)[:, None]
    near = np.array([key in of_prose for key in keys.tolist()], bool) & (parent >= 0)
    first, end = (pages.segment_starts[pages.page[rows] + more] for more in (0, 1))
    near[np.clip(rows + np.arange(-NEAR, NEAR + 1), first, end - 1)] = True
    return near


def above(elements, parents):
    """Return the set of some elements, -1 for none, and their ancestors."""
    around = set()
    for element in elements:
        while element >= 0 and element not in around:
            around.add(element)
            element = parents[element]
    return around


def regions(pages, prose, around_headlines, around_texts):
    """Return the role of the region of each segment of Pages, a list; "" for none.

    prose: array (n,), the characters of running text in each.
    around_headlines: ancestors of headlines (never in a region), a set of elements.
    around_texts: ancestors of each page's first long text (a region only if it is not most of the
           prose).

    The outermost region counts: a menu in the footer is footer, a date among comments is a comment.
    """
    tag, purposes, notes = pages.element_tag, sure_of(pages.purposes), elements_with(pages, NOTES)
    is_named = np.array([name in OF_TAGS for name in pages.names])[tag] | (purposes > 0) | notes
    nearest_named = np.append(nearest(is_named, pages.element_parent), -1)
    held = pages.tree.sums(pages.where, [prose])[0]
    holds_most = held[:len(tag)] > MOST_PROSE * held[len(tag):][pages.element_page]
    named = np.flatnonzero(is_named)
    of_elements = {-1: ""}
    for element, outer, number, purpose, is_note, is_most in zip(*(column.tolist() for column in (
            named, nearest_named[pages.element_parent[named]], tag[named], purposes[named],
            notes[named], holds_most[named])), strict=True):
        region = of_elements[outer]
        if region in OPEN and element not in around_headlines:
            role = NOTE if is_note else role_of(pages.names[number], purpose)
            if not is_most or (role == COMMENT and element not in around_texts):
                region = _inside(region, role)
        of_elements[element] = region
    return list(map(of_elements.__getitem__, nearest_named[pages.element].tolist()))


def _inside(outer, role):
    """Return the role of an element in a region of OPEN by its own, "" for none.

    >>> _inside("comment", "navigation"), _inside("comment", "form"), _inside("byline", "footer")
    ('comment', 'form', 'footer')
    """
    if outer == COMMENT and role != FORM:
        return COMMENT
    return role or outer
