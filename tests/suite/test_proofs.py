"""Programs of share/bench that show what clean text is good for, on texts of which it is known."""
import gzip
import json
import math
import random
import sys

import numpy as np
import pytest

from utils import ROOT

sys.path.append(str(ROOT / "share" / "bench"))
import accuracy
import classify
import lmproof
import proofs
import retrieval

pytestmark = pytest.mark.slow

MENU = "Home About Contact Log in Sign up Cookies Privacy Terms"
SUBJECTS = "wind harbour granite orchard turbine ledger violin tunnel glacier bakery".split()
PAGES = [proofs.Page(("tiny", str(number)), f"{number // 2}.example", f"The {subject} of {number}",
                     f"The {subject} stands in n{number}.\nIts {subject} a{number} is b{number}.",
                     None) for number, subject in enumerate(SUBJECTS)]
GOLD = [page.gold for page in PAGES]
TEXTS = {proofs.ALL_TEXT: [f"{MENU}\n{gold}\n{MENU}" for gold in GOLD], "none": [""] * len(GOLD),
         "same": [MENU] * len(GOLD), proofs.GOLD: GOLD}


def test_gold_finds_its_pages():
    queries = retrieval.queries_of(PAGES)
    assert queries.keys() == set(retrieval.KINDS) and len(queries["any"]) == len(PAGES)
    indexes, ranks = retrieval.searched(TEXTS, queries)
    for tool in proofs.GOLD, proofs.ALL_TEXT:
        assert ranks[tool] == {kind: [1] * len(asked) for kind, asked in queries.items()}
    assert {rank for of_kind in ranks["none"].values() for rank in of_kind} == {None}
    assert indexes[proofs.GOLD].words < indexes[proofs.ALL_TEXT].words
    assert indexes[proofs.GOLD].size < indexes[proofs.ALL_TEXT].size
    menu = {"menu": {page: ["home"] for page in range(len(PAGES))}}
    assert retrieval.searched(TEXTS, menu)[1]["same"]["menu"] == [len(PAGES)] * len(PAGES)
    assert retrieval.reads_of(indexes[proofs.ALL_TEXT], menu) == len(PAGES) ** 2
    assert retrieval.first_of([1, 2, None]) == [100, 0, 0]


def test_bm25_by_hand():
    """Two texts, equally long: the idf of a word on one of them, its count saturated."""
    index = retrieval.Index(["a b b", "a c d"])
    here = index.postings("b")
    idf = math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    assert index.places[here].tolist() == [0]
    assert index.weights[here].tolist() == pytest.approx([idf * 2 / (2 + retrieval.K1)])
    assert (index.rank(["b"], 0), index.rank(["b"], 1), index.rank(["a"], 1)) == (1, None, 2)


@pytest.mark.long
def test_a_language_model_knows_the_text_that_it_has_read(monkeypatch):
    monkeypatch.setattr(lmproof, "ESTIMATOR", "interpolated")
    rng = random.Random(0)
    gold = ["\n".join(" ".join(rng.choices(SUBJECTS, k=9)) + "." for _ in range(20))
            for _ in range(8)]
    texts = {proofs.ALL_TEXT: [f"{MENU} {number}\n" * 20 for number in range(8)],
             "half": [f"{MENU}\n{text}" for text in gold], proofs.GOLD: gold}
    tallies = lmproof.learnt(texts, [0, 1] * 4, ["--n", "2", "--estimator", "interpolated"])
    assert len({tuple(tally.words) for tally in tallies.values()}) == 1
    whole, half, clean = (tallies[tool] for tool in texts)
    assert clean.gold.perplexities()[0] < half.gold.perplexities()[0] \
        < whole.gold.perplexities()[0]
    assert clean.gold.perplexities() == clean.own.perplexities()
    assert whole.own.perplexities()[0] < whole.gold.perplexities()[0]
    assert (clean.gold.unknown, whole.gold.tokens) == (0, clean.gold.tokens)
    assert whole.gold.unknown > whole.gold.tokens / 2
    assert clean.gold.bits.keys() == whole.gold.bits.keys() == set(range(8))
    assert max(clean.gold.bits.values()) < min(whole.gold.bits.values())


def test_pages_are_classified_by_the_words_of_other_folds():
    """Words of one class tell it, one that all pages have does not, nor one of a single page."""
    texts = ["sea harbour", "sea harbour alone", "sea granite", "sea granite quay"]
    bags, size = classify.bags_of(texts)
    classes = np.array([0, 0, 1, 1])
    assert size == 3
    assert classify.classified(bags, size, classes, [0, 1, 0, 1]).tolist() == [0, 0, 1, 1]
    swapped = classify.classified(bags, size, 1 - classes, [0, 1, 0, 1])
    assert swapped.tolist() == [1, 1, 0, 0]


def test_figures_of_classes_by_hand():
    """Three of one class, one of another, which is missed: half of the recall, 6/7 and 0 of F1."""
    right, f1, recalled = classify.figures(np.array([0, 0, 0, 0]), np.array([0, 0, 0, 1]))
    assert (right, round(f1, 2), recalled.mean()) == (75, 42.86, 50)


def test_tests_over_sites_are_those_of_scipy():
    """The figures are those of scipy 1.17: wilcoxon(method="asymptotic") and ttest_rel."""
    values = [1.5, -0.5, 0.5, 2.0, 0.0, 3.0, -1.0, 2.5, 2.5, 4.0]
    of_t, p = accuracy.by_site([*values, 2.5], [*range(10), 8])
    assert p == pytest.approx(0.0326625, abs=1e-7) and of_t == pytest.approx(
        (1.45, 0.276364, 2.623636, 0.0208879), abs=1e-6)
    assert accuracy.wilcoxon([0.0, 0.0]) == 1
    assert accuracy.by_site([1.0, 2.0], ["a", "a"]) == (None, None)


def test_energy_of_a_row():
    """A second at a watt is a joule; what the tool costs more, over what a search saves."""
    clean, index = {proofs.ALL_TEXT: 0, "x": 3000}, {proofs.ALL_TEXT: 1000, "x": 600}
    reads = {proofs.ALL_TEXT: 2e-3, "x": 1e-3}
    cells = retrieval.cost_cells("x", clean, index, reads, 1000).split()
    assert cells == ["3,000", "600", "1.000", "0.3410", "2.60"]
    assert retrieval.cost_cells(proofs.ALL_TEXT, clean, index, reads, 1000).split()[-1] == "-"
    assert retrieval.cost_cells(proofs.GOLD, clean, index | {"gold": 5}, reads, 9).split() == [
        "-", "5", "-", "-", "-"]


def test_milliseconds_are_read_from_the_table_of_speed():
    table = "scutch-clean main             5.06 (1.06-9.06)       15.0     0.52 (0.09-0.96)\n" \
        "scutch-clean main                                1.41   0.015\nbudgets (of 2)\n"
    assert retrieval.SPEED_ROW.findall(table) == [("scutch-clean main", "5.06")]


def test_copies_are_left_out_and_texts_are_kept(tmp_path):
    """Of equal pages the first stays; a set that models have seen needs texts by others."""
    text = " ".join(f"{subject} {MENU.lower()}" for subject in SUBJECTS)
    for name, ids in ("kinds", ["a", "b", "c", "d"]), ("new", ["e"]):
        (tmp_path / name / "html").mkdir(parents=True)
        records = [{"id": page, "lang": "de" if page == "d" else "en",
                    "text": text if page in "ab" else f"{page} ".join(SUBJECTS)} for page in ids]
        (tmp_path / name / "gold.jsonl").write_text("".join(
            json.dumps(record) + "\n" for record in records))
        for page in ids:
            (tmp_path / name / "html" / f"{page}.html.gz").write_bytes(gzip.compress(
                f"<title>{page} &amp; Co</title><p>{text}".encode()))
    args = proofs.arguments("").parse_args([str(tmp_path / "kinds"), str(tmp_path / "new")])
    pages = proofs.read_pages(args)
    assert [(page.name, page.title) for page in pages] == [
        (("kinds", "a"), "a & Co"), (("kinds", "c"), "c & Co"), (("new", "e"), "e & Co")]
    tools = {name: tool for name, tool in proofs.tools_of(args).items()
             if name in (proofs.ALL_TEXT, "scutch-clean", "scutch-clean main")}
    with pytest.raises(SystemExit, match="unseen"):
        proofs.texts_of(tools, pages, None)
    (tmp_path / "texts/kinds").mkdir(parents=True)
    (tmp_path / "texts/kinds/scutch-clean-main.jsonl").write_text("".join(
        json.dumps({"id": page, "text": "Unseen."}) + "\n" for page in "abcd"))
    texts = proofs.texts_of(tools, pages, tmp_path / "texts")
    assert list(texts) == ["scutch-clean main", proofs.ALL_TEXT, proofs.GOLD]
    assert texts["scutch-clean main"][:2] == ["Unseen."] * 2
    assert MENU.lower() in texts["scutch-clean main"][2] and proofs.ours_in(texts) in texts
    assert (tmp_path / "texts/new/all-text.jsonl").exists()
