"""Texts in one array of code points, against the texts."""
import pytest

from scutch.lm.codepoints import characters, code_points, narrow_code_points


@pytest.mark.parametrize("pad", range(1, 8))
def test_texts_are_found_again(pad):
    texts = ["ab", "", "c\nd", "\ud800\N{GRINNING FACE}"]
    codes, starts, ends = characters(texts, pad)
    before = 0
    for text, start, end in zip(texts, starts.tolist(), ends.tolist(), strict=True):
        assert codes[before:start].tolist() == [10] * pad
        assert "".join(map(chr, codes[start:end])) == text.replace("\n", " ")
        before = end
    assert codes[before:].tolist() == [10] * pad


@pytest.mark.parametrize("function", [code_points, narrow_code_points])
@pytest.mark.parametrize("string", ["", "abc", "é", "→", "\N{GRINNING FACE}a", "\ud800"])
def test_code_points(function, string):
    assert function(string).tolist() == list(map(ord, string))
