"""scutch-combine: --scope and --favor on a page, copies, plain text, and broken models."""
import json

import numpy as np
import pytest

from scutch import pipe, shared_file
from scutch.filters.columns.pages import pages_of
from scutch.filters.combine import Scorer
from scutch.lm import modelfile
from scutch.lm.combine.jointmodel import JointModel
from utils import run

PROSE = ["It is a long paragraph, with commas and all, that nobody would take for a menu, since "
         "it goes on and on until it ends.",
         "Another one follows it, as it should be in an article on wind farms, and tells more of "
         "what the first had begun.",
         "They stand in the shallow sea, off the coast, where the wind blows all year round and "
         "where no one lives to hear them."]


def page():
    """Return a record with scores: a menu, a headline, prose, prose in a sidebar, a footer."""
    elements = [["html", -1, ""], ["body", 0, ""], ["nav", 1, "menu"], ["article", 1, "post"],
                ["aside", 1, "sidebar"], ["footer", 1, "footer"], ["h1", 3, ""],
                *(["p", 3, ""] for _ in PROSE), ["p", 4, ""], ["p", 5, ""]]
    parts = [("Home", 2, 4, 0.9), ("Wind farms", 6, 0, 0.3),
             *((text, 7 + place, 0, 0.05) for place, text in enumerate(PROSE)),
             ("Our paper comes every week, and it is free for all who live here.", 10, 0, 0.4),
             ("© 2020 The Paper", 11, 0, 0.9)]
    segments = [{"text": text, "kind": "h" if element == 6 else "p", "tag": elements[element][0],
                 "element": element, "chars": len(text), "words": len(text.split()),
                 "link_chars": links, "link_words": links // 4, "links": links // 4,
                 "markup_chars": 9, "open_tags": 1, "close_tags": 1, "skipped": 0,
                 "scores": {"charlm": score}}
                for text, element, links, score in parts]
    return {"id": "a", "title": "Wind farms - The Paper", "elements": elements,
            "segments": segments, "scorers": ["charlm"], "cuts": {"charlm": 0.5},
            "midpoints": {"charlm": 0.5}}


def scores(record, **options):
    """Return (scores of segments, cut) of a record."""
    done, = Scorer(**options)(record)
    return [one["scores"]["combine"] for one in done["segments"]], done["cuts"]["combine"]


@pytest.mark.parametrize("scope", ["page", "main"])
def test_the_article_is_kept_and_what_is_around_it_is_not(scope):
    found, cut = scores(page(), scope=scope)
    assert [score <= cut for score in found] == [False, True, True, True, True, False, False]
    assert all(0 <= score <= 1 for score in found)


@pytest.mark.parametrize("text, counts", [("風力発電所が", False), ("풍력 발전소", False),
                                          ("ทุ่งกังหันลม", True), ("Ветер ", True),
                                          ("Le vent, à l'été. ", True)])
@pytest.mark.parametrize("scope", ["page", "main"])
def test_charlm_counts_where_it_tells_letters_apart(scope, text, counts):
    clean, dirty = page(), page()
    for record, score in ((clean, 0.1), (dirty, 0.9)):
        for one in record["segments"]:
            one["text"] = text * (1 + one["chars"] // len(text))
            one["scores"]["charlm"] = score
    assert (scores(clean, scope=scope) != scores(dirty, scope=scope)) == counts


@pytest.mark.parametrize("scope", ["page", "main"])
def test_a_wish_shifts_the_cut_alone(scope):
    plain, precise, lenient = (scores(page(), scope=scope, favor=favor)
                               for favor in (None, "precision", "recall"))
    assert plain[0] == precise[0] == lenient[0]
    assert precise[1] < plain[1] < lenient[1]


ANSWER = ("A click opens what the reader asked for, in a few words, and here it is: they turn at "
          "all hours, day and night, as long as it blows.")


def with_hidden(*texts):
    """Return the record of `page` with hidden paragraphs after the prose of the article."""
    record = page()
    prose = record["segments"][4]
    record["segments"][5:5] = [{**prose, "text": text, "words": len(text.split()), "hidden": True}
                               for text in texts]
    return record


def test_main_keeps_hidden_text_that_is_shown_nowhere():
    repeated = PROSE[0].upper()
    done, = Scorer(scope="main")(with_hidden(ANSWER, repeated, ANSWER))
    answer, copy, again = [one["scores"]["combine"] for one in done["segments"][5:8]]
    assert answer <= done["hidden_cuts"]["combine"] <= done["cuts"]["combine"]
    assert copy == again == 1


@pytest.mark.parametrize("argv, kept", [
    ("--keep auto", True), ("--max 0.9", False), ("--keep a-i", False),
    ("--keep auto --by charlm", False), ("--max 0.9 --with-hidden", True)])
def test_what_is_hidden_is_kept_by_the_threshold_of_its_own(argv, kept):
    record = {**with_hidden(ANSWER), "url": "https://a.example/"}
    lines = run("tag", data=run("combine", "--scope", "main",
                                data=json.dumps(record).encode()).out).out
    assert (ANSWER.encode() in run("emit", *argv.split(), data=lines).out) is kept
    assert (ANSWER.encode() in run("prune", *argv.split(), data=lines).out) is kept
    assert (ANSWER.encode() in run("prune", *argv.split(), "--wordlm", "1e9", data=_with_sentences(
        lines)).out) is kept


def _with_sentences(lines):
    record = json.loads(lines)
    for segment in record["segments"]:
        segment |= {"sentence_log10p": [[-9.0, 9]], "sentence_unknown": [[0.0, 0]],
                    "sentences": [[0, len(segment["text"])]]}
    return json.dumps(record).encode()


def test_page_keeps_hidden_text_that_main_keeps():
    done, = Scorer()(with_hidden(ANSWER))
    assert done["segments"][5]["scores"]["combine"] <= done["hidden_cuts"]["combine"]


@pytest.mark.parametrize("scope", ["page", "main"])
def test_the_score_of_charlm_is_needed(scope):
    record = page()
    done = json.loads(run("combine", "--scope", scope, data=json.dumps(record).encode()).out)
    assert all("combine" in one["scores"] for one in done["segments"])
    del record["segments"][3]["scores"]
    refused = json.loads(run("combine", "--scope", scope, data=json.dumps(record).encode()).out)
    assert refused["errors"][0]["code"] == "no_score"


def test_what_the_page_does_not_say_makes_no_error():
    record = page()
    del record["title"], record["elements"]
    for segment in record["segments"]:
        for field in ("kind", "tag", "element", "words", "open_tags"):
            del segment[field]
    found, _ = scores(record)
    assert len(found) == 7


@pytest.mark.parametrize("scope", ["page", "main"])
def test_a_page_says_how_likely_it_is_right(scope):
    record = {**page(), "doc": {"charset": "utf-8", "scores": {"mine": 1}}}
    done, = Scorer(scope=scope)(record)
    assert 0 < done["doc"]["scores"]["f"] <= 1 and 0 < done["doc"]["scores"]["precision"] <= 1
    assert done["doc"] | {"scores": {"mine": 1}} == record["doc"]
    text = {"text": PROSE[0], "scores": {"charlm": 0.3}}
    estimates = Scorer(scope=scope)({"segments": [text]})[0]["doc"]["scores"]
    assert 0 < estimates["f"] <= 1 and "precision" not in estimates     # of plain text


@pytest.mark.parametrize("scope", ["page", "main"])
def test_several_pages_at_a_time_are_as_each_alone(scope):
    """Among them a page of one segment, one without segments, and one whose markup is unknown."""
    text = {"text": PROSE[0], "words": 25, "chars": len(PROSE[0]), "kind": "p",
            "scores": {"charlm": 0.3}}
    records = [page(), with_hidden(ANSWER, PROSE[1]),
               {**page(), "segments": page()["segments"][3:4]},
               {**page(), "segments": []}, {"id": "text", "segments": [text]}, page()]
    scorer = Scorer(scope=scope)
    alone = [scorer(record)[0] for record in records]
    found = scorer.of_pages(pages_of(records))
    assert found.added["scores"]["combine"].tolist() == [
        one["scores"]["combine"] for record in alone for one in record["segments"]]
    assert [record["cuts"] for record in found.records] == [record["cuts"] for record in alone]
    assert [record.get("hidden_cuts") for record in found.records] == [
        record.get("hidden_cuts") for record in alone]
    assert [record.get("doc") for record in found.records] == [
        record.get("doc") for record in alone]


def test_plain_text_is_scored_by_trees_of_its_own():
    """A dump: a menu, prose and a footer, all with the same score of charlm."""
    paragraphs = [" ".join(PROSE), " ".join(reversed(PROSE))]
    lines = ["Home", "News", "Contact us", *paragraphs, "About", "Terms", "© 2020 The Paper"]
    segments = [{"text": text, "kind": "p", "chars": len(text), "words": len(text.split()),
                 "scores": {"charlm": 0.5}} for text in lines]
    found, cut = scores({"segments": segments}, scope="main")
    prose, others = ([score for score, text in zip(found, lines, strict=True)
                      if (text in paragraphs) is wanted] for wanted in (True, False))
    assert prose[0] < cut and max(prose) < min(others)


def test_a_sentence_alone_is_text_in_any_language():
    """As plain text. With another line on its page the threshold is the usual one."""
    text = "Vi drar til byen i morgen, og så skal vi spise middag hos bestemor."
    made = [(record["segments"][0]["scores"]["combine"], record["cuts"]["combine"])
            for record in pipe([{"text": one} for one in (
                text, "Home About us Contact Login", f"{text}\n\nHjem")],
                "segment, charlm, combine")]
    assert [score <= cut for score, cut in made[:2]] == [True, False]
    assert [cut for _, cut in made] == [0.55, 0.55, 0.5]


def test_a_model_of_plain_text_is_for_plain_text_alone(tmp_path):
    text = JointModel.load(shared_file("models/combine-text.model"))
    trees = text.heads["text"]
    trees.leaves, trees.bias = np.zeros_like(trees.leaves), 0.0      # 0.5 of all, before charlm
    text.save(tmp_path / "mine.model")
    mine = Scorer(str(tmp_path / "mine.model"))
    lines = {"segments": [{"text": one, "kind": "p", "scores": {"charlm": 0.25}} for one in PROSE]}
    found, = mine(lines)
    assert found != Scorer()(lines)[0]
    assert {one["scores"]["combine"] for one in found["segments"]} == {
        round(1 - (0.5 + 0.5 * 0.75) / 1.5, 4)}
    assert mine(page()) == Scorer()(page())
    assert Scorer(str(tmp_path / "mine.model"), scope="main")(page()) == Scorer(
        scope="main")(page())
    assert mine.signature[0] == Scorer().signature[0] != mine.signature[1]


@pytest.mark.parametrize("name, value", [
    ("heads main leaves", np.nan), ("heads rest leaves", np.inf), ("heads main limits", np.nan),
    ("judges page leaves", np.nan)])
def test_a_number_that_is_not_finite_is_refused(name, value, tmp_path):
    model = modelfile.load(shared_file("models/combine.model"), "combine")
    arrays = {key: array.copy() for key, array in model.arrays.items()}
    arrays[name][0] = value
    modelfile.save(tmp_path / "x.model", "combine", model.settings, arrays)
    done = run("combine", "--model", str(tmp_path / "x.model"))
    assert done.status == 2 and b"not finite" in done.err


def test_models_that_are_none_are_refused(tmp_path):
    (tmp_path / "x.model").write_bytes(b"{}\n")
    done = run("combine", "--model", str(tmp_path / "x.model"))
    assert done.status == 2 and b"not a model of scutch" in done.err
    done = run("combine", "--model", "share/models/mlp-web.model")
    assert done.status == 2 and b"its kind is mlp, combine is required" in done.err
