"""--split-comments: readers' comments apart from the text, in fields and in XML."""
import json
import xml.etree.ElementTree as ElementTree

import pytest

import scutch
from utils import ROOT, records, run

BLOG = str(ROOT / "share/examples/pages/blog.html")
SEGMENTS = [{"text": "Wind {at} sea", "kind": "h", "role": "headline", "scores": {"x": 0.1}},
            {"text": "First!", "kind": "p", "role": "comment", "scores": {"x": 0.2}},
            {"text": "It blew.", "kind": "p", "role": "text", "scores": {"x": 0.3}},
            {"text": "2 * 3", "kind": "l", "role": "comment", "scores": {"x": 0.4}}]
RECORD = {"id": "a", "scorers": ["x"], "segments": SEGMENTS}


def emitted(*options, record=RECORD):
    return run("emit", "--split-comments", *options, data=json.dumps(record).encode() + b"\n")


@pytest.mark.parametrize("form", ["xml", "tei"])
@pytest.mark.parametrize("options", [[], ["--max", "0.1"], ["--without", "headlines,text"]])
def test_a_division_of_their_own(form, options):
    kept = emitted("--format", "jsonl", *options)
    wanted, = records(kept.out)
    tree = ElementTree.fromstring(emitted("--format", form, *options).out)
    parents = {child: parent for parent in tree.iter() for child in parent}
    comments = [node for node in tree.iter() if node.get("type") == "comments"]
    assert [" ".join("".join(node.itertext()).split()) for node in comments] == [
        wanted["comments"].replace("\n", " ")] * bool(wanted["comments"])
    for node in comments:
        parents[node].remove(node)
    texts = tree if form == "xml" else tree.find(".//{*}body")
    assert " ".join("".join(texts.itertext()).split()) == wanted["text"].replace("\n", " ")


def test_the_chain_finds_roles_and_loses_nothing():
    whole, = records(run("clean", "--format", "jsonl", BLOG).out)
    done = run("clean", "--format", "jsonl", "--split-comments", BLOG)
    split, = records(done.out)
    assert sorted([*split["text"].split("\n"), *split["comments"].split("\n")]) == sorted(
        whole["text"].split("\n"))
    assert "slowworkshop" in split["comments"] and "slowworkshop" not in split["text"]
    without, = records(run("clean", "--format", "jsonl", "--without", "comments", BLOG).out)
    assert split["text"] == without["text"]
    with open(BLOG, "rb") as page:
        record, = scutch.pipe([{"id": "a", "html": page.read()}], "clean --split-comments")
    assert record["comments"] == split["comments"]
    assert run("clean", "--format", "jsonl", "--split-comments", "--jobs", "2",
               BLOG).out == done.out
