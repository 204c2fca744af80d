"""Where the tags of a page may begin: never less than a parser finds."""
import random

from scutch.filters.html.guard.openings import NAMES, Openings
from scutch.filters.html.parse.wholepage import parser_named

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
