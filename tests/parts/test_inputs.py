"""What all commands read: lines, compressed files, other schemas, plain text."""
import json
import os
import zlib

import pytest
from crawls import page

from scutch.filters.stream.printedlines import lines as as_lines
from utils import GOOD, GOOD_OUT, records, run, shell


@pytest.mark.parametrize("name", ["gzip", "bz2", "lzma", "zstandard"])
def test_files_are_told_by_their_content_and_dash_is_stdin(tmp_path, name):
    packed = pytest.importorskip(name, reason=f"{name} is not installed").compress(GOOD)
    (tmp_path / "a").write_bytes(packed + packed)
    assert run("tag", "a", "-", data=GOOD, cwd=tmp_path) == (0, GOOD_OUT * 3, b"")
    assert run("tag", data=packed + bytes(512) + packed) == (0, GOOD_OUT * 2, b"")


def test_an_xz_with_a_large_dictionary_is_refused_and_the_next_file_read(tmp_path):
    import lzma
    packed = bytearray(lzma.compress(GOOD))
    size = packed.index(b"\x21\x01", 12) + 2                       # of the dictionary of LZMA2
    assert packed[size] == 22                                      # 8 MiB
    head = packed[12:12 + 4 * (packed[12] + 1) - 4]
    head[size - 12] = 40                                           # 4 GiB
    packed[12:12 + len(head) + 4] = head + zlib.crc32(head).to_bytes(4, "little")
    (tmp_path / "a.xz").write_bytes(packed)
    (tmp_path / "b.xz").write_bytes(lzma.compress(GOOD, preset=9) + bytes(8) + lzma.compress(GOOD))
    done = run("tag", "a.xz", "b.xz", cwd=tmp_path)
    assert done.out == GOOD_OUT * 2 and done.status == 2
    assert done.err.startswith(b"scutch-tag: a.xz: ") and b"Memory usage limit" in done.err


@pytest.mark.parametrize("name", ["gzip", "bz2", "lzma", "zstandard"])
def test_a_cut_file_gives_what_is_whole_and_says_where_it_broke(tmp_path, name):
    pack = pytest.importorskip(name, reason=f"{name} is not installed").compress
    lines = b"".join(b'{"id":"%d","segments":[]}\n' % number for number in range(30_000))
    whole = pack(lines[:400_000]) + pack(lines[400_000:])
    (tmp_path / "cut").write_bytes(whole[:-300])
    done = run("tag", "cut", cwd=tmp_path)
    count = len(records(done.out))
    assert (done.status, done.err.count(b"\n"), 13_000 < count < 30_000) == (2, 1, True)
    assert done.err.startswith(b"scutch-tag: cut: after line %d: " % count)


def test_a_line_too_long_is_cut_and_named(monkeypatch, tmp_path):
    from scutch.filters.edge import bytestreams
    monkeypatch.setattr(bytestreams, "LONGEST_LINE", 100)
    monkeypatch.setattr(bytestreams, "LONGEST_SHOWN", 10)
    monkeypatch.setattr(bytestreams, "CHUNK", 7)
    (tmp_path / "a").write_bytes(b"x" * 99 + b"\n" + b"y" * 99 + b"z\n" + b"w" * 1000)
    found = [(line, left_out) for _, line, left_out in bytestreams.numbered_lines(tmp_path / "a")]
    assert found == [(b"x" * 99, 0), (b"y" * 10, 90), (b"w" * 10, 990)]


@pytest.mark.parametrize("words", [("prune",), ("emit",), ("emit", "--format", "lines")])
def test_a_long_document_of_lines_has_no_more_empty_ones(words):
    lines = b"".join(b"line %d\n" % number for number in range(20_003))
    done = run(words[0], "--lines", *words[1:], data=lines + b"\nnext\n")
    assert done.out == lines + b"\nnext\n\n"


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_lines_in_utf16_are_refused(codec):
    done = run("tag", "--lines", data="The wind.\nThe rain.\n".encode(codec))
    assert done == (2, b"", b"scutch-tag: stdin: UTF-16, not lines of plain text in UTF-8: iconv "
                            b"-f UTF-16 -t UTF-8 makes UTF-8 of it\n")


def test_score_columns():
    record = {"segments": [{"text": "a\tb", "scores": {"y": 0.5, "x": 1}}, {"text": "c"}],
              "scorers": ["x", "y"]}
    assert as_lines(record, record["segments"]) == b"a b\t1.0\t0.5\nc\t\t\n\n"


@pytest.mark.parametrize("command", ["tag", "chain tag"])
def test_a_file_whose_name_begins_like_an_option(tmp_path, command):
    """As the shell gives it for *: the complaint has the way to write it."""
    for name in "-in", "other":
        (tmp_path / name).write_bytes(GOOD)
    done = shell(f"scutch-{command} *", cwd=tmp_path)
    assert (done.status, done.out) == (2, b"") and done.err.count(b"\n") == 1
    assert b": -in: no option; the file of this name is ./-in" in done.err
    assert shell(f"scutch-{command} ./*", cwd=tmp_path).out == GOOD_OUT * 2
    assert b"unrecognized arguments: --in" in shell(f"scutch-{command} --in", cwd=tmp_path).err


def test_zstandard_with_damage_gives_all_lines_before_it(tmp_path):
    zstandard = pytest.importorskip("zstandard", reason="the extra [warc] is not installed")
    line = b'{"id":"%d","text":"Some text here, that is number %d."}\n'
    data = b"".join(line % (number, number) for number in range(20_000))
    (tmp_path / "a.zst").write_bytes(zstandard.ZstdCompressor().compress(data) + b"x")
    done = run("tag", "a.zst", cwd=tmp_path)
    assert done.status == 2 and done.out.count(b"\n") == 20_000
    assert b"scutch-tag: a.zst: after line 20000: " in done.err


@pytest.mark.parametrize("command", ["scutch-tag f >> f", "scutch-tag < f >> f"])
def test_an_output_that_is_the_input_is_refused(tmp_path, command):
    (tmp_path / "f").write_bytes(GOOD)
    done = shell(command, cwd=tmp_path)
    assert done.status == 2 and b"it is the file to which the output goes" in done.err
    assert (tmp_path / "f").read_bytes() == GOOD


# ---------- fields of JSON lines that hold pages, in files and in folders

TEXT = "One paragraph, which is text.\n\nAnother one, of two sentences. It ends here.\n"


def test_text_that_scutch_read_gives_stays_text():
    (given,) = records(run("read", data=TEXT.encode()).out)
    given["text"] = "<p> ends with </p>."
    (record,) = records(run("segment", data=json.dumps(given).encode()).out)
    assert [one["text"] for one in record["segments"]] == [given["text"]]


def test_links_out_of_a_folder_are_passed_over_and_counted(tmp_path):
    for name in "site", "site/in", "other":
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.html").write_bytes(page(1))
    os.symlink("../other/page.html", tmp_path / "site/out.html")
    os.symlink("../other", tmp_path / "site/folder")
    os.symlink("in/page.html", tmp_path / "site/within.html")
    os.symlink("site", tmp_path / "link")
    for name in "site", "link", "link/":
        done = run("read", name, cwd=tmp_path)
        assert (done.status, len(records(done.out))) == (0, 3)
        assert done.err == b"scutch-read: passed over 2 links out of the folders that were named\n"
    (tmp_path / "site/page.html").unlink()
    os.remove(tmp_path / "site/within.html")
    os.remove(tmp_path / "site/in/page.html")
    done = run("read", "site", cwd=tmp_path)
    assert done.err == b"scutch-read: no page found; passed over: links out (2)\n"


def test_a_link_to_nothing_is_named(tmp_path):
    os.symlink("nowhere", tmp_path / "dangling.html")
    (tmp_path / "page.html").write_bytes(page(1))
    done = run("read", ".", cwd=tmp_path)
    assert (done.status, len(records(done.out))) == (2, 1)
    assert done.err == b"scutch-read: ./dangling.html: a broken link\n"
