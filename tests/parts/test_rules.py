"""The rows of share/rules: each on its two pages, by both parsers."""
import importlib.util
import re
from html import unescape

import pytest

import hostile
from scutch.filters.html.arrays.tags import clues_of
from scutch.filters.html.guard.openings import Openings
from scutch.filters.html.parse.wholepage import parser_named
from scutch.filters.html2text import html2text
from scutch.filters.metadata.head import facts_in, head_of
from scutch.filters.scoring.evidenceinput import NOTES, REMARKS, THREADS, threads_in
from scutch.filters.sources.kinds import kind_of, no_page
from scutch.lm import rules as module
from scutch.lm.evidence.purposes import bit_of, purposes_of
from scutch.lm.rules import Rule, pattern, rules
from utils import ROOT, pages_in

LEXBOR = pytest.param("lexbor", marks=pytest.mark.skipif(
    importlib.util.find_spec("selectolax") is None, reason="selectolax is not installed"))
# They hold where others do not
UNTIL = {"SHOWN", "PARENTS", "OPEN", "OPEN_SHEETS", "CLOSE", "PARTS", "CAPITALS"}
ON_CODE = {"AROUND", "BESIDE_TRANSLATE", "OWN", "AFTER", "STATED", "NAMED"}


# The others are lists of words, which tests of their programs read; and such tables
COUNTED = sorted(path.stem for path in (ROOT / "share" / "rules").glob("*.tsv")
                 if "\tpages\t" in path.read_text("utf-8")
                 and path.stem != "kinds")
UNCOUNTED = {"LINES", "NAMED", "NO_LANGUAGES"}
# Of these the first rows of a table, or of a software, have the pages
OF_WORDS = {"bylines", "metadata", "phrases", "purposes", "software"}


def rows(name):
    """Return each table, and its rules with pages."""
    return [pytest.param(table, [rule for rule in of_table if rule.holds], id=table)
            for table, of_table in rules(name).items()]


@pytest.fixture(params=["html5lib", LEXBOR])
def segments(request):
    """A function from a page to its segments."""
    def of(page):
        found, = html2text({"id": "1", "html": page}, parse=parser_named(request.param)[1],
                           marks=True)
        return found["segments"]
    return of


@pytest.mark.parametrize("table, of_table", rows("hidden"))
def test_hidden(table, of_table, segments):
    def hidden(page):
        _, *found = segments(f"<p>{hostile.TEXT}</p>{page}")
        return {one.get("hidden", False) for one in found}
    for rule in of_table:
        assert hidden(rule.holds) == {table not in UNTIL}, rule
        assert hidden(rule.fails) == {table in UNTIL}, rule


@pytest.mark.parametrize("table, of_table", rows("joins"))
def test_joins(table, of_table, segments):
    def apart(page):
        text = " ".join(one["text"] for one in segments(page)).lower()
        return re.fullmatch(r"one\s+two", text) is not None
    for rule in of_table:
        pages = rule.holds, rule.fails
        if table == "HEADINGS":
            assert [segments(page)[0]["kind"] for page in pages] == ["h", "p"], rule
        else:
            assert list(map(apart, pages)) == [table not in UNTIL, table in UNTIL], rule


@pytest.mark.parametrize("table, of_table", rows("marks"))
def test_marks(table, of_table, segments):
    def marks(page):
        return [mark[2:] for mark in segments(page)[0].get("marks", [])]
    for rule in of_table:
        pages = [rule.holds, rule.fails]
        if table in ON_CODE:
            assert list(map(marks, pages)) == [[["code", "go"]], []], rule
        elif table in ("LATE", "NO_PICTURES"):
            (picture,), none = map(marks, pages if table == "LATE" else pages[::-1])
            assert picture[0] == "image" and picture[1].endswith("b.png") and none == [], rule
        elif table == "PLACEHOLDERS":
            assert list(map(marks, pages)) == [[["image", "b.png", ""]]] * 2, rule
        elif table in ("TEX_PICTURES", "EMOJI"):
            assert [segments(page)[0]["text"] for page in pages] == ["Is x_1.", "Is ."], rule
            assert marks(rule.holds) == []
        else:
            assert segments(rule.holds)[0]["text"] == "Is x.", rule
            assert segments(rule.fails)[0]["text"] in ("Is xy.", "Is yx."), rule


@pytest.mark.parametrize("table, of_table", rows("code"))
def test_blocks_of_code(table, of_table, segments):
    def blocks(page):
        return [(one["kind"], one["text"]) for one in segments(page)]
    for rule in of_table:
        assert blocks(rule.holds) == [("c", "one\n  two")], rule
        if table in ("OTHERS", "IN_PRE", "BESIDE_PRE"):
            assert blocks(rule.fails) != [("c", "one\n  two")], rule
        else:
            assert "c" not in [kind for kind, _ in blocks(rule.fails)], rule


@pytest.mark.parametrize("table, of_table", rows("kinds"))
def test_kinds(table, of_table):
    for rule in of_table:
        found, other = (kind_of(unescape(text).encode())[1] for text in (rule.holds, rule.fails))
        alone = no_page(unescape(rule.holds).encode())
        names = found and found.name, table != "FILES" and alone and alone.name
        assert rule.software in names, rule
        assert not other or other.name != rule.software, rule


@pytest.mark.parametrize("table, of_table", rows("permalinks"))
def test_permalinks(table, of_table, segments):
    for rule in of_table:
        assert [one["text"] for one in segments(rule.holds)] == ["Use"], rule
        assert segments(rule.fails)[0]["text"].startswith("Use "), rule


@pytest.mark.parametrize("length, text", [(900, "Use"), (1_100, "Use #")])
def test_the_name_of_a_permalink_is_not_long(length, text, segments):
    name = "n" * length
    assert segments(f"<h2 id={name}>Use <a href=#{name}>#</a></h2>")[0]["text"] == text


def test_purposes():
    for group, words in rules("purposes").items():
        for word in words:
            assert purposes_of(word.holds or word.value) >> bit_of(group) & 1, word
            assert not purposes_of(word.fails) >> bit_of(group) & 1, word


def test_words_of_software():
    wanted = {"THREADS": THREADS, "NOTES": NOTES, "REMARKS": NOTES | REMARKS}
    for table, words in rules("software").items():
        for word in words:
            assert word.value in wanted[table], word
            assert not wanted[table].isdisjoint((word.holds or word.value).split()), word
            assert wanted[table].isdisjoint(word.fails.split()), word


@pytest.mark.parametrize("name", ["bylines", "phrases"])
def test_phrases(name):
    for table, phrases in rules(name).items():
        search = re.compile(pattern(phrases), re.I).search
        for phrase in phrases:
            if phrase.holds:
                assert search(phrase.holds) and not search(phrase.fails), (table, phrase)


def test_a_thread_is_told_by_its_software_or_as_it_states():
    pages = ["<p class=postbody>One", "<div itemtype=http://schema.org/DiscussionForumPosting>One",
             "<p class=post>One"]
    assert threads_in(pages_in([{"html": page} for page in pages])).tolist() == [
        True, True, False]


def test_a_row_has_its_pages_and_their_number():
    for name in COUNTED:
        for table, of_table in rules(name).items():
            assert table in UNCOUNTED or name == "metadata" or of_table[0].holds, table
            for rule in of_table:
                assert rule.pages.isdigit() == (table not in UNCOUNTED), rule
                assert bool(rule.holds) == bool(rule.fails), rule
                assert rule.holds or table in UNCOUNTED or name in OF_WORDS, rule


def test_each_name_of_a_meta_is_of_its_field():
    for field, known in rules("metadata").items():
        for row in known:
            page = f"<meta property={row.value} content='A written word'>".encode()
            head = head_of(Openings(page))
            assert head.metas == [(row.value, "A written word")]
            assert (field, "A written word", f"meta {row.value}") in [
                *facts_in(head), ("authors", "A written word", "meta twitter:data1")]


@pytest.mark.parametrize("row", ["A\tp\tclass\twords\tbox", "A\t\t\t\ta\t\t\t0\t<p>\t<b>\tmore"])
def test_a_row_that_is_none_is_refused_with_its_place(row, monkeypatch, tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text(f"# A comment\nA\tp\tclass\tword\tbox\n{row}\n", "utf-8")
    monkeypatch.setattr(module, "shared_file", lambda name: str(path))
    with pytest.raises(ValueError, match=r"x\.tsv:3: "):
        rules.__wrapped__("x")


def test_a_rule_that_arrays_cannot_look_for_is_refused():
    """It would hold in no page, without a word."""
    with pytest.raises(ValueError, match="cannot look for class drop"):
        clues_of([Rule("", "", "class", "part", "drop")])
