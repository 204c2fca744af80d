"""Generated archives of share/bench/papers: the same for one seed; their truth; T001 on them."""
import sys

import pytest

import scutch
from utils import ROOT

sys.path.append(str(ROOT / "share" / "bench" / "papers"))
import archives


@pytest.fixture(scope="module")
def compared():
    """(is content, class, bits of the cross) of the blocks of two sites."""
    records = scutch.pipe(archives.archive(2, seed=1), "html2text, segment, archive")
    return [(archives.is_content(segment["text"]), segment["class"], record["cross"]["bits"])
            for record in records for segment in record["segments"]
            if archives.is_content(segment["text"]) is not None]


def test_the_seed_decides():
    first, again, other = (list(archives.archive(1, seed=seed, pages=2)) for seed in (0, 0, 1))
    assert first == again != other
    urls = [record["url"] for record in first]
    assert len(set(urls)) < len(urls) and len({record["id"] for record in first}) == len(first)


def test_truth_is_in_the_letters():
    site = archives.Site(0, 0, ["news"])
    for _ in range(50):
        assert archives.is_content(site.content.phrase(site.rng, 1, 9))
        assert archives.is_content(site.phrase(1, 9)) is False
    assert archives.is_content("2016 -") is None


def test_the_thesis_figures_are_reached(compared):
    """Leśniak 2017, abstract: 91.8 % recall of content, 98.2 % precision of boilerplate (T001)."""
    content = [name for right, name, _ in compared if right and name != "invalid"]
    boilerplate = [right for right, name, _ in compared if name == "boilerplate"]
    assert len(content) > 500 and len(boilerplate) > 500
    assert content.count("content") / len(content) >= 0.918
    assert boilerplate.count(False) / len(boilerplate) >= 0.982


def test_snapshots_tell_content_from_what_is_new_on_each_fetch(compared):
    """By other pages alone an advert that they lack is content; snapshots show that it changes."""
    alone, with_time = ([name for right, name, cross in compared
                         if not right and cross[1] == "1" and ("1" in cross[3:]) == timed]
                        for timed in (False, True))
    assert with_time.count("content") / len(with_time) < alone.count("content") / len(alone)
