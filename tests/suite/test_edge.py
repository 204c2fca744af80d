"""Odd input, odd files and odd outputs, from one list for every command."""
import bz2
import gzip
import json
import lzma

import pytest

from scutch.lm import modelfile
from utils import (
    ARCHIVES,
    PAGE,
    PAGES,
    RECORDS,
    SAMPLE,
    SAMPLE_LINE,
    WHOLE,
    command_of,
    each_reading,
    good_input,
    launcher,
    modules,
    needs,
    on_a_full_disk,
    reading,
    records,
    run,
    stands_for_others,
    started,
)
from utils import shell as bash

pytestmark = pytest.mark.slow

MEGABYTE = 1 << 20
TWO = SAMPLE_LINE + SAMPLE_LINE.replace(b'"a"', b'"b"', 1)


def sample(text=None, html=None, **fields):
    """Return the sample record as a line, with other text, another page and other fields."""
    segment = {**SAMPLE["segments"][0], **({"text": text} if text is not None else {})}
    record = {**SAMPLE, "segments": [segment], **({"html": html} if html else {}), **fields}
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def page(body):
    return PAGE.replace("<h1>", f"{body}<h1>")


LONG = "Wind farms turn in the wind. " * (MEGABYTE // 2 // 29)      # in a text and a page
ANY = -1         # any number of bad records
# name: (input, records in it, bad ones among them)
INPUTS = {
    "nothing": (b"", 0, 0),
    "no final newline": (TWO[:-1], 2, 0),
    "CRLF": (TWO.replace(b"\n", b"\r\n"), 2, 0),
    "blank lines": (b"\n \n" + TWO.replace(b"\n", b"\n\n\t\n"), 2, 0),
    "byte order mark": (b"\xef\xbb\xbf" + TWO, 2, 0),
    "bad UTF-8": (TWO + b'{"id":"caf\xe9"}\n', 3, 1),
    "lone surrogate": (sample("a\ud800b", page("<p>a\ud800b")), 1, 0),
    "U+2028 and kin": (sample("a\u2028b\x85c\x0bd", page("<p>a\u2028b\x85c\x0bd")), 1, 0),
    "control characters": (sample("a\x00b\x1b[31mc", page("<p>a\x00b\x1b[31mc")), 1, 0),
    "a line of 1 MB": (sample(LONG, page("<p>" + LONG)), 1, 0),
    "50 000 open tags": (sample(html=page("<b>" * 50_000)), 1, 0),
    "NaN": (TWO.replace(b'}\n', b',"x":NaN}\n', 1), 2, 0),
    "1e999": (TWO + b'{"id":"c","x":1e999}\n', 3, 1),
    "no object": (b'[1]\n"a"\n7\nnull\n' + TWO, 6, 4),
    "no JSON": (b"<html>\n" + TWO + b"{\n", 4, 2),
    "NUL bytes": (b"\x00\x00\n" + TWO, 3, 1),
    "nested 50 000 deep": (b'{"x":' + b"[" * 50_000 + b"]" * 50_000 + b"}\n" + TWO, 3, 1),
    "segments that are none": (
        sample(segments=7) + sample(segments=[7]) + sample(segments={}), 3, -1),
    "no segments at all": (sample(segments=[]), 1, 0),
    "an empty text": (sample(""), 1, 0),
    "an empty page": (sample(html=" "), 1, 0),
    "an empty object": (b"{}\n", 1, -1),
}

MAGIC = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
try:
    import zstandard
    MAGIC["zst"] = zstandard.ZstdCompressor().compress
except ImportError:
    pass


def complaints(module, err):
    """Return the complaints on stderr, without lines that count records left out or empty.

    Each line must come from a scutch command.
    """
    lines = err.decode().splitlines()
    assert not [line for line in lines if not line.startswith("scutch-")], err.decode()[-2000:]
    assert b"please report it" not in err
    return [line for line in lines
            if ": left out " not in line and " no line in the output: " not in line]


@pytest.mark.parametrize("module, name", [
    pytest.param(module, name, marks=[pytest.mark.long] * (not stands_for_others(module)))
    for place, module in enumerate(reading()) for number, name in enumerate(INPUTS)
    if stands_for_others(module) or (place + number) % 6 == 0])
def test_input(module, name):
    data, count, bad = INPUTS[name]
    done = run(module, *needs(module).args, data=data)
    found = complaints(module, done.err)
    done.out.decode()
    if needs(module).kind in {PAGES, WHOLE}:
        assert done.status in {0, 2}
        return
    if bad != ANY:
        assert len(found) == bad
        assert done.status == (2 if count == bad > 0 else 0)     # all are bad, for one reason
    else:
        assert done.status in {0, 2}
    if needs(module).kind == RECORDS:
        out = records(done.out)
        assert len(out) == count
        if bad != ANY:
            assert len([record for record in out if "errors" in record]) == bad


@pytest.mark.parametrize("module", each_reading())
def test_missing_file(module):
    done = run(module, *needs(module).args, "no such file")
    assert done.status == 2
    line, = complaints(module, done.err)
    assert "no such file" in line


@pytest.mark.parametrize("module", each_reading())
def test_unreadable_file(module, tmp_path):
    if needs(module).kind == PAGES:
        return                           # a folder is pages
    done = run(module, *needs(module).args, str(tmp_path))
    assert done.status == 2
    line, = complaints(module, done.err)
    assert str(tmp_path) in line


@pytest.mark.parametrize("module", each_reading())
def test_bad_option(module):
    for option in ["--no-such-option", "--sch", "--on-error=maybe"][:3 if stands_for_others(
            module) else 1]:
        done = run(module, *needs(module).args, option, data=SAMPLE_LINE)
        assert (done.status, done.out) == (2, b"")
        line, = complaints(module, done.err)
        assert option.partition("=")[0] in line and "--help" in line


@pytest.mark.parametrize("module", each_reading())
def test_reader_gone(module, tmp_path):
    # What gives one result writes it late; the others write more than a pipe holds, of texts alone
    # or of records
    many = {WHOLE: 30, RECORDS: 500}.get(needs(module).kind, 4000)
    (tmp_path / "many").write_bytes(good_input(module, many))
    words = " ".join(f"'{word}'" for word in needs(module).args)
    done = bash(f"{command_of(module)} {words} < many | head -1 >/dev/null; "
                "echo ${PIPESTATUS[0]}", cwd=tmp_path)
    assert not complaints(module, done.err)
    small = needs(module).kind == WHOLE or module == "label"       # it drops what has no gold
    assert done.out in ({b"0\n", b"141\n"} if small else {b"141\n"})


@on_a_full_disk
@pytest.mark.parametrize("module", each_reading())
def test_full_disk(module):
    words = " ".join(f"'{word}'" for word in needs(module).args)
    done = bash(f"{command_of(module)} {words} > /dev/full", data=good_input(module, 4))
    assert done == (2, b"", f"{command_of(module)}: standard output: "
                            "No space left on device\n".encode())


def without_places(done):
    """Return the records of a run without their metadata."""
    return [{**record, "metadata": None} for record in records(done.out)]


@pytest.mark.long
@pytest.mark.parametrize("module, kind", [
    (module, list(MAGIC)[place % len(MAGIC)]) for place, module in enumerate(reading())])
def test_compressed(module, kind):
    given = good_input(module, 2)
    plain = run(module, *needs(module).args, data=given)
    assert plain.status == 0 and plain.err == b""
    packed = run(module, *needs(module).args, data=MAGIC[kind](given))
    members = run(module, *needs(module).args, data=b"".join(
        MAGIC[kind](part) for part in (given[:100], given[100:])))
    if module == "read":            # it writes the offset of each page in the compressed archive
        plain, packed, members = map(without_places, (plain, packed, members))
    assert packed == plain
    assert members == plain


@pytest.mark.parametrize("module", each_reading())
def test_truncated_gz(module, tmp_path):
    if needs(module).kind == PAGES and not ARCHIVES:
        pytest.skip("warcio is not installed")
    data = gzip.compress(good_input(module, 400))
    (tmp_path / "cut.gz").write_bytes(data[:-len(data) // 3])
    done = run(module, *needs(module).args, "cut.gz", cwd=tmp_path)
    line, = complaints(module, done.err)
    assert "cut.gz" in line and done.status == 2
    if needs(module).kind == RECORDS:
        assert len(records(done.out)) > 100
    if module == "read":            # every whole page, then a record that says where it broke
        *whole, last = records(done.out)
        assert len(whole) > 100 and not [record for record in whole if "errors" in record]
        assert "errors" in last


@pytest.mark.parametrize("module, args, data", [
    ("read", ("--names", "cut"), b"a.html\n" * 9),
    ("clean", ("--names", "cut"), b"a.html\n" * 9),
    ("train_wordlm", ("--out", "m", "cut"), b"Wind farms at sea.\n"),
    ("train_wordlm", ("--out", "m", "cut"), b"\\data\\\nngram 1=3\n" + bytes(range(32, 127)) * 99),
    ("read", ("cut",), 99 * b'com,a)/ 2025 {"filename": "a.warc", "offset": "1"}\n'),
], ids=["names", "names of clean", "text", "ARPA", "index"])
def test_other_files_that_are_cut_off(module, args, data, tmp_path):
    (tmp_path / "a.html").write_text(PAGE)
    (tmp_path / "cut").write_bytes(gzip.compress(data)[:-9])
    done = run(module, *args, cwd=tmp_path)
    assert done.status == 2 and [line for line in complaints(module, done.err)
                                 if "cut" in line and "broken or truncated" in line]


def test_a_long_page_is_cut_aloud(tmp_path):
    (tmp_path / "long.html").write_text("<p>" + 400_000 * "Wind farms turn. ")
    done = run("clean", "--max", "1", "long.html", cwd=tmp_path)
    assert done.status == 0 and b"long.html: " in done.err
    assert done.err.endswith(b"bytes of an overlong page were left out\n")


def test_too_few_open_files_for_the_processes(tmp_path):
    (tmp_path / "a").write_bytes(SAMPLE_LINE)
    done = bash(f"ulimit -n 40; {launcher('clean').name} --jobs 20 a", cwd=tmp_path)
    line, = complaints("clean", done.err)
    assert done.status == 2 and "no process could be started: Too many open files" in line


@pytest.mark.parametrize("options", [
    "--jobs 2", *(pytest.param(options, marks=pytest.mark.long) for options in (
        "", "--max-seconds 9"))])
def test_a_closed_stdout_is_no_place_for_output(options, tmp_path):
    (tmp_path / "a").write_bytes(good_input("clean", 4))
    done = bash(f"timeout 60 {launcher('clean').name} {options} a >&-; echo $? >&2", cwd=tmp_path)
    assert done.err == b"scutch-clean: standard output: Bad file descriptor\n2\n"
    done = bash(f"{launcher('clean').name} {options} -o out a <&- >&-; echo $? >&2", cwd=tmp_path)
    assert done.err == b"0\n" and (tmp_path / "out/a.txt").stat().st_size
    assert bash(f"{launcher('clean').name} --help >&-; echo $? >&2").err.endswith(b"closed\n2\n")


@pytest.mark.parametrize("name", [name for name in modules() if name.startswith("train_")])
def test_a_trainer_does_not_replace_its_input(name, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(good_input(name, 4))
    (tmp_path / "b.jsonl").symlink_to("a.jsonl")
    done = run(name, "--out", "b.jsonl", "a.jsonl", cwd=tmp_path)
    assert done.status == 2 and b"b.jsonl: it is an input, and would be replaced" in done.err
    assert (tmp_path / "a.jsonl").read_bytes() == good_input(name, 4)


@pytest.mark.parametrize("codec", ["latin-1", pytest.param("utf-8", marks=pytest.mark.long)])
def test_words_that_are_noted_may_have_any_bytes(codec, tmp_path):
    """In the locale of C, too: no model is lost after its training."""
    (tmp_path / "text").write_bytes(b"One two. Three four five.\n")
    (tmp_path / "page").write_text(PAGE)
    name, due = "café".encode(codec), "café" if codec == "utf-8" else r"caf\xe9"
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for env in locale, {}:
        done = started("train_wordlm", "--lines", "--source", name, "--lang", name, "--out", "m",
                       "text", cwd=tmp_path, **env)
        assert (done.status, done.err) == (0, b"")
        settings = modelfile.load(tmp_path / "m", "wordlm").settings
        assert (settings["source"], settings["lang"]) == (due, due)
        done = started("clean", "--format", "dolma", "--source", name, "page", cwd=tmp_path, **env)
        assert json.loads(done.out)["source"] == due
