"""quality: what is judged, the same by records and columns; limits of documents, --dropped."""
import base64
import json

import pytest

from scutch.filters import quality
from scutch.filters.stream.chains import Chain
from scutch.lm.documents import pipelinelimits
from scutch.lm.documents.documentcounts import counts
from scutch.lm.documents.tokenised import tokenised
from utils import ROOT, lines, records, run, shell

PAGES = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))
GOOD = ("The old mill stands at the end of the village, and for a long time it was the only one in "
        "the valley that had a wheel of oak. That is what the miller told everyone who came to "
        "him with a sack of grain. Nobody has lived there since the flood took the wheel.\n")
MENU = "Home\nNews\nSport\nWeather\nContact\nLogin\nJobs\nTravel\nShop\nHelp\n" * 12


def written(*words, data):
    return records(run(*words, data=data).out)


def scored(*texts):
    data = lines({"id": str(number), "text": text, "lang": "en"}
                 for number, text in enumerate(texts))
    return written("quality", data=data)


def test_a_menu_is_dirty_and_running_text_is_clean():
    good, menu, empty = (one["doc"] for one in scored(GOOD, MENU, ""))
    assert good["scores"]["quality"] < 0.2 < 0.9 < menu["scores"]["quality"]
    assert good["raw"]["badness"] < 10 < 15 < menu["raw"]["badness"]
    assert empty["scores"]["quality"] == 1 and empty["raw"]["doc_words"] == 0


@pytest.mark.parametrize("text, words, length", [
    ("河边的老磨坊烧毁了，BBC说。", 7, 13 / 7), ("フェリーは七時に出ます。", 6, 11 / 6),
    ("เรือออกตอนเช้า", 4, 14 / 4)])
def test_words_of_scripts_without_spaces_are_pieces(text, words, length):
    raw, = counts(tokenised([text]))
    assert (raw["doc_words"], raw["avg_word_length"]) == (words, length)


def test_counts_are_not_rounded():
    raw = scored("one two\nthree four\nfive six")[0]["doc"]["raw"]
    assert raw["avg_word_length"] == 22 / 6 and raw["list_ratio"] == 2 / 6
    assert {limit.counted for limit in pipelinelimits.limits_of(pipelinelimits.NAMES)} <= set(raw)


def test_what_is_kept_is_judged():
    segments = [{"text": GOOD.strip(), "scores": {"s": 0.1}},
                *({"text": line, "scores": {"s": 0.9}} for line in MENU.split()[:30])]
    page = {"segments": segments, "scorers": ["s"], "cuts": {"s": 0.5}}
    step = quality.Scorer()
    kept, whole = (step(one)[0]["doc"] for one in (page, {"segments": segments}))
    assert kept["raw"]["doc_lines"] == 1 and whole["raw"]["doc_lines"] == 31
    assert kept["scores"]["quality"] < whole["scores"]["quality"]
    hidden = {"segments": [{**one, "hidden": True} for one in segments]}
    assert step(hidden)[0]["doc"]["raw"]["doc_words"] == 0


def test_columns_and_records_give_the_same():
    data = lines({"id": path.name, "html_b64": base64.b64encode(path.read_bytes()).decode()}
                 for path in PAGES)
    spec = "html2text, segment, charlm, combine"
    at_once = written("chain", spec + ", quality", data=data)
    piped = written("quality", data=run("chain", spec, data=data).out)
    assert at_once == piped and len(piped) == len(PAGES)


def test_perplexity_where_a_word_model_has_scored():
    text = {"text": GOOD, "lang": "en"}
    chain = Chain("segment, wordlm, quality")
    raw = chain(text)[0]["doc"]["raw"]
    assert 10 < raw["perplexity"] < 5000
    assert "perplexity" not in Chain("segment, quality")(text)[0]["doc"]["raw"]


@pytest.fixture(scope="module")
def judged():
    return lines(scored(GOOD * 2, MENU, "{ lorem ipsum }"))


def test_rules_drop_documents_and_say_why(judged, tmp_path):
    place = tmp_path / "dropped"
    done = run("prune", "--rules", "gopher,c4", "--dropped", place, "--stats", data=judged)
    assert [one["id"] for one in records(done.out)] == ["0"] or not records(done.out)
    found = list(map(json.loads, place.read_text("utf-8").splitlines()))
    why = {one["id"]: one["doc"]["dropped"] for one in found}
    assert why["1"]["rule"] == "gopher_enough_stop_words" and why["1"]["value"] == 0
    assert why["2"]["rule"] == "gopher_short_doc"
    assert json.loads(done.err.splitlines()[-1])["left_out"] == len(found)


@pytest.mark.parametrize("words, left", [
    (["--rules", "c4"], ["0"]), (["--rules", "fineweb"], []),
    (["--max-quality", "0.5"], ["0"]), (["--max-quality", "1"], ["0", "1", "2"])])
def test_which_documents_are_left(judged, words, left):
    assert [one["id"] for one in written("prune", *words, data=judged)] == left


def test_emit_keeps_nothing_of_a_dirty_document(judged, tmp_path):
    data = run("segment", data=judged).out
    place = tmp_path / "dropped"
    words = ["--max-quality", "0.5", "--dropped", place]
    text = run("emit", *words, data=data)
    assert text.out.startswith(b"The old mill") and b"Home" not in text.out
    assert b"left out 2 of 3 records: 2 by max_quality" in text.err
    found = written("emit", "--format", "jsonl", *words, data=data)
    assert [bool(one["text"]) for one in found] == [True, False, False]
    assert [one["doc"]["dropped"]["rule"] for one in found[1:]] == ["max_quality"] * 2
    assert [json.loads(line)["id"] for line in place.read_bytes().splitlines()] == ["1", "2"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_clean_leaves_out_documents(jobs, tmp_path):
    page = "<html><body>" + "".join(f"<p>{GOOD}</p>" for _ in range(4))
    menu = "<html><body>" + "".join(f"<p>{line} {line} {number} €{number}" for number, line
                                    in enumerate(MENU.split()))
    data = lines([{"id": "menu", "html": menu}, {"id": "page", "html": page}])
    place = tmp_path / "dropped"
    done = run("clean", "--max", "1", "--max-quality", "0.5", "--dropped", place, "--format",
               "jsonl", "--jobs", jobs, data=data)
    assert [bool(one["text"]) for one in records(done.out)] == [False, True]
    dropped, = map(json.loads, place.read_bytes().splitlines())
    assert dropped["id"] == "menu" and dropped["doc"]["dropped"]["rule"] == "max_quality"
    explained = run("clean", "--max-quality", "0.5", "--explain", data=b"").out
    assert b"| scutch-quality | scutch-emit --keep auto --max-quality 0.5" in explained


def test_what_other_filters_leave_out_is_in_the_file_too(tmp_path):
    page = {"lang": "en", "html": f"<p>{GOOD * 3}"}
    german = {"id": "de", "html": "<p>" + "Die alte Mühle steht seit der großen Flut leer, und das "
              "Rad liegt noch immer im Fluss, wo es die Kinder im Sommer finden. " * 4}
    data = lines([{**page, "id": "a"}, {**page, "id": "b"}, german])
    place = tmp_path / "dropped"
    done = run("clean", "--lang", "en", "--dedup", "--dropped", place, data=data)
    assert done.status == 0
    rules = {one["id"]: one["doc"]["dropped"] for one in map(json.loads, place.open("rb"))}
    assert rules["de"] == {"rule": "lang", "value": "de"} and len(rules) == 2
    assert sorted(one["rule"] for one in rules.values()) == ["duplicates", "lang"]


def test_dropped_file_that_cannot_be_written():
    done = run("prune", "--max-quality", "0.5", "--dropped", "/nowhere/file",
               data=lines(scored(MENU)))
    assert done.status == 2 and b"/nowhere/file: No such file or directory" in done.err


def test_of_a_menu_and_of_no_words_there_is_no_letter():
    for text in "Home About us Products News Contact Login " * 4, "1 2 3 4":
        done = shell("scutch-quality | scutch-emit --format vrt",
                     json.dumps({"id": "a", "lang": "en", "text": text}).encode())
        assert b' bdc="unknown" ' in done.out and b' quality="0.' in done.out


@pytest.mark.slow
@pytest.mark.parametrize("text", [
    pytest.param("mill " * 1_000_000, marks=pytest.mark.long), "x" * (20 << 20), "", "\ud800" * 9,
    "a b\n" * 30_000, "(" * 100_000])
def test_hostile_documents(text):
    found, = quality.Scorer()({"text": text})
    assert 0 <= found["doc"]["scores"]["quality"] <= 1
