#!/usr/bin/env python3
"""Run scutch-clean --jobs 2 -o for long, while its processes are killed.

usage: soak.py [--documents N] [--files N] [--every N] GOLD_DIR...

The shortest pages of the gold folders are repeated, each time with another id, and divided among
--files files, compressed: 100,000 documents take 36 MB, and 184 MB for the output of a run. The run
is done twice: undisturbed, and with a kill -9 of one of its two processes
whenever --every more documents are written. A batch whose process died is done again document by
document; every tenth time the process that begins with this is killed as well, and then the
document it had is at fault.

The outputs must be equal, line by line, but for the documents that have an error of code "died",
at most one for each such pair; none is lost, none comes twice. Memory is resident, of the first
process and the larger of its two others, at every tenth of the documents; "!" marks more than 10 %
over that at 10 000, or at the first tenth if that comes later.
"""
import argparse
import gzip
import hashlib
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import command, environment, page_id, paths_of, read_page

SHORT = 20               # pages that are repeated
IN_A_ROW = 6             # of each, since gzip sees what is 32 KB before
SETTLED = 10_000         # documents after which memory must not grow
MOST_GROWTH = 1.1
PAIRS = 10               # kills, of which the last is of two processes
POLL = 0.02              # seconds
DIED = "the process that worked on it died"
WAIT = 20                # seconds for the next process to start
RESIDENT = re.compile(r"^VmRSS:\s+(\d+) kB", re.M)


class Outputs:
    """The documents written to a folder so far, counted as its files grow."""

    def __init__(self, folder, names):
        self._places = {name: [folder / f"{name}.jsonl.part", folder / f"{name}.jsonl"]
                        for name in names}
        self._read = dict.fromkeys(names, 0)
        self.count = 0

    def look(self):
        """Count the lines that are new."""
        for name, places in self._places.items():
            for path in places:
                try:
                    with open(path, "rb") as file:
                        file.seek(self._read[name])
                        new = file.read()
                except FileNotFoundError:
                    continue
                self._read[name] += len(new)
                self.count += new.count(b"\n")


def processes_of(pid):
    """Return the ids of a process's own processes."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def resident(pid):
    """Return MB of memory, 0 of a process that has ended."""
    try:
        found = RESIDENT.search(Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


class Killer:
    """Kills processes of a command; `kills` and `pairs` say how many times."""

    def __init__(self, pid, seed=0):
        self._pid, self._random = pid, random.Random(seed)
        self.kills = self.pairs = 0

    def strike(self):
        """Kill one process; every tenth time also the one that takes its place."""
        before = processes_of(self._pid)
        if not before:
            return
        os.kill(self._random.choice(before), signal.SIGKILL)
        self.kills += 1
        if self.kills % PAIRS == 0:
            end = time.monotonic() + WAIT
            while time.monotonic() < end:
                if new := set(processes_of(self._pid)) - set(before):
                    os.kill(new.pop(), signal.SIGKILL)
                    self.pairs += 1
                    return


def soaked(title, inputs, folder, documents, every):
    """Run the command; return (its Killer, [(documents, MB, MB)], its stderr, its status).

    every: documents between two kills, 0 for none.
    """
    words = command("clean", "--jobs", "2", "--format", "jsonl", "-o", folder, *inputs)
    outputs = Outputs(folder, [path.name for path in inputs])
    memory, steps, strikes = [], documents // 10, 1
    with tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=err, env=environment())
        killer = Killer(process.pid)
        while process.poll() is None:
            outputs.look()
            if every and outputs.count >= strikes * every:
                strikes += 1
                killer.strike()
            if outputs.count >= steps * (len(memory) + 1):
                others = [resident(pid) for pid in processes_of(process.pid)]
                if others:                       # else it ends
                    memory.append((outputs.count, resident(process.pid), max(others)))
                    print(f"{title}: {outputs.count} documents", file=sys.stderr)
            time.sleep(POLL)
        err.seek(0)
        return killer, memory, err.read(), process.returncode


def lines_of(path, folder):
    """Yield the lines of the output for an input, as bytes."""
    with open(folder / f"{path.name}.jsonl", "rb") as file:
        yield from file


def digest_of(line):
    return hashlib.blake2b(line, digest_size=16).digest()


def compared(inputs, calm, struck):
    """Return (equal lines, documents that died, others that differ) of the outputs.

    inputs: {path: ids of its documents}. calm: {path: digests of the lines of the undisturbed run}.
    """
    equal, died, others = 0, [], []
    for path, ids in inputs.items():
        count = 0
        for line, before, name in zip(lines_of(path, struck), calm[path], ids, strict=False):
            count += 1
            if digest_of(line) == before:
                equal += 1
                continue
            record = json.loads(line)
            codes = [error["code"] for error in record.get("errors", [])]
            (died if codes == ["died"] and record["id"] == name else others).append(name)
        if not count == len(calm[path]) == len(ids) == sum(1 for _ in lines_of(path, struck)):
            others.append(f"{path.name}: {len(ids)} documents, {len(calm[path])} lines undisturbed")
    return equal, died, others


def write_documents(paths, count, files, folder):
    """Write the inputs; return {path: ids of its documents}."""
    pages = [{"id": page_id(path), "html": read_page(path)} for path in paths]
    found = {}
    for part in range(files):
        path, ids = folder / f"part{part}", []
        with gzip.open(path, "wt", 1, "utf-8", "backslashreplace") as out:
            for number in range(part * count // files, (part + 1) * count // files):
                page = pages[number // IN_A_ROW % len(pages)]
                ids.append(f"{page['id']}-{number}")
                out.write(json.dumps({**page, "id": ids[-1]}, ensure_ascii=False) + "\n")
        found[path] = ids
    return found


def show_memory(memory, counted="documents", settled=SETTLED):
    """Print memory at every tenth; return whether it stayed within bounds.

    counted: what the first column counts. settled: the count after which memory must not grow.
    """
    print(f"{counted:>12}{'first process MB':>18}{'its processes MB':>18}")
    settled = next((row for row in memory if row[0] >= settled), memory[-1])
    good = True
    for count, *sizes in memory:
        marks = ["!" if count > settled[0] and size > MOST_GROWTH * before else " "
                 for size, before in zip(sizes, settled[1:], strict=True)]
        good &= "!" not in marks
        print(f"{count:12}" + "".join(f"{size:17.0f}{mark}"
                                      for size, mark in zip(sizes, marks, strict=True)))
    return good


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--every", type=int, default=1000)
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    if not Path("/proc/self/task").exists():
        print("soak.py finds processes in Linux's /proc, which is not here")
        return
    paths = sorted((path for gold in args.gold for path in paths_of(gold)), key=os.path.getsize)
    print(shlex.join(["share/bench/soak.py", *sys.argv[1:]]))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = write_documents(paths[:SHORT], args.documents, args.files, folder)
        size = sum(map(os.path.getsize, paths[:SHORT])) / SHORT / 1000
        print(f"\n{args.documents} documents, of {SHORT} pages of {size:.1f} KB compressed, in "
              f"{args.files} files")
        good, calm, out = True, {}, folder / "out"
        for title, every in (("undisturbed", 0), (f"a kill every {args.every}", args.every)):
            print(f"\n{title}:\n", flush=True)
            killer, memory, err, status = soaked(title, inputs, out, args.documents, every)
            if status:
                raise SystemExit(f"it ended with {status}:\n{err}")
            good &= show_memory(memory)
            if not calm:
                calm = {path: list(map(digest_of, lines_of(path, out))) for path in inputs}
                shutil.rmtree(out)
        equal, died, others = compared(inputs, calm, out)
        named = err.count(DIED)
    print(f"\n{killer.kills} processes killed, and {killer.pairs} that took their place: {equal} "
          f"documents equal,\n{len(died)} died, all of them named in their errors and {named} on "
          f"stderr (ten of a file at most), {len(others)} others differ")
    good &= not others and len(died) <= killer.pairs
    print("as it must be" if good else "not as it must be: " + ", ".join(others[:10]))
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
