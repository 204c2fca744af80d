"""Sentences in a row that several pages have: scutch-dedup --sentences, scutch-prune --repeats."""
import random

import pytest

from scutch.filters.duplicates.comparedtexts import Counted
from scutch.lm.hashing import hash_of
from utils import lines, records, requires, run, shell

WORDS = "oak elm ash yew".split()


def pages(count=40, seed=5):
    """Return pages of segments of a few sentences, drawn from few sentences."""
    generator = random.Random(seed)
    made = []
    for number in range(count):
        segments = []
        for _ in range(generator.randrange(4)):
            row = [f"The {word} is cut." for word in generator.choices(
                WORDS, k=generator.choice([1, 2, 3]))]
            ends = [sum(map(len, row[:place + 1])) + place for place in range(len(row))]
            segments.append({"text": " ".join(row), "sentences": [
                [end - len(one), end] for one, end in zip(row, ends, strict=True)]})
        made.append({"id": str(number), "url": f"http://h{number % 30}.example/",
                     "segments": segments})
    return made


def sentences(page):
    return [segment["text"][start:end] for segment in page["segments"]
            for start, end in segment["sentences"]]


def plainly(some, size):
    """Return for each page its sentences' counts of other pages, by looking at all of them."""
    having = {}
    for page in some:
        row = sentences(page)
        for start in range(len(row) - size + 1):
            having.setdefault(tuple(row[start:start + size]), set()).add(page["url"])
    counts = []
    for page in some:
        row = sentences(page)
        most = [0] * len(row)
        for start in range(len(row) - size + 1):
            urls = having[tuple(row[start:start + size])]
            first = min(urls, key=lambda url: hash_of(f"{url[7:-1]} /?"))
            if page["url"] != first:
                for place in range(start, start + size):
                    most[place] = max(most[place], len(urls) - 1)
        counts.append(most)
    return counts


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_counts_are_those_of_a_plain_version(size):
    some = pages()
    done = run("dedup", "--sentences", str(size), data=lines(some))
    assert (done.status, done.err) == (0, b"")
    wanted = plainly(some, size)
    for page, marked, counts in zip(some, records(done.out), wanted, strict=True):
        ours = [count for segment in marked["segments"] for count in segment.get(
            "sentence_repeats", [0] * len(segment["sentences"]))]
        assert ours == counts, page
    assert (size == 5) or any(map(any, wanted))
    pruned = run("prune", "--repeats", "1", data=done.out)
    for page, left, counts in zip(some, records(pruned.out), wanted, strict=True):
        assert sentences(left) == [one for one, count in zip(sentences(page), counts, strict=True)
                                   if not count]
        assert not any(any(segment.get("sentence_repeats", [])) for segment in left["segments"])


@requires("sort")
def test_the_pipe_says_the_same(tmp_path):
    some = pages(60)
    (tmp_path / "a").write_bytes(lines(some[:20]))
    (tmp_path / "b").write_bytes(lines(some[20:]))
    done = shell("export LC_ALL=C; for f in b a; do scutch-dedup texts --sentences 2 $f | sort -u "
                 "> $f.texts; done; sort -m -u b.texts a.texts | scutch-dedup count > repeats;"
                 "cat a b | scutch-dedup --sentences 2 > whole;"
                 "scutch-dedup --sentences 2 -o out a b 2> said; cat out/* | cmp - whole;"
                 "scutch-chain 'dedup --sentences 2' a b | cmp - whole;"
                 "scutch-dedup --sentences 2 --repeats repeats a b", cwd=tmp_path)
    by_list, whole = records(done.out), records((tmp_path / "whole").read_bytes())
    assert [page["segments"] for page in by_list] == [page["segments"] for page in whole]
    assert done.out.count(b"sentence_repeats") > 20
    for wrong in [], ["--sentences", "3"]:
        done = run("dedup", *wrong, "--repeats", "repeats", "a", cwd=tmp_path)
        assert done.status == 2 and b"the texts of 2 sentences, 0 for segments" in done.err


def test_a_row_across_segments_and_pages_that_are_too_short():
    counted = Counted(3, str)
    short = {"segments": [{"text": "Hi. Ho.", "sentences": [[0, 3], [4, 7]]}]}
    assert len(counted(short)[0]) == len(counted({"segments": []})[0]) == 0
    assert len(counted({"segments": [*short["segments"], {"text": "Ha."}, {"text": " "}]})[0]) == 1
