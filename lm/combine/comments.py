"""Comments on the text of a page: told by what they have and by where they stand.

Names alone do not tell them: the section of a paper may be called discussion.
"""
import numpy as np

from ..evidence.evidence import ROW
from .signatures import in_comments, of_form

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


def with_posts(values: np.ndarray, words: np.ndarray, features: np.ndarray) -> np.ndarray:
    """Return values of the blocks of a thread in which posts that look like comments are likelier.

    values, words: (blocks,). features: those of Evidence. A value of 0 stays.
    """
    posts = (in_comments(features) & (words >= POST_WORDS)
             & (features[ROW["link share"]] <= POST_LINKS))
    return np.where(posts, values / (values + (1 - values) / np.exp(POST_ODDS)), values)
