"""A file of output for each file of a folder, and for each page of an archive."""
import gzip
import io
import json
import os
import re
import subprocess
import sys
from unicodedata import normalize

import pytest

from scutch.filters.edge.outputs import Taken
from scutch.filters.sources.kinds import PAGE_NAME
from utils import BIN, PAGE, ROOT, environment, run, shell

pytestmark = pytest.mark.slow

CRAWL = ROOT / "share" / "examples" / "crawl.warc.gz"
NAMES = ["index.html", "a/index.html", "a/b/index.html", "a/it's one.htm", "a/x:1.html"]
RECORDS = b"".join(json.dumps({"id": name, "url": url, "html": PAGE.replace("Wind", name)}).encode()
                   + b"\n" for name, url in (("One", "http://a.example/\t\x1b\x851"), ("Two", "u"),
                                             ("Three", "u"), ("Four", 4)))


FOLDING = ("import sys\n"
           "sys.path.insert(0, sys.argv.pop(1))\n"
           "from scutch.filters import clean\n"
           "from scutch.filters.edge.outputs import Taken\n"
           "Taken.is_folding = True\n"
           "sys.exit(clean.main())\n")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A mirror, in which the working folder lies beside it."""
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(NAMES):
        (tmp_path / "mirror" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mirror" / name).write_text(PAGE.replace("Wind", f"Wind{number}"))
    (tmp_path / "mirror/a/records.jsonl").write_bytes(RECORDS)
    (tmp_path / "mirror/a/picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return tmp_path


def clean(*args, data=b""):
    done = run("clean", *args, data=data, cwd=os.getcwd())
    assert done.out == b""
    return done


def content(path):
    """Return {name: bytes} of the files in a folder and below."""
    return {str(file.relative_to(path)): file.read_bytes()
            for file in sorted(path.rglob("*")) if file.is_file()}


@pytest.mark.parametrize("words", [
    [], ["--jobs", "2"], ["--archive"], ["--format", "jsonl", "--max-seconds", "9"],
    ["--format", "markdown", "--meta"]])
def test_each_file_of_a_folder_has_one(folder, words):
    assert clean(*words, "-o", "out", "mirror").status == 0
    extension = "jsonl" if "jsonl" in words else "md" if "markdown" in words else "txt"
    wanted = {f"{name}.{extension}": run("clean", *words, f"mirror/{name}", cwd=folder).out
              for name in [*NAMES, "a/records.jsonl"]}
    assert content(folder / "out") == wanted
    assert all(wanted.values())


def test_the_bytes_are_those_of_one_stream(folder):
    whole = run("clean", "--dedup", "mirror", "mirror/a", cwd=folder)
    assert clean("--dedup", "--jobs", "2", "-o", "out", "mirror", "mirror/a").err
    files = content(folder / "out")
    assert sum(map(len, files.values())) == len(whole.out) > 0


def test_equal_names_are_no_error(folder):
    os.symlink("mirror", "other")
    done = clean("-o", "out", "mirror", "other", "mirror/a/index.html", "mirror/a/b/index.html")
    assert (done.status, done.err) == (0, b"")
    files = content(folder / "out")
    assert files["index.html.txt"] == files["other/index.html.txt"]
    assert files["a/b/index.html.txt"] == files["mirror/a/b/index.html.txt"]
    done = clean("-o", "names", "--names", data=b"mirror/index.html\nmirror/a/index.html\n")
    assert (done.status, set(content(folder / "names"))) == (
        0, {"index.html.txt", "mirror/a/index.html.txt"})


def test_a_file_and_one_of_a_folder(folder):
    for name in "x.html", "mirror/x.html", "mirror/mirror/x.html":
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(PAGE.replace("Wind", name))
    done = clean("-o", "out", "x.html", "mirror", "mirror/x.html")
    assert (done.status, done.err) == (0, b"")
    files = content(folder / "out")
    assert all(name.encode() in files[f"{name}.txt"]
               for name in ("x.html", "mirror/x.html", "mirror/mirror/x.html"))


def test_a_folder_given_in_three_ways(folder):
    for number in range(20):
        (folder / f"mirror/{number:02}.html").write_text(PAGE)
    done = clean("-o", "out", "mirror", "./mirror", ".//mirror")
    first, *_, last = done.err.decode().splitlines()
    assert (done.status, done.err.count(b"\n")) == (2, 11)
    assert first.startswith("scutch-clean: .//mirror/00.html: its output would overwrite that of "
                            "./mirror/00.html, out/mirror/00.html.txt: clean it in a run with")
    assert last == "scutch-clean: 16 more outputs not written"
    assert content(folder / "out")["00.html.txt"]


@pytest.mark.parametrize("words", [[], ["--split"], ["--compress", "gz"], ["--jobs", "2"]])
def test_what_is_there_is_not_done_again(folder, words):
    assert clean("-o", "out", *words, "mirror").status == 0
    before = content(folder / "out")
    os.remove(next((folder / "out/a/b").iterdir()))
    done = clean("-o", "out", "--skip-existing", "--stats", *words, "mirror")
    stats, last = map(json.loads, done.err.splitlines())
    assert (stats["read"], last["inputs"], last["existing"]) == (1, 1, len(NAMES))
    assert content(folder / "out") == before


def test_a_page_of_an_archive_gets_a_file_by_its_address(folder):
    pytest.importorskip("warcio", reason="archives need warcio")
    done = clean("--split", "--jobs", "2", "-o", "out", "mirror/a", str(CRAWL))
    assert (done.status, done.err) == (0, b"")
    files = content(folder / "out")
    lines = files.pop("crawl.warc.gz/index.tsv").decode().splitlines()
    whole = run("clean", str(CRAWL)).out
    assert b"".join(files[f"crawl.warc.gz/{line.split(chr(9))[0]}"] for line in lines) == whole
    urls = [json.loads(line).get("url") for line in run(
        "clean", "--format", "jsonl", str(CRAWL)).out.splitlines()]
    assert [line.split("\t")[1] for line in lines] == urls and None not in urls
    names, addresses = zip(*(line.split("\t") for line in
                             files.pop("records.jsonl/index.tsv").decode().splitlines()),
                           strict=True)
    assert addresses == ("http://a.example/ 1", "u", "u", "Four")
    assert names[2] == names[1].replace(".txt", "-2.txt")
    assert b"Three" in files[f"records.jsonl/{names[2]}"]
    assert all(re.fullmatch(r"[0-9a-f]{16}(-2)?\.txt", name) for name in names)
    assert b"Farms" in files["b/index.html.txt"]


def test_what_is_one_page_is_not_split(folder):
    os.rename("mirror/index.html", b"mirror/\xff.html")
    assert clean("--split", "-o", "out", "-", data=PAGE.encode()).status == 0
    done = clean("--split", "--stats", "-o", "out", "mirror", "mirror/a/records.jsonl")
    assert json.loads(done.err.splitlines()[-1])["inputs"] == len(NAMES) + 2
    assert {b"stdin.txt", b"\xff.html.txt"} <= set(os.listdir(b"out"))


@pytest.mark.parametrize("form", ["text", "parquet"])
@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_files_are_compressed(folder, form, kind):
    if form == "parquet":
        assert b"which is compressed" in clean("--compress", kind, "--format", form, "-o", "out",
                                               "mirror").err
        return
    if kind == "zst":
        zstandard = pytest.importorskip("zstandard", reason="zst needs zstandard")
    for words in [], ["--dedup"]:
        for target in "mirror", "mirror/index.html":
            assert clean("--compress", kind, *words, "-o", "out", target).status == 0
    assert clean("-o", "plain", "mirror").status == 0
    for name, data in content(folder / "plain").items():
        packed = (folder / f"out/{name}.{kind}").read_bytes()
        assert data == (gzip.decompress(packed) if kind == "gz" else
                        zstandard.ZstdDecompressor().stream_reader(io.BytesIO(packed)).read())


def test_parquet_is_a_file_for_each(folder):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra [parquet] is not installed")
    assert clean("--format", "parquet", "-o", "out", "mirror").status == 0
    assert parquet.read_table("out/a/records.jsonl.parquet").num_rows == 4
    assert parquet.read_table("out/a/b/index.html.parquet").num_rows == 1


# ------------------------------------------------------------------ what fails

@pytest.mark.parametrize("words", [[], ["--jobs", "2"], ["--on-error", "skip"], ["--dedup"]])
def test_one_file_that_breaks_off_is_incomplete_alone(folder, words):
    whole = gzip.compress(RECORDS * 99)
    (folder / "mirror/a/cut.jsonl.gz").write_bytes(whole[:len(whole) // 2])
    (folder / "mirror/a/page.html.gz").write_bytes(gzip.compress(PAGE.encode())[:-9])
    done = clean(*words, "-o", "out", "mirror")
    assert done.status == 2
    assert b"out/a/cut.jsonl.gz.txt.part: incomplete output\n" in done.err
    files = content(folder / "out")
    assert {name for name in files if "part" in name or "gz" in name} == {"a/cut.jsonl.gz.txt.part"}
    assert "--dedup" in words or len(files) == len(NAMES) + 2


def test_a_full_disk_leaves_one_incomplete(folder):
    (folder / "mirror/a/long.html").write_text("<p>" + 30_000 * "Wind farms turn. ")
    done = shell("ulimit -f 8; scutch-clean -o out --max 1 mirror", cwd=folder)
    assert done.status == 2
    assert b"scutch-clean: out/a/long.html.txt: File too large\n" in done.err
    files = content(folder / "out")
    assert "a/long.html.txt" not in files and "a/index.html.txt" in files


def test_the_output_does_not_lie_in_the_input(folder):
    for target in "mirror", "mirror/out", "./mirror/a/..":
        done = clean("-o", target, "mirror")
        assert done.status == 2 and done.err.endswith(b"would lie in it: give another folder to "
                                                      b"-o\n")
    assert not list((folder / "mirror").rglob("*.txt"))
    assert clean("-o", "mirror-2", "mirror").status == 0


@pytest.mark.parametrize("twins", [("Index.html", "index.html"), ("\xe9.html", "e\u0301.html")])
def test_names_that_a_file_system_does_not_tell_apart(folder, monkeypatch, twins):
    """As on macOS: the second page gets another name, or is refused."""
    def folded(*words):
        return subprocess.run([sys.executable, "-c", FOLDING, BIN, *words], capture_output=True,
                              env=environment(), timeout=60)
    for name in twins:
        (folder / "mirror" / name).write_text(PAGE.replace("Wind", f"Wind {twins.index(name)}"))
    done = folded("-o", "out", "mirror")
    assert (done.returncode, done.stderr) == (0, b"")
    files = content(folder / "out")
    names = {normalize("NFD", name).casefold() for name in files}
    assert len(names) == len(files) == len({*NAMES, *twins}) + 1
    text = b"".join(files.values())
    assert b"Wind 0" in text and b"Wind 1" in text
    monkeypatch.chdir("mirror")
    done = folded("-o", "../flat", *twins)
    assert (done.returncode, len(content(folder / "flat"))) == (2, 1)
    assert done.stderr.startswith(
        f"scutch-clean: {twins[1]}: its output would overwrite that of {twins[0]}".encode())


def test_names_that_differ_in_case(folder):
    (folder / "mirror/INDEX.html").write_text(PAGE)
    clean("-o", "out", "mirror")
    wanted = {"INDEX.html.txt", "index.html.txt"}
    assert Taken("out").is_folding or wanted <= set(os.listdir("out"))
    assert "a" not in {name[0] for name in os.listdir("out") if os.path.isfile(f"out/{name}")}


def test_odd_names(folder):
    long = "n" * 246 + ".html"
    names = [b"new\nline.html", b"\xff.html", b"index.html.txt", long.encode()]
    for name in names[:2] + names[3:]:
        with open(os.path.join(b"mirror", name), "w") as file:
            file.write(PAGE)
    (folder / "mirror/index.html.txt").mkdir()
    (folder / "mirror/index.html.txt/c.html").write_text(PAGE)
    (folder / "out/a").mkdir(parents=True)
    os.symlink("../../stolen", "out/a/index.html.txt.part")
    done = clean("-o", "out", "mirror")
    assert done.status == 2
    said = done.err.decode("utf-8", "surrogateescape")
    assert "out/a/index.html.txt.part: a link, or no file: remove it" in said
    assert f"{long}.txt.part: File name too long" in said
    assert "out/index.html.txt" in said and said.count("\n") == 3
    assert not os.path.exists("stolen")
    assert {b"new\nline.html.txt", b"\xff.html.txt"} <= set(os.listdir(b"out"))


def test_a_page_beside_a_folder_of_the_name_of_its_output(folder):
    """It alone is not written, with --skip-existing, too."""
    (folder / "old/z.html.txt").mkdir(parents=True)
    (folder / "old/z.html.txt/c.html").write_text(PAGE)
    (folder / "mirror/z.html").write_text(PAGE)
    (folder / "mirror/zz.html").write_text(PAGE)
    for more in [], ["--skip-existing"]:
        done = clean("-o", "out", *more, "old", "mirror")
        assert (done.status, done.err) == (
            2, b"scutch-clean: out/z.html.txt: it is a folder: give another folder to -o\n")
        assert {"z.html.txt/c.html.txt", "zz.html.txt"} <= set(content(folder / "out"))
        assert not list((folder / "out").rglob("*.part"))


def test_a_name_as_that_of_a_line_is_another_file(folder):
    (folder / "mirror/a/records.jsonl:2").write_text(PAGE.replace("Wind", "Ship"))
    assert PAGE_NAME.search("x.html") and clean("-o", "out", "mirror").status == 0
    files = content(folder / "out")
    assert b"Two" in files["a/records.jsonl.txt"] and b"Ship" not in files["a/records.jsonl.txt"]
    assert b"Ship" in files["a/records.jsonl:2.txt"]


@pytest.mark.parametrize("words", [["--split"], ["--compress", "gz"]])
def test_options_that_need_a_folder(folder, words):
    done = clean(*words, "mirror")
    assert done.status == 2 and done.err.endswith(b" goes with -o\n")
