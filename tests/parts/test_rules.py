"""The rules of lm/rules: each entry on its two pages, by both parsers and by arrays and loop."""
import importlib.util
import re

import pytest
from test_arrays import assert_alike

import hostile
from scutch.filters.html.arrays.rulebytes import clues_of
from scutch.filters.html.parse.parsers import parser_named
from scutch.filters.html2text import gathered, html2text, prepared
from scutch.filters.scoring.softwarewords import (
    are_notes,
    is_in_text,
    is_of_thread,
    threads_in,
)
from scutch.lm.evidence.purposes import bit_of, purposes_of
from scutch.lm.rules import coderules, hiddenrules, joinrules, markrules
from scutch.lm.rules.bylinewords import BYLINES
from scutch.lm.rules.linephrases import PHRASES
from scutch.lm.rules.notewords import NOTES, REMARKS
from scutch.lm.rules.permalinkmarks import MARKS
from scutch.lm.rules.purposewords import PURPOSES
from scutch.lm.rules.tagrules import PART, Rule
from scutch.lm.rules.threadwords import THREADS
from utils import ROOT

LEXBOR = pytest.param("lexbor", marks=pytest.mark.skipif(
    importlib.util.find_spec("selectolax") is None, reason="selectolax is not installed"))
# They hold where others do not
UNTIL = {"SHOWN", "PARENTS", "OPEN", "OPEN_SHEETS", "CLOSE", "PARTS", "CAPITALS"}
ON_CODE = {"AROUND", "BESIDE_TRANSLATE", "OWN", "AFTER", "STATED", "NAMED"}


def entries(module):
    return [pytest.param(name, rule, id=f"{name}: {rule.name}")
            for name, rules in module.TABLES.items() for rule in rules]


@pytest.fixture(params=["html5lib", LEXBOR])
def segments(request):
    """A function from a page to its segments, of arrays; the loop has the same."""
    def of(page):
        trees, parser = [], parser_named(request.param)[1]

        def parse(*given):
            tree, last = parser(*given)
            trees.append(tree)
            return tree, last
        found, = html2text({"id": "1", "html": page}, parse=parse, marks=True)
        assert_alike(trees)
        return found["segments"]
    return of


@pytest.mark.parametrize("table, rule", entries(hiddenrules))
def test_hidden(table, rule, segments):
    def hidden(page):
        _, *found = segments(f"<p>{hostile.TEXT}</p>{page}")
        return {one.get("hidden", False) for one in found}
    assert hidden(rule.holds) == {table not in UNTIL}
    assert hidden(rule.fails) == {table in UNTIL}


@pytest.mark.parametrize("table, rule", entries(joinrules))
def test_joins(table, rule, segments):
    def apart(page):
        text = " ".join(one["text"] for one in segments(page)).lower()
        return re.fullmatch(r"one\s+two", text) is not None
    if table == "HEADINGS":
        assert [segments(page)[0]["kind"] for page in (rule.holds, rule.fails)] == ["h", "p"]
    else:
        assert apart(rule.holds) is (table not in UNTIL)
        assert apart(rule.fails) is (table in UNTIL)


@pytest.mark.parametrize("table, rule", entries(markrules))
def test_marks(table, rule, segments):
    def marks(page):
        return [mark[2:] for mark in segments(page)[0].get("marks", [])]
    if table in ON_CODE:
        assert (marks(rule.holds), marks(rule.fails)) == ([["code", "go"]], [])
    elif table in ("LATE", "NO_PICTURES"):
        pages = [rule.holds, rule.fails] if table == "LATE" else [rule.fails, rule.holds]
        (picture,), none = map(marks, pages)
        assert picture[0] == "image" and picture[1].endswith("b.png") and none == []
    elif table == "PLACEHOLDERS":
        assert marks(rule.holds) == marks(rule.fails) == [["image", "b.png", ""]]
    elif table in ("TEX_PICTURES", "EMOJI"):
        assert [segments(page)[0]["text"] for page in (rule.holds, rule.fails)] == [
            "Is x_1.", "Is ."]
        assert marks(rule.holds) == []
    else:
        assert segments(rule.holds)[0]["text"] == "Is x."
        assert segments(rule.fails)[0]["text"] in ("Is xy.", "Is yx.")


@pytest.mark.parametrize("table, rule", entries(coderules))
def test_blocks_of_code(table, rule, segments):
    def blocks(page):
        return [(one["kind"], one["text"]) for one in segments(page)]
    assert blocks(rule.holds) == [("c", "one\n  two")]
    if table in ("OTHERS", "IN_PRE", "BESIDE_PRE"):
        assert blocks(rule.fails) != [("c", "one\n  two")]
    else:
        assert "c" not in [kind for kind, _ in blocks(rule.fails)]


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.software)
def test_permalinks(mark, segments):
    assert [one["text"] for one in segments(mark.holds)] == ["Use"]
    assert segments(mark.fails)[0]["text"].startswith("Use ")


@pytest.mark.parametrize("length, text", [(900, "Use"), (1_100, "Use #")])
def test_the_name_of_a_permalink_is_not_long(length, text, segments):
    name = "n" * length
    assert segments(f"<h2 id={name}>Use <a href=#{name}>#</a></h2>")[0]["text"] == text


@pytest.mark.parametrize("name", PURPOSES)
def test_purposes(name):
    group = PURPOSES[name]
    assert purposes_of(group.holds) >> bit_of(name) & 1
    assert not purposes_of(group.fails) >> bit_of(name) & 1


@pytest.mark.parametrize("name", PHRASES)
def test_phrases(name):
    phrases = PHRASES[name]
    assert re.search(phrases.pattern(), phrases.holds, re.I)
    assert not re.search(phrases.pattern(), phrases.fails, re.I)


@pytest.mark.parametrize("name", BYLINES)
def test_byline_words(name):
    words = BYLINES[name]
    assert re.search(words.pattern(), words.holds, re.I)
    assert not re.search(words.pattern(), words.fails, re.I)


@pytest.mark.parametrize("name", THREADS)
def test_threads(name):
    software = THREADS[name]
    assert not set(software.words.split()).isdisjoint(software.holds.split())
    assert (is_of_thread(software.holds), is_of_thread(software.fails)) == (True, False)


def test_a_thread_is_told_by_its_software_or_as_it_states():
    pages = ["<p class=postbody>One", "<div itemtype=http://schema.org/DiscussionForumPosting>One",
             "<p class=post>One"]
    assert threads_in(gathered([prepared({"html": page}) for page in pages])).tolist() == [
        True, True, False]


@pytest.mark.parametrize("name", REMARKS)
def test_remarks(name):
    software = REMARKS[name]
    assert (is_in_text(software.holds), is_in_text(software.fails)) == (True, False)


@pytest.mark.parametrize("name", NOTES)
def test_notes(name):
    software = NOTES[name]
    assert not set(software.words.split()).isdisjoint(software.holds.split())
    assert (are_notes(software.holds), are_notes(software.fails)) == (True, False)


def of_gold():
    """Yield (module, table, rule, pages, why) of all entries."""
    for module in coderules, hiddenrules, joinrules, markrules:
        for table, rules in module.TABLES.items():
            for rule in rules:
                yield module.__name__, table, rule.name, rule.pages, rule.why
    for mark in MARKS:
        yield "permalinkmarks", "MARKS", mark.text, mark.pages, mark.why
    for module, groups in (("purposewords", PURPOSES), ("bylinewords", BYLINES),
                           ("linephrases", PHRASES)):
        for name, group in groups.items():
            yield module, name, "", group.pages, ""
    for module, names in (("threadwords", THREADS), ("notewords", NOTES | REMARKS)):
        for name, software in names.items():
            yield module, name, "", software.pages, software.why


def counted():
    """Return {(module, table, rule): pages} of share/bench/rules.txt."""
    found, module = {}, ""
    for line in (ROOT / "share" / "bench" / "rules.txt").read_text("utf-8").split("\n"):
        entry = re.fullmatch(r" *([0-9]+) ([A-Za-z_! ]+)(?:: (.+))?", line)
        if entry:
            found[module, entry[2], entry[3] or ""] = int(entry[1])
        else:
            module = line or module
    return found


def test_each_count_is_the_one_of_the_gold_sets():
    pages = counted()
    for module, table, rule, count, why in of_gold():
        assert pages[module.rpartition(".")[2], table, rule] == count, (table, rule)
        assert count or why, f"{table}: {rule} holds on no page of gold; why does it stay?"


def test_a_rule_that_arrays_cannot_look_for_is_refused():
    """It would hold in no page, without a word."""
    with pytest.raises(ValueError, match="cannot look for class drop"):
        clues_of([Rule("class", PART, "drop", "", 1, "", "")])
