"""scutch-combine: what is no list of names and weights."""
import pytest

from utils import run


@pytest.mark.parametrize("word", ["", "a,", "a,a", "a,a:2", ":2", "a:", "a:x", "a:0", "a:-1",
                                  "a:inf", "a:nan"])
def test_what_is_no_list_of_scores_is_refused(word):
    done = run("combine", "--scores", word)
    assert done.status == 2 and b"names of scores are wanted" in done.err
