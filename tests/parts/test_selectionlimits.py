"""The limits of what is kept: what lies just within each, and just beyond it."""
import argparse
from contextlib import nullcontext

import pytest

from scutch import pipe
from scutch.filters.errors import Unusable
from scutch.filters.selection.keptpictures import with_pictures
from scutch.filters.selection.segments import OwnPhrases
from scutch.filters.selection.sentencelimits import Limits, limit_of

PICTURE = [0, 0, "image", "/a.png", ""]


def is_shown(segments, elements=(), mark=PICTURE, kept="x"):
    """Return whether the picture of a text "Photo by Ann" is shown, where those of "x" are kept."""
    segments = [{"text": text, "element": element, "kind": "p", "link_chars": linked}
                | ({"marks": [mark]} if text == "Photo by Ann" else {})
                for text, element, linked in segments]
    record = {"segments": segments, "elements": list(map(list, elements))}
    return any("marks" in segment for segment in with_pictures(
        record, [segment for segment in segments if segment["text"][0] == "x"]))


@pytest.mark.parametrize("linked, shown", [(5, True), (6, False)])
def test_a_picture_with_the_link_of_half_its_text_is_a_teaser(linked, shown):
    segments = [("x" * 90, -1, 0), ("Photo by Ann", -1, linked)]
    assert is_shown(segments, mark=[*PICTURE, "/other"]) is shown


@pytest.mark.parametrize("text, has", [
    ("wind" + " x" * 59, True), ("wind" + " x" * 60, False),
    ("wind " + "x" * 1995, True), ("wind " + "x" * 1996, False)])
def test_a_text_with_an_own_phrase_is_short(text, has, tmp_path):
    (tmp_path / "phrases").write_text("wind")
    assert OwnPhrases(str(tmp_path / "phrases"))(text) is has


def test_a_percentile_is_a_hundred_at_most():
    assert limit_of("p100:a") == (100, "a")
    with pytest.raises(argparse.ArgumentTypeError, match="up to 100"):
        limit_of("p100.1:a")


def test_a_sentence_over_the_limit_is_removed():
    """Without context, of three tokens at perplexities of 93, 100 and 108."""
    segments = [{"text": "Wind at sea.", "sentence_log10p": [[log10p, 3]]}
                for log10p in (-5.9, -6, -6.1)]
    assert Limits(100, context=False)({"segments": segments}) == [[False], [False], [True]]


@pytest.mark.parametrize("sign", [1, -1])
def test_a_score_is_a_number_that_fits_a_float(sign):
    for score, is_refused in (sign * ((1 << 1000) - 1), False), (sign << 1000, True):
        record = {"id": "a", "doc": {"scores": {"quality": score}}, "segments": []}
        pages = pipe([record], "prune --max-quality 0.5")
        with pytest.raises(Unusable, match="no number") if is_refused else nullcontext():
            assert len(list(pages)) == (sign < 0)
