"""scutch-wordlm: which model it uses, what it writes, and that it tells noise from text."""
import copy
import json

import pytest

import scutch
from scutch.filters import wordlm
from scutch.lm.modelfile import load, save
from scutch.lm.words.perplexity import Histogram, perplexity
from utils import ROOT, records, run, shell, texts_in_languages

ARTICLE = ("The first trams crossed the harbour bridge on Monday morning, four years late and half "
           "full, and those who were on board said that they had not expected to be moved.")
CUT = 0.5498             # the score at the limit
MENU = ["Home", "Contact us", "Privacy policy", "Log in", "Next page »", "Site map XML RSS"]
BROKEN = "Tel 0049 kjw Fax ### zzq eBay.co.uk>>Bid Qty 1x SKU:AB-77 &nbsp; lorem ipsum dolor"
OTHERS = texts_in_languages("models")
del OTHERS["en"]


@pytest.fixture(scope="module")
def scorer():
    return wordlm.Scorer()


@pytest.fixture(scope="module")
def alone():
    return wordlm.Scorer("en", context=False)


def segments(*texts, **fields):
    return [{"text": text, **fields} for text in texts]


def scores(record):
    return [segment["scores"]["wordlm"] for segment in record["segments"]]


def raw(record, name="wordlm"):
    return [segment["raw"][name] for segment in record["segments"]]


@pytest.mark.parametrize("model", ["en", "en-bio"])
def test_noise_is_high(model):
    record, = wordlm.Scorer(model, context=False)({"segments": segments(ARTICLE, BROKEN)})
    assert scores(record)[0] < CUT < scores(record)[1]
    assert raw(record)[0] < raw(record)[1] / 10


def test_menus_are_high_and_text_is_low(scorer):
    record, = scorer({"segments": segments(*MENU * 3, *[ARTICLE] * 3, *MENU * 3)})
    found = scores(record)
    assert max(found[18:21]) < CUT
    # next to text it may be kept, and the first sentence has no context before it
    assert min(found[1:15] + found[24:]) > CUT


def test_a_heading_is_kept_with_its_text(scorer, alone):
    page = {"segments": segments(*[ARTICLE] * 4, "Harbour trams", *[ARTICLE] * 4)}
    assert scores(alone(page)[0])[4] > CUT > scores(scorer(page)[0])[4]


@pytest.mark.parametrize("lang", OTHERS)
def test_each_language_has_its_model(scorer, lang):
    text = OTHERS[lang]
    own, = scorer({"lang": lang.upper() + "-XX", "segments": segments(text)})
    for other in {"en", *OTHERS} - {lang}:
        assert raw(own) < raw(wordlm.Scorer(other)({"segments": segments(text)})[0])
    assert raw(wordlm.Scorer(lang)({"segments": segments(text)})[0]) == raw(own)


# In languages of which there is no model
STRANGERS = texts_in_languages("strangers")


@pytest.mark.parametrize("times", [1, 6])
@pytest.mark.parametrize("code", STRANGERS)
def test_text_in_a_language_without_a_model_stays(code, times, scorer):
    """The English model once emptied such pages."""
    text = STRANGERS[code]
    pages = [{"id": lang, "lang": lang, "segments": segments(*[text] * times)}
             for lang in ("", code, "en-US")
             if times > 1 or lang != "en-US" or code in ("ru", "el")]    # so little is as declared
    found = [scorer(page)[0] for page in pages]
    for page in found:
        assert [one["sentence_log10p"] for one in page["segments"]] == [[[0.0, 0]]] * times
        [note] = page["doc"]["notes"]
        assert note.startswith("not scored by wordlm: ")
    for chain in ("prune --wordlm 2 --min-ppl 5, emit", "prune --wordlm 2 --no-context, emit",
                  "emit --keep auto --by wordlm", "tag, emit --by wordlm --keep a-e",
                  "emit --mark-ppl 2"):
        out = b"".join(scutch.pipe(found, chain)).decode()
        assert out == ((text + "\n") * times + "\n") * len(found)
    for quality in scutch.pipe(found, "quality"):
        assert "perplexity" not in quality["doc"]["raw"]


def test_a_wrong_declaration_has_the_model_of_the_text(scorer):
    english = {"lang": "fi", "segments": segments(*[ARTICLE] * 3)}
    assert raw(scorer(english)[0]) == raw(scorer({**english, "lang": "en"})[0])
    assert scorer({"segments": []})[0]["segments"] == []


def test_clean_keeps_what_no_model_knows(tmp_path):
    (tmp_path / "a.html").write_text(f"<p>{STRANGERS['tr']} " * 9)
    done = run("clean", "--wordlm", "2000", str(tmp_path / "a.html"))
    assert (done.status, done.err) == (0, b"") and done.out.decode().count(STRANGERS["tr"]) == 9


@pytest.mark.parametrize("lang", OTHERS)
def test_a_wrong_declaration_costs_no_text(lang, scorer):
    """It once deleted the whole page: to the English model text of another language is noise."""
    page = {"segments": segments("Home", *[OTHERS[lang]] * 5)}
    due, = scorer(page)
    found, = scorer({"lang": "en-US", **page})
    assert found["segments"] == due["segments"] and max(scores(due)[1:]) < CUT
    assert (found["lang"], found["lang_declared"]) == (lang, "en-US")
    chain = "lang, wordlm, emit --keep auto --by wordlm"
    text = b"".join(scutch.pipe([{"id": "1", "lang": "en-US", **page}], chain)).decode()
    assert text.count(OTHERS[lang]) == 5


def test_what_is_written(scorer):
    page = {"id": "1", "x": 1, "lang": "en", "scorers": ["old"], "cuts": {"old": 0.1}, "segments": [
        {"text": "It rains. It rains qxzzq.", "y": 2, "sentences": [[0, 9], [10, 25]],
         "scores": {"old": 0.5}, "raw": {"old": 7}}, {"text": " "}]}
    before = copy.deepcopy(page)
    record, = scorer(page)
    assert page == before
    assert record["scorers"] == ["old", "wordlm"]
    assert record["cuts"] == {"old": 0.1, "wordlm": CUT}
    first, empty = record["segments"]
    assert first["scores"].keys() == {"old", "wordlm"} and first["y"] == 2
    assert first["raw"].keys() == {"old", "wordlm", "wordlm_known"}
    assert [tokens for _, tokens in first["sentence_log10p"]] == [4, 5]    # the end mark is one
    assert first["sentence_unknown"][0] == [0.0, 0] and first["sentence_unknown"][1][1] == 1
    log10p = sum(p for p, _ in first["sentence_log10p"])
    unknown = first["sentence_unknown"][1][0]
    assert first["raw"]["wordlm"] == pytest.approx(perplexity(log10p, 9), rel=1e-4)
    assert first["raw"]["wordlm_known"] == pytest.approx(perplexity(log10p - unknown, 8), rel=1e-4)
    assert (empty["sentence_log10p"], empty["sentence_unknown"]) == ([], [])
    assert empty["raw"] == {"wordlm_known": 1.0, "wordlm": 1.0}
    assert empty["scores"] == {"wordlm": CUT}


def test_text_without_sentences_is_one(alone):
    whole, = alone({"segments": segments("It rains.")})
    cut, = alone({"segments": [{"text": "It rains.", "sentences": [[0, 9]]}]})
    assert whole["segments"][0]["sentence_log10p"] == cut["segments"][0]["sentence_log10p"]


def test_scored_twice_is_scored_once(scorer):
    once, = scorer({"segments": segments(ARTICLE, *MENU)})
    twice, = scorer(once)
    assert twice == once


def test_the_pruner_decides_as_the_score_does(scorer):
    record, = scorer({"segments": segments(*MENU * 2, *[ARTICLE] * 2, *MENU)})
    done = run("prune", "--wordlm", str(wordlm.LIMIT), data=json.dumps(record).encode())
    assert records(done.out)[0]["segments"] == [
        segment for segment in record["segments"] if segment["scores"]["wordlm"] <= CUT]


@pytest.mark.slow
def test_histograms_of_shards_are_that_of_all(tmp_path):
    lines = [json.dumps({"lang": "en", "segments": segments(text)}) + "\n"
             for text in [ARTICLE, *MENU]]
    (tmp_path / "a").write_text("".join(lines[::2]))
    (tmp_path / "b").write_text("".join(lines[1::2]))
    (tmp_path / "all").write_text("".join(lines))
    one, other, whole = (run("wordlm", "--histogram", tmp_path / name).out for name in
                         ("b", "a", "all"))
    total = Histogram.from_json(json.loads(one))
    total.merge(Histogram.from_json(json.loads(other)))
    assert total.as_json() == json.loads(whole)
    (tmp_path / "joined").write_bytes(one + other)
    commands = [f"scutch-wordlm {tmp_path}/all | scutch-prune --no-context --wordlm p80:{file}"
                for file in (tmp_path / "joined", tmp_path / "all.json")]
    (tmp_path / "all.json").write_bytes(whole)
    assert shell(commands[0]) == shell(commands[1])
    assert "Home" not in shell(commands[0]).out.decode()


def test_a_model_that_declares_its_limit(tmp_path):
    model = load(ROOT / "share/models/wordlm-gl.model", "wordlm")
    page = {"segments": segments(OTHERS["gl"])}
    for limit, low in (1.5, False), (1e9, True):
        save(tmp_path / "x.model", "wordlm", {**model.settings, "limit": limit}, model.arrays)
        score, = scores(wordlm.Scorer(str(tmp_path / "x.model"), context=False)(page)[0])
        assert (score < CUT) == low


def test_a_model_that_says_less_than_any_number(scorer, tmp_path):
    """A hostile ARPA file: perplexities beyond the range of a float are limited to it."""
    (tmp_path / "x.arpa").write_text("\\data\\\nngram 1=3\n\n\\1-grams:\n-9999 <s>\n-9999 </s>\n"
                                     "-9999 <unk>\n\n\\end\\\n")
    assert run("train_wordlm", "--out", "m", "x.arpa", cwd=tmp_path).status == 0
    found, = wordlm.Scorer(str(tmp_path / "m"))({"segments": segments(ARTICLE)})
    assert 1 < raw(found)[0] < float("inf") and scores(found)[0] > 0.99


def test_the_whole_chain_without_what_is_noise():
    page = f"<h1>Trams</h1><p>{ARTICLE} {BROKEN}.</p><p>{BROKEN}</p>"
    assert scutch.clean(page, max=1, wordlm=5000, no_context=True) == ARTICLE
    assert scutch.clean(page, max=1, wordlm=1e9, no_context=True) == scutch.clean(page, max=1)
    assert "Trams" in scutch.clean(page, max=1, wordlm=5000)      # context keeps the heading
