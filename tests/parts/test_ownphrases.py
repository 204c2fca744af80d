"""--phrases: segments with words of a file, the same everywhere and at any number of jobs."""

import pytest

from scutch.filters.selection.segments import MOST_WORDS, OwnPhrases
from utils import ROOT, run

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


def test_odd_bytes_and_many_phrases(tmp_path):
    path = tmp_path / "phrases"
    lines = b"".join(b"word%d more\n" % number for number in range(100_000))
    path.write_bytes(b"\xff\xfe caf\xe9\n" + lines + b"x" * 1_000_000)
    step = OwnPhrases(str(path))
    assert step("a word77777 MORE b") and not step("word77777 less")


def test_clean_the_same_at_any_number_of_jobs(tmp_path):
    path = tmp_path / "phrases"
    path.write_text("posted on\n", "utf-8")
    options = ["--format", "jsonl", str(PAGES)]
    without = run("clean", "--phrases", str(path), *options)
    all_of_it = run("clean", *options)
    assert b"Posted on February 9" in all_of_it.out
    assert b"Posted on February 9" not in without.out and without.status == 0
    assert run("clean", "--jobs", "2", "--phrases", str(path), *options).out == without.out
