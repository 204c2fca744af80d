"""The role of each segment of pages: by trees, and by what the gold of these lacks.

Trees tell the classes of jointmodel.CLASSES. Names of elements and the text of a line tell the
rest: notes, the summary and the main points of an article, the footer, and some bylines, captions
and comments.
"""
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

import numpy as np

from ...lm.combine.jointmodel import CLASSES
from ...lm.evidence.evidence import evidence
from ...lm.evidence.headline import BELOW
from ...lm.evidence.purposes import bit_of, sure_of
from ...lm.tagnames import KINDS
from ...lm.titlewords import likeness
from ..columns.pages import NUMBER_OF, counts_of, pages_of
from ..scoring.evidenceinput import NOTES, blocks_of_pages, elements_with
from ..scoring.scores import load_model
from ..text.words import count_words
from . import elementroles as known
from . import phrases

MODELS = {"role": "models/role.model"}
KIND = "combine.jointmodel.RoleModel"
# Roles that elements are named for, and the group of purposes of their words; notes have own words
NAMED = {known.COMMENT: "comments", known.NOTE: "", known.KEYPOINTS: "keypoints",
         known.TEASER: "related", known.DEK: "summary", known.CAPTION: "caption",
         known.FOOTER: "footer"}
OF_NAMES = {known.CAPTION: "figcaption", known.FOOTER: "footer"}     # and names of elements
OTHERS = CLASSES[-1]         # of the page: navigation or footer
MOST_DEK, FEWEST_DEK = 60, 4     # words of a summary between headline and text
REPEATED = 0.5               # F of the words of a headline and of one that is like it, at least
MOST_HEADINGS = 20           # of comments that are examined on a page
CLOSE = 12                   # segments before and after a heading "Comments"
UP = 3                       # steps up from it to the element of the comments
APART = 4                    # lines from it to a byline or the like, at most
BEFORE = 2                   # lines above the headline, and BELOW below it, may be bylines
MOST = 0.9                   # of the words of a page's text, at least, are prose on a page of prose
# The name of an element does not count if it holds more of the page's prose: whole pages are in
# "content-with-sidebar-footer"
MOST_PROSE = 0.4
HEADING, ITEM, PARAGRAPH = map(KINDS.index, "hlp")


def pages_of_records(records):
    """Return the Pages of records; words that another program has not counted are counted."""
    return _counted(pages_of(records))


def _counted(pages):
    """Return the Pages; words that another program has not counted are counted."""
    if not pages.given or all(isinstance(segment.get("words"), int) for segment in pages.given):
        return pages
    return pages.with_the_same_text({"words": counts_of([
        segment if isinstance(segment.get("words"), int)
        else {"words": count_words(segment["text"])} for segment in pages.given], "words")},
        evidence=None)


def evidence_in(pages):
    """Return the Evidence of Pages, but for charlm, once for all steps."""
    if pages.evidence is None:
        pages.evidence = evidence(blocks_of_pages(pages, np.zeros(len(pages.text))), edges=False)
    return pages.evidence


def roles_in(pages):
    """Return the role of each segment of Pages, a list of ROLES."""
    counted = _counted(pages)
    pages.evidence = evidence_in(counted)
    return roles_of(counted, load_model("role", MODELS, KIND, "share/models/make"))


def roles_of(pages, model):
    """Return the role of each segment of Pages, by a RoleModel."""
    if not pages.text:
        return []
    seen = evidence_in(pages)
    roles, named = model.classes(seen.features), _named(pages, seen)
    columns = [pages.text, *(column.tolist() for column in (
        pages.words, pages.kind, seen.facts.is_long)), named]
    starts, ends = pages.tree.runs
    nodes = Nodes(pages.where.tolist(), pages.tree.parents.tolist(), starts.tolist(), ends.tolist())
    for rows, top in zip(pairwise(pages.segment_starts.tolist()), seen.headline.tolist(),
                         strict=True):
        page = Lines(range(*rows), top, *columns)
        _of_lines(roles, page)
        _of_summaries(roles, page)
        _of_lists(roles, page)
        _of_comments(roles, page, nodes)
    return roles


class Lines(NamedTuple):
    """The segments of a page, in lists of those of all pages.

    rows:    range, those of the page. top: its headline, -1 for none.
    text, words, kind: as in Pages. is_long: whether it is surely running text.
    named:   of _named.
    """

    rows: range
    top: int
    text: list
    words: list
    kind: list
    is_long: list
    named: list


class Nodes(NamedTuple):
    """The nodes of pages, in lists: that of each segment; parents; places, see Tree.runs."""

    where: list
    parents: list
    starts: list
    ends: list

    def holds(self, node, i):
        return self.starts[node] <= self.starts[self.where[i]] < self.ends[node]


def _of_lines(roles, page):
    """Change the classes of lines to roles, by their own text and by names of elements.

    The gold has few pages with bylines and captions as agencies write them, and few with comments.
    Captions are told by their element on a page of prose: on others those of pictures are text.
    """
    texts = [i for i in page.rows if roles[i] == known.TEXT]
    prose = [i for i in texts if page.is_long[i]]
    of_prose = sum(page.words[i] for i in prose) >= MOST * sum(page.words[i] for i in texts)
    first, last = next((i for i in prose if i > page.top), page.top), max(prose, default=-1)
    _of_headlines(roles, page, 0 <= page.top < first <= page.top + BELOW)
    near = range(page.top - BEFORE, min(first, page.top + BELOW) + 1) if page.top >= 0 else ()
    for i in page.rows:
        role, inside, text, words = roles[i], page.named[i], page.text[i], page.words[i]
        may_have_rights = role in (OTHERS, known.BYLINE) or (role == known.TEXT and i > last)
        if inside in (known.NOTE, known.KEYPOINTS) or (
                inside in (known.COMMENT, known.TEASER) and role != known.FORM):
            roles[i] = inside
        elif may_have_rights and words <= phrases.MOST_FOOTER and phrases.says("RIGHTS", text):
            roles[i] = known.FOOTER
        elif role == OTHERS:
            roles[i] = known.FOOTER if inside == known.FOOTER else known.NAVIGATION
        elif role == known.TEXT and words <= phrases.MOST_FOOTER and phrases.says("CONSENT", text):
            roles[i] = known.NOTICE
        elif role in (known.TEXT, known.NOTICE) and words <= phrases.MOST_BYLINE and (
                phrases.PHRASES["SIGNED"].match(text)
                or (i in near and i != page.top and phrases.is_byline(
                    text, role == known.TEXT and i > page.top and page.kind[i] == PARAGRAPH))):
            roles[i] = known.BYLINE
        elif role == known.TEXT and words <= phrases.MOST_CAPTION and (
                (of_prose and inside == known.CAPTION) or phrases.says("CREDIT", text)):
            roles[i] = known.CAPTION


def _of_headlines(roles, page, has_text):
    """Fill in the headline where the trees tell none, by the title; if they tell the same one, only
    headings like it are headlines, too.

    has_text: whether text is below the headline by the title.
    """
    top, told = page.top, [i for i in page.rows if roles[i] == known.HEADLINE]
    is_sentence = (has_text and page.kind[top] != HEADING and page.is_long[top]
                   and page.text[top].endswith(phrases.ENDS))
    if has_text and not told and not is_sentence:
        roles[top] = known.HEADLINE
    if top in told:
        words = phrases.words_of(page.text[top])
        for i in told:
            if likeness(phrases.words_of(page.text[i]), words) < REPEATED:
                roles[i] = known.TEXT if i > top else OTHERS


def _of_summaries(roles, page):
    """Fill in the summary between headline and text of a page."""
    near = range(page.top + 1, min(page.rows.stop, page.top + 1 + BELOW)) if page.top >= 0 else ()
    first = next((i for i in near if page.is_long[i]), page.rows.stop)
    summaries = [i for i in near if page.named[i] == known.DEK
                 or (page.named[i] == known.TEASER and i <= first)]        # "article__teaser"
    place = next((i for i in near if roles[i] == known.TEXT), None)
    if (not summaries and place is not None and known.BYLINE not in roles[page.top:place]
            and _is_apart(place, roles, page)):
        summaries = [place]
    for i in summaries:
        if FEWEST_DEK <= page.words[i] <= MOST_DEK:
            roles[i] = known.DEK


def _is_apart(i, roles, page):
    """Return whether a line below the headline is no part of the text: a heading, or bylines,
    captions and the like follow it."""
    before_text = takewhile(lambda j: roles[j] != known.TEXT or not page.is_long[j],
                            range(i + 1, min(i + APART, page.rows.stop)))
    return page.kind[i] == HEADING or any(
        roles[j] in (known.BYLINE, known.CAPTION, known.NAVIGATION) for j in before_text)


def _of_lists(roles, page):
    """Fill in the main points below their heading, and headings above notes."""
    for i in page.rows:
        if page.words[i] <= phrases.MOST_HEADING and phrases.PHRASES["POINTS"].match(page.text[i]):
            for j in [i, *takewhile(lambda j: page.kind[j] == ITEM and roles[j] != known.KEYPOINTS,
                                    range(i + 1, page.rows.stop))]:
                roles[j] = known.KEYPOINTS
    for after, i in pairwise(reversed(page.rows)):
        if page.kind[i] == HEADING and roles[i] == known.TEXT and roles[after] == known.NOTE:
            roles[i] = known.NOTE


def _of_comments(roles, page, nodes):
    """Fill in comments below a heading such as "12 comments" that fill an element of their own."""
    text = next((i for i in page.rows if page.is_long[i]), page.rows.stop)
    headings = (i for i in range(text, page.rows.stop)
                if roles[i] != known.COMMENT and page.words[i] <= phrases.MOST_HEADING
                and any(phrases.PHRASES[name].match(page.text[i])
                        for name in ("DISCUSS", "HEADED")))
    for i in islice(headings, MOST_HEADINGS):
        for j in _below(i, page, nodes):
            roles[j] = known.COMMENT


def _below(i, page, nodes):
    """Return the rows of a heading and the comments below it, [] if there are none."""
    close = range(max(page.rows.start, i - CLOSE), min(page.rows.stop, i + CLOSE))
    node = nodes.where[i]
    for _ in range(UP):
        inside = [j for j in close if page.is_long[j] and nodes.holds(node, j)]
        if (inside and inside[0] < i) or (page.top >= 0 and nodes.holds(node, page.top)):
            return []
        if inside:
            return [j for j in range(i, page.rows.stop) if nodes.holds(node, j)]
        node = nodes.parents[node]
    return []


def _named(pages, seen):
    """Return for each segment of Pages the role that an element around it is named for, the first
    of NAMED; "" for none; a list.

    An element around the headline, or with most of the prose, counts for nothing; but comments may
    be longer than the text above them. seen: Evidence of Pages.
    """
    facts, tree, count = seen.facts, pages.tree, len(pages.text)
    later = np.flatnonzero(facts.is_long & (facts.place > seen.headline[facts.page]))
    starts = later[np.unique(facts.page[later], return_index=True)[1]]
    held, headlines, texts = tree.sums(pages.where, np.array([
        facts.prose, np.isin(facts.place, seen.headline), np.isin(facts.place, starts)]))
    has_most = held > MOST_PROSE * held[tree.elements + tree.page]
    bits, sure = np.zeros(tree.elements + tree.count, np.int64), sure_of(pages.purposes)
    for number, (role, group) in enumerate(NAMED.items()):
        own = (sure >> bit_of(group) & 1) > 0 if group else elements_with(pages, NOTES)
        if role in OF_NAMES:
            own |= pages.element_tag == NUMBER_OF[OF_NAMES[role]]
        counts = (headlines == 0) & ~(has_most & ((texts > 0) | (role != known.COMMENT)))
        bits[:tree.elements] |= (own & counts[:tree.elements]).astype(np.int64) << number
    inside = tree.inherited(bits)[pages.where]
    roles = np.full(count, "", object)
    for number, role in reversed(list(enumerate(NAMED))):
        roles[(inside >> number & 1) > 0] = role
    return roles.tolist()
