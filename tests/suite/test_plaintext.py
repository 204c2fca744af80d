"""Plain text in pipes: each pair of filters does on it what it does on records."""
import json
from functools import cache

import pytest

from scutch.filters.stream import made, options
from utils import RECORDS, SAMPLE, SAMPLE_LINE, load, modules, needs, records, run, shell

pytestmark = pytest.mark.slow

MENU = ["Home", "News", "Contact us"]
PROSE = ["The old mill by the river has been turning since 1791, and it still grinds the corn of "
         "the whole valley.", "In spring the water comes over the weir so fast that nobody can "
         "hear the stones, not even the miller himself."]
TEXT = ("\n".join([*MENU, *PROSE]) + "\n\nThe sails of the other mill were lost in a storm.\n"
        ).encode()
# The same as records, as if another tool had made them
LINES = b"".join(json.dumps({"id": f"stdin:{place}", "segments": [
    {"text": line, "kind": "p", "chars": len(line)} for line in part.split("\n")]}).encode() + b"\n"
    for place, part in zip((1, 7), TEXT.decode().strip("\n").split("\n\n"), strict=True))
FILTERS = [name for name in modules() if needs(name).kind == RECORDS and name not in (
    "chain", "clean", "read")]
SCORERS = ["charlm", "wordlm", "shallow", "mlp", "archive", "docfreq"]
LAST = [*FILTERS, "emit", "look"]
QUICK = ["segment", "charlm"]      # pairs with another first filter take long

BEFORE = {"combine": "charlm"}         # what a filter needs before it


@pytest.fixture(scope="module", autouse=True)
def _models():
    """Have this process load the models, so that its forks need not."""
    for name in FILTERS:
        made(load(name), options(load(name)).parse_args([]))


@cache
def after(name, data=TEXT):
    """Return what a filter makes of plain text, or of records."""
    if name in BEFORE:
        data = after(BEFORE[name], data)
    done = run(name, *needs(name).args, *["--lines"] * (data == TEXT), data=data)
    assert done.status == 0, done.err
    return done.out


def plain(name, out):
    """Return the output of a filter as lines of text where it leaves what is wanted."""
    return run("emit", data=out).out if name == "prune" else out


@pytest.mark.parametrize("first", FILTERS)
def test_a_filter_makes_records_of_plain_text(first):
    assert after(first) == plain(first, after(first, LINES))


@pytest.mark.parametrize("first, second", [
    pytest.param(first, second, marks=[pytest.mark.long] * (
        first not in QUICK or (place + number) % 2))
    for place, first in enumerate(FILTERS) for number, second in enumerate(LAST)
    if first != "prune" and (first in QUICK or (place + number) % 5 == 0)])
def test_any_two_filters_do_on_plain_text_what_they_do_on_records(first, second):
    words = needs(second).args
    assert after(first) == after(first, LINES)
    due = run(second, *words, data=after(first))
    lacks_scores = second == "combine" and first not in ("charlm", "combine")
    assert due.status == (2 if lacks_scores else 0) and due.out
    assert run(second, *words, "--lines", data=after(first)) == due._replace(
        out=plain(second, due.out))


@pytest.mark.parametrize("scorer, limit", [
    *((name, "--keep auto") for name in SCORERS), ("charlm", "--max 0.75"),
    ("charlm", "--keep a-h")])
def test_a_limit_behind_a_scorer(scorer, limit):
    tag = "| scutch-tag " if limit == "--keep a-h" else ""
    due = shell(f"scutch-{scorer} {tag}| scutch-emit {limit}", LINES)
    assert due.status == 0 and (PROSE[0].encode() in due.out or scorer == "mlp")   # wants markup
    for last in (f"scutch-prune --lines {limit}", f"scutch-emit {limit}",
                 f"scutch-prune {limit} | scutch-emit"):
        done = shell(f"scutch-{scorer} --lines {tag}| {last}", TEXT)
        assert (done.status, done.out) == (0, due.out)
    chain = f"{scorer}{', tag' if tag else ''}, prune {limit}"
    assert run("chain", "--lines", chain, data=TEXT).out == due.out


@pytest.mark.parametrize("line", [
    "scutch-segment --lines | scutch-wordlm | scutch-prune --lines --no-context --wordlm 5000",
    "scutch-lang --lines | scutch-wordlm | scutch-prune --no-context --wordlm 5000 | scutch-emit",
    "scutch-wordlm --lines | scutch-segment | scutch-prune --lines --no-context --wordlm 5000"])
def test_a_limit_of_perplexity_leaves_prose(line):
    done = shell(line, TEXT)
    assert (done.status, done.err) == (0, b"")
    assert PROSE[0].encode() in done.out and b"Contact" not in done.out


LIMITS = ["prune --keep auto", "prune --keep a-e", "prune --max 0.5", "prune --min 0.5 --raw",
          "prune --by mlp --max 0.5", "prune --wordlm 5000", "prune --min-ppl 8", "prune --shared",
          "prune --without comments", "prune --min-confidence 0.5", "emit --keep auto",
          "emit --keep a-e", "emit --max 0.5 --format jsonl", "emit --format xml --by mlp",
          "emit --mark-ppl 5000", "emit --without comments", "emit --min-confidence 0.5"]


@pytest.mark.parametrize("limit", [
    pytest.param(limit, marks=[pytest.mark.long] * (limit not in LIMITS[::3])) for limit in LIMITS])
def test_a_limit_without_what_it_judges_by_ends_the_run(limit):
    name, *words = limit.split()
    for done in (run(name, "--lines", *words, data=TEXT), run(name, *words, data=LINES),
                 run("chain", "--lines", limit, data=TEXT),
                 run("chain", "--jobs", "2", f"segment, {limit}", data=LINES),
                 run("chain", f"segment, {limit}", "--on-error", "skip", data=LINES)):
        assert (done.status, done.out) == (2, b"")
        assert done.err.count(b"\n") == 1 and b": stdin:1: " in done.err


def test_a_record_without_a_score_among_others_is_bad_and_shows_in_the_status():
    line = b'{"id":"x","segments":[{"text":"Unscored."}]}\n'
    for jobs in "1", "2":
        done = run("chain", "--jobs", jobs, "prune --max 0.5",
                   data=SAMPLE_LINE + line + SAMPLE_LINE)
        assert done.status == 2
        first, second, third = records(done.out)
        assert first == third == SAMPLE and second["errors"][0]["code"] == "no_score"
    assert b"Unscored" not in run("prune", "--lines", "--max", "0.5", data=SAMPLE_LINE + line).out


def test_raw_columns_are_perplexities():
    scored = records(after("wordlm"))
    rows = [line.split("\t") for line in run(
        "wordlm", "--lines", "--score-columns", "--raw", data=TEXT).out.decode().split("\n")]
    assert [row[0] for row in rows] == [*TEXT.decode().rstrip("\n").split("\n"), "", ""]
    assert [float(row[1]) for row in rows if len(row) > 1] == [
        one["raw"]["wordlm"] for record in scored for one in record["segments"]]
    out = run("emit", "--format", "lines", "--raw", data=after("charlm")).out
    assert out == run("charlm", "--lines", "--score-columns", "--raw", data=TEXT).out
    assert out != run("charlm", "--lines", "--score-columns", data=TEXT).out


def test_lines_are_scored_in_one_process_as_in_two():
    """Their words are counted before scorers read them, not as they are written."""
    data = b"Menu\nSkip to content\nThe wind farms at sea turn day and night, say those on shore.\n"
    alone = run("chain", "--lines", "segment, charlm, combine", data=data).out
    first = run("chain", "--lines", "segment", data=data).out
    assert run("chain", "charlm, combine", data=first).out == alone
