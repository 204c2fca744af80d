"""scutch-lang: the text against the page's declaration."""
import json
from types import SimpleNamespace

import pytest

from scutch.filters import train_lang
from scutch.filters.columns.pages import pages_of
from scutch.filters.errors import BadRecord
from scutch.filters.scoring.languages import A_SEGMENT, LOOKED_AT, MANY, Identifier, sample_of
from scutch.lm.characters.languagemodel import LanguageModel
from utils import records, run, texts_in_languages, three_languages

SERBIAN = ("Stanovnici naselja već tri godine čekaju da opština uredi trg, ali radovi još nisu "
           "počeli i niko ne zna kada će do toga doći. ")
# One text each: of languages with models, of others that are known, of languages that are not
# known, of those with a script of their own, and of scripts with several
TEXTS, MORE, OTHERS, SCRIPTS, OF_SCRIPTS = map(texts_in_languages, [
    "models", "known", "unknown", "scripts", "other scripts"])


def chosen(identifier, record):
    return identifier.chosen_of(pages_of([record]))[0]


@pytest.fixture(scope="module")
def step():
    return Identifier(MANY)


@pytest.fixture(scope="module")
def of_scorers():
    return Identifier()


def page(*texts, **fields):
    return {"id": "1", **fields, "segments": [
        {"text": text} if isinstance(text, str) else text for text in texts]}


def test_languages_known(step):
    for language, text in (TEXTS | MORE | SCRIPTS).items():
        record, = step(page("Home", text, "Login"))
        assert record["lang"] == language and 0.5 <= record["lang_confidence"] <= 1
        assert list(record) == ["id", "segments", "lang", "lang_confidence", "doc"]
        assert record["doc"] == {"lang_from": "text"}
        assert language in SCRIPTS or step({"text": text})[0]["lang"] == language


def test_languages_not_known_and_scripts_of_several(step):
    for language, text in OTHERS.items():
        record, = step(page("Home", text * 2))
        assert record["lang"] == "und" and "lang_confidence" not in record, language
        assert record["doc"] == {"lang_from": "text"}
    for code, text in OF_SCRIPTS.items():
        record, = step(page("Home", "Login", text))
        assert record["lang"] == code and ("lang_confidence" in record) == (code == "yue")


def test_scorers_tell_the_languages_of_their_models(of_scorers):
    """With a smaller model: what is in none of these has no model of its own."""
    for language, text in TEXTS.items():
        assert chosen(of_scorers, page(text))[1] == language
    for language in "ca", "cs", "fi", "hu", "pl", "tr":
        assert chosen(of_scorers, page(MORE[language] * 2))[1] == "und"
    assert chosen(of_scorers, page(SCRIPTS["ru"]))[1] == "und-Cyrl"


@pytest.mark.parametrize("texts", [
    ("Home",), ("Login | Blog",), ("iPhone 15 Pro Max 256 GB",), ("xkcd", "wyzz"),
    (), ("",), (" \n", "42"), ("€ 9,99", "\ud800\x00", "😀")])
def test_too_little_text(texts, step):
    given = page(*texts)
    assert step(given) == [given]
    assert chosen(step, given) == (given, "")


def test_how_much_text_tells_a_language(step, of_scorers):
    """And how much tells that it is in none of those known."""
    assert step.languages([(OTHERS["lb"] * 2)[:size] for size in (200, 199)]) == [
        ("und", 0), ("", 0)]
    segments = Identifier(MANY, segments=True)(page(*(TEXTS["de"][:size] for size in (50, 49))))
    assert [segment["lang"] for segment in segments[0]["segments"]] == ["de", "und"]
    assert [of_scorers.look(page(TEXTS["de"][:size], lang="fr"))[0] for size in (50, 49)] == [
        "de", "fr"]


@pytest.mark.parametrize("text, language", [
    ("1234 ж", ""), ("123ж", ""),
    ("12ж", "und-Cyrl")])
def test_more_than_a_quarter_of_a_text_tells_its_script(text, language, step):
    """A name or a sign in Cyrillic is in many pages."""
    assert step.languages([text]) == [(language, 0)]


@pytest.mark.parametrize("said", ["de", "en-US", "ja", "xx", "dan"])
def test_text_goes_before_what_the_page_says(said, step):
    given = page(TEXTS["fr"] * 2, lang=said)
    record, = step(given)
    assert (record["lang"], record["lang_declared"]) == ("fr", said)
    assert 0.9 <= record["lang_confidence"] <= 1
    assert chosen(step, given) == (
        {field: value for field, value in record.items() if field != "doc"}, "fr")
    assert step(record) == [record] and chosen(step, record) == (record, "fr"), "looked at before"


@pytest.mark.parametrize("said", ["fr", "fr-CA", "FR", "fra_Latn"])
def test_what_the_page_says_is_confirmed(said, step):
    given = page(TEXTS["fr"], lang=said)
    record, = step(given)
    assert record == {**given, "lang_confidence": record["lang_confidence"],
                      "doc": {"lang_from": "declared"}}
    assert chosen(step, given) == (given, "fr")


@pytest.mark.parametrize("text, said", [
    (OTHERS["lb"], "lb"), (OTHERS["br"], "en"), (SCRIPTS["ru"], "cv"), ("42", "pl"), ("42", "en"),
    ("Home Products News", "ru"), (TEXTS["fr"][:40], "de")])
def test_what_the_page_says_stays_where_the_text_is_not_sure(text, said, step):
    given = page(text, lang=said)
    assert step(given) == [{**given, "doc": {"lang_from": "declared"}}]
    assert chosen(step, given) == (given, said)


def test_a_quotation_is_not_the_language_of_the_page(step):
    """The longest segment is in another language than most others."""
    given = page(TEXTS["en"] * 2, *[f"{i}. {TEXTS['de']}" for i in range(12)], lang="de")
    assert chosen(step, given) == (given, "de")
    record, language = chosen(step, {**given, "lang": "fr"})
    assert language == record["lang"] == "de"


def test_another_script_than_that_of_the_language(step, of_scorers):
    russian, ethiopic = SCRIPTS["ru"], OF_SCRIPTS["und-Ethi"]
    for given, languages in (page("Home", russian, russian, lang="en"), ("ru", "und-Cyrl")), (
            page(ethiopic, lang="en"), ("und-Ethi", "und-Ethi")), (
            page(SCRIPTS["zh-Hant"], lang="en"), ("zh-Hant", "und-Hani")):
        for one, language in zip((step, of_scorers), languages, strict=True):
            record, = one(given)
            assert (record["lang"], record["lang_declared"]) == (language, "en")


@pytest.mark.parametrize("said, text", [
    ("no", MORE["nb"]), ("nn", MORE["nb"]), ("hr", SERBIAN), ("sh", SERBIAN),
    ("zh", SCRIPTS["zh-Hant"])])
def test_the_text_confirms_what_is_hardly_told_from_its_language(said, text, step):
    record, = step(page(text * 2, lang=said))
    assert record["lang"] == said and record["doc"] == {"lang_from": "declared"}
    assert "lang_declared" not in record


def test_chosen_for_records_that_say_nothing(step):
    for said, language in (("", "fr"), ("und", "fr"), ("und-Cyrl", "fr")):
        given = page(TEXTS["fr"], lang=said)
        assert chosen(step, given) == (given, language)
    given = page(OTHERS["lb"] * 2)
    assert chosen(step, given) == (given, "und")


def test_only():
    step = Identifier(MANY, only=["fr", "ru", "no", "zh"])
    assert step(page(TEXTS["fr"])) and step(page(TEXTS["fr"] * 2, lang="de"))
    assert step(page(SCRIPTS["ru"], "Login")) and step(page(SCRIPTS["zh-Hant"]))
    assert step(page(MORE["nb"]))
    for given in (page(TEXTS["de"]), page(TEXTS["de"] * 2, lang="fr"), page("42"),
                  page(OTHERS["lb"] * 2), page(SCRIPTS["uk"] * 2, lang="ru")):
        assert step(given) == []
    data = "".join(json.dumps(page(text)) + "\n" for text in TEXTS.values()).encode()
    found = records(run("lang", "--only", "FR,de-AT", data=data).out)
    assert sorted(one["lang"] for one in found) == ["de", "fr"]
    for wrong in "french", "fr,", "und-cyrillic":
        done = run("lang", "--only", wrong, data=data)
        assert done.status == 2 and b"codes of languages are required" in done.err


def test_only_takes_what_lang_says():
    pages = [page(OF_SCRIPTS["und-Ethi"]), page(OTHERS["lb"] * 2), page(TEXTS["fr"]), page("42")]
    for only, kept in ("und-Ethi", pages[:1]), ("und", pages[1:2]), ("und,fr", pages[1:3]):
        step = Identifier(MANY, only=only.split(","))
        assert [given for given in pages if step(given)] == kept and step.note() == ""
    data = b"".join(json.dumps(one).encode() + b"\n" for one in pages)
    (found,) = records(run("lang", "--only", "UND-ethi", data=data).out)
    assert found["lang"] == "und-Ethi"


def test_languages_of_segments():
    """Those that the text is sure of: not of a menu, of code, of a few words."""
    step = Identifier(MANY, segments=True)
    texts = ["Home", TEXTS["de"], TEXTS["en"], OTHERS["lb"], SCRIPTS["el"] * 2,
             OF_SCRIPTS["und-Ethi"] * 3, {"text": TEXTS["fr"], "kind": "c"}]
    record, = step(page(*texts, TEXTS["de"] * 2, lang="de"))
    assert [segment["lang"] for segment in record["segments"]] == [
        "und", "de", "en", "und", "el", "und-Ethi", "und", "de"]
    assert record["lang"] == "de"
    data = json.dumps(page(*texts, lang="de")).encode() + b"\n"
    told = run("lang", "--segments", data=data).out
    kept, = records(run("prune", "--lang", "de", data=told).out)
    assert [segment["lang"] for segment in kept["segments"]] == ["und", "de", "und", "und"]
    done = run("prune", "--lang", "de", data=data)
    assert (done.status, done.out) == (2, b"") and b"scutch-lang --segments" in done.err
    given = {"id": "1", "text": TEXTS["de"]}
    done = run("lang", "--segments", data=json.dumps(given).encode() + b"\n")
    assert b'"no_segments"' in done.out


def test_languages_of_segments_are_the_same_at_any_number_of_jobs():
    odd = ["\ud800" * 60, "\x00" * 60, "é" * 500_000, "漢" * 60, "٣" * 60, " " * 60, "1 " * 60]
    data = b"".join(json.dumps({"id": str(number), "segments": [
        {"text": text} for text in (*odd, TEXTS["de"], TEXTS["en"])]}).encode() + b"\n"
        for number in range(30))
    alone = run("chain", "lang --segments, prune --lang de", data=data)
    assert alone.status == 0 and alone.out.count(b"Kraniche") == 30
    assert b"trams" not in alone.out
    assert run("chain", "lang --segments, prune --lang de", "--jobs", "2",
               data=data).out == alone.out


@pytest.mark.parametrize("said", ["", " ", None, 7, ["en"], "und", "und-Latn", "UND"])
def test_what_says_nothing_is_filled_in_place(said, step):
    record, = step(page(TEXTS["fr"], lang=said))
    assert list(record) == ["id", "lang", "segments", "lang_confidence", "doc"]
    assert record["lang"] == "fr"


def test_again(step):
    for texts in [TEXTS["it"]], [OTHERS["lb"] * 2], [SCRIPTS["el"]], ["42"]:
        once, = step(page(*texts))
        assert step(once) == [once]


def test_the_longest_running_text_speaks(step):
    names = {"text": "Aston Villa, Arsenal, Brighton, Burnley, Chelsea, Everton, Fulham " * 40}
    code = {"text": "for item in the_list: return this.that(with_the_other) " * 20, "kind": "c"}
    hidden = {"text": TEXTS["en"] * 3, "hidden": True}
    texts = [f"{i}. {TEXTS['de']}" for i in range(10)]
    assert step(page(names, code, hidden, *texts))[0]["lang"] == "de"
    assert step(page(hidden))[0]["lang"] == "en"
    sample = sample_of(page(names, code, hidden, *texts))
    assert len(sample) == LOOKED_AT
    assert sample.startswith(names["text"][:A_SEGMENT] + "\n0. Wer an")


def test_a_page_of_any_size_is_looked_at_in_part(step):
    record, = step(page(TEXTS["nl"] * 50_000))
    assert record["lang"] == "nl"
    record, = step(page(*["de woning is verkocht en het huis staat leeg"] * 20_000))
    assert record["lang"] == "nl"


# ---------- scutch-train lang: a model of one's own, and what is not enough for one

@pytest.mark.slow
def test_a_model_of_ones_own(tmp_path):
    done = run("train_lang", "--out", str(tmp_path / "model"), "--source", "letters",
               data=three_languages(6))
    assert done.status == 0 and done.err == b""
    assert done.out.startswith(b"characters  told right  named  left out: not named\n")
    settings = LanguageModel.load(tmp_path / "model").settings
    assert settings["languages"] == ["x", "y", "z"] and settings["source"] == "letters"
    done = run("lang", "--model", str(tmp_path / "model"), data=b'{"text":"fe geh efgh"}\n')
    record, = records(done.out)
    assert record["lang"] == "y"


def test_text_beyond_chars_is_passed_over(tmp_path):
    opts = SimpleNamespace(chars=10)
    trainer = train_lang.Trainer(opts)
    for text in "eight or", " so", "more":
        assert trainer({"lang": "EN-us", "text": text}) == []
    trainer({"lang": "de", "segments": [{"text": "a"}, {"text": "b"}]})
    assert trainer.texts == {"en": ["eight or", " so"], "de": ["a\nb"]}
    for bad in {"text": "a"}, {"lang": "de"}, {"lang": "de", "text": 7}, {"lang": 7, "text": "a"}:
        with pytest.raises(BadRecord):
            trainer(bad)
