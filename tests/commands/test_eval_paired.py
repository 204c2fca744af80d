"""scutch-eval --paired: the difference of two outputs, its interval, what the table says of it."""
import json

import pytest

from utils import lines_of, run

WORDS = "wind farms at sea turn the cables to the coast of".split()


@pytest.fixture
def folder(tmp_path):
    """Return a folder: gold of twelve pages, two a host; an output that lacks a word of each."""
    pages = [{"id": f"p{number}", "text": " ".join(WORDS),
              "url": f"https://host{number // 2}.example/{number}"} for number in range(12)]
    (tmp_path / "gold.jsonl").write_bytes(lines_of(*pages))
    (tmp_path / "less.jsonl").write_bytes(lines_of(*(
        {"id": page["id"], "text": " ".join(WORDS[:-1])} for page in pages)))
    (tmp_path / "all.jsonl").write_bytes(lines_of(*(
        {"id": page["id"], "text": page["text"]} for page in pages)))
    return tmp_path


def evaluate(folder, *args, data=b""):
    done = run("eval", "--gold", "gold.jsonl", "--measures", "bow", *args, data=data, cwd=folder)
    assert (done.status, done.err) == (0, b"")
    return done.out.decode()


def test_a_difference(folder):
    paired = json.loads(evaluate(folder, "--json", "--paired", "less.jsonl", "all.jsonl"))["paired"]
    lost = 100 - 200 * 10 / 21
    assert paired["less"]["items"] == "12 pages"
    found = paired["less"]["measures"]["bow_f"]
    assert [found[key] for key in ("difference", "low", "high")] == pytest.approx([lost] * 3,
                                                                                  abs=1e-3)
    assert found["p"] < 0.005 and (found["better"], found["worse"]) == (100, 0)


def test_what_it_says_in_words(folder):
    table = evaluate(folder, "--paired", "short=less.jsonl", "all.jsonl")
    assert "records is better than short on these pages by 4.76 (4.76 to 4.76) in bow F.\n" in table
    table = evaluate(folder, "--paired", "all.jsonl", "less.jsonl")
    assert "all is better than records on these pages by 4.76 (4.76 to 4.76) in bow F.\n" in table
    table = evaluate(folder, "--paired", "same=all.jsonl", "all.jsonl")
    assert ("No difference is shown between records and same in bow F: 0.00 (0.00 to 0.00).\n"
            in table)


def test_few_pages_show_no_difference(folder):
    """All three are better, but by chance one in four times."""
    gold = (folder / "gold.jsonl").read_bytes().splitlines(True)
    (folder / "gold.jsonl").write_bytes(b"".join(gold[:3]))
    assert "No difference is shown" in evaluate(folder, "--paired", "less.jsonl", "all.jsonl")


def test_by_host(folder):
    """The hosts of the gold, or those of the records where the gold has no url."""
    pages = [json.loads(line) for line in (folder / "gold.jsonl").read_bytes().splitlines()]
    words = ["--json", "--by-host", "--paired", "less.jsonl"]
    by_gold = json.loads(evaluate(folder, *words, "all.jsonl"))["paired"]["less"]
    assert by_gold["items"] == "6 hosts" and by_gold["measures"]["bow_f"]["p"] > 0.02
    (folder / "gold.jsonl").write_bytes(lines_of(*({key: page[key] for key in ("id", "text")}
                                                for page in pages)))
    assert json.loads(evaluate(folder, *words, data=lines_of(*pages)))["paired"]["less"] == by_gold
    done = run("eval", "--gold", "gold.jsonl", *words, "all.jsonl", cwd=folder)
    assert (done.status, done.out) == (2, b"")
    assert b"--by-host: no page has a host" in done.err


def test_a_page_that_is_missing_counts_as_empty(folder):
    first = (folder / "all.jsonl").read_bytes().splitlines(True)[1:]
    found = json.loads(evaluate(folder, "--json", "--paired", "all.jsonl", data=b"".join(first)))
    found = found["paired"]["all"]["measures"]["bow_f"]
    assert found["difference"] == pytest.approx(-100 / 12, abs=1e-3) and found["worse"] > 8


def test_folds(folder):
    table = evaluate(folder, "--folds", "3", "--paired", "less.jsonl", "all.jsonl")
    assert table.split("corrected t-test over 3 folds\n")[1].split()[-5:] == [
        "F", "+4.76", "+4.76", "+4.76", "0.0000"]
    done = run("eval", "--gold", "gold.jsonl", "--folds", "7", "--paired", "less.jsonl",
               "all.jsonl", cwd=folder)
    assert (done.status, done.out) == (2, b"")
    assert b"--folds 7: the pages are of 6 sites" in done.err


SEGMENTS = ["Home and all rights", "Wind farms at sea turn", "Cables to the coast",
            "Log in here now"]


def scored(*scores):
    return {"id": "a", "scorers": ["mlp"], "segments": [
        {"text": text, "scores": {"mlp": score}}
        for text, score in zip(SEGMENTS, scores, strict=True)]}


@pytest.mark.parametrize("other", [
    {"id": "a", "text": "\n".join(SEGMENTS)}, scored(0.1, 0.1, 0.1, 0.2)])
def test_labels(tmp_path, other):
    """Text of another cleaner, and scored records, to which the limit applies, too."""
    (tmp_path / "gold.jsonl").write_bytes(lines_of({"id": "a", "text": "\n".join(SEGMENTS[1:3])}))
    (tmp_path / "other.jsonl").write_bytes(lines_of(other))
    words = ["--max", "0.5", "--paired", "other.jsonl"]
    found = json.loads(evaluate(tmp_path, "--json", *words, data=lines_of(scored(0.9, 0, 0.7, 1))))
    assert found["paired"]["other"]["labels"] == {
        "segments": 4, "right": 75, "other_right": 50, "first_alone": 2, "second_alone": 1,
        "p": 1, "kappa": 0}
    table = evaluate(tmp_path, *words, data=lines_of(scored(0.9, 0, 0.7, 1)))
    assert "labels of 4 segments" in table


def test_a_baseline_with_scores_has_the_limit_too(tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(lines_of({"id": "a", "text": "\n".join(SEGMENTS[1:3])}))
    (tmp_path / "other.jsonl").write_bytes(lines_of(scored(0.9, 0, 0.1, 1)))
    found = json.loads(evaluate(tmp_path, "--json", "--max", "0.5", "--baseline", "b=other.jsonl",
                                data=lines_of(scored(0.9, 0, 0.7, 1))))
    assert found["rows"]["b"]["mean"]["bow_f"] == 100
