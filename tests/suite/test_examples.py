"""The crawl in share/examples is made of the pages beside it and is read back as these."""
import gzip
import runpy
import subprocess
import sys

import pytest

from utils import ROOT, records, run

pytest.importorskip("warcio", reason="the extra [warc] is not installed")

EXAMPLES = ROOT / "share" / "examples"
CRAWL = EXAMPLES / "crawl.warc.gz"


def test_crawl_is_what_its_program_makes(tmp_path):
    subprocess.run([sys.executable, EXAMPLES / "make_crawl.py", tmp_path / "made"], check=True)
    with gzip.open(CRAWL) as stored, gzip.open(tmp_path / "made") as made:
        assert stored.read() == made.read(), "run share/examples/make_crawl.py"


def test_pages_come_back_from_the_crawl():
    fetched = runpy.run_path(str(EXAMPLES / "make_crawl.py"))["FETCHED"]
    pages = {url: (EXAMPLES / "pages" / body).read_bytes()
             for url, status, _, body in fetched if status == "200 OK" and isinstance(body, str)}
    done = run("read", CRAWL)
    assert (done.status, done.err) == (0, b"")
    found = {record["url"]: record for record in records(done.out)}
    assert found.keys() == pages.keys()
    for url, record in found.items():
        assert record["html"].encode(record["doc"]["charset"]) == pages[url]
    assert {record["url"]: record["doc"] for record in found.values()
            if record["doc"]["charset"] != "utf-8"} == {
        "http://valmodele.example.net/patrimoine/four": {
            "charset": "cp1252", "charset_from": "meta"},
        "http://history.example.com/lights/gannet.htm": {
            "charset": "cp1252", "charset_from": "repaired"}}


def test_each_page_is_in_the_list_of_the_readme():
    readme = (EXAMPLES / "README.md").read_text("utf-8")
    for path in (EXAMPLES / "pages").iterdir():
        assert f"| `{path.name}` |" in readme
