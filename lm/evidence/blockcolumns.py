"""The input of the joint scorer: columns of the blocks and elements of a few pages.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
from typing import NamedTuple

import numpy as np

from ..codepoints import Characters
from ..elements import Tree

TAGS = ("", "h1", "h2", "h3", "h4", "h5", "h6", "p", "td", "pre", "li", "blockquote", "div",
        "figcaption", "button")


class Blocks(NamedTuple):
    """Blocks and elements of a few pages, one page after the other.

    titles:  list of str, "" for none. texts: list of str, of all blocks in page order.
    characters: Characters of the texts.
    page:    int64 (blocks,), the page of each, 0 ... len(titles) - 1, ascending.
    kind:    int64 (blocks,), index into tagnames.KINDS, len(KINDS) for others.
    tag:     int64 (blocks,), index into TAGS of the element that holds the text, 0 for others.
    words, link_chars, links, markup_chars, open_tags, skipped: int64 (blocks,).
    hidden:  bool (blocks,).
    charlm:  float (blocks,), the score of charlm; a neutral one where it knows no letters.

    tree:    Tree of the elements. where: int64 (blocks,), the node of each block.
    words_of_elements: (list of the different words of class, id and role, int64 (elements,): the
             place there of each element's).
    marks:   int64 (nodes,), bits of vocabulary, for the element's name and words; 0 for pages.
    alike:   uint64 (elements,), equal if name and words are equal.
    """

    titles: list
    texts: list
    characters: Characters
    page: np.ndarray
    kind: np.ndarray
    tag: np.ndarray
    words: np.ndarray
    link_chars: np.ndarray
    links: np.ndarray
    markup_chars: np.ndarray
    open_tags: np.ndarray
    skipped: np.ndarray
    hidden: np.ndarray
    charlm: np.ndarray
    tree: Tree
    where: np.ndarray
    words_of_elements: tuple
    marks: np.ndarray
    alike: np.ndarray
