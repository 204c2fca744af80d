"""An output file for each input, and how an interrupted run goes on."""
import gzip
import json
import os
import re

import pytest

from utils import PAGE, ROOT, launcher, run, shell

PAGES = {"a.html": PAGE, "b.html": PAGE.replace("Wind", "Sun")}


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


@pytest.mark.parametrize("words, extension", [
    ([], "txt"), (["--format", "markdown"], "md"), (["--format", "dolma"], "jsonl"),
    (["--archive"], "txt"), (["--jobs", "2"], "txt"), (["--format", "lines"], "txt"),
])
def test_each_file_holds_what_a_run_of_its_own_prints(folder, words, extension):
    done = clean(*words, "-o", "out/deep", *PAGES)
    assert done.status == 0
    assert {path.name for path in (folder / "out/deep").iterdir()} == {
        f"{name}.{extension}" for name in PAGES}
    for name in PAGES:
        assert (folder / f"out/deep/{name}.{extension}").read_bytes() == run(
            "clean", *words, name, cwd=folder).out


@pytest.mark.parametrize("words, data", [
    (["a.html", "b.html"], b""), (["--names"], b"a.html\nb.html\n"),
    (["--names"], b"a.html\0b.html\0"),
])
def test_what_is_there_is_not_done_again(folder, words, data):
    (folder / "out").mkdir()
    (folder / "out/a.html.txt").write_text("of an earlier run")
    assert clean("-o", "out", "--skip-existing", *words, data=data).status == 0
    assert (folder / "out/a.html.txt").read_text() == "of an earlier run"
    assert (folder / "out/b.html.txt").read_bytes() == run("clean", "b.html", cwd=folder).out
    assert clean("-o", "out", *words, data=data).status == 0
    assert (folder / "out/a.html.txt").read_bytes() == run("clean", "a.html", cwd=folder).out


def test_a_full_disk_is_that_of_the_file(folder):
    (folder / "long.html").write_text("<p>" + 30_000 * "Wind farms turn. ")
    done = shell(f"ulimit -f 8; {launcher('clean').name} -o out --max 1 long.html", cwd=folder)
    assert done.status == 2
    assert done.err.startswith(b"scutch-clean: out/long.html.txt: File too large\n")


def test_stats_name_the_file(folder):
    *stats, last = map(json.loads, clean("-o", "out", "--stats", *PAGES).err.splitlines())
    assert [(one["file"], one["read"]) for one in stats] == [
        (f"out/{name}.txt", 1) for name in PAGES]
    assert last == {"command": "scutch-clean", "folder": "out", "inputs": 2, "existing": 0}


@pytest.mark.parametrize("words", [[], ["--archive"], ["--jobs", "2"]])
def test_stats_count_what_was_there(folder, words):
    assert clean("-o", "out", *words, "a.html").status == 0
    done = clean("-o", "out", "--skip-existing", "--stats", *words, *PAGES)
    *stats, last = map(json.loads, re.findall("^{.*", done.err.decode(), re.M))
    assert [one["file"] for one in stats] == ["out/b.html.txt"]
    assert last == {"command": "scutch-clean", "folder": "out", "inputs": 1, "existing": 1}
    done = clean("-o", "out", "--skip-existing", "--stats", *words, *PAGES)
    assert json.loads(done.err)["existing"] == 2


def test_standard_input_has_a_name(folder):
    assert clean("-o", "out", data=PAGE.encode()).status == 0
    assert [path.name for path in (folder / "out").iterdir()] == ["stdin.txt"]


def test_a_file_that_cannot_be_read_leaves_nothing_and_the_others_are_done(folder):
    done = clean("-o", "out", "nosuch", "a.html")
    assert (done.status, done.err) == (2, b"scutch-clean: nosuch: No such file or directory\n")
    assert [path.name for path in (folder / "out").iterdir()] == ["a.html.txt"]


@pytest.mark.parametrize("words, status", [
    (["x.jsonl"], 2), (["x.jsonl", "y.jsonl"], 2), (["x.jsonl", "empty.jsonl"], 2),
    (["x.jsonl", "a.html"], 0), (["empty.jsonl"], 0), (["--on-error", "skip", "x.jsonl"], 0),
])
def test_the_run_fails_where_no_file_has_a_good_record(folder, words, status):
    for name in ("x.jsonl", "y.jsonl"):
        (folder / name).write_text("no record\n" * 2)
    (folder / "empty.jsonl").write_text("")
    assert clean("-o", "out", *words).status == status


def test_what_a_failed_run_wrote_is_no_result(folder):
    records = gzip.compress(b'{"html":"<p>One."}\n' * 5_000)
    (folder / "cut.jsonl.gz").write_bytes(records[:len(records) // 2])
    done = clean("--format", "jsonl", "-o", "out", "cut.jsonl.gz")
    assert done.status == 2
    path, = (folder / "out").iterdir()
    assert path.name == "cut.jsonl.gz.jsonl.part" and path.stat().st_size


@pytest.mark.parametrize("words", [[], ["--archive"], ["--jobs", "2"]])
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


def test_two_inputs_of_one_name(folder):
    (folder / "sub").mkdir()
    (folder / "sub/a.html").write_text(PAGES["b.html"])
    done = clean("-o", "out", "a.html", "sub/a.html", "./a.html")
    assert (done.status, done.err) == (
        2, b"scutch-clean: ./a.html: its output would overwrite that of a.html, "
           b"out/a.html.txt: clean it in a run with another -o\n")
    for name in "a.html", "sub/a.html":
        assert (folder / f"out/{name}.txt").read_bytes() == run("clean", name, cwd=folder).out


@pytest.mark.parametrize("words, complaint", [
    (["-o", "taken"], b"taken: File exists"),
    (["-o", "clean.txt"], b"-o takes a folder, which gets one file for each FILE; for a single "
                          b"file use > clean.txt"),
    (["-o", "out/a.jsonl"], b"-o takes a folder, "),
    (["-o", ""], b"-o '': a folder is required"),
    (["--skip-existing"], b"--skip-existing goes with -o"),
    (["-o", "out", "--by", "nosuch"], b"scutch-emit: --by nosuch: no filter before it writes that "
                                      b"score; the scores are charlm, combine\n"),
])
def test_options_that_cannot_be(folder, words, complaint):
    (folder / "taken").write_text("")
    done = clean(*words, "b.html")
    assert done.status == 2
    assert done.err.startswith(b"scutch-clean: " + complaint) and done.err.count(b"\n") == 1


def test_a_run_that_is_refused_leaves_nothing(folder):
    done = clean("-o", "out", "--model", "charlm=nosuch.model", "a.html")
    assert done.status == 2 and not (folder / "out").exists()


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


@pytest.mark.parametrize("words", [[], ["--on-error", "stop"]])
def test_files_share_processes_and_one_that_fails_does_not_stop_the_next(folder, words):
    lines = b'{"html": "<p>One."}\nno line\n{"html": "<p>Two."}\n'
    (folder / "bad.jsonl").write_bytes(lines * 20)
    (folder / "cut.gz").write_bytes(gzip.compress(lines * 2000)[:-9])
    names = ["a.html", "cut.gz", "bad.jsonl", "b.html"]
    one, two = (clean("--jobs", jobs, *words, "-o", jobs, *names) for jobs in "12")
    assert (one.status, one.err) == (two.status, two.err.replace(b"2/", b"1/"))
    found = [{path.name: path.read_bytes() for path in (folder / jobs).iterdir()} for jobs in "12"]
    assert found[0] == found[1] and "a.html.txt" in found[0]


def test_no_output_replaces_an_input(tmp_path):
    for name in "b", "b.txt":
        (tmp_path / name).write_text(PAGE)
    done = run("clean", "-o", ".", "b", "b.txt", cwd=tmp_path)
    assert done.status == 2 and b"b: its output would overwrite an input, ./b.txt" in done.err
    assert (tmp_path / "b.txt").read_text() == PAGE and (tmp_path / "b.txt.txt").read_text()


def test_an_input_given_twice_is_done_once(tmp_path):
    done = run("clean", "-o", "out", "-", "-", data=PAGE.encode(), cwd=tmp_path)
    assert (done.status, done.err) == (0, b"")
    assert b"Farms at sea" in (tmp_path / "out" / "stdin.txt").read_bytes()


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


def test_what_an_ended_run_has_left_is_written_anew(folder):
    (folder / "out").mkdir()
    (folder / "out/a.html.txt.part").write_text("half of it, and longer than all: " * 1_000)
    assert clean("-o", "out", "--skip-existing", "a.html").status == 0
    assert os.listdir("out") == ["a.html.txt"]
    assert (folder / "out/a.html.txt").read_bytes() == run("clean", "a.html", cwd=folder).out


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
