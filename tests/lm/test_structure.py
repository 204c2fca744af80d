"""structure: tokens of the worked example of Leśniak 2017, and of a page's HTML."""
import pytest

from scutch.filters.html.normalhtml import elements_of, template
from scutch.filters.html.parse.wholepage import Missing, parser_named
from scutch.lm.templates.structure import from_text, paths, similarity, tokens
from utils import DOC1, DOC2

# Listings 2.1 and 2.2
STRIPPED1 = """<html><head></head><body>
  <span>
    <ul><li></li><li></li></ul>
  </span>
</body></html>"""
STRIPPED2 = STRIPPED1.replace("</ul>", "</ul>\n    <i></i>")


@pytest.mark.parametrize("page, stripped", [(DOC1, STRIPPED1), (DOC2, STRIPPED2)])
def test_text_and_attributes_are_no_structure(page, stripped):
    assert elements_of(page) == elements_of(stripped)


def spelt_out(names, parents):
    """Return the tokens as listing 2.7 writes them."""
    depths = []
    for parent in parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    found = set()
    for level in range(max(depths, default=-1) + 1):
        here = [i for i, depth in enumerate(depths) if depth == level]
        groups = list(dict.fromkeys(parents[i] for i in here))
        for i in here:
            group = groups.index(parents[i])
            node = [k for k in here if parents[k] == parents[i]].index(i)
            path, above = [names[i]], parents[i]
            while above >= 0:
                path.append(names[above])
                above = parents[above]
            found.add("/".join(f"{node}_{group}_{level}_{name}" for name in [*path, "[document]"]))
    return found


def test_tokens_are_those_of_listing_2_7():
    one, other = (spelt_out(*elements_of(page)) for page in (DOC1, DOC2))
    short, short_other = (tokens(*elements_of(page)) for page in (DOC1, DOC2))
    assert [len(one), len(other)] == [len(short), len(short_other)] == [7, 8]
    assert len(one & other) == len(short & short_other) == 7


def test_a_deep_page():
    page = "<div>" * 50_000
    assert len(paths(*elements_of(page))) == 50_000


@pytest.mark.parametrize("name", ["html5lib", "lexbor"])
def test_template_by_both_parsers(name):
    try:
        _, parse = parser_named(name)
    except Missing as error:
        pytest.skip(str(error))
    one, other = (template(parse(page.encode())[0]) for page in (DOC1, DOC2))
    assert similarity(from_text(one), from_text(other)) >= 0.6
    assert one == template(DOC1)
