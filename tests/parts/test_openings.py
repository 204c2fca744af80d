"""Where the tags of a page may begin: never less than a parser finds."""
import random

import pytest

from scutch.filters.html.guard.openings import MOST, NAMES, Openings
from scutch.filters.html.parse.wholepage import parser_named

PIECES = [*NAMES, *map(str.upper, NAMES), *map(str.title, NAMES), "body", "b", "title", "p", "math",
          "<", "</", ">", "/", " ", "\t", "\n", "!--", "-->", "=", '"', "x", "&amp;", "\xa0", "é"]
PAGES = 300


def soup(seed):
    """Return a page of 60 pieces, most of them after a <."""
    rng = random.Random(seed)
    return "".join(rng.choice(["", "<", "<", "</"]) + rng.choice(PIECES)
                   for _ in range(60)).encode()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_found_where_it_may_be_a_tag(name):
    assert Openings(f"<p>{name}</{name}>{name}<".encode()).names == []
    for tag in (f"<{name}>", f"<{name.upper()}/", f"x<p<{name}"):
        assert name in Openings(tag.encode()).names


def test_elements_of_other_names_are_not_there():
    parse = parser_named("auto")[1]
    for page in map(soup, range(PAGES)):
        assert parse(page, Openings(page).names) == parse(page)


def test_of_a_page_with_too_many_only_their_number_is_known():
    found = Openings(b"<" * (MOST + 1))
    assert found.count == MOST + 1 and found.names == NAMES
