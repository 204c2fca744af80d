"""Pages of a host: crosses, blocks they share, bit patterns and classes, structure, MinHash."""
import hashlib
import random
from itertools import combinations, product

import numpy as np
import pytest

from scutch.filters.html.normalhtml import elements_of, template
from scutch.filters.html.parse.wholepage import Missing, parser_named
from scutch.lm.templates import crosses as pagediff
from scutch.lm.templates.blockclasses import (
    CLASSES,
    COLUMNS,
    Neighbours,
    between,
    classify,
    forest,
    learned,
    nearest,
    propagated,
    reclassified,
)
from scutch.lm.templates.crosses import UP, ComparedPage, crosses, shared
from scutch.lm.templates.structure import (
    P,
    alike,
    as_text,
    from_text,
    paths,
    signature,
    similarity,
    tokens,
)
from utils import DATA, DOC1, DOC2

MENU = ["Home", "News", "Contact us", "All rights reserved 2016 Example Inc."]
DAY = 86_400


def page(path, number=0, time=None, tokens=range(100), own="farm{0} turns{0} with{0} wind{0}"):
    """Return a page of one template: its menu, and text that differs for each number."""
    texts = [*MENU, *([own.format(number)] if own else [])]
    return ComparedPage(path, time, signature(tokens), texts)


def bits(pages, **settings):
    return [cross.bits for cross in crosses(pages, **settings)]


def test_snapshots_alone_are_no_evidence():
    """Comparison between current and previous or next would not yield any useful results."""
    assert bits([page("/a", 1, 0), page("/a", 1, DAY)]) == ["10000"] * 2


def test_a_full_cross():
    pages = [page("/a", 1, time * DAY) for time in (1, 2, 3)]
    pages += [page("/b", 2, 2 * DAY), page("/c", 3, 2 * DAY)]
    found = list(crosses(pages))
    assert [cross.bits for cross in found] == ["11101", "11111", "11110", "11100", "11100"]
    assert found[1].pages == (1, 3, 4, 0, 2)


def test_the_nearest_snapshots_in_any_order():
    times = [5, 1, 9, 3, 7]
    pages = [page("/a", 1, time * DAY) for time in times] + [page("/b", 2, 0)]
    found = list(crosses(pages))
    nearest = [[None if j is None else times[j] for j in cross.pages[3:]] for cross in found[:5]]
    assert nearest == [[3, 7], [None, 3], [7, None], [1, 5], [5, 9]]


def test_snapshots_without_a_time_are_in_the_order_of_the_input():
    pages = [page("/a", 1), page("/a", 1), page("/a", 1), page("/b", 2)]
    assert [cross.pages[3:] for cross in crosses(pages)][:3] == [(None, 1), (0, 2), (1, None)]


def test_many_snapshots_do_not_hide_the_other_pages():
    pages = [page("/a", 1, time * DAY) for time in range(50)]
    pages += [page("/b", 2, 10.4 * DAY), page("/c", 3, 40 * DAY), page("/c", 3, 44 * DAY)]
    found = list(crosses(pages))
    assert {cross.pages[UP] is None for cross in found} == {False}
    assert found[10].pages == (10, 50, 51, 9, 11)
    assert found[45].pages == (45, 52, 50, 44, 46), "/c as it was at the nearest time"


def test_a_page_that_changed_its_template_finds_those_of_both():
    old, new = range(100), range(500, 600)
    pages = [page("/a", 1, 1, old), page("/a", 1, 2, new), page("/b", 2, 1, old),
             page("/b", 2, 2, new)]
    assert [cross.pages[UP] for cross in crosses(pages)] == [2, 3, 0, 1]


def test_a_snapshot_of_another_template_is_passed_over():
    pages = [page("/a", 1, 1), page("/a", 2, 2, tokens=range(500, 600)), page("/a", 1, 3),
             page("/b", 3, 2)]
    assert [cross.pages[3:] for cross in crosses(pages)] == [
        (None, 2), (None, None), (0, None), (None, None)]


def test_up_is_the_most_similar_and_down_the_next():
    pages = [page("/a", 0, tokens=range(100)), page("/b", 1, tokens=range(30, 130)),
             page("/c", 2, tokens=range(20, 120)), page("/d", 3, tokens=range(5, 105)),
             page("/e", 4, tokens=range(60, 160))]
    assert next(crosses(pages, 0.3)).pages[:3] == (0, 3, 2)


def test_the_threshold():
    pages = [page("/a", 1, tokens=range(100)), page("/b", 2, tokens=range(30, 130))]   # 0.54
    assert bits(pages, threshold=0.3) == ["11000"] * 2
    assert bits(pages, threshold=0.6) == ["10000"] * 2


def test_of_equally_similar_pages_those_of_the_nearest_time():
    pages = [page("/a", 0, 10 * DAY), page("/b", 1, 0), page("/c", 2, 11 * DAY),
             page("/d", 3, 30 * DAY), page("/e", 4, 8 * DAY)]
    assert next(crosses(pages)).pages[:3] == (0, 2, 4)


def test_down_is_at_another_path_than_up():
    pages = [page("/a", 0, 0), page("/b", 1, 1), page("/b", 1, 2), page("/c", 2, 9 * DAY)]
    assert next(crosses(pages)).pages[:3] == (0, 1, 3)
    assert next(crosses(pages[:3])).pages[:3] == (0, 1, None)


def test_a_copy_under_another_address_is_no_evidence():
    pages = [page("/a", 1), page("/a/print", 1), page("/b", 2)]
    assert [cross.pages[1:3] for cross in crosses(pages)] == [(2, None), (2, None), (1, 0)]
    assert bits(pages[:2]) == ["10000"] * 2


def test_identical_and_empty_pages_and_pages_without_structure():
    assert bits([page(f"/{i}") for i in range(30)]) == ["10000"] * 30
    without_text = [ComparedPage(f"/{i}", None, signature([1]), []) for i in range(5)]
    without_signature = [ComparedPage(f"/{i}", None, None, [*MENU, str(i)]) for i in range(5)]
    assert bits(without_text) == bits(without_signature) == ["10000"] * 5


def test_an_edited_block_is_the_same_block_in_time():
    before = page("/a", own="The bridge was closed on Monday because of the wind, police said.")
    after = page("/a", own="The bridge was closed again on Tuesday because of the wind, police "
                           "said.")
    pages = [before._replace(time=1), after._replace(time=2), page("/b", 2)]
    first, second, _ = crosses(pages)
    assert first.masks[4][-1] is second.masks[3][-1] is True
    assert first.masks[1][-1] is False


@pytest.mark.parametrize("count", [60, 600])
def test_every_page_of_a_large_template_finds_two(count):
    generator = random.Random(5)
    pages = [page(f"/{i}", i, i, [*range(60), *generator.sample(range(10**6, 10**9), 6)])
             for i in range(count)]
    assert set(bits(pages)) == {"11100"}


# ---------------------------------------------------------------- pagediff

def shown(block, others):
    """Return the block's words, the shared ones in capitals."""
    flags, = shared([block], others)
    words = block.split()
    flags = flags if isinstance(flags, list) else [flags] * len(words)
    return " ".join(word.upper() if flag else word
                    for word, flag in zip(words, flags, strict=True))


@pytest.mark.parametrize("block, other, wanted", [
    # listing 1.2 against listing 1.3
    ("definition of boilerplate 2016 - example inc. all rights reserved",
     "content description 2016 - example inc. all rights reserved",
     "definition of boilerplate 2016 - EXAMPLE INC. ALL RIGHTS RESERVED"),
    # a year, a count: no words of their own between shared ones
    ("copyright 2016 example inc. all rights", "copyright 2017 example inc. all rights",
     "copyright 2016 EXAMPLE INC. ALL RIGHTS"),
    ("we are on line since 2016 in three towns", "we are on line since 2017 in three towns",
     "WE ARE ON LINE SINCE 2016 IN THREE TOWNS"),
    # two consecutive words are an accident
    ("in the end nothing came of it", "in the beginning all was well", "in the end nothing came "
     "of it"),
    # so are three words at the beginning of a sentence of the article
    ("the impact deployed the airbag and hurt an officer of the harbour police",
     "the impact deployed nothing at all on that day", None),
    # but not at an end
    ("share this article. the impact deployed the airbag and hurt an officer",
     "share this article. nobody was hurt on that day",
     "SHARE THIS ARTICLE. the impact deployed the airbag and hurt an officer"),
    ("the airbag hurt an officer of the harbour police | all rights reserved",
     "nobody was hurt on that day | all rights reserved",
     "the airbag hurt an officer of the harbour police | ALL RIGHTS RESERVED"),
    # a dash does not end a sentence
    ("the wings shot from everywhere -- the line, the half boards and the beer line, too",
     "the wings shot from everywhere -- and lost", None),
    # scattered words of another sentence
    ("one a two b three c four", "a x b y c z", "one a two b three c four"),
    ("", "", ""),
])
def test_a_block(block, other, wanted):
    found = shown(block, [other])
    assert found == (block if wanted is None else wanted)


def test_whole_blocks_go_first_and_in_order():
    page = ["Home", "News", "Wind farms", "They turn.", "Contact"]
    other = ["Home", "News", "Trams", "They run.", "Contact", "Home"]
    assert shared(page, other) == [True, True, False, False, True]
    assert shared(page, other[::-1]) == [True, True, False, False, False]


def test_too_many_words_are_compared_by_blocks_alone(monkeypatch):
    page, other = ["a b c d e", "x"], ["a b c d e f", "x"]
    assert shared(page, other) == [True, True]
    monkeypatch.setattr(pagediff, "MOST", 29)
    assert shared(page, other) == [False, True]


# ---------------------------------------------------------------- bitpatterns

# Appendix B as printed: cross bits, dbce-tag bits, classification
APPENDIX_B = (DATA / "appendix-b.txt").read_text()
NAMES = {"dbce-class-content": "content", "dbce-class-bp": "boilerplate"}


def rows():
    for line in APPENDIX_B.split("\n")[:-1]:
        _, cross, bits, name = line.split("  ")
        yield *("".join(filter(str.isdigit, one)) for one in (cross, bits)), NAMES[name]


@pytest.mark.parametrize("cross, bits, name", list(rows()))
def test_a_row(cross, bits, name):
    assert classify(cross, bits) == name


def test_there_are_no_more_rows():
    assert sorted(rows()) == sorted((cross, bits, name) for cross, table in CLASSES.items()
                                    for bits, name in table.items())
    assert len(CLASSES) == 8, "eight possible combinations describe valid crosses (section 2.3)"


def test_what_is_not_listed_is_invalid():
    listed = {row[:2] for row in rows()}
    every = ["1" + "".join(bits) for bits in product("01", repeat=4)]
    for cross, bits in product(every, every):
        if (cross, bits) not in listed:
            assert classify(cross, bits) == "invalid"


@pytest.mark.parametrize("parents, owners, classes, wanted", [
    # a group of one gives its class to its parent, and so on up
    ([-1, 0, 1], [2], ["content"], ["content"] * 3),
    # <ul><li>Buy More</li><li>New Cars</li></ul>: equal items, so the list is; not its parent
    ([-1, 0, 1, 1], [2, 3, 0, 0], ["boilerplate", "boilerplate", "content", "boilerplate"],
     [None, "boilerplate", "boilerplate", "boilerplate"]),
    # text beside an element
    ([-1, 0], [0, 1], ["content", "content"], ["content", "content"]),
    ([-1, 0], [0, 1], ["content", "invalid"], [None, "invalid"]),
    # a mixed child stays mixed
    ([-1, 0, 1, 1, 0], [2, 3, 4], ["content", "boilerplate", "content"],
     [None, None, "content", "boilerplate", "content"]),
    # nothing in it; text without an element
    ([-1, 0], [-1], ["content"], [None, None]),
    ([], [-1], ["content"], []),
])
def test_propagated(parents, owners, classes, wanted):
    assert propagated(parents, owners, classes) == wanted


# ---------------------------------------------------------------- blockclasses

C, B, I = "content", "boilerplate", "invalid"      # noqa: E741
# A small page: html > body > (ul.menu > li, li), (div.main > p, p), and text of its own
BLOCKS = Neighbours(
    ["html", "body", "ul", "li", "li", "div", "p", "p"], [-1, 0, 1, 2, 2, 1, 5, 5],
    ["", "", "menu", "", "", "main", "", ""], ["li", "li", "p", "p", "body"], [3, 4, 6, 7, 1],
    np.array([[10, 2, 10, 2], [6, 1, 6, 2], [400, 70, 40, 3], [40, 8, 0, 1], [24, 4, 0, 1]], float))
METHODS = {"nearest": nearest, "forest": forest}


@pytest.mark.parametrize("classes, densities, wanted", [
    ([C, I, C], [12, 1, 12], [C, C, C]),
    ([C, I, I, C], [12, 1, 1, 12], [C, C, C, C]),
    ([C, I, C], [12, 1, 9], [C, I, C]),            # no dense text after it
    ([C, I, C], [9, 1, 12], [C, I, C]),
    ([C, I, B], [12, 1, 12], [C, I, B]),
    ([B, I, C], [12, 1, 12], [B, I, C]),
    ([I, C, I], [12, 12, 12], [I, C, I]),          # nothing on one side
    ([C, I, B, I, C], [12] * 5, [C, I, B, I, C]),
    ([], [], []),
])
def test_between(classes, densities, wanted):
    assert between(classes, densities) == wanted


def test_what_other_pages_have_is_boilerplate():
    """The tables have no class for it: "shared" asks the pages at other paths."""
    found = [reclassified(method, False, BLOCKS, [I, I, C], ["11101", "10001", "10011"])
             for method in ("keep", "boilerplate", "shared")]
    assert found == [[I, I, C], [B, B, C], [B, I, C]]


def clusters(count, seed=0):
    """Return rows of two kinds far apart, shuffled, and their kinds."""
    generator = np.random.default_rng(seed)
    kinds = generator.integers(0, 2, count)
    rows = generator.normal(0, 1, (count, COLUMNS)) + 6 * kinds[:, None]
    rows[:, :4] = kinds[:, None]
    return rows, kinds


@pytest.mark.parametrize("balance", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_two_kinds_are_told_apart(method, balance):
    rows, kinds = clusters(120)
    classes = [I if i % 3 == 0 else C if kind else B for i, kind in enumerate(kinds)]
    found = learned(classes, rows, METHODS[method], balance=balance)
    assert found == [C if kind else B for kind in kinds]
    assert found == learned(classes, rows, METHODS[method], balance=balance)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("classes", [[], [I, I], [C, I], [B, B, I], [C, B]])
def test_nothing_to_learn_from_or_for(method, classes):
    rows = np.arange(len(classes) * COLUMNS, dtype=float).reshape(len(classes), COLUMNS)
    assert learned(classes, rows, METHODS[method]) == classes


def test_conflicts_are_discarded():
    """The same values with both classes: Leśniak 2017, below table 2.1."""
    rows = np.zeros((5, COLUMNS))
    rows[2:4] = [[9.0], [9.5]]
    assert learned([C, B, C, C, I], rows, nearest) == [C, B, C, C, I]
    rows[1] = 1
    assert learned([C, B, C, C, I], rows, nearest)[-1] == C


def test_balance_gives_a_rare_class_its_voice():
    rows = np.zeros((11, COLUMNS))
    rows[:, 5] = [0, 0.1, 0.2, *np.linspace(0.3, 0.9, 7), 0.05]
    classes = [C, *[B] * 9, I]
    assert learned(classes, rows, nearest)[-1] == B
    assert learned(classes, rows, nearest, balance=True)[-1] == C


# ---------------------------------------------------------------- structure

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


# ---------------------------------------------------------------- minhash

def pair(size, shared, generator):
    """Return two sets whose union has `size` tokens and whose intersection `shared`."""
    tokens = generator.sample(range(1 << 32), size)
    common, rest = tokens[:shared], tokens[shared:]
    return set(common + rest[::2]), set(common + rest[1::2])


def test_the_bytes_are_those_of_any_machine():
    text = as_text(signature(range(0, 1 << 20, 4099)))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "54dac383ee1b572a"


def test_a_set_larger_than_a_slice():
    tokens = random.Random(1).sample(range(1 << 32), 20_000)
    parts = [signature(tokens[start:start + 5000]) for start in range(0, 20_000, 5000)]
    whole = signature(tokens)
    assert all((whole == part).any() for part in parts)
    assert np.any([whole == part for part in parts], axis=0).all(), "each minimum is one of theirs"


@pytest.mark.parametrize("size", [20, 300, 3000])
@pytest.mark.parametrize("jaccard", [0, 0.3, 0.6, 0.9, 1])
def test_similarity_is_jaccards_index(size, jaccard):
    generator = random.Random(size)
    shared = round(jaccard * size)
    found = [similarity(*map(signature, pair(size, shared, generator))) for _ in range(10)]
    error = (jaccard * (1 - jaccard) / P / 10) ** 0.5     # standard error of the mean
    assert abs(np.mean(found) - shared / size) <= 4 * error + 0.005


@pytest.mark.parametrize("text", [None, 7, [], {}, "", "AAAA", "é", "A" * 343, "=" * 344])
def test_what_is_no_signature(text):
    assert from_text(text) is None


def families(count, size, seed=2):
    """Return (signatures, families) of families of similar sets, in mixed order."""
    generator = random.Random(seed)
    found = []
    for family in range(count):
        core = generator.sample(range(1 << 32), 80)
        for _ in range(size):
            own = generator.sample(range(1 << 32), generator.randrange(20))
            found.append((signature(core + own), family))
    generator.shuffle(found)
    return np.stack([one for one, _ in found]), [family for _, family in found]


def test_pairs_are_those_of_a_comparison_of_all_with_all():
    signatures, _ = families(12, 5)
    one, other, agree = alike(signatures, 0.6)
    found = dict(zip(zip(one.tolist(), other.tolist(), strict=True), agree.tolist(), strict=True))
    wanted = {(i, j): similarity(signatures[i], signatures[j])
              for i, j in combinations(range(len(signatures)), 2)}
    assert found == {key: value for key, value in wanted.items() if value >= 0.6}
    assert len(found) == 12 * 10


def test_sets_of_one_family_find_each_other_however_many_they_are():
    signatures, names = families(3, 400)
    one, other, agree = alike(signatures, 0.6)
    assert all(names[i] == names[j] for i, j in zip(one, other, strict=True))
    assert len(one) < len(names) * 150, "not all with all"
    assert set(one.tolist()) | set(other.tolist()) == set(range(len(names)))
    best = dict.fromkeys(range(len(names)), 0.0)
    for i, j, value in zip(one.tolist(), other.tolist(), agree.tolist(), strict=True):
        best[i], best[j] = max(best[i], value), max(best[j], value)
    truth = [max(similarity(signatures[i], signatures[j]) for j in range(len(names)) if j != i)
             for i in range(40)]
    assert np.mean([truth[i] - best[i] for i in range(40)]) < 0.03, "near the most similar one"
