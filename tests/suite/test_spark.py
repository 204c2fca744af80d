"""The recipe for Spark, on a cluster of two executors: what one machine gives, whatever dies."""
import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from crawls import response, warc

import scutch
from utils import ARCHIVES, BIN, ROOT, environment, records, requires, run, shell

pytestmark = [pytest.mark.slow, pytest.mark.java, requires("java"), pytest.mark.skipif(
    not importlib.util.find_spec("pyspark"), reason="pyspark is not installed"), pytest.mark.skipif(
    not ARCHIVES, reason="the extra [warc] is not installed")]
pyarrow = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
from pyarrow import parquet  # noqa: E402

RECIPE = ROOT / "share" / "recipes" / "spark.py"
PAGES = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))
CRAWL = ROOT / "share" / "examples" / "crawl.warc.gz"
# The recipe several times in one session: what starts and ends takes half of the time
SCRIPT = """
import json, runpy, sys
recipe, runs = sys.argv[1], json.loads(sys.argv[2])
for words in runs:
    sys.argv = [recipe, *words]
    runpy.run_path(recipe, run_name="__main__")
"""
FRAME = "<nav><a href=/>Start</a> <a href=/all>All texts of this site</a></nav>"
END = "<p>All texts of this site may be copied by whoever says where they are from, and why.</p>"
SETTINGS = ["spark.ui.enabled=false", "spark.sql.shuffle.partitions=3",
            "spark.driver.extraJavaOptions=-XX:TieredStopAtLevel=1",
            "spark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1"]


def prose():
    """Return the words of the example pages, a text that is kept."""
    return " ".join(scutch.clean(page.read_bytes()) for page in PAGES).split()


def site_pages():
    """Return [(url, timestamp, page)] of sites: with frames, texts alike, and a chain of them."""
    words, rng, pages = prose(), random.Random(0), []
    for number in range(24):
        start = rng.randrange(len(words) - 800)
        pages.append((f"http://site{number % 4}.example/{number}", words[start:start + 300]))
    for number in range(6):       # each is like the next, not like the one after, nor like others
        pages.append((f"http://chain.example/{number}", words[40 * number - 500:][:300]))
    for number in range(0, 24, 3):               # copies, and near copies, on other sites
        copied = list(pages[number][1])
        if number % 2:
            copied[rng.randrange(300)] = "otherwise"
        pages.append((f"http://copies{number % 2}.example/{number}", copied))
    return [(url, f"2025-03-19T08:{number:02}:00Z",
             f"<title>{url}</title><body>{FRAME}<main><p>" + "</p><p>".join(
                 " ".join(text[at:at + 60]) for at in range(0, len(text), 60))
             + f"</p></main>{END}") for number, (url, text) in enumerate(pages)]


@pytest.fixture
def inputs(tmp_path_factory):
    """Return names of files: sites in archives and in JSON lines, a crawl, one that is broken."""
    folder, found = tmp_path_factory.mktemp("inputs"), []
    pages = site_pages()
    random.Random(1).shuffle(pages)
    for number in range(8):
        path = folder / f"part{number}.warc"
        path.write_bytes(b"".join(warc(response(page.encode()), url, WARC_Date=when)
                                  for url, when, page in pages[number::10]))
        found.append(path)
    lines = [json.dumps({"url": url, "timestamp": when, "html": page}) for part in (8, 9)
             for url, when, page in pages[part::10]]
    (folder / "rest.jsonl").write_text("\n".join(["no json", *lines, '{"id": 1, "html": 2}', ""]))
    (folder / "cut.warc.gz").write_bytes(CRAWL.read_bytes()[:20_000])
    return [*map(str, [*found, folder / "rest.jsonl", CRAWL, folder / "cut.warc.gz"])]


def descendants(pid):
    """Return the ids of all processes under one."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:                          # it has ended
            continue
        parents.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found, new = [], [pid]
    while new:
        new = [child for one in new for child in parents.get(one, [])]
        found += new
    return found


def kill_an_executor(pid, out, killed):
    """Kill one of the executors of a Spark once a task has written its part of `out`."""
    while not list(out.glob("_temporary/0/task_*")):
        time.sleep(0.05)
        if (out / "_SUCCESS").exists():
            return
    for one in descendants(pid):
        try:
            if b"CoarseGrainedExecutorBackend" in Path(f"/proc/{one}/cmdline").read_bytes():
                os.kill(one, signal.SIGKILL)
                killed.append(one)
                return
        except OSError:
            continue


@pytest.fixture
def outputs(inputs, tmp_path_factory):
    """Return (folder of outputs, executors killed) of runs on a cluster, one of them disturbed."""
    folder = tmp_path_factory.mktemp("spark")
    script = folder / "runs.py"
    script.write_text(SCRIPT)
    table = folder / "table"
    table.mkdir()
    parquet.write_table(pyarrow.Table.from_pylist(records(run("read", str(CRAWL)).out)),
                        table / "a.parquet")
    listed = folder / "list"
    listed.write_text("".join(f"{name}\n" for name in inputs[:-1])
                      + f"file://{inputs[-1]}\n{folder}/missing.warc\n")
    runs = [["--names", f"{folder}/plain", str(listed)],
            ["--archive", "--dedup", "--partitions", "3", f"{folder}/unique", *inputs],
            ["--parquet", "--format", "json", f"{folder}/json", str(table)]]
    words = [
        "bash", str(Path(importlib.util.find_spec("pyspark").origin).parent / "bin/spark-submit"),
        "--master", "local-cluster[2,1,1024]", *(
            word for setting in SETTINGS for word in ("--conf", setting)),
        str(script), str(RECIPE), json.dumps(runs)]
    env = environment(PYTHONPATH=os.pathsep.join([str(BIN), *filter(None, sys.path)]),
                      PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, env=env, cwd=folder)
        killed = []
        killer = threading.Thread(target=kill_an_executor,
                                  args=(process.pid, folder / "plain", killed), daemon=True)
        killer.start()
        status = process.wait(300)
    assert status == 0, (folder / "log").read_text().partition("Traceback")[2][:5000]
    return folder, killed


def rows(folder):
    return [row for path in sorted(folder.glob("part-*"))
            for row in parquet.read_table(path).to_pylist()]


def counted(found):
    return sorted((str(row["id"]), row["text"]) for row in found)


def the_text_is_that_of_one_machine_though_an_executor_was_killed(inputs, outputs):
    folder, killed = outputs
    assert len(killed) == 1, "in the middle of the run"
    done = run("clean", "--format", "jsonl", *inputs)
    found = [{**row, "id": row["id"].replace(f"file://{inputs[-1]}", inputs[-1])}
             for row in rows(folder / "plain") if "missing" not in row["id"]]
    assert len(found) > 50 and counted(found) == counted(records(done.out))
    assert any(row["id"].startswith(inputs[-1]) for row in found), "a file that breaks off"


def bad_lines_are_kept_and_files_that_cannot_be_read_named(outputs):
    more = {row["id"]: json.loads(row["more"]) for row in rows(outputs[0] / "plain")
            if "errors" in (row["more"] or "")}
    codes = {name.rpartition("/")[2]: one["errors"][0]["code"] for name, one in more.items()}
    assert codes["rest.jsonl:1"] == "bad_line" and codes["missing.warc"] == "unreadable"
    bad = next(one for name, one in more.items() if name.endswith("rest.jsonl:1"))
    assert bad["line"] == "no json"


def hosts_and_duplicates_are_those_of_one_machine(inputs, outputs):
    names = " ".join(f"'{name}'" for name in inputs)
    alone = records(shell(f"scutch-clean --archive --format jsonl {names}").out)
    whole = rows(outputs[0] / "unique.clean")
    assert counted(whole) == counted(alone)
    assert not any("All texts of this site" in row["text"] for row in whole
                   if "site" in row["id"]), "the frame of each site is left out"
    unique = records(shell(f"scutch-clean --archive --format jsonl {names} | scutch-dedup "
                           "| scutch-prune --duplicates").out)
    found = rows(outputs[0] / "unique")
    assert counted(found) == counted(unique)
    chain = sorted(row["id"][-1] for row in found if "chain" in row["id"])
    assert len(found) < len(whole) - 8 and chain == ["0", "2", "4"]


def a_table_of_pages_becomes_json(outputs):
    found = [json.loads(line) for path in (outputs[0] / "json").glob("part-*")
             for line in path.read_text("utf-8").splitlines()]
    assert counted(found) == counted(records(run("clean", "--format", "jsonl", str(CRAWL)).out))


def test_a_cluster_gives_what_one_machine_gives(inputs, outputs):
    """One test, since several would start a cluster in each process of pytest."""
    the_text_is_that_of_one_machine_though_an_executor_was_killed(inputs, outputs)
    bad_lines_are_kept_and_files_that_cannot_be_read_named(outputs)
    hosts_and_duplicates_are_those_of_one_machine(inputs, outputs)
    a_table_of_pages_becomes_json(outputs)
