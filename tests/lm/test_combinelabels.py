"""The labels that the trees learn, by scope, on a page of a dozen blocks."""
import numpy as np
import pytest

from scutch.lm.combine.jointtraining import labels_of_page
from scutch.lm.evidence.evidence import EVIDENCE, ROW
from scutch.lm.evidence.nodes import LEVELS

HEADLINE, BYLINE, _, _, COMMENT, REPLY, FIELD = range(7)
KEPT = np.array([1, 0, 0, 1, 0, 0, 0], float)
WORDS = np.array([4, 5, 5, 40, 20, 1, 12])


def numbers():
    """Return features in which nothing is near, except what the labels need."""
    found = np.full((len(EVIDENCE), len(KEPT)), LEVELS, float)
    found[ROW["link share"]] = found[ROW["date"]] = 0
    found[ROW["up to words of author"], BYLINE] = 1
    found[ROW["up to words of comments"], [COMMENT, REPLY, FIELD]] = 2
    found[ROW["up to form"], FIELD] = 1
    return found


def of(headline=HEADLINE, kind="article", kept=KEPT, classes=None):
    shares, counts = labels_of_page(kept, numbers(), WORDS, headline, kind, classes)
    return shares.tolist(), counts.tolist()


def test_page_has_comments_and_the_byline_and_doubts_what_is_around_comments():
    assert of() == ([1, 1, 0, 1, 1, 0, 0], [1, 1, 1, 1, 1, 0, 1])


def test_where_the_gold_has_classes_nothing_is_guessed():
    classes = ["headline", "notice", "byline", "text", "teaser", "comments", "form"]
    assert of(classes=classes) == ([1, 0, 1, 1, 0, 1, 0], [1] * 7)


@pytest.mark.parametrize("kind", ["forum", "product", "listing"])
def test_on_other_kinds_of_pages_the_gold_decides(kind):
    assert of(kind=kind) == (KEPT.tolist(), [1] * 7)


def test_a_page_of_unknown_kind_is_taken_for_an_article():
    assert of(kind=None) == of()


def test_without_headline_or_text_there_is_no_byline():
    assert of(headline=-1)[0][BYLINE] == 0
    assert of(kept=np.zeros(7))[0][BYLINE] == 0
