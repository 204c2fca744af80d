"""scutch-charlm: which model it uses, what it writes, and that it tells clean from dirty."""
import json

import numpy as np
import pytest

from scutch.filters import charlm, combine
from scutch.filters.errors import BadRecord, Unusable
from scutch.lm.characters.classifier import cuts_of_pages, uncalibrated
from utils import records, run

ARTICLE = ("The first trams crossed the harbour bridge on Monday morning, four years late and half "
           "full, and those who were on board said that they had not expected to be moved.")
MENU = ["Home", "Contact us", "Privacy policy", "Log in", "Next page »", "© All rights reserved"]
GERMAN = ("Wer an einem Morgen im März auf dem Bohlenweg steht, hört zuerst die Kraniche und dann "
          "lange nichts, denn hierher kommt niemand ohne einen guten Grund.")

POLISH = ("Mieszkańcy dzielnicy od trzech lat czekają, aż miasto wyremontuje plac, ale prace "
          "jeszcze się nie zaczęły i nikt nie wie, kiedy to nastąpi. ")


@pytest.fixture(scope="module")
def scorer():
    return charlm.Scorer()


@pytest.fixture(scope="module")
def alone():
    return charlm.Scorer(context=False)


def segments(*texts, **fields):
    return [{"text": text, **fields} for text in texts]


CUTS = {name: one.settings["cut"] for name, one in charlm.Scorer().classifiers.items()}


def scores(record):
    return [segment["scores"]["charlm"] for segment in record["segments"]]


def cut_of(record):
    texts = [segment["text"] for segment in record["segments"]]
    cut, = cuts_of_pages(np.array(scores(record)), np.array(list(map(len, texts))),
                         np.zeros(len(texts), int), 1)
    return round(cut, 4)


def raw(record):
    return [segment["raw"]["charlm"] for segment in record["segments"]]


@pytest.mark.parametrize("model", [None, "en", "latin"])
@pytest.mark.parametrize("context", [True, False])
def test_clean_is_low_and_dirty_is_high(model, context):
    texts = [*MENU, ARTICLE, ARTICLE.replace("Monday", "Friday"), *MENU]
    record, = charlm.Scorer(model, context)({"segments": segments(*texts, link_chars=0)})
    dirt, clean = scores(record)[:6] + scores(record)[8:], scores(record)[6:8]
    assert max(clean) < record["cuts"]["charlm"] and max(clean) + 0.1 < min(dirt)
    assert max(raw(record)[6:8]) < 0 < min(raw(record)[:6])


def test_what_is_written(scorer):
    given = {"id": "1", "lang": "en", "x": 1, "scorers": ["old"], "cuts": {"old": 0.1},
             "segments": [{"text": ARTICLE, "y": 2, "scores": {"old": 0.5}, "raw": {"old": 7}},
                          {"text": "Home"}]}
    before = json.dumps(given)
    record, = scorer(given)
    assert json.dumps(given) == before, "the record given is left as it was"
    assert list(record) == ["id", "lang", "x", "scorers", "cuts", "segments", "midpoints"]
    assert record["scorers"] == ["old", "charlm"]
    assert record["cuts"] == {"old": 0.1, "charlm": cut_of(record)}
    assert record["midpoints"] == {"charlm": CUTS["en-labels"]}
    first, second = record["segments"]
    assert list(first) == ["text", "y", "scores", "raw"] and list(second) == [
        "text", "scores", "raw"]
    assert first["scores"].keys() == first["raw"].keys() == {"old", "charlm"}
    assert (first["scores"]["old"], first["raw"]["old"]) == (0.5, 7)
    for value in scores(record) + raw(record):
        assert value == round(value, 4)


def test_again_and_in_any_state(scorer):
    """A second run changes nothing; scorers, cuts and elements of wrong types are accepted."""
    once, = scorer({"segments": segments(ARTICLE, "Home")})
    assert scorer(once) == [once]
    other, = scorer({**once, "scorers": ["charlm", "tag"]})
    assert other["scorers"] == ["tag", "charlm"]
    odd, = scorer({"scorers": 7, "cuts": [1], "midpoints": 3, "lang": 5, "elements": "x",
                   "segments": segments(ARTICLE, "Home", element="y", link_chars="z")})
    assert (odd["scorers"], odd["cuts"]) == (["charlm"], once["cuts"])
    assert odd["midpoints"] == {"charlm": CUTS["en-labels"]}
    assert scores(odd) == scores(once)


def test_no_segments_to_score(scorer):
    record, = scorer({"id": "1", "segments": []})
    assert record == {"id": "1", "segments": [], "cuts": {"charlm": 0.4},
                      "midpoints": {"charlm": CUTS["en-labels"]}, "scorers": ["charlm"]}
    for bad in {"text": "x"}, {"segments": 7}, {"segments": [{"kind": "p"}]}:
        with pytest.raises(BadRecord):
            scorer(bad)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_any_text_has_a_score(lang, scorer, alone):
    for text in ("", " ", "\n", "\t\t", "\x00", "\ud800", "😀" * 50, "漢字です。", "Привет, мир!",
                 "مرحبا", "e\u0301" * 100, "x" * 100_000, "7"):
        for step in scorer, alone:
            record, = step({"lang": lang, "segments": segments(text, ARTICLE, text)})
            assert all(0 <= score <= 1 for score in scores(record))
            assert all(abs(value) < 20 for value in raw(record))
            assert raw(record)[0] == raw(record)[2]


# --- the page as context --------------------------------------------------------------------


def test_in_context_neighbours_draw(scorer, alone):
    doubtful = "Flour, water, salt, patience."
    among, = scorer({"lang": "en", "segments": segments(ARTICLE, doubtful, ARTICLE)})
    menu, = scorer({"lang": "en", "segments": segments("Home", doubtful, "Contact us")})
    assert scores(among)[1] < scores(menu)[1] - 0.1
    assert raw(among)[1] == raw(menu)[1], "the ratio is of the segment alone"


def test_what_is_far_in_the_tree_draws_less(scorer):
    tree = [["body", -1, ""], ["div", 0, ""], ["p", 1, ""], ["p", 1, ""], ["div", 0, ""],
            ["div", 4, ""], ["div", 5, ""], ["div", 6, ""], ["p", 7, ""]]

    def second(element):
        record, = scorer({"lang": "en", "elements": tree, "segments": [
            {"text": ARTICLE, "element": 2, "link_chars": 0},
            {"text": "Related links", "element": element, "link_chars": 0}]})
        return scores(record)[1]
    assert second(3) < second(8) - 0.05


def test_links_count_where_there_is_markup(alone):
    linked, = alone({"lang": "en", "segments": segments("News of the week", link_chars=16)})
    plain, = alone({"lang": "en", "segments": segments("News of the week", link_chars=0)})
    assert scores(linked)[0] > scores(plain)[0] + 0.1


# --- the threshold --------------------------------------------------------------------------

def test_a_page_of_little_prose_has_a_higher_threshold(scorer, alone):
    """What is kept has the best expected F of its page; alone each segment has the model's."""
    name = segments("The Corner Bakery", link_chars=0)
    prose = segments(ARTICLE, ARTICLE.replace("Monday", "Friday"), link_chars=0)
    menu = [{"text": text, "link_chars": len(text)} for text in MENU]
    for texts in [*name], [*name, *prose]:
        record, = scorer({"lang": "en", "segments": texts + menu})
        kept = [score <= record["cuts"]["charlm"] for score in scores(record)]
        assert kept == [True] * len(texts) + [False] * len(menu)
    home, each = (step({"lang": "en", "segments": name + menu})[0] for step in (scorer, alone))
    assert home["cuts"]["charlm"] > record["cuts"]["charlm"] + 0.2
    assert each["cuts"]["charlm"] == CUTS["en"]


def test_hidden_text_does_not_move_the_threshold(scorer):
    shown = segments("Home", "The Corner Bakery", "Contact us", link_chars=0)
    hidden = segments(ARTICLE, ARTICLE, hidden=True, link_chars=0)
    record, = scorer({"lang": "en", "segments": [*shown, *hidden]})
    assert record["cuts"]["charlm"] == cut_of({"segments": record["segments"][:3]})
    assert record["cuts"]["charlm"] != cut_of(record)


def test_combine_reads_scores_before_calibration_whatever_the_threshold(scorer):
    def combined(record, **fields):
        done, = combine.Scorer()({**record, **fields})
        return [segment["scores"]["combine"] for segment in done["segments"]]

    menu = [f"{text} of the bakery at the corner of the street" for text in MENU]
    record, = scorer({"segments": segments(*menu, ARTICLE, link_chars=0)})
    before = json.loads(json.dumps(record))
    for segment, score in zip(before["segments"], uncalibrated(scores(record), CUTS["en"]),
                              strict=True):
        segment["scores"]["charlm"] = float(score)
    found = combined(record)
    assert found == combined(record, cuts={"charlm": 0.3}) != combined(record, midpoints={})
    for odd in 7, {"charlm": "x"}, {"charlm": 0}, {"charlm": 1.0}, {}:
        assert combined(before, midpoints=odd) == pytest.approx(found)


# --- which model ----------------------------------------------------------------------------

@pytest.mark.parametrize("record, model", [
    ({"lang": "en"}, "en"), ({"lang": "EN-gb"}, "en"), ({"lang": "de"}, "latin"),
    ({"lang": "ja", "segments": segments(ARTICLE)}, "en"),
    ({"lang": "", "segments": segments(ARTICLE)}, "en"), ({"lang": None}, "en"), ({}, "en"),
    ({"lang": ["de"]}, "en"),
    ({"segments": segments("Login", "Blog")}, "en"),       # too little to tell
    ({"segments": segments(GERMAN)}, "latin"), ({"segments": segments(POLISH * 2)}, "latin"),
    ({"lang": "und", "segments": segments(ARTICLE)}, "en"),
    ({"lang": "und-Cyrl", "segments": segments(ARTICLE)}, "en"),
    ({"segments": segments(ARTICLE, ARTICLE)}, "en"),
    ({"segments": segments(*MENU, *MENU, *MENU, *MENU, GERMAN)}, "latin"),
    ({"lang": "en", "segments": segments(GERMAN, GERMAN)}, "latin"),
    ({"lang": "de", "segments": segments(ARTICLE, ARTICLE)}, "en"),
    ({"lang": "en", "segments": segments("Die Zeit", "Home")}, "en"),
])
def test_model_for_a_page(record, model, scorer):
    """English plain text gets a model of its own."""
    of_text = {"en": "en-labels", "latin": "latin"}
    record = {"segments": segments("x"), **record}
    scored, = scorer(record)
    told = {key: scored[key] for key in scored.keys() & {"lang", "lang_declared"}}
    assert told.get("lang_declared", told.get("lang")) == record.get("lang")
    record = {key: value for key, value in scored.items()
              if key not in ("scorers", "cuts", "midpoints")} | {"segments": record["segments"]}
    assert scorer(record) == charlm.Scorer(of_text[model])(record)
    page = {**record, "segments": [{**one, "link_chars": 0} for one in record["segments"]]}
    assert scorer(page) == charlm.Scorer(model)(page)
    different = {json.dumps(charlm.Scorer(name)(page)) for name in charlm.BY_PAGE}
    assert len(different) == len(charlm.BY_PAGE)


@pytest.mark.parametrize("content, complaint", [
    (None, "No such file or directory (scutch-train charlm makes models; known by name: en, "
           "latin, en-labels)"),
    (b"", "an empty file"),
    (b"\x1f\x8b\x08", "a gzip file, not a model of scutch"),
    (b'{"format": "scutch-model", "version": 2, "kind": "wordlm"}\n',
     "its kind is wordlm, charlm is required"),
])
def test_models_that_are_none(tmp_path, content, complaint):
    if content is not None:
        (tmp_path / "my.model").write_bytes(content)
    done = run("charlm", "--model", "my.model", data=b'{"segments": []}\n', cwd=tmp_path)
    assert (done.status, done.out) == (2, b"")
    line, = done.err.decode().splitlines()
    assert line.startswith("scutch-charlm: my.model: ") and complaint in line
    with pytest.raises(Unusable):
        charlm.Scorer(str(tmp_path / "my.model"))


# --- through the command --------------------------------------------------------------------

def test_lines():
    text = f"Home\n{ARTICLE}\n\nContact us\n".encode()
    done = run("charlm", "--lines", "--score-columns", data=text)
    assert (done.status, done.err) == (0, b"")
    rows = [line.split("\t") for line in done.out.decode().split("\n")]
    assert [row[0] for row in rows] == ["Home", ARTICLE, "", "Contact us", "", ""]
    first, _ = records(run("charlm", "--lines", data=text).out)
    assert float(rows[0][1]) > first["cuts"]["charlm"] >= float(rows[1][1])
    assert [one["text"] for one in first["segments"]] == ["Home", ARTICLE]
