"""From Columns of a few pages to Pages, the input of the joint scorer."""
import numpy as np

from ...lm.evidence.blockcolumns import TAGS, Pages
from ...lm.evidence.purposes import mark_of, purposes_of
from ...lm.tagnames import KINDS, ROOTS

NUMBER_OF_TAG = {tag: number for number, tag in enumerate(TAGS)}


def pages_of(columns, titles, charlm):
    """Return the Pages of Columns.

    titles: list of str, a page each; charlm: array (segments,), their scores.
    """
    return Pages(
        titles=titles, texts=columns.text, characters=columns.characters, page=columns.page,
        kind=np.minimum(columns.kind, len(KINDS)), tag=_looked_up(
            NUMBER_OF_TAG.get, columns.names)[columns.tag],
        words=columns.words, link_chars=columns.link_chars, links=columns.links,
        markup_chars=columns.markup_chars, open_tags=columns.open_tags, skipped=columns.skipped,
        hidden=columns.hidden, charlm=charlm, tree=columns.tree, where=columns.where,
        words_of_elements=columns.distinct_words, marks=_marks(columns), alike=_alike(columns))


def _looked_up(function, names):
    return np.array([function(name) or 0 for name in names], np.int64)


def _marks(columns):
    words, places = columns.distinct_words
    marks = _looked_up(purposes_of, words)[places] | _looked_up(mark_of, columns.names)[
        columns.element_tag]
    roots = np.array([name in ROOTS for name in columns.names])
    marks[roots[columns.element_tag]] = 0
    return marks


def _alike(columns):
    """Return a number for each element, the same for those of one name with the same words.

    Python's hashes of strings differ from process to process; only equality counts here.
    """
    words, places = columns.distinct_words
    hashes = np.fromiter(map(hash, words), np.int64, len(words)).view(np.uint64)
    return hashes[places] + columns.element_tag.astype(np.uint64)
