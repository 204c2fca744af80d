#!/usr/bin/env python3
"""Measure what several processes cost over one, and how many of them one parent feeds.

usage: scale.py [--rounds N] [--pages N] [--spark TIMES] GOLD_DIR...

From each gold folder --pages pages are drawn with a fixed seed and written twice: as JSON lines
with "html", and as web archives, a gzip member for each page. scutch-clean reads them in one
process, with --jobs 2, and in two processes of GNU parallel: of JSON lines half in each, of
archives one after the other. Runs take turns; seconds are CPU time of all processes, with
start-up, medians of the rounds. The overhead is the median, over the rounds, of a run's CPU time to
that of one process.

--spark cleans the archives TIMES over, once in one process and once by share/recipes/spark.py with
two executors. Both figures are without start-up, that of a run on as many files of one page.

"parent" is CPU time of the process that reads and writes, less that of a run on one page of a word;
its peak memory is its own. "!" marks a figure that misses its budget.
"""
import argparse
import gzip
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import NamedTuple

from common import A_WORD, ROOT, command, environment, paths_of, versions, write_pages

PACKAGES = ["numpy", "orjson", "selectolax", "warcio"]
ARCHIVES = 4             # that the pages are divided among
BLOCK = "-1"             # of GNU parallel: as many as processes
SAMPLED = 0.02           # seconds between two looks at the parent's memory
MOST_OVERHEAD = 1.08     # of --jobs 2 to one process
MOST_PARENT = 0.15       # ms a page, of JSON lines
LOOKED = 0.2             # between two looks at all processes of Spark
CLUSTER = ["--master", "local-cluster[2,1,1024]", "--conf", "spark.ui.enabled=false"]
PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.M)


class Cost(NamedTuple):
    """CPU seconds of a run and all its processes, of its first one alone, and MB of that one."""

    cpu: float
    parent: float
    megabytes: float


def cost(words):
    """Return the Cost of a command; if its status is not 0, end with its name."""
    with open(os.devnull, "wb") as out:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, env=environment())
    own, peak = Path(f"/proc/{process.pid}"), 0
    while not os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
        if found := PEAK.search((own / "status").read_text()):
            peak = int(found[1])
        time.sleep(SAMPLED)
    parent = int((own / "schedstat").read_text().split()[0]) / 1e9
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{shlex.join(words[1:])} ended with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, parent, peak / 1024)


def cost_of_tree(words):
    """Return the CPU seconds of a command and all below it, as each showed when it last was seen.

    What a process of Spark used is not told to its parent, since Spark kills it in the end.
    """
    seen, process = {}, subprocess.Popen(words, stdin=subprocess.DEVNULL,
                                         stdout=subprocess.DEVNULL, env=environment())
    while process.poll() is None:
        below = {process.pid}
        for parent, pid, seconds in sorted(running(), key=lambda one: one[1]):
            if parent in below or pid in below or pid in seen:
                below.add(pid)
                seen[pid] = seconds
        time.sleep(LOOKED)
    if process.returncode:
        raise SystemExit(f"{shlex.join(words)} ended with {process.returncode}")
    return sum(seen.values())


def running():
    """Yield (parent, id, CPU seconds) of each process."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:                  # it has ended
            continue
        yield int(fields[1]), int(path.parent.name), (
            int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def archived(lines):
    """Return the bytes of an archive of the pages of JSON lines."""
    members = []
    for line in lines:
        page = json.loads(line)
        body = page["html"].encode("utf-8", "replace")
        content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
        head = ("WARC/1.0\r\nWARC-Type: response\r\n"
                f"WARC-Target-URI: http://example.org/{page['id']}\r\n"
                "WARC-Date: 2025-03-19T08:06:18Z\r\n"
                "Content-Type: application/http; msgtype=response\r\n"
                f"Content-Length: {len(content)}\r\n\r\n")
        members.append(gzip.compress(head.encode() + content + b"\r\n\r\n", mtime=0))
    return b"".join(members)


def written(paths, folder):
    """Write the pages as JSON lines and as archives; return {what it is: names of the files}."""
    pages = folder / "pages.jsonl"
    write_pages(paths, pages)
    lines = pages.read_bytes().splitlines()
    names = []
    for number in range(ARCHIVES):
        names.append(folder / f"{number}.warc.gz")
        names[-1].write_bytes(archived(lines[number::ARCHIVES]))
    return {"JSON lines": [pages], "WARC, gzip": names}


def ways(files, of_archives):
    """Return {name: words of the command} for the files."""
    found = {"one process": command("clean", *files),
             "--jobs 2": command("clean", "--jobs", "2", *files)}
    if shutil.which("parallel"):
        alone = shlex.join(command("clean"))
        found["GNU parallel, two"] = (
            ["parallel", "--keep-order", "--jobs", "2", alone, ":::", *map(str, files)]
            if of_archives else ["parallel", "--pipepart", "--keep-order", "--jobs", "2", "--block",
                                 BLOCK, "-a", str(files[0]), alone])
    return found


def table(kind, files, word, count, rounds):
    """Print the rows of one kind of input. word: a file of that kind with one page of a word."""
    commands = ways(files, len(files) > 1)
    idle = ways([word], len(files) > 1)
    cost(idle["one process"])              # which compiles the modules
    found = {name: [] for name in commands}
    starts = {name: [] for name in commands}
    for _ in range(rounds):
        for name, words in commands.items():
            found[name].append(cost(words))
            starts[name].append(cost(idle[name]))
    one = found["one process"]
    page, parent = (
        1000 * (median(getattr(run, what) for run in found[name])
                - median(getattr(run, what) for run in starts[name])) / count
        for name, what in (("one process", "cpu"), ("--jobs 2", "parent")))
    size = sum(map(os.path.getsize, files)) / count / 1000
    print(f"{kind}: {count} pages, {size:.0f} KB each on average, {rounds} rounds\n")
    print(f"{'':20}{'CPU s':>8}{'pages/CPU s':>13}{'overhead':>10}{'':16}{'parent ms/page':>15}"
          f"{'parent MB':>11}")
    for name, costs in found.items():
        ratios = sorted(run.cpu / alone.cpu for run, alone in zip(costs, one, strict=True))
        cpu = median(run.cpu for run in costs)
        row = f"{name:20}{cpu:8.2f}{count / cpu:13.0f}"
        if name != "one process":
            late = name == "--jobs 2" and median(ratios) > MOST_OVERHEAD
            row += (f"{100 * median(ratios) - 100:8.1f} %{'!' if late else ' '}"
                    f"({100 * ratios[0] - 100:5.1f} to{100 * ratios[-1] - 100:5.1f})")
        if name == "--jobs 2":
            late = kind == "JSON lines" and parent > MOST_PARENT
            row += (f"{parent:13.2f}{'!' if late else ' '}"
                    f"{median(run.megabytes for run in costs):12.0f}")
        print(row, flush=True)
    print(f"\na page takes {page:.2f} ms, without start-up, the parent of --jobs {parent:.2f} ms: "
          f"it feeds {page:.2f} / {parent:.2f} = {page / parent:.0f} processes")


def show_spark(files, word, count, times, folder):
    """Print what a page takes in one process and in Spark, on the archives `times` over."""
    many = [folder / f"many{number}.warc.gz" for number in range(len(files))]
    words = [folder / f"word{number}.warc.gz" for number in range(len(files))]
    for path, copy, single in zip(files, many, words, strict=True):
        copy.write_bytes(path.read_bytes() * times)
        single.write_bytes(word.read_bytes())
    one, spark = (
        1000 * (cost_of_tree(made(many)) - cost_of_tree(made(words))) / count / times
        for made in (lambda names: command("clean", "--format", "parquet", *names),
                     lambda names: spark_command(folder / "spark", names)))
    print(f"\nSpark, local-cluster[2,1,1024]: {count * times} pages, once\n\none process takes "
          f"{one:.2f} ms a page, without start-up, two executors {spark:.2f}: "
          f"{1000 / spark:.0f} pages/CPU s, overhead {100 * spark / one - 100:.1f} %")


def spark_command(out, names):
    """Return the words that clean archives by the recipe, on two executors."""
    submit = Path(find_spec("pyspark").origin).parent / "bin" / "spark-submit"
    words = shlex.join(["bash", str(submit), *CLUSTER, str(ROOT / "share/recipes/spark.py"),
                        str(out), *map(str, names)])
    path = os.pathsep.join([str(ROOT / "bin"), os.environ.get("PYTHONPATH", "")])
    return ["env", f"PYTHONPATH={path}", f"PYSPARK_PYTHON={sys.executable}",
            "SPARK_LOCAL_IP=127.0.0.1", "bash", "-c",
            f"rm -rf {shlex.quote(str(out))}; exec {words} 2> /dev/null"]


def sampling(description):
    """Return a parser of the options that say how many pages are measured, and how many times."""
    parser = argparse.ArgumentParser(description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("gold", nargs="+", type=Path)
    return parser


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = sampling(__doc__)
    parser.add_argument("--spark", type=int, metavar="TIMES")
    args = parser.parse_args()
    if not Path("/proc/self/schedstat").exists():
        print("scale.py reads the CPU time of a process in Linux's /proc, which is not here")
        return
    paths = [path for gold in args.gold for path in paths_of(gold, args.pages)]
    print(shlex.join(["share/bench/scale.py", *sys.argv[1:]]))
    print(f"\n{versions(PACKAGES)}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}"
          + ("" if shutil.which("parallel") else "; GNU parallel is not installed"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = {"JSON lines": folder / "word.jsonl", "WARC, gzip": folder / "word.warc.gz"}
        words["JSON lines"].write_text(A_WORD)
        words["WARC, gzip"].write_bytes(archived([A_WORD]))
        for kind, files in written(paths, folder).items():
            print()
            table(kind, files, words[kind], len(paths), args.rounds)
        if args.spark:
            show_spark(files, words[kind], len(paths), args.spark, folder)


if __name__ == "__main__":
    main()
