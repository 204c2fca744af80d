"""A file of output for each input, for each file of a folder, and for each page of an archive."""
import gzip
import io
import json
import os
import random
import re
import subprocess
import sys
from unicodedata import normalize

import pytest

from utils import BIN, PAGE, ROOT, environment, lines, records, run, same_as_the_pipe, shell

pytestmark = pytest.mark.slow

PAGES = {"a.html": PAGE, "b.html": PAGE.replace("Wind", "Sun")}
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
    monkeypatch.chdir(tmp_path)
    for name, page in PAGES.items():
        (tmp_path / name).write_text(page)
    return tmp_path


def clean(*args, data=b""):
    """Return what scutch-clean did in this folder; nothing goes to standard output."""
    done = run("clean", *args, data=data, cwd=os.getcwd())
    assert done.out == b""
    return done


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    """A mirror, in which the working folder lies beside it."""
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(NAMES):
        (tmp_path / "mirror" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mirror" / name).write_text(PAGE.replace("Wind", f"Wind{number}"))
    (tmp_path / "mirror/a/records.jsonl").write_bytes(RECORDS)
    (tmp_path / "mirror/a/picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return tmp_path


def content(path):
    """Return {name: bytes} of the files in a folder and below."""
    return {str(file.relative_to(path)): file.read_bytes()
            for file in sorted(path.rglob("*")) if file.is_file()}


@pytest.mark.parametrize("words", [[], ["--jobs", "2"]])
def test_an_input_that_breaks_off_is_not_taken_as_done(folder, words):
    whole = (ROOT / "share/examples/crawl.warc.gz").read_bytes()
    (folder / "cut.warc.gz").write_bytes(whole[:30_000])
    (folder / "cut.html.gz").write_bytes(gzip.compress(PAGE.encode())[:-9])
    for _ in range(2):
        done = clean("-o", "out", "--skip-existing", *words, "cut.warc.gz", "cut.html.gz")
        assert done.status == 2
        assert [path.name for path in (folder / "out").iterdir()] == ["cut.warc.gz.txt.part"]
    assert b"scutch-clean: out/cut.warc.gz.txt.part: incomplete output\n" in done.err
    assert (folder / "out/cut.warc.gz.txt.part").read_bytes() == run(
        "clean", *words, "cut.warc.gz", cwd=folder).out != b""


def test_what_another_run_is_writing_is_left_alone(folder):
    fcntl = pytest.importorskip("fcntl", reason="locks of files are those of Unix")
    (folder / "out").mkdir()
    with open(folder / "out/a.html.txt.part", "ab") as other:
        other.write(b"of another run")
        other.flush()
        fcntl.flock(other, fcntl.LOCK_EX)
        done = clean("-o", "out", *PAGES)
        assert done.status == 2
        assert done.err == b"scutch-clean: out/a.html.txt.part: another run is writing it\n"
        assert (folder / "out/a.html.txt.part").read_bytes() == b"of another run"
    assert (folder / "out/b.html.txt").read_bytes() == run("clean", "b.html", cwd=folder).out
    assert clean("-o", "out", *PAGES).status == 0       # what a dead run has left is written anew
    assert (folder / "out/a.html.txt").read_bytes() == run("clean", "a.html", cwd=folder).out


def test_files_share_processes_and_one_that_fails_does_not_stop_the_next(folder):
    lines = b'{"html": "<p>One."}\nno line\n{"html": "<p>Two."}\n'
    (folder / "bad.jsonl").write_bytes(lines * 20)
    (folder / "cut.gz").write_bytes(gzip.compress(lines * 300)[:-9])
    names = ["a.html", "cut.gz", "bad.jsonl", "b.html"]
    one, two = (clean("--jobs", jobs, "--on-error", "stop", "-o", jobs, *names) for jobs in "12")
    assert (one.status, one.err) == (two.status, two.err.replace(b"2/", b"1/"))
    found = [{path.name: path.read_bytes() for path in (folder / jobs).iterdir()} for jobs in "12"]
    assert found[0] == found[1] and "a.html.txt" in found[0]


def test_a_folder_where_an_output_belongs(folder):
    """It is no output of an earlier run, and the other inputs are done."""
    (folder / "out/a.html.txt").mkdir(parents=True)
    for more in [], ["--skip-existing"]:
        done = clean("-o", "out", *more, "a.html", "b.html")
        assert (done.status, done.err) == (
            2, b"scutch-clean: out/a.html.txt: it is a folder: give another folder to -o\n")
        assert sorted(os.listdir("out")) == ["a.html.txt", "b.html.txt"]


def test_no_file_elsewhere_is_written_through_a_link(folder):
    """Neither through the name of the output nor through that of the file on the way to it."""
    (folder / "out").mkdir()
    for name in "one", "two", "three":
        (folder / name).write_text("of somebody else")
    os.symlink("../one", "out/a.html.txt.part")
    os.symlink("../two", "out/b.html.txt")
    os.symlink("../nosuch", "out/c.html.txt.part")
    os.link("three", "out/d.html.txt.part")
    os.mkfifo("out/e.html.txt.part")
    os.mkdir("out/f.html.txt.part")
    for name in "cdef":
        (folder / f"{name}.html").write_text(PAGE)
    done = clean("-o", "out", "b.html", *(f"{name}.html" for name in "acdef"))
    assert done.status == 2
    assert done.err.decode().splitlines() == [
        f"scutch-clean: out/{name}.html.txt.part: a link, or no file: remove it"
        for name in "acdef"]
    for name in "one", "two", "three":
        assert (folder / name).read_text() == "of somebody else"
    assert not (folder / "nosuch").exists()
    assert not os.path.islink("out/b.html.txt")
    assert (folder / "out/b.html.txt").read_bytes() == run("clean", "b.html", cwd=folder).out


@pytest.mark.parametrize("words", [["."], ["a.html", "mirror/a.html"], ["--split", "."]])
def test_no_file_is_written_through_a_linked_folder(folder, words):
    for name in "in", "in/mirror", "out", "elsewhere":
        (folder / name).mkdir()
    for name in "a.html", "mirror/a.html":
        (folder / "in" / name).write_text(PAGE)
    os.symlink("../elsewhere", "out/mirror")
    done = run("clean", "-o", "../out", *words, cwd=folder / "in")
    assert done.status == 2 and b"outside of ../out, by a link: remove that" in done.err
    assert (os.listdir("elsewhere"), os.path.exists("out/a.html.txt")) == ([], True)


@pytest.mark.skipif(os.name != "posix", reason="a folder in use cannot be removed")
def test_a_folder_that_is_removed(folder):
    done = shell("mkdir gone && cd gone && rmdir ../gone && scutch-clean -o . ../a.html",
                 cwd=folder)
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)
    whole = f"mkdir gone && cd gone && rmdir ../gone && scutch-clean -o {folder}/out"
    done = shell(f"{whole} {folder}/a.html", cwd=folder)
    assert (done.status, done.err) == (0, b"") and os.listdir("out") == ["a.html.txt"]


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="no /proc here")
def test_a_folder_in_which_no_file_can_be_made(folder):
    """The system says that there is no such file, though the folder is there."""
    done = clean("-o", "/proc", "a.html")
    assert done.status == 2
    assert done.err == b"scutch-clean: /proc/a.html.txt.part: no file can be made there\n"


@pytest.mark.parametrize("words", [
    ["--jobs", "2"], ["--archive"], ["--format", "jsonl", "--max-seconds", "9"],
    ["--format", "markdown"]])
def test_each_file_of_a_folder_has_one(mirror, words):
    assert clean(*words, "-o", "out", "mirror").status == 0
    extension = {"jsonl": "jsonl", "markdown": "md"}.get(words[1] if words[1:] else "", "txt")
    wanted = {f"{name}.{extension}": run("clean", *words, f"mirror/{name}", cwd=mirror).out
              for name in [*NAMES, "a/records.jsonl"]}
    assert content(mirror / "out") == wanted
    assert all(wanted.values())


def test_the_bytes_are_those_of_one_stream(mirror):
    whole = run("clean", "--dedup", "mirror", "mirror/a", cwd=mirror)
    assert clean("--dedup", "--jobs", "2", "-o", "out", "mirror", "mirror/a").err
    files = content(mirror / "out")
    assert sum(map(len, files.values())) == len(whole.out) > 0


def test_equal_names_are_no_error(mirror):
    os.symlink("mirror", "other")
    done = clean("-o", "out", "mirror", "other", "mirror/a/index.html", "mirror/a/b/index.html")
    assert (done.status, done.err) == (0, b"")
    files = content(mirror / "out")
    assert files["index.html.txt"] == files["other/index.html.txt"]
    assert files["a/b/index.html.txt"] == files["mirror/a/b/index.html.txt"]
    done = clean("-o", "names", "--names", data=b"mirror/index.html\nmirror/a/index.html\n")
    assert (done.status, set(content(mirror / "names"))) == (
        0, {"index.html.txt", "mirror/a/index.html.txt"})


def test_a_folder_given_in_three_ways(mirror):
    for number in range(20):
        (mirror / f"mirror/{number:02}.html").write_text(PAGE)
    done = clean("-o", "out", "mirror", "./mirror", ".//mirror")
    first, *_, last = done.err.decode().splitlines()
    assert (done.status, done.err.count(b"\n")) == (2, 11)
    assert first.startswith("scutch-clean: .//mirror/00.html: its output would overwrite that of "
                            "./mirror/00.html, out/mirror/00.html.txt: clean it in a run with")
    assert last == "scutch-clean: 16 more outputs not written"
    assert content(mirror / "out")["00.html.txt"]


@pytest.mark.parametrize("words", [["--split"], ["--compress", "gz", "--jobs", "2"]])
def test_of_a_folder_what_is_there_is_not_done_again(mirror, words):
    assert clean("-o", "out", *words, "mirror").status == 0
    before = content(mirror / "out")
    os.remove(next((mirror / "out/a/b").iterdir()))
    done = clean("-o", "out", "--skip-existing", "--stats", *words, "mirror")
    stats, last = map(json.loads, done.err.splitlines())
    assert (stats["read"], last["inputs"], last["existing"]) == (1, 1, len(NAMES))
    assert content(mirror / "out") == before


def test_a_page_of_an_archive_gets_a_file_by_its_address(mirror):
    pytest.importorskip("warcio", reason="archives need warcio")
    done = clean("--split", "--jobs", "2", "-o", "out", "mirror/a", str(CRAWL))
    assert (done.status, done.err) == (0, b"")
    files = content(mirror / "out")
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


def test_what_is_one_page_is_not_split(mirror):
    os.rename("mirror/index.html", b"mirror/\xff.html")
    assert clean("--split", "-o", "out", "-", data=PAGE.encode()).status == 0
    done = clean("--split", "--stats", "-o", "out", "mirror", "mirror/a/records.jsonl")
    assert json.loads(done.err.splitlines()[-1])["inputs"] == len(NAMES) + 2
    assert {b"stdin.txt", b"\xff.html.txt"} <= set(os.listdir(b"out"))


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_files_are_compressed(mirror, kind):
    if kind == "zst":
        zstandard = pytest.importorskip("zstandard", reason="zst needs zstandard")
    for words in [], ["--dedup"]:
        for target in "mirror", "mirror/index.html":
            assert clean("--compress", kind, *words, "-o", "out", target).status == 0
    assert clean("-o", "plain", "mirror").status == 0
    for name, data in content(mirror / "plain").items():
        packed = (mirror / f"out/{name}.{kind}").read_bytes()
        assert data == (gzip.decompress(packed) if kind == "gz" else
                        zstandard.ZstdDecompressor().stream_reader(io.BytesIO(packed)).read())


def test_parquet_is_a_file_for_each(mirror):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra [parquet] is not installed")
    assert clean("--format", "parquet", "-o", "out", "mirror").status == 0
    assert parquet.read_table("out/a/records.jsonl.parquet").num_rows == 4
    assert parquet.read_table("out/a/b/index.html.parquet").num_rows == 1


def test_a_full_disk_leaves_one_incomplete(mirror):
    (mirror / "mirror/a/long.html").write_text("<p>" + 30_000 * "Wind farms turn. ")
    done = shell("ulimit -f 8; scutch-clean -o out --max 1 mirror", cwd=mirror)
    assert done.status == 2
    assert b"scutch-clean: out/a/long.html.txt: File too large\n" in done.err
    files = content(mirror / "out")
    assert "a/long.html.txt" not in files and "a/index.html.txt" in files


@pytest.mark.parametrize("twins", [("\xe9.html", "e\u0301.html"), pytest.param(
    ("Index.html", "index.html"), marks=pytest.mark.long)])
def test_names_that_a_file_system_does_not_tell_apart(mirror, monkeypatch, twins):
    """As on macOS: the second page gets another name, or is refused."""
    def folded(*words):
        return subprocess.run([sys.executable, "-c", FOLDING, BIN, *words], capture_output=True,
                              env=environment(), timeout=60)
    for name in twins:
        (mirror / "mirror" / name).write_text(PAGE.replace("Wind", f"Wind {twins.index(name)}"))
    done = folded("-o", "out", "mirror")
    assert (done.returncode, done.stderr) == (0, b"")
    files = content(mirror / "out")
    names = {normalize("NFD", name).casefold() for name in files}
    assert len(names) == len(files) == len({*NAMES, *twins}) + 1
    text = b"".join(files.values())
    assert b"Wind 0" in text and b"Wind 1" in text
    monkeypatch.chdir("mirror")
    done = folded("-o", "../flat", *twins)
    assert (done.returncode, len(content(mirror / "flat"))) == (2, 1)
    assert done.stderr.startswith(
        f"scutch-clean: {twins[1]}: its output would overwrite that of {twins[0]}".encode())


def test_odd_names(mirror):
    long = "n" * 246 + ".html"
    names = [b"new\nline.html", b"\xff.html", b"index.html.txt", long.encode()]
    for name in names[:2] + names[3:]:
        with open(os.path.join(b"mirror", name), "w") as file:
            file.write(PAGE)
    (mirror / "mirror/index.html.txt").mkdir()
    (mirror / "mirror/index.html.txt/c.html").write_text(PAGE)
    (mirror / "out/a").mkdir(parents=True)
    os.symlink("../../stolen", "out/a/index.html.txt.part")
    done = clean("-o", "out", "mirror")
    assert done.status == 2
    said = done.err.decode("utf-8", "surrogateescape")
    assert "out/a/index.html.txt.part: a link, or no file: remove it" in said
    assert f"{long}.txt.part: File name too long" in said
    assert "out/index.html.txt" in said and said.count("\n") == 3
    assert not os.path.exists("stolen")
    assert {b"new\nline.html.txt", b"\xff.html.txt"} <= set(os.listdir(b"out"))


def test_a_name_as_that_of_a_line_is_another_file(mirror):
    (mirror / "mirror/a/records.jsonl:2").write_text(PAGE.replace("Wind", "Ship"))
    assert clean("-o", "out", "mirror").status == 0
    files = content(mirror / "out")
    assert b"Two" in files["a/records.jsonl.txt"] and b"Ship" not in files["a/records.jsonl.txt"]
    assert b"Ship" in files["a/records.jsonl:2.txt"]


# ---------- output that waits for duplicates: in one process, in many, and in a file for each input

ALIKE = [{"id": f"p{number}", "lang": "en", "html": "<title>A</title>" + "".join(
    f"<p>The {word} of the old mill and the wheel that it had were sold in the year {word}.</p>"
    for word in f"{number % 4} oak elm ash {number % 3 * 'yew '}".split(" "))}
    for number in range(12)]


@pytest.mark.parametrize("options", [
    "", "--format jsonl --quality --meta", "--archive --format dolma",
    *(pytest.param(options, marks=pytest.mark.long) for options in (
        "--on-error skip --format jsonl", "--format vrt",
        "--max-quality 0.0001 --format tsv", "--min-f 0.99", "--keep a-b"))])
def test_output_that_waits_is_that_of_the_pipe(options, tmp_path):
    (tmp_path / "pages").write_bytes(lines(ALIKE[:8]) + b'{"id":"empty"}\nno json\n'
                                     + lines(ALIKE[8:]))
    done = same_as_the_pipe(f"--dedup {options} pages", tmp_path)
    assert done.status == 0 and b"like another" in done.err
    again = shell(f"scutch-clean --dedup {options} --dropped dropped pages", cwd=tmp_path)
    assert again.out == done.out, "with the records that are kept for --dropped, too"
    rules = [one["doc"]["dropped"]["rule"] for one in records((tmp_path / "dropped").read_bytes())]
    assert f"{rules.count('duplicates')} like another".encode() in again.err


def test_output_that_waits_is_marked_as_records_are(tmp_path):
    generator = random.Random(1)
    words = [f"w{number}" for number in range(90)]
    texts = [{"id": f"d{number}", "text": " ".join([*words, *generator.choices(words, k=15)])}
             for number in range(50)]
    (tmp_path / "a").write_bytes(lines(texts))
    shell("scutch-clean --dedup --max 1 --dropped dropped a", cwd=tmp_path)
    dropped = records((tmp_path / "dropped").read_bytes())
    chain = run("chain", "html2text, segment, charlm, combine, dedup", data=lines(texts))
    wanted = {
        page["id"]: page["doc"] for page in records(chain.out) if "duplicate_of" in page["doc"]}
    assert wanted and {page["id"]: (page["doc"]["duplicate_of"], page["doc"]["similarity"])
                       for page in dropped} == {
        name: (doc["duplicate_of"], doc["similarity"]) for name, doc in wanted.items()}


@pytest.mark.parametrize("options", [
    "--archive", "--format vrt --on-error stop",
    *(pytest.param(options, marks=pytest.mark.long) for options in (
        "", "--format parquet",
        "--format jsonl --quality --meta", "--on-error skip",
        "--max-quality 0.0001 --format tsv"))])
def test_many_processes_and_files_hold_the_same(options, tmp_path):
    """Duplicates are those of all files; each file has what is left of its own."""
    if "parquet" in options:
        pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    for name, part in ("a", ALIKE[:5]), ("b", ALIKE[5:8]), ("c", ALIKE[8:]):
        (tmp_path / name).write_bytes(lines(part) + b'{"id":"empty"}\nno json\n')
    clean = f"scutch-clean --dedup {options}"
    whole = shell(f"{clean} a b c", cwd=tmp_path)
    jobs = {} if options == "--archive" else {"1": "--max-seconds 9", "2": "--jobs 2"}
    for number, more in jobs.items():
        done = shell(f"{clean} {more} --dropped {number} a b c", cwd=tmp_path)
        assert (done.out, done.err, done.status) == (whole.out, whole.err, whole.status)
    assert not jobs or (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    for number, more in {"one": "", **jobs}.items():
        done = shell(f"{clean} {more} -o {number}.out a b c", cwd=tmp_path)
        assert (done.status, done.out) == (whole.status, b"")
        folder = tmp_path / f"{number}.out"
        paths = sorted(folder.iterdir())
        assert [path.name[0] for path in paths] == ["a", "b", "c"][:1 if done.status else 3]
        if "parquet" in options:
            from pyarrow import parquet
            assert sum(parquet.read_table(path).num_rows for path in paths) == (
                whole_rows := parquet.read_table(io.BytesIO(whole.out)).num_rows) > 0
            assert whole_rows < len(ALIKE) + 6
        else:
            assert b"".join(path.read_bytes() for path in paths) == whole.out


def test_each_file_says_what_its_own_hosts_lack(tmp_path):
    (tmp_path / "a").write_bytes(lines(ALIKE[:2]))
    (tmp_path / "b").write_bytes(lines([{**page, "url": "http://a.example"} for page in ALIKE]))
    done = shell("scutch-clean --dedup --archive -o out a b", cwd=tmp_path)
    assert done.err.startswith(b'scutch-clean: 2 of 2 pages not compared: no host in "url"; ')
    assert done.err.count(b"not compared") == 1


def test_a_file_that_breaks_off_is_no_result_where_output_waits(tmp_path):
    (tmp_path / "a").write_bytes(lines(ALIKE[:6]))
    (tmp_path / "cut.gz").write_bytes(gzip.compress(lines(ALIKE[6:] * 300))[:-9])
    done = shell("scutch-clean --dedup --format jsonl -o out --stats a nosuch cut.gz",
                 cwd=tmp_path)
    assert done.status == 2 and b"nosuch: No such file" in done.err
    assert sorted(os.listdir(tmp_path / "out")) == ["a.jsonl", "cut.gz.jsonl.part"]
    stats = [json.loads(line) for line in done.err.splitlines() if line.startswith(b"{")]
    assert [one["read"] - one["left_out"] for one in stats[:-1]] == [
        one["written"] for one in stats[:-1]]
    assert b"cut.gz.jsonl.part: incomplete output" in done.err
