"""scutch-charlm: which model it uses, what it writes, and that it tells clean from dirty."""
import json
import random

import pytest

import scutch
from scutch.filters import charlm
from scutch.filters.columns.fromrecords import pages_of
from scutch.filters.errors import BadRecord, Unusable
from scutch.filters.fields import fields
from scutch.filters.scoring.columnscores import distances_in, link_densities
from scutch.lm.characters.classifier import CharacterClassifier
from scutch.lm.characters.languagemodel import LanguageModel
from scutch.lm.pagecontext import FAR, UNKNOWN
from utils import ROOT, records, run

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


def test_clean_is_low_in_another_language(scorer):
    record, = scorer({"lang": "de", "segments": segments(
        "Startseite", "Impressum", "Datenschutz", GERMAN, GERMAN, "Nach oben", link_chars=0)})
    found = scores(record)
    assert max(found[3:5]) < 0.4 < 0.5 < min(found[:3] + found[5:])


def test_what_a_score_is_is_said_alike():
    """In the manual, in the table of fields and in the models' cards."""
    field, = (one.meaning for one in fields() if one.name == "segments[].scores.charlm")
    cards = [(ROOT / "share" / "models" / f"charlm-{name}.md").read_text("utf-8")
             for name in charlm.MODELS]
    for text in charlm.__doc__, field, *cards:
        assert "probability that a word of the segment is dirt" in " ".join(
            text.split())


def test_what_is_written(scorer):
    given = {"id": "1", "lang": "en", "x": 1, "scorers": ["old"], "cuts": {"old": 0.1},
             "segments": [{"text": ARTICLE, "y": 2, "scores": {"old": 0.5}, "raw": {"old": 7}},
                          {"text": "Home"}]}
    before = json.dumps(given)
    record, = scorer(given)
    assert json.dumps(given) == before, "the record given is left as it was"
    assert list(record) == ["id", "lang", "x", "scorers", "cuts", "segments"]
    assert record["scorers"] == ["old", "charlm"]
    assert record["cuts"] == {"old": 0.1, "charlm": CUTS["en"]}
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
    odd, = scorer({"scorers": 7, "cuts": [1], "lang": 5, "elements": "x",
                   "segments": segments(ARTICLE, "Home", element="y", link_chars="z")})
    assert (odd["scorers"], odd["cuts"]) == (["charlm"], {"charlm": CUTS["en"]})
    assert scores(odd) == scores(once)


def test_no_segments_to_score(scorer):
    record, = scorer({"id": "1", "segments": []})
    assert record == {"id": "1", "segments": [], "cuts": {"charlm": CUTS["en"]},
                      "scorers": ["charlm"]}
    for bad in {"text": "x"}, {"segments": 7}, {"segments": [{"kind": "p"}]}:
        with pytest.raises(BadRecord):
            scorer(bad)


@pytest.mark.parametrize("text", ["", " ", "\n", "\t\t", "\x00", "\ud800", "😀" * 50, "漢字です。",
                                  "Привет, мир!", "مرحبا", "e\u0301" * 100, "x" * 100_000, "7"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_any_text_has_a_score(text, lang, scorer, alone):
    for step in scorer, alone:
        record, = step({"lang": lang, "segments": segments(text, ARTICLE, text)})
        assert all(0 <= score <= 1 for score in scores(record))
        assert all(abs(value) < 20 for value in raw(record))
        assert raw(record)[0] == raw(record)[2]


def test_raw_is_a_mean_over_characters_and_the_end(alone):
    """The ratio does not grow with the length; for empty text it is that of the end mark alone."""
    model = alone.classifiers["en"].ratio
    for text in ("", "Home", ARTICLE, ARTICLE * 20):
        sums, lengths = model.ratios([text])
        assert lengths[0] == len(text) + 1
        record, = alone({"segments": segments(text)})
        assert raw(record) == [pytest.approx(sums[0] / lengths[0], abs=1e-4)]


# --- the page as context --------------------------------------------------------------------

def test_alone_neighbours_count_nothing(alone):
    texts = [*MENU, ARTICLE, "Add to basket", GERMAN[:40]]
    shuffled = random.Random(1).sample(texts, len(texts))
    one, other = (alone({"lang": "en", "segments": segments(*some)})[0]
                  for some in (texts, shuffled))
    assert dict(zip(texts, scores(one), strict=True)) == dict(
        zip(shuffled, scores(other), strict=True))
    for text, score in zip(texts, scores(one), strict=True):
        record, = alone({"lang": "en", "segments": segments(text)})
        assert scores(record) == [score]


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


def test_distances():
    tree = [["body", -1, ""], ["div", 0, ""], ["p", 1, ""], ["p", 1, ""], ["div", 0, ""],
            ["div", 4, ""], ["div", 5, ""], ["p", 6, ""], ["b", 7, ""], ["i", 8, ""],
            ["u", 9, ""]]

    def found(*elements, tree=tree):
        return distances_in(pages_of([{"elements": tree, "segments": [
            {"text": "", "element": one} for one in elements]}])).tolist()
    assert found() == []
    assert found(2, 2, 3, 2) == [UNKNOWN, 0, 1, 1]
    assert found(2, 1, 2, 0) == [UNKNOWN, 1, 1, 2]        # the distance is the depth below it
    assert found(2, 7) == [UNKNOWN, 4]                    # body holds both, four steps above the p
    assert found(0, 8) == [UNKNOWN, 5]
    assert found(0, 9) == found(10, 0) == found(10, 2) == [UNKNOWN, FAR]
    # unknown after a segment without an element, or with one that does not exist
    for odd in None, -1, 11, "2", 2.0, 10 ** 30:
        assert found(2, odd, 2) == [UNKNOWN] * 3
    for odd in None, 7, [], {}, "body":
        assert found(2, 3, tree=odd) == [UNKNOWN] * 2
    # a tree with items of other types, or with parents that come later, is read up to there
    for parents in ["x", None, 5, -7, 2.5, 1 << 70]:
        assert found(0, 1, tree=[["a", -1, ""], ["b", parents, ""]]) == [UNKNOWN, FAR]
    assert found(0, 1, tree=[7, {}, []]) == [UNKNOWN, FAR]
    assert found(1, 2, tree=[["a", 2, ""], ["b", 0, ""], ["c", 0, ""]]) == [UNKNOWN, 1]


def test_distances_in_a_tree_deeper_than_any_stack():
    tree = [["div", i - 1, ""] for i in range(200_000)]
    found = distances_in(pages_of([{"elements": tree, "segments": [
        {"text": "", "element": i} for i in (199_999, 0, 199_999, 199_996)]}]))
    assert found.tolist() == [UNKNOWN, FAR, FAR, 3]


def test_link_densities():
    def shares(*pairs):
        pages = pages_of([{"segments": [{"text": text, "link_chars": inside}
                                        for text, inside in pairs]}])
        return link_densities(pages).tolist() if pages.has_markup.any() else None
    assert shares(("Home", 4), ("Read more", 3), ("Text", 0)) == [1, 1 / 3, 0]
    assert shares(("Home", 9), ("Home", -3), ("", 0), ("", 5)) == [1, 0, 0, 1]
    assert shares(("Home", 10 ** 400), ("Home", -10 ** 400)) == [1, 0]
    assert shares(("Home", None), ("Home", "4")) is None, "plain text"
    assert shares(("Home", None), ("Home", 2)) == [0, 0.5]
    assert shares() is None


def test_links_count_where_there_is_markup(alone):
    linked, = alone({"lang": "en", "segments": segments("News of the week", link_chars=16)})
    plain, = alone({"lang": "en", "segments": segments("News of the week", link_chars=0)})
    assert scores(linked)[0] > scores(plain)[0] + 0.1


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
    record = {"segments": segments("x"), **record}
    scored, = scorer(record)
    told = {key: scored[key] for key in scored.keys() & {"lang", "lang_declared"}}
    assert told.get("lang_declared", told.get("lang")) == record.get("lang")
    record = {key: value for key, value in scored.items()
              if key not in ("scorers", "cuts")} | {"segments": record["segments"]}
    chosen, other = charlm.Scorer(model), charlm.Scorer({"en": "latin", "latin": "en"}[model])
    assert scorer(record) == chosen(record) != other(record)


def test_signature():
    done = run("charlm", "--signature")
    en, latin = (CharacterClassifier.load(ROOT / "share" / "models" / f"charlm-{name}.model")
                 for name in ("en", "latin"))
    lang = LanguageModel.load(ROOT / "share" / "models" / "lang.model")
    assert done == (0, f"scutch-charlm|version:{scutch.__version__}|en:{en.sha256[:12]}"
                       f"|latin:{latin.sha256[:12]}|lang:{lang.sha256[:12]}\n".encode(), b"")
    done = run("charlm", "--signature", "--model", "en", "--no-context")
    assert done.out.decode() == (f"scutch-charlm|version:{scutch.__version__}|en:{en.sha256[:12]}"
                                 "|model:en|no_context:True\n")


def test_model_by_path(tmp_path):
    path = ROOT / "share" / "models" / "charlm-latin.model"
    data = json.dumps({"id": "1", "segments": segments(ARTICLE)}).encode()
    assert run("charlm", "--model", path, data=data) == run("charlm", "--model", "latin", data=data)


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


def test_a_pipe_is_no_model():
    done = run("charlm", "--model", "/dev/stdin", data=b'{"format": "scutch-model"}\n')
    assert done.status == 2
    line, = done.err.decode().splitlines()
    assert line.startswith("scutch-charlm: /dev/stdin: ")


# --- through the command --------------------------------------------------------------------

def test_lines():
    text = f"Home\n{ARTICLE}\n\nContact us\n".encode()
    done = run("charlm", "--lines", "--score-columns", data=text)
    assert (done.status, done.err) == (0, b"")
    rows = [line.split("\t") for line in done.out.decode().split("\n")]
    assert [row[0] for row in rows] == ["Home", ARTICLE, "", "Contact us", "", ""]
    assert float(rows[0][1]) > CUTS["en"] > float(rows[1][1])
    first, _ = records(run("charlm", "--lines", data=text).out)
    assert [one["text"] for one in first["segments"]] == ["Home", ARTICLE]


def test_the_same_under_any_hash_seed_and_number_of_threads():
    data = b"".join(json.dumps({"id": str(i), "segments": segments(*texts)}).encode() + b"\n"
                    for i, texts in enumerate([MENU, [ARTICLE, *MENU], [GERMAN] * 3]))
    outs = {run("charlm", data=data, PYTHONHASHSEED=seed, OMP_NUM_THREADS=threads).out
            for seed, threads in [("0", "1"), ("1", "2"), ("2007", "4")]}
    assert len(outs) == 1


def test_example_pages():
    """Menus are dirty and running text is clean, in the three languages of share/examples."""
    pages = ROOT / "share" / "examples" / "pages"
    data = b"".join(json.dumps({"id": path.stem, "html": path.read_bytes().decode(
        "cp1252" if path.stem in ("french", "lighthouse") else "utf-8")}).encode() + b"\n"
        for path in sorted(pages.glob("*.html")) if path.stem != "404")
    found = records(run("chain", "html2text, segment, charlm", data=data).out)
    assert len(found) == 9
    clean = dirt = 0
    for record in found:
        for segment in record["segments"]:
            score, where = segment["scores"]["charlm"], (record["id"], segment["text"])
            if segment["link_chars"] == segment["chars"] and segment["kind"] == "l":
                assert score > record["cuts"]["charlm"], where
                dirt += 1
            elif segment["kind"] == "p" and segment["words"] >= 40 and not segment["links"]:
                assert score < record["cuts"]["charlm"], where
                clean += 1
    assert clean > 40 and dirt > 150
