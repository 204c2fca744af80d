"""What all commands read: lines, compressed files, other schemas, plain text."""
import json
import zlib

import pytest

from scutch.filters.stream.printedlines import lines as as_lines
from utils import GOOD, GOOD_OUT, PAGE, SAMPLE_LINE, records, run, shell


def test_lines_end_at_lf_alone():
    text = "one\u2028two\x85three\x0bfour\x0cfive"
    line = json.dumps({"id": "1", "segments": [{"text": text}]}, ensure_ascii=False).encode()
    out = records(run("tag", data=line + b"\r\n\n \t\n" + line).out)
    assert [record["segments"][0]["text"] for record in out] == [text, text]


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


def test_id_is_the_url_else_the_place(tmp_path):
    (tmp_path / "in").write_bytes(b'{"url":"http://a"}\n{"url":7}\n{"url":""}\n{"id":0,"url":"u"}\n')
    out = records(run("tag", "in", cwd=tmp_path).out)
    assert [record["id"] for record in out] == ["http://a", "in:2", "in:3", 0]


def test_an_id_of_null_is_none():
    found, = records(run("tag", data=b'{"x":1,"id":null,"url":"http://a","segments":[]}\n').out)
    assert found["id"] == "http://a"


@pytest.mark.parametrize("words", [("prune",), ("emit",), ("emit", "--format", "lines")])
def test_a_long_document_of_lines_has_no_more_empty_ones(words):
    lines = b"".join(b"line %d\n" % number for number in range(20_003))
    done = run(words[0], "--lines", *words[1:], data=lines + b"\nnext\n")
    assert done.out == lines + b"\nnext\n\n"


def test_a_name_of_a_file_that_cannot_be(tmp_path):
    pytest.importorskip("warcio", reason="the extra [warc] is not installed")
    line = ('org,example)/ 20250319080618 {"url": "x", "filename": "\\ud800.warc.gz", '
            '"offset": "0", "length": "9"}\n')
    (tmp_path / "a.cdxj").write_text(line)
    done = run("read", "a.cdxj", cwd=tmp_path)
    assert done.status == 2 and done.err.count(b"\n") == 1 and b"\\ud800.warc.gz" in done.err


def test_names_of_other_schemas_and_of_the_users():
    assert list(_read(b'{"u":"http://a","p":"hi"}')) == ["id", "url", "text"]
    assert list(_read(b'{"u":"http://a","p":"hi"}', "--schema", "scutch")) == ["id", "u", "p"]
    assert list(_read(b'{"u":"http://a","body":"hi"}', "--text-key", "body")) == [
        "id", "url", "text"]
    # the user's key has priority; the schema's field stays as it is
    assert list(_read(b'{"p":"a","body":"b","k":"c"}', "--text-key", "body", "--id-key", "k")) == [
        "p", "text", "id"]
    # so it has before a field with our name, which once was cleaned in its place without a word
    assert list(_read(b'{"id":1,"text":"short","body":"b"}', "--text-key", "body")) == [
        "id", "text_given", "text"]
    assert list(_read(b'{"id":1,"text":"short","body":" "}', "--text-key", "body")) == [
        "id", "text", "body"]


def _read(line, *args):
    record, = records(run("tag", *args, data=line).out)
    return [name for name in record if name != "errors"]


def test_tsv():
    record, = records(run("tag", "--schema", "tsv", data=rb"7	one\ntwo").out)
    assert (record["id"], record["text"]) == ("7", "one\ntwo")


def test_plain_lines_in_and_out():
    data = b"\xef\xbb\xbfone  two\r\n\n\n\nthree\nfo\xffur"
    assert run("prune", "--lines", data=data) == (
        0, "one two\n\nthree\nfo\xffur\n\n".encode(),
        b"scutch-prune: stdin:6: not UTF-8: its document is read as cp1252, and later ones that "
        b"are not by their bytes, too\n")
    assert run("tag", "--lines", data="ok \ufffd\n".encode()).err == b""
    assert run("tag", "--lines") == (0, b"", b"")


@pytest.mark.parametrize(("text", "codec"), [
    ("Les étés sont très chauds, où les oliviers poussent.", "latin-1"),
    ("“Straßen”, sagte Ærø, naïve cafés.", "cp1252")])
def test_lines_are_decoded_as_a_page_is(tmp_path, text, codec):
    """The same with --lines as without; what is UTF-8 stays, in documents and within one."""
    data = "Größe und Höhe über alles, süß.\n\n".encode() + text.encode(codec) + b"\nx\n\n" + (
        "Die Straße führt über die Brücke.\n".encode() + b"Ein M\xfcller.\n")
    (tmp_path / "a.txt").write_bytes(text.encode(codec) + b"\n")
    (tmp_path / "b.txt").write_bytes(data)
    for args in ["--lines"], []:
        assert run("clean", *args, "--max", "1", "a.txt", cwd=tmp_path).out.decode().strip() == text
    done = run("segment", "--lines", "b.txt", cwd=tmp_path)
    assert [[segment["text"] for segment in record["segments"]] for record in records(done.out)
            ] == [["Größe und Höhe über alles, süß."], [text, "x"],
                  ["Die Straße führt über die Brücke.", "Ein Müller."]]
    assert done.err.count(b"\n") == 1 and b"b.txt:3: not UTF-8" in done.err


@pytest.mark.parametrize("head, name", [(b"%PDF-1.4\n", "a PDF"), (b"\1\2\3\4", "binary data")])
def test_what_is_no_text_is_not_read_as_lines(head, name):
    done = run("tag", "--lines", data=head + b"x\n")
    assert done.status == 2 and done.out == b""
    assert done.err.startswith(f"scutch-tag: stdin: {name}, not lines of plain text".encode())


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_lines_in_utf16_are_refused(codec):
    done = run("tag", "--lines", data="The wind.\nThe rain.\n".encode(codec))
    assert done == (2, b"", b"scutch-tag: stdin: UTF-16, not lines of plain text in UTF-8: iconv "
                            b"-f UTF-16 -t UTF-8 makes UTF-8 of it\n")


def test_score_columns():
    record = {"segments": [{"text": "a\tb", "scores": {"y": 0.5, "x": 1}}, {"text": "c"}],
              "scorers": ["x", "y"]}
    assert as_lines(record, record["segments"]) == b"a b\t1.0\t0.5\nc\t\t\n\n"


def test_options_may_stand_after_the_files(tmp_path):
    (tmp_path / "in").write_bytes(GOOD)
    assert run("tag", "in", "--letters", "2", cwd=tmp_path).out == GOOD_OUT.replace(b'"e"', b'"a"')


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


@pytest.mark.parametrize("args", [[], ["--lines"], ["--schema", "tsv"]])
def test_the_files_after_one_that_cannot_be_read_are_read(tmp_path, args):
    for name in "a", "b":
        (tmp_path / name).write_bytes(b'{"id":"1","text":"Hi."}\n')
    done = run("segment", *args, "a", "none", "b", cwd=tmp_path)
    assert done.status == 2 and done.err == b"scutch-segment: none: No such file or directory\n"
    assert done.out == run("segment", *args, "a", "b", cwd=tmp_path).out


def test_no_result_of_a_part_of_the_input(tmp_path):
    (tmp_path / "a").write_bytes(SAMPLE_LINE)
    done = run("look", "--stats", "none", "a", cwd=tmp_path)
    assert (done.status, done.out) == (2, b"")


def test_zstandard_with_damage_gives_all_lines_before_it(tmp_path):
    zstandard = pytest.importorskip("zstandard", reason="the extra [warc] is not installed")
    line = b'{"id":"%d","text":"Some text here, that is number %d."}\n'
    data = b"".join(line % (number, number) for number in range(20_000))
    (tmp_path / "a.zst").write_bytes(zstandard.ZstdCompressor().compress(data) + b"x")
    done = run("tag", "a.zst", cwd=tmp_path)
    assert done.status == 2 and done.out.count(b"\n") == 20_000
    assert b"scutch-tag: a.zst: after line 20000: " in done.err


def test_a_list_on_stdin_may_be_named_twice(tmp_path):
    (tmp_path / "page.html").write_text(PAGE)
    done = run("read", "--names", "-", "-", data=b"page.html\n", cwd=tmp_path)
    assert done.status == 0 and len(records(done.out)) == 1


@pytest.mark.parametrize("command", ["scutch-tag f >> f", "scutch-tag < f >> f"])
def test_an_output_that_is_the_input_is_refused(tmp_path, command):
    (tmp_path / "f").write_bytes(GOOD)
    done = shell(command, cwd=tmp_path)
    assert done.status == 2 and b"it is the file to which the output goes" in done.err
    assert (tmp_path / "f").read_bytes() == GOOD
