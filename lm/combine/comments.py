"""Comments on the text of a page: told by what they have and by where they stand.

Names alone do not tell them: the section of a paper may be called discussion.
"""
import re
from collections import Counter
from collections.abc import Callable

import numpy as np

from ..elements import nearest
from ..evidence.evidence import ROW
from ..hashing import GOLDEN
from ..rules.linephrases import HEADED
from .signatures import in_comments, of_form
from .wholes import HEADING, Placed

IS_HEADED, HEADED_WORDS = re.compile(HEADED.pattern(), re.I), 5      # at most
HEADED_AFTER = 60        # words of prose above such a heading, at least
MOST_HEADED = 20         # such headings of a page that are looked at
UP = 4                   # elements around a heading and the text below it, of which one is theirs
ITEMS = 2                # alike in the same element, at least, of comments below an article
# Words kept of an article, at least, that comments stand below; its share of all words kept outside
# of comments
ARTICLE_WORDS, MOST_OF_REST = 30, 0.5
# Words of a post of a thread, at least, and what is added to its log-odds: the models learn mostly
# of comments below articles. Share of its characters in links, at most
POST_WORDS, POST_ODDS, POST_LINKS = 8, 1, 0.3


def told_comments(features: np.ndarray) -> np.ndarray:
    """Return whether each block of a page is among comments with dates, or a form, bool (blocks,).

    features: those of Evidence.
    """
    inside = in_comments(features)
    told = inside & ((features[ROW["date"]] > 0) | of_form(features))
    return inside if told.any() else told


def headed_comments(placed: Placed) -> np.ndarray:
    """Return whether each block is among comments by a heading below an article that says so: the
    element that begins with it, or the next one, has ITEMS dated blocks or more; bool (blocks,).
    """
    facts, told, seen = placed.facts, np.zeros(len(placed.where), bool), Counter[int]()
    words = np.append(0, np.cumsum(facts.words * placed.prose()))
    for head in np.flatnonzero(placed.shown & (facts.kind == HEADING)
                               & (facts.words <= HEADED_WORDS)).tolist():
        page = int(facts.page[head])
        if (told[head] or words[head] - words[facts.first[page]] < HEADED_AFTER
                or seen[page] == MOST_HEADED or not IS_HEADED.match(placed.texts[head])):
            continue
        seen[page] += 1
        around = placed.tree.above(placed.where[head:min(head + 2, facts.end[page])], UP)
        for node in [*around[:, 0].tolist(), *around[::-1, 1:].ravel().tolist()]:
            inside = np.flatnonzero(placed.shown & placed.within(node))
            if inside.size and inside[0] >= head and facts.dated[inside].sum() >= ITEMS:
                told[head] = told[inside] = True
                break
    return told


def articles_beside_comments(placed: Placed, alike: Callable[[], np.ndarray],
                             inside: np.ndarray) -> np.ndarray:
    """Return the <article> without comments around each block, int64 (blocks,), -1 for none, and on
    pages without items that look like comments.

    alike: returns uint64 (elements,), equal for elements that may be items of one list.
    inside: bool (blocks,), comments of a few pages.
    """
    tree, none = placed.tree, np.full(len(placed.where), -1)
    inside = inside & placed.shown
    is_article = placed.are("article")
    if not inside.any() or not is_article.any():
        return none
    holds = tree.sums(placed.where, inside[None])[0, :tree.elements] > 0
    parents = tree.parents[:tree.elements]
    keys = alike()[holds] + np.uint64(GOLDEN) * parents[holds].astype(np.uint64)
    _, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
    with_items = np.zeros(tree.count, bool)
    with_items[tree.page[:tree.elements][holds][counts[which] >= ITEMS]] = True
    around = nearest(is_article & ~holds, np.where(parents < tree.elements, parents, -1))
    around = np.append(around, np.full(tree.count, -1))[placed.where]
    return np.where(with_items[tree.page[placed.where]], around, none)


def stand_below(inside: np.ndarray, articles: np.ndarray, words: np.ndarray) -> bool:
    """Return whether the comments of a page stand below an article that is most of the rest.

    inside: bool (blocks,), comments. articles: of articles_beside_comments.
    words:  (blocks,), those that are kept.

    >>> inside, articles = np.array([False, True, True]), np.array([7, -1, -1])
    >>> [stand_below(inside, articles, np.array([size, 50, 50])) for size in (40, 20)]
    [True, False]
    """
    above = (articles >= 0) & (np.cumsum(inside) == 0)
    if not above.any():
        return False
    _, which = np.unique(articles[above], return_inverse=True)
    most = np.bincount(which, words[above]).max()
    return bool(most >= max(ARTICLE_WORDS, MOST_OF_REST * words[~inside].sum()))


def with_posts(values: np.ndarray, words: np.ndarray, features: np.ndarray) -> np.ndarray:
    """Return values of the blocks of a thread in which posts that look like comments are likelier.

    values, words: (blocks,). features: those of Evidence. A value of 0 stays.
    """
    posts = (in_comments(features) & (words >= POST_WORDS)
             & (features[ROW["link share"]] <= POST_LINKS))
    return np.where(posts, values / (values + (1 - values) / np.exp(POST_ODDS)), values)
