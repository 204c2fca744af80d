"""Patterns with possessive quantifiers find the same with re, where it is correct, and regex."""
import random

import pytest

from scutch.filters.html.guard import limits, tagsyntax

PIECES = [b"<a", b" b", b"=", b"x", b'"', b"'", b" ", b">", b"/", b"<", b"!--", b"-->", b"-",
          b"<script", b"</script>", b"<title>", b"</title>", b"\n", b"<![CDATA[", b"]]>", b"=x "]


@pytest.mark.parametrize("pattern", [tagsyntax.TAG, tagsyntax.ATTRIBUTE])
def test_engines_agree(pattern, monkeypatch):
    monkeypatch.setattr(tagsyntax, "RE_IS_RIGHT", False)
    other = tagsyntax.compiled(pattern.pattern)
    rng = random.Random(3)
    for _ in range(1_000):
        page = b"".join(rng.choices(PIECES, k=rng.randint(2, 14)))
        assert ([match.regs for match in pattern.finditer(page)]
                == [match.regs for match in other.finditer(page)])


def test_attributes_that_are_left_out_leave_the_others():
    many = b" ".join(b"a%d=x" % number for number in range(limits.MAX_ATTRIBUTES + 4500))
    page, notes = limits.limited(b"<p>" + b"x" * 10 + b"<a href=/" + many + b">y")
    assert notes == ["4500 attributes beyond a limit were left out"]
    assert b"<a href=/a0=x a1=x " in page and page.endswith(b" a499=x>y")
