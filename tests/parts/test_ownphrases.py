"""--phrases: segments with words of a file, the same everywhere and at any number of jobs."""
import json

import pytest

from scutch.filters.errors import Unusable
from scutch.filters.selection.segments import MOST_WORDS, OwnPhrases
from utils import ROOT, records, run

FILE = "﻿# of our sites\r\nFollow us on\n\n  newsletter\n阅读更多\nÜBER UNS\n"
PAGES = ROOT / "share" / "examples" / "pages"


@pytest.fixture
def phrases(tmp_path):
    path = tmp_path / "own phrases.txt"
    path.write_text(FILE, "utf-8")
    return path


@pytest.mark.parametrize("text, has", [
    ("Follow us on Twitter", True), ("FOLLOW,  us\non: Twitter", True), ("Newsletter", True),
    ("Please follow us on", True), ("über uns", True), ("请阅读更多新闻", True),
    ("Follow us", False), ("They follow usages on", False), ("newsletters", False), ("阅读", False),
    ("of our sites", False), ("", False), ("©", False),
    ("newsletter" + " word" * (MOST_WORDS - 1), True), ("newsletter" + " word" * MOST_WORDS, False),
    ("newsletter " + "x" * 5000, False)])
def test_a_text_has_a_phrase(phrases, text, has):
    assert OwnPhrases(str(phrases))(text) is has


@pytest.mark.parametrize("content, message", [
    (b"", "no phrases"), (b"# a comment\n\n", "no phrases"), (b"one\n--\n", ":2: a phrase with")])
def test_files_that_are_none(tmp_path, content, message):
    path = tmp_path / "phrases"
    path.write_bytes(content)
    with pytest.raises(Unusable, match=message):
        OwnPhrases(str(path))
    done = run("emit", "--phrases", str(path), data=b"{}\n")
    assert done.status == 2 and message.encode() in done.err and done.err.count(b"\n") == 1
    done = run("clean", "--phrases", str(tmp_path / "none"), data=b"<p>Hi")
    assert done.status == 2 and b"none: No such file" in done.err


def test_odd_bytes_and_many_phrases(tmp_path):
    path = tmp_path / "phrases"
    lines = b"".join(b"word%d more\n" % number for number in range(100_000))
    path.write_bytes(b"\xff\xfe caf\xe9\n" + lines + b"x" * 1_000_000)
    step = OwnPhrases(str(path))
    assert step("a word77777 MORE b") and not step("word77777 less")


def test_it_is_an_option_of_all_that_choose_segments(phrases, tmp_path):
    page = {"id": "1", "scorers": ["charlm"], "cuts": {"charlm": 0.5}, "segments": [
        {"text": text, "scores": {"charlm": score}} for text, score in (
            ("One.", 0.1), ("Follow us on Twitter", 0.1), ("Two.", 0.9))]}
    data = json.dumps(page).encode() + b"\n"
    for options, kept in ([], ["One.", "Two."]), (["--keep", "auto"], ["One."]):
        options = ["--phrases", str(phrases), *options]
        [record] = records(run("prune", *options, data=data).out)
        assert [segment["text"] for segment in record["segments"]] == kept
        assert run("emit", *options, data=data).out.decode().split("\n")[:-2] == kept
        assert run("prune", *options, data=run("prune", *options, data=data).out).out == run(
            "prune", *options, data=data).out


def test_clean_the_same_at_any_number_of_jobs(tmp_path):
    path = tmp_path / "phrases"
    path.write_text("posted on\n", "utf-8")
    options = ["--format", "jsonl", str(PAGES)]
    without = run("clean", "--phrases", str(path), *options)
    all_of_it = run("clean", *options)
    assert b"Posted on February 9" in all_of_it.out
    assert b"Posted on February 9" not in without.out and without.status == 0
    assert run("clean", "--jobs", "2", "--phrases", str(path), *options).out == without.out
