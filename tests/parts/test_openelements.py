"""What is open at a tag, and how many attributes it has, without a parser: hardly ever too few."""
import random

import pytest

from scutch.filters.html.guard.limits import (
    MAX_ALL_ATTRIBUTES,
    MAX_ATTRIBUTES,
    MAX_NAMES,
    limited,
)
from scutch.filters.html.guard.openings import Openings, has_many_attributes, may_reopen_much
from scutch.filters.html.guard.tagsyntax import (
    INSIDE,
    NAME,
    ONCE,
    ROWS,
    SLASH,
    TAG,
    TAG_START,
    OpenElements,
    self_closing,
)
from scutch.filters.html.parse.reference import _Parser as Parser

NAMES = ["p", "div", "b", "i", "a", "font", "nobr", "table", "td", "tr", "th", "caption", "ul",
         "li", "dd", "h1", "h2", "span", "button", "object", "form", "option", "svg", "g", "desc",
         "math", "mi", "ruby", "rt", "br"]
PAGES = 150
NOT_COUNTED = {name.decode() for name in ONCE | ROWS}
MOST = 1.2               # adoption of blocks by formatting elements in svg is not followed


def soup(seed):
    """Return a page of 400 tags of a few names, some with equal attributes, with text between."""
    rng = random.Random(seed)
    names = rng.sample(NAMES, rng.randint(3, 12))
    return "".join(rng.choice(["<", "<", "<", "</"]) + rng.choice(names)
                   + rng.choice(["", "", " id=1"]) + ">" + rng.choice(["", "x"])
                   for _ in range(400)).encode()


def reckoned(page):
    """Return how many elements may be open at the end of a page, for which there is no limit."""
    elements = OpenElements(1_000, 1_000)
    for start in TAG_START.finditer(page):
        tag = TAG.match(page, start.start())
        if tag[SLASH]:
            elements.close(tag[NAME])
        else:
            elements.open(tag[NAME], self_closing(tag), tag[INSIDE])
    return len(elements.names) + sum(map(len, elements.waiting))


def test_a_parser_has_hardly_more_elements_open():
    for page in map(soup, range(PAGES)):
        parser = Parser()
        parser.parse(page.decode() + "x")            # formatting elements open again
        parsed = [one.name for one in parser.tree.openElements if one.name not in NOT_COUNTED]
        assert len(parsed) <= MOST * max(10, reckoned(page)), page


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
        assert limited(page)[1][0].endswith(f"over {MAX_ATTRIBUTES} in a tag were left out")


@pytest.mark.parametrize("after", [" ", "/", "='>' ", "='<p>' ", '="<p>x</p>" '])
def test_attributes_are_found_that_look_like_text_and_tags(after):
    names = "".join(f"a{number}{after}" for number in range(30_000))
    page = f"<p title='>' {names}>".encode()
    assert has_many_attributes(page, MAX_ALL_ATTRIBUTES, MAX_NAMES)
    page = page.replace(b"<p title='>' ", b"<p>")                     # now they are text
    assert not has_many_attributes(page, MAX_ALL_ATTRIBUTES, MAX_NAMES)


@pytest.mark.parametrize("name", ["a", "b", "font", "i", "nobr", "u"])
@pytest.mark.parametrize("value", ["x", "'>\"", "<p>", "<a "])
def test_formatting_with_long_values_is_not_opened_again_and_again(name, value):
    quote = '"' if "'" in value else "'"
    value = value.replace('"', "")
    page = f"<p><{name} class={quote}{value * 20_000}{quote}>{'<p>x' * 20_000}".encode()
    assert may_reopen_much(Openings(page))
    assert "tags past" in limited(page)[1][-1]
    closed = page.replace(f"{quote}>".encode(), f"{quote}></{name}>".encode())
    assert not limited(closed)[1]
