"""What is open at a tag, and how many attributes it has, without a parser: hardly ever too few."""
import pytest

from scutch.filters.html.guard.limits import (
    MAX_ALL_ATTRIBUTES,
    MAX_NAMES,
    limited,
)
from scutch.filters.html.guard.openings import Openings, has_many_attributes, may_reopen_much

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
