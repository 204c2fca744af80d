"""The guard: what is open at a tag, where tags may begin, how patterns read attributes."""
import random

import pytest

from scutch.filters.html.guard import limits, tagsyntax
from scutch.filters.html.guard.limits import MAX_ALL_ATTRIBUTES, MAX_NAMES, limited
from scutch.filters.html.guard.openings import NAMES, Openings, has_many_attributes, may_reopen_much
from scutch.filters.html.parse.wholepage import parser_named

NAMES_OF = "".join(f"a{number}%s" for number in range(6_000))


@pytest.mark.parametrize("tag", [
    "<p {}>", "<script {}></script>", "<iframe {}>", "<title {}>", "<xmp {}>", "<svg><style {}>",
    "<html {}>", "<p x='>' {}>", "<p x=\"<>\" {}>", "<p <a {}>", "</p {}>"])
@pytest.mark.parametrize("after", [" ", "/", "\n", "\f", "='1'", "=\"\" ", "=1 "])
def test_a_tag_with_many_attributes_is_found(tag, after):
    tag_of_many = tag.format(NAMES_OF.replace("%s", after))
    page = f"{'<p>x</p>' * 300}{tag_of_many}{'<p>y</p>' * 300}".encode()
    assert has_many_attributes(page, MAX_ALL_ATTRIBUTES, MAX_NAMES)
    if not tag.startswith("</"):
        assert limited(page)[1][0].endswith("beyond a limit were left out")


@pytest.mark.parametrize("after", [" ", "/", "='>' ", "='<p>' ", '="<p>x</p>" '])
def test_attributes_are_found_that_look_like_text_and_tags(after):
    names = "".join(f"a{number}{after}" for number in range(30_000))
    page = f"<p title='>' {names}>".encode()
    assert has_many_attributes(page, MAX_ALL_ATTRIBUTES, MAX_NAMES)
    page = page.replace(b"<p title='>' ", b"<p>")                     # now they are text
    assert not has_many_attributes(page, MAX_ALL_ATTRIBUTES, MAX_NAMES)


@pytest.mark.parametrize("name", ["a", "font", "nobr", *(
    pytest.param(name, marks=pytest.mark.long) for name in "biu")])
@pytest.mark.parametrize("value", ["x", "'>\"", "<p>", "<a "])
def test_formatting_with_long_values_is_not_opened_again_and_again(name, value):
    quote = '"' if "'" in value else "'"
    value = value.replace('"', "")
    page = f"<p><{name} class={quote}{value * 20_000}{quote}>{'<p>x' * 20_000}".encode()
    assert may_reopen_much(Openings(page))
    assert "tags past" in limited(page)[1][-1]
    closed = page.replace(f"{quote}>".encode(), f"{quote}></{name}>".encode())
    assert not limited(closed)[1]


# ---------- where the tags of a page may begin: never less than a parser finds

PIECES = [*NAMES, *map(str.upper, NAMES), *map(str.title, NAMES), "body", "b", "title", "p", "math",
          "<", "</", ">", "/", " ", "\t", "\n", "!--", "-->", "=", '"', "x", "&amp;", "\xa0", "é"]
PAGES = 300


def soup(seed):
    """Return a page of 60 pieces, most of them after a <."""
    rng = random.Random(seed)
    return "".join(rng.choice(["", "<", "<", "</"]) + rng.choice(PIECES)
                   for _ in range(60)).encode()


def test_elements_of_other_names_are_not_there():
    parse = parser_named("auto")[1]
    for page in map(soup, range(PAGES)):
        assert parse(page, Openings(page).names) == parse(page)


# ---------- possessive patterns find the same with re, where it is right, and with regex

SYNTAX = [b"<a", b" b", b"=", b"x", b'"', b"'", b" ", b">", b"/", b"<", b"!--", b"-->", b"-",
          b"<script", b"</script>", b"<title>", b"</title>", b"\n", b"<![CDATA[", b"]]>", b"=x "]


@pytest.mark.parametrize("pattern", [tagsyntax.TAG, tagsyntax.ATTRIBUTE])
def test_engines_agree(pattern, monkeypatch):
    monkeypatch.setattr(tagsyntax, "RE_IS_RIGHT", False)
    other = tagsyntax.compiled(pattern.pattern)
    rng = random.Random(3)
    for _ in range(1_000):
        page = b"".join(rng.choices(SYNTAX, k=rng.randint(2, 14)))
        assert ([match.regs for match in pattern.finditer(page)]
                == [match.regs for match in other.finditer(page)])


def test_attributes_that_are_left_out_leave_the_others():
    many = b" ".join(b"a%d=x" % number for number in range(limits.MAX_ATTRIBUTES + 4500))
    page, notes = limits.limited(b"<p>" + b"x" * 10 + b"<a href=/" + many + b">y")
    assert notes == ["4500 attributes beyond a limit were left out"]
    assert b"<a href=/a0=x a1=x " in page and page.endswith(b" a499=x>y")
