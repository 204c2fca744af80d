"""clean: languages, hosts and models of the chain."""
import json

import pytest

from scutch.filters.hosts.grouping import NO_HOST
from scutch.filters.scoring.languages import MANY, Identifier
from utils import ROOT, records, run, same_as_the_pipe

pytestmark = pytest.mark.slow

PAGE = """<!doctype html><html lang="en"><title>Wind</title><body>
<ul><li><a href="/">Home</a><li><a href="/n">News</a><li><a href="/c">Contact us</a></ul>
<p>{}</p>
<p>Copyright 2024 | Terms | Privacy | Sitemap</p></body>"""
ENGLISH = PAGE.format(
    "Turbines that stand in deep water are held by chains, and the wind there blows more evenly "
    "than on land, so that they turn for more hours of the year than any on the hills.")
GERMAN = PAGE.format(
    "Wer an einem Morgen im März auf dem Bohlenweg steht, hört zuerst die Kraniche und dann lange "
    "nichts, denn hierher kommt niemand ohne einen guten Grund. Bis zu den Knien reicht der Nebel "
    "über der Fläche, und wo vor zwölf Jahren noch Mais stand, ragen jetzt Birken aus dem Wasser.")


def test_lang_keeps_documents_by_their_text(tmp_path):
    """Both pages declare English."""
    data = b"".join(json.dumps({"id": name, "html": page}).encode() + b"\n"
                    for name, page in (("en", ENGLISH), ("de", GERMAN)))
    for lang, ids in ("de", ["de"]), ("EN-us", ["en"]), ("de,en", ["en", "de"]), ("sv", []):
        done = run("clean", "--format", "jsonl", "--lang", lang, data=data)
        assert [record["id"] for record in records(done.out)] == ids
    assert "Kraniche" in same_as_the_pipe("--lang de", tmp_path, data).out.decode()
    done = run("clean", "--lang", "german", data=data)
    assert done.status == 2 and b"codes of languages are required" in done.err


@pytest.mark.parametrize("words", [[], ["--jobs", "2"], ["--archive"]])
def test_documents_left_out_by_language_are_counted(words):
    data = b"".join(json.dumps({"url": f"https://a.example/{name}", "html": page}).encode() + b"\n"
                    for name, page in (("en", ENGLISH), ("de", GERMAN), ("?", "<p>1 2 3")))
    done = run("clean", "--lang", "de", *words, data=data)
    assert done.err == (b"scutch-clean: left out 2 of 3 records: 1 in no known language, 1 in "
                        b"other languages\n")
    assert run("clean", "--lang", "de,en", *words, data=data[:-1].rpartition(b"\n")[0]).err == b""


def test_pages_without_a_url_are_counted_where_hosts_are_compared():
    data = b"".join(json.dumps(page).encode() + b"\n" for page in (
        {"html": ENGLISH}, {"html": GERMAN, "url": "https://a.example/"}))
    line = f": 1 of 2 pages not compared: {NO_HOST}\n".encode()
    assert run("clean", "--archive", data=data).err == b"scutch-clean" + line
    for name in "archive", "docfreq":
        done = run(name, data=run("html2text", data=data).out)
        assert done.err == b"scutch-" + name.encode() + line


def test_models_of_the_chain(tmp_path):
    models = ROOT / "share" / "models"
    data = json.dumps({"id": "1", "html": GERMAN}).encode() + b"\n"
    latin = f"charlm={models / 'charlm-latin.model'}"
    assert same_as_the_pipe(f"--model {latin} --format jsonl", tmp_path, data).out
    done = run("clean", "--signature", "--model", latin)
    assert b"charlm-latin.model" in done.out
    for bad in "charlm", "charlm=", "wordlm=x", "=x", "segment=x":
        done = run("clean", "--model", bad, data=data)
        assert done.status == 2 and b"NAME=FILE is required, NAME one of charlm" in done.err
    done = run("clean", "--model", "charlm=no/such", data=data)
    assert done.status == 2 and b"no/such: No such file" in done.err


def test_a_group_takes_what_is_undecided_among_its_languages():
    croatian = ("Općina je jučer objavila da će se cesta između tvornice i kolodvora popravljati "
                "do kraja siječnja, a vlakovi će voziti svaki sat.")
    slovene = ("Trajekt odpelje ob sedmih s starega pomola, zadnji pa se vrne ob devetih, ko "
               "prižgejo luči na obali.")
    norwegian = "Vi drar til byen i morgen, og så skal vi spise middag hos bestemor."
    cantonese = "佢哋喺碼頭等船，話聽日先至返嚟。啲細路喺度玩，冇人睇住佢哋。"
    for group, text, is_kept in (("sh", croatian, True), ("sh", slovene, False),
                                 ("no", norwegian, True), ("sv", norwegian, False),
                                 ("no", croatian, False), ("zh", cantonese, True)):
        assert bool(Identifier(MANY, only=[group])({"text": text})) == is_kept
