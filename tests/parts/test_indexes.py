"""CDX and CDXJ, and pages grouped by host."""
import gzip
import io
import json
import random

import pytest
from crawls import page

from scutch.filters.sources.archives import archive_beside
from utils import records, run, shell

pytest.importorskip("warcio", reason="the extra [warc] is not installed")
zstandard = pytest.importorskip("zstandard", reason="the extra [warc] is not installed")

HOSTS = ["b.example", "www.a.example", "b.example", "a.example", "www.b.example"]


def record(number, content_type="text/html"):
    """Return a WARC record of a page of HOSTS, the same for the same number."""
    body = b"HTTP/1.1 200 OK\r\nContent-Type: %b\r\n\r\n<!doctype html><p>Page %d" % (
        content_type.encode(), number)
    return (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://{HOSTS[number]}/{number}"
            "\r\nWARC-Date: 2025-03-19T08:06:18Z\r\nContent-Type: application/http\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body + b"\r\n\r\n"


PACK = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.compress}


@pytest.fixture(params=PACK)
def archive(request, tmp_path):
    """The archive of five pages, its name and the (offset, length) of each."""
    members = [PACK[request.param](record(number)) for number in range(5)]
    name = f"crawl.warc{request.param}"
    (tmp_path / name).write_bytes(b"".join(members))
    ends = [sum(map(len, members[:number + 1])) for number in range(5)]
    return name, [(end - len(member), len(member))
                  for end, member in zip(ends, members, strict=True)]


def cdx(name, places, order, mime="text/html", status="200"):
    lines = [" CDX N b a m s k r M S V g"]
    lines += [f"example,b)/{n} 20250319080618 http://{HOSTS[n]}/{n} {mime} {status} ABC - - "
              f"{places[n][1]} {places[n][0]} {name}" for n in order]
    return "".join(line + "\n" for line in lines)


def cdxj(name, places, order, mime="text/html", status="200"):
    lines = ["!OpenWayback-CDXJ 1.0"]
    lines += [f"example,b)/{n} 20250319080618 " + json.dumps(
        {"url": f"http://{HOSTS[n]}/{n}", "mime": mime, "status": status, "digest": "ABC",
         "length": str(places[n][1]), "offset": str(places[n][0]), "filename": name})
        for n in order]
    return "".join(line + "\n" for line in lines)


@pytest.mark.parametrize("form", [cdx, cdxj])
def test_an_index_gives_what_it_lists_in_its_order(archive, tmp_path, form):
    (name, places), order = archive, [4, 0, 2, 3, 3]
    (tmp_path / "list").write_text(form(name, places, order))
    done = run("read", "list", cwd=tmp_path)
    whole = records(run("read", name, cwd=tmp_path).out)
    assert (done.status, done.err) == (0, b"")
    assert records(done.out) == [whole[n] for n in order]
    (tmp_path / "list.gz").write_bytes(gzip.compress(form(name, places, order).encode()))
    assert run("read", "list.gz", cwd=tmp_path).out == done.out
    assert shell("scutch-read < list", cwd=tmp_path).out == done.out


NO_LINES = [
    "example,b)/0 20250319080618", "a b c d e f g h i 7x crawl.warc", "", "\x00\xff {",
    'example,b)/0 20250319080618 {"offset": "0"}', 'example,b)/0 2025 {"filename": 7, "offset": 0}',
    'example,b)/0 2025 {"filename": "crawl.warc", "offset": -1}', 'x 2025 {"filename": ']


@pytest.mark.parametrize("form", [cdx, cdxj])
def test_lines_that_are_none(archive, tmp_path, form):
    name, places = archive
    text = form(name, places, [1, 2]).splitlines()
    (tmp_path / "list").write_text("\n".join([*text[:2], *NO_LINES, *text[2:]]) + "\n")
    done = run("read", "list", cwd=tmp_path)
    found = records(done.out)
    assert done.status == 0
    assert [one["url"][-1] for one in found if "url" in one] == ["1", "2"]
    assert [one["id"] for one in found if "errors" in one] == [
        f"list:{place}" for place, line in enumerate(NO_LINES, 3) if line]


def test_names_of_indexes(archive, tmp_path):
    name, places = archive
    whole = records(run("read", name, cwd=tmp_path).out)
    (tmp_path / "a.cdxj").write_text(cdxj(name, places, [1]).replace('{"', '{ "'))
    assert records(run("read", "a.cdxj", cwd=tmp_path).out) == [whole[1]]
    (tmp_path / "a.idx").write_text("<p>A page</p>")
    (page,) = records(run("read", "a.idx", cwd=tmp_path).out)
    assert page["html"] == "<p>A page</p>"
    (tmp_path / "empty.cdx").write_text("")
    done = run("read", "empty.cdx", cwd=tmp_path)
    assert (done.status, done.out) == (0, b"")


def test_an_archive_that_is_not_there_is_named_once(archive, tmp_path):
    name, places = archive
    (tmp_path / "list").write_text(cdx("gone.warc.gz", places, range(3))
                                   + cdx(name, places, [1]).split("\n", 1)[1])
    done = run("read", "list", cwd=tmp_path)
    assert done.status == 2
    assert done.err == (b"scutch-read: gone.warc.gz: no such archive beside the index list\n")
    assert [one["url"] for one in records(done.out)] == ["http://www.a.example/1"]


def test_archives_are_looked_for_in_the_folder_of_the_index(tmp_path):
    (tmp_path / "in" / "deep").mkdir(parents=True)
    for name in "secret.warc", "in/a.warc", "in/deep/b.warc":
        (tmp_path / name).write_bytes(b"")
    index = str(tmp_path / "in" / "list.cdx")
    found = [archive_beside(index, file) for file in (
        "a.warc", "deep/b.warc", "crawl-data/segments/a.warc", "/elsewhere/a.warc",
        "../secret.warc", str(tmp_path / "secret.warc"), "", "deep", "a\0.warc")]
    folder = str(tmp_path / "in")
    assert found == [f"{folder}/a.warc", f"{folder}/deep/b.warc", f"{folder}/a.warc",
                     f"{folder}/a.warc", None, None, None, None, None]


def test_an_index_in_a_folder_is_not_read_with_its_archives(archive, tmp_path):
    name, places = archive
    (tmp_path / "crawl.cdx").write_text(cdx(name, places, range(5)))
    assert run("read", ".", cwd=tmp_path).out.count(b"\n") == 5


# ------------------------------------------------------------------ grouped by host

def test_grouped_by_host(archive, tmp_path):
    name, _ = archive
    (tmp_path / "page.html").write_text("<p>A page")
    plain = records(run("read", name, "page.html", cwd=tmp_path).out)
    done = run("read", "--group-by-host", name, "no such file", "page.html", cwd=tmp_path)
    assert records(done.out) == [plain[n] for n in (5, 1, 3, 0, 2, 4)]
    assert (done.status, done.err) == (2, b"scutch-read: no such file: No such file or directory\n")


def test_grouped_bad_records_keep_what_is_wrong(tmp_path):
    (tmp_path / "cut.warc").write_bytes((record(0) + record(1))[:-40])
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(b"<p>Cut off")[:-9])
    done = run("read", "cut.warc", "a.html.gz", cwd=tmp_path)
    grouped = run("read", "--group-by-host", "cut.warc", "a.html.gz", cwd=tmp_path)
    assert done.err.count(b"\n") == 2
    assert sorted(done.out.splitlines()) == sorted(grouped.out.splitlines())
    assert sorted(done.err.splitlines()) == sorted(grouped.err.splitlines())


@pytest.mark.parametrize("names", [
    ("filename", "offset"), ("warc_filename", "warc_record_offset")])
def test_rows_of_json_are_an_index(archive, tmp_path, names):
    name, places = archive
    rows = [{"url": "http://a/", names[0]: f"crawl-data/x/{file}", names[1]: offset,
             "content_mime_detected": "text/html"}
            for file in (name, "gone.warc", "lost.warc") for offset, _ in places[1:3]]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run("read", "rows.jsonl", cwd=tmp_path)
    assert records(done.out) == records(run("read", name, cwd=tmp_path).out)[1:3]
    assert done.status == 2 and done.err.count(b"\n") == 1
    assert b"gone.warc, crawl-data/x/lost.warc: no such archive beside the index" in done.err


def test_rows_of_parquet_are_an_index(archive, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra [parquet] is not installed")
    pyarrow = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    name, places = archive
    parquet.write_table(pyarrow.table({"warc_filename": [name], "warc_record_offset": [
        places[1][0]]}), tmp_path / "rows.parquet")
    done = run("read", "rows.parquet", cwd=tmp_path)
    assert records(done.out) == records(run("read", name, cwd=tmp_path).out)[1:2]


# ---------- odd or damaged values, in Parquet and heads of records, too: what is behind is read

ODD = [-1, 0, 10 ** 17, 2 ** 63 - 1, 2 ** 64, 10 ** 400, 1.5, 1e308, None, "", "x", "-1", "1.5",
       "99999999999999999", "9" * 5000, "\u0663", " 5", True, [], {}, "\ud800", "\0"]
MISSING = "it is missing"


def response(head=b"", http=b"", text=b"One"):
    body = (b"HTTP/1.1 200 OK\r\n" + http + b"Content-Type: text/html\r\n\r\n<!doctype html><p>"
            + text)
    return (b"WARC/1.0\r\nWARC-Type: response\r\n" + head + b"WARC-Target-URI: http://a/\r\n"
            b"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n" % len(body)
            + body + b"\r\n\r\n")


def texts(out):
    return [one["html"].partition("<p>")[2] for one in records(out) if "html" in one]


@pytest.mark.parametrize("field", ["offset", "filename", "mime", "status", "length", "url"])
@pytest.mark.parametrize("form", ["cdx", "cdxj"])
def test_an_odd_value_costs_its_line_of_an_index(tmp_path, field, form):
    (tmp_path / "c.warc").write_bytes(response())
    (tmp_path / "last.html").write_bytes(page(7))
    good = {"url": "http://a/", "mime": "text/html", "status": "200", "length": "9",
            "offset": "0", "filename": "c.warc"}

    def line(fields):
        if form == "cdxj":
            return "a)/ 20250319080618 " + json.dumps(fields) + "\n"
        return " ".join(["a)/", "2025", *(str(fields.get(one, "-")) for one in good)]) + "\n"

    lines = [" CDX N b a m s S V g\n"] * (form == "cdx")
    for value in [*ODD, MISSING]:
        odd = {**good, field: value}
        if value is MISSING:
            del odd[field]
        lines += [line(good), line(odd)]
    lines.append(line(good))
    (tmp_path / "index").write_text("".join(lines), "utf-8", "backslashreplace")
    done = run("read", "index", "last.html", cwd=tmp_path)
    assert b"Traceback" not in done.err
    assert texts(done.out).count("One") > len(ODD) + 1
    assert records(done.out)[-1]["id"] == "last.html"


@pytest.mark.parametrize(("head", "count"), [
    (b"X: " + b"y" * 2_000_000 + b"\r\n", 1), (b"X-%07d: y\r\n" % 1 * 100_000, 1),
    (b"X: " + b"y" * 200_000 + b"\r\n", 2)])
@pytest.mark.parametrize("where", ["head", "http"])
def test_a_record_whose_head_is_too_long_is_named(tmp_path, head, count, where):
    """Up to a megabyte it is read: urls can be data, and sites set thousands of cookies."""
    (tmp_path / "c.warc").write_bytes(response() + response(**{where: head}, text=b"Two")
                                      + response(text=b"Three"))
    done = run("read", "c.warc", cwd=tmp_path)
    assert texts(done.out) == (["One", "Two", "Three"] if count == 2 else ["One", "Three"])
    assert done.err.count(b"\n") == 2 - count and (count == 2 or b"over 1048576 bytes" in done.err)
    assert done.status == 0 and len(records(done.out)) == 3


@pytest.fixture
def parquet():
    """The bytes of a Parquet file of 300 rows in three groups, text not compressed."""
    pyarrow = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    from pyarrow import parquet
    table = pyarrow.table({"url": [f"http://a/{n}" for n in range(300)],
                           "html": [f"<p>Page {n:03}" for n in range(300)], "n": [[1, 2]] * 300})
    file = io.BytesIO()
    parquet.write_table(table, file, compression="none", row_group_size=100, use_dictionary=False)
    return file.getvalue()


def test_a_damaged_row_of_parquet_costs_itself(tmp_path, parquet):
    (tmp_path / "a.parquet").write_bytes(parquet.replace(b"Page 150", b"Pag\xff 150", 1))
    (tmp_path / "last.html").write_bytes(page(7))
    done = run("read", "a.parquet", "last.html", cwd=tmp_path)
    found = [one["html"] for one in records(done.out)[:-1]]
    assert found == [f"<p>Page {n:03}" for n in range(300) if n != 150]
    assert done.status == 2 and done.err.count(b"\n") == 1
    assert done.err.startswith(b"scutch-read: a.parquet: broken Parquet, 1 row lost (")
    assert records(done.out)[-1]["id"] == "last.html"


def test_flipped_bytes_of_parquet_cost_one_line(tmp_path, parquet):
    rng = random.Random(2018)
    names = []
    for number in range(60):
        data = bytearray(parquet)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        names.append(f"{number}.parquet")
        (tmp_path / names[-1]).write_bytes(data)
    (tmp_path / "last.html").write_bytes(page(7))
    done = run("read", *names, "last.html", cwd=tmp_path)
    assert b"Traceback" not in done.err and done.status == 2
    assert all(line.startswith(b"scutch-read: ") for line in done.err.splitlines())
    assert len(done.err.splitlines()) <= len(names)
    assert records(done.out)[-1]["id"] == "last.html"
