"""The functions for Python users: scutch.clean, scutch.pipe and those of the filters."""
import base64
import concurrent.futures
import datetime
import decimal
import gzip
import json
import pathlib
import subprocess
import sys
import uuid

import numpy as np
import pytest

import scutch
from scutch.filters.emit import emit
from scutch.filters.html2text import html2text
from scutch.filters.prune import prune
from scutch.filters.segment import segment
from scutch.filters.sources.pagesources import read_pages
from scutch.filters.stream.chains import Chain
from scutch.filters.tag import tag
from utils import BIN, PAGE, ROOT, records, run

pytestmark = pytest.mark.extras

BLOG = ROOT / "share" / "examples" / "pages" / "blog.html"


def command(*args, page=BLOG):
    """Return what scutch-clean prints for a page."""
    done = run("clean", *args, page)
    assert (done.status, done.err) == (0, b"")
    return done.out.decode()


@pytest.mark.parametrize("options, args", [
    ({}, []), ({"keep": "a-c"}, ["--keep", "a-c"]),
    ({"max": 0.2, "by": "charlm"}, ["--max", "0.2", "--by", "charlm"]),
    ({"format": "markdown"}, ["--format", "markdown"]), ({"format": None}, []),
    ({"without": ["captions", "headline"]}, ["--without", "captions,headline"]),
    ({"with_": "comments", "scope": "main"}, ["--with", "comments", "--scope", "main"]),
    ({"model": "charlm=latin", "with_hidden": True}, ["--model", "charlm=latin", "--with-hidden"]),
])
def test_clean_gives_the_text_of_the_command(options, args):
    assert scutch.clean(BLOG.read_bytes(), **options) == command(*args).rstrip("\n") != ""


def test_extract_gives_one_dict():
    page = scutch.extract(BLOG.read_bytes(), url="https://x.example/a", scope="main")
    assert page["text"] == scutch.clean(BLOG.read_bytes(), scope="main")
    assert page["title"] == page["meta"]["title"] == page["text"].splitlines()[0]
    assert (page["date"], page["lang"], page["url"]) == ("2025-02-09", "en", "https://x.example/a")
    assert page["left_out"][0] == "Skip to content"
    nothing = scutch.extract("<p>", max=1)
    assert (nothing["text"], nothing["title"], nothing["authors"]) == ("", None, [])
    assert nothing["left_out"] == []


def test_a_limit_of_time():
    page = "<p>Farms at sea, and on land.\n" * 20_000
    with pytest.raises(scutch.BadRecord, match="more than 0"):
        scutch.clean(page, max_seconds=0.01)
    late, well = scutch.pipe([{"html": page}, {"html": "<p>Farms"}], "clean --max 1",
                             max_seconds=0.02)
    assert late["errors"][0]["code"] == "timeout" and well["text"] == "Farms"
    with concurrent.futures.ThreadPoolExecutor(1) as pool, pytest.raises(scutch.Unusable):
        pool.submit(scutch.clean, "<p>a", max_seconds=1).result()


def test_text_and_bytes_give_the_same():
    page = BLOG.read_bytes()
    assert scutch.clean(page.decode()) == scutch.clean(page)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
@pytest.mark.parametrize("codec", [
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "iso2022_jp", "iso2022_kr", "shift_jis", "euc_kr",
    "gb18030", "cp1252", "koi8_r"])
def test_a_page_as_bytes_in_a_record_is_read_as_by_clean(kind, codec):
    words = {"koi8_r": "Ветряки стоят в море.", "cp1252": "L'été.", "gb18030": "海上的風車",
             "iso2022_kr": "바다의 바람", "euc_kr": "바다의 바람"}.get(codec, "海の風車")
    label = codec.replace("iso2022_", "iso-2022-")
    page = f"<meta charset={label}><title>{words}</title><p>{words}".encode(codec)
    record, = scutch.pipe([{"id": "a", "html": kind(page)}], "clean --max 1")
    assert record["text"] == scutch.clean(page, max=1) == record["title"] == words
    assert "errors" not in record


def test_the_encoding_of_bytes_is_found():
    page = "<p>Le four banal a été rallumé, pour la première fois, à midi.".encode("latin-1")
    assert scutch.clean(page, max=1).startswith("Le four banal a été rallumé")
    japanese = "<p>これは日本語です。".encode("euc-jp")
    assert scutch.clean(japanese, charset="euc-jp", max=1) == "これは日本語です。"


@pytest.mark.parametrize("before", [b"", b"\r\n", b"HTTP/1.1 301 Moved\r\nLocation: /\r\n\r\n"])
def test_a_response_is_read_without_its_head(before):
    words, codec = "Ветряки стоят в море.", "windows-1251"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=windows-1251\r\n"
    page = before + head + b"\r\n" + f"<p>{words}".encode(codec)
    packed = (before + head + b"Content-Encoding: gzip\r\n\r\n"
              + gzip.compress(f"<p>{words}".encode(codec)))
    text = page.decode(codec)
    records = scutch.pipe([{"html": held} for held in (page, text, "\ufeff" + text, packed)],
                          "clean --max 1")
    texts = [record["text"] for record in records]
    assert {*texts, scutch.clean(page, max=1), scutch.clean(packed, max=1)} == {words}
    with pytest.raises(scutch.BadRecord, match="image/png, not a page"):
        scutch.clean(page.replace(b"text/html", b"image/png"))


@pytest.mark.parametrize("page", ["", b"", "<p>", "\ud800", b"\0\xff"])
def test_a_page_without_text_gives_none(page):
    assert scutch.clean(page, max=1).strip("\ufffdÿ") == ""


@pytest.mark.parametrize("options", [
    {"keep": "9"}, {"format": "pdf"}, {"nothing": 1}, {"keep": "a-c", "max": 0.2}, {"raw": True},
    {"archive": True}, {"explain": True}, {"max": "much"}])
def test_wrong_options_are_refused(options, capfd):
    with pytest.raises(scutch.Unusable):
        scutch.clean(PAGE, **options)
    assert capfd.readouterr() == ("", "")


def test_a_page_that_cannot_be_worked_on_is_refused(capfd):
    with pytest.raises(scutch.BadRecord) as found:
        scutch.clean("x" * (21 << 20))
    assert found.value.code == "too_large"
    for page in None, 1.5, ["<p>"]:
        with pytest.raises(TypeError):
            scutch.clean(page)
    for value in 5, 1.5, b"utf-8", ["utf-8"], {}, True:
        for name in "charset", "url":
            with pytest.raises(TypeError, match=f"{name}: str is required, not "):
                scutch.clean(b"<p>caf\xe9", **{name: value})
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("data", "said"), [
    (gzip.compress(PAGE.encode()), "compressed, not a page: decompress it first"),
    (b"PK\x03\x04\x14\0", "a ZIP archive, as EPUB and DOCX are, not a page: "),
    (b"%PDF-1.4\n%\xe2\xe3\n", "a PDF, not a page: pdftotext FILE - | scutch-read"),
    (b"<rss><channel>", "a feed, not a page: feedparser reads it")])
def test_bytes_of_another_format_are_refused(data, said):
    with pytest.raises(scutch.BadRecord) as found:
        scutch.clean(data)
    assert found.value.code == "not_html" and str(found.value).startswith(said)
    (record,) = scutch.pipe([{"html_b64": base64.b64encode(data).decode()}], "html2text")
    assert record["errors"] == [{"command": "scutch-html2text", "code": "not_html",
                                 "message": str(found.value)}]


def test_models_are_read_once_a_process():
    script = f"""
import sys
sys.path.insert(0, {str(BIN)!r})
import scutch
heavy = {{"numpy", "regex", "ftfy", "argparse"}} & set(sys.modules)
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0]))
                 if event == "open" and str(args[0]).endswith(".model") else None)
for options in {{}}, {{"keep": "a-c"}}, {{"max": 0.2}}, {{"scope": "main"}}:
    scutch.clean("<p>Farms at sea, and on land.", **options)
list(scutch.pipe([{{"html": "<p>Hi."}}], "clean"))
print(heavy, len(opened) > 0, len(opened) - len(set(opened)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"set() True 0\n", b"")


def test_clean_travels_to_threads_and_processes():
    pages = [f"{PAGE}<p>Page {number} tells of farms at sea." for number in range(20)]
    wanted = [scutch.clean(page) for page in pages]
    for kind in concurrent.futures.ThreadPoolExecutor, concurrent.futures.ProcessPoolExecutor:
        with kind(2) as pool:
            assert list(pool.map(scutch.clean, pages)) == wanted


@pytest.mark.parametrize("args", [[], ["--keep", "a-c"], ["--scope", "main", "--max", "0.3"]])
def test_pipe_knows_the_chain_of_scutch_clean(args):
    record = {"id": "a", "html": BLOG.read_text("utf-8")}
    found = list(scutch.pipe([record], " ".join(["clean", *args])))
    done = run("clean", "--format", "jsonl", *args, data=json.dumps(record).encode() + b"\n")
    assert found == records(done.out) and found[0]["text"]


def test_pipe_with_a_format_gives_what_the_command_writes():
    record = {"id": "a", "html": BLOG.read_text("utf-8")}
    assert b"".join(scutch.pipe([record], "clean --format text")).decode() == command()
    with pytest.raises(scutch.Unusable):
        scutch.pipe([], "clean --format text, tag")


def test_pipe_ends_in_the_result_of_a_filter_that_has_one(tmp_path):
    gold, given = tmp_path / "gold.jsonl", {"id": "1", "text": "Tea or coffee?"}
    gold.write_text(json.dumps(given))
    report, = scutch.pipe([given], f"eval --gold {gold}")
    assert report == run("eval", "--gold", gold, data=json.dumps(given).encode()).out


def test_fields_from_tables_are_values_of_json():
    record = {"id": "a", "html": BLOG.read_text("utf-8"), "author": float("nan"),
              "seen": datetime.datetime(2024, 5, 1, 9), "clicks": np.int64(3),
              "share": np.float32(0.5), "n": [1]}
    found, = scutch.pipe([record], "clean")
    assert (found["author"], found["clicks"], found["seen"], found["share"], found["n"]) == (
        None, 3, "2024-05-01T09:00:00", 0.5, [1])
    line, = scutch.pipe([record], "clean --format dolma")
    assert json.loads(line)["text"] == found["text"]


def test_fields_within_fields_are_values_of_json_and_pages_may_be_bytes():
    metadata = {"a": float("nan"), "b": b"\xff", "c": [decimal.Decimal("1.5")], "d": np.arange(2),
                "segments": float("inf"), "e": np.datetime64("2024-05-01T09:00:00.5", "ns"),
                "f": np.array(["NaT", "2024-05-01"], "datetime64[ns]"), "g": bytearray(b"x"),
                "h": datetime.timedelta(minutes=2), "i": np.timedelta64(3, "s")}
    line, = scutch.pipe([{"id": "a", "html": BLOG.read_bytes(), "metadata": metadata}],
                        "clean --format jsonl")
    found = json.loads(line)
    assert found["metadata"] == {
        "a": None, "b_b64": "/w==", "c": ["1.5"], "d": [0, 1], "segments": None,
        "e": "2024-05-01T09:00:00.500000", "f": [None, "2024-05-01T00:00:00"], "g": "x",
        "h": 120.0, "i": 3.0}
    assert found["text"].startswith("How I mended")


def test_bad_records_of_pipe_keep_their_fields():
    found, = scutch.pipe([{"id": "b", "mine": 1}], "clean")
    assert found["mine"] == 1 and [one["code"] for one in found["errors"]] == ["no_html"]


def test_what_could_not_be_read_goes_through_a_chain_as_in_the_commands():
    bad = scutch.BadRecord("cut off", "truncated", {"id": "a:7"})
    bad.command = "scutch-read"
    found, good = Chain("html2text, segment").items([bad, {"id": "b", "html": "<p>Hi."}])
    assert found == {"id": "a:7", "errors": [
        {"command": "scutch-read", "code": "truncated", "message": "cut off"}]}
    assert "errors" not in good


def test_no_option_ends_the_process(capfd):
    for ending in "help", "version", "signature":
        with pytest.raises(scutch.Unusable, match="inside a chain"):
            scutch.clean("<p>x", **{ending: True})
        with pytest.raises(scutch.Unusable, match="inside a chain"):
            scutch.pipe([], f"clean --{ending}")
    assert capfd.readouterr() == ("", "")


def test_pipe_says_what_it_takes():
    for one in ({"html": "<p>Hi."}, "<p>Hi.", b"<p>Hi."):
        with pytest.raises(TypeError, match=f"not one {type(one).__name__}"):
            scutch.pipe(one, "html2text")
    with pytest.raises(TypeError, match="iterable of dicts"):
        scutch.pipe({"html": "<p>x"}, "clean")
    with pytest.raises(TypeError, match="one str"):
        scutch.pipe([], ["html2text", "segment"])
    record, = scutch.pipe([{"html": 7}], "html2text")
    assert record["errors"][0]["code"] == "no_html"


def test_functions_have_the_defaults_of_their_commands():
    record = {"id": "a", "html": PAGE}
    for function, name in (html2text, "html2text"), (segment, "segment"), (tag, "tag"), (
            prune, "prune"), (emit, "emit"):
        done = run(name, data=json.dumps(record).encode() + b"\n").out
        if function is emit:
            assert function(record) == [done]
        else:
            record, = function(record)
            assert json.loads(json.dumps(record)) == json.loads(done)


def test_a_value_that_json_does_not_have_is_its_text():
    given = [{"id": uuid.UUID(int=5), "html": "<p>Hi.", "x": pathlib.PurePosixPath("a/b")}]
    record, = scutch.pipe(given, "html2text")
    assert record["id"] == str(uuid.UUID(int=5)) and record["x"] == "a/b"


def test_a_record_nested_too_deeply_costs_itself(capfd):
    deep = []
    for _ in range(100_000):             # more than any Python nests
        deep = [deep]
    found = list(scutch.pipe([{"html": "<p>a"}, {"id": "b", "x": deep}, {"html": "<p>c"}],
                             "html2text"))
    assert [len(one.get("segments", [])) for one in found] == [1, 0, 1]
    assert found[1]["errors"][0]["code"] == "nested"


@pytest.mark.parametrize("form", ["dolma", "datatrove"])
def test_a_document_without_an_id_has_its_url(form):
    line, = scutch.pipe([{"id": None, "url": "http://a/", "text": "Hi."}],
                        f"segment, emit --format {form}")
    assert json.loads(line)["id"] == "http://a/"


def test_a_chain_takes_another_input():
    pages = [{"url": f"http://{host}.example/{number}", "html": f"<p>One text of {number}."}
             for host in "ab" for number in range(2)]
    chain = Chain("html2text, segment, archive, docfreq")

    def fails():
        yield pages[0]
        raise ValueError

    with pytest.raises(ValueError):
        list(chain.over(fails()))
    for some in pages, pages[2:]:
        assert [one["url"] for one in chain.over(some)] == [one["url"] for one in some]


def test_a_name_is_no_list_of_names():
    with pytest.raises(TypeError, match="list of names"):
        next(read_pages("a.html"))
