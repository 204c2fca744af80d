#!/usr/bin/env python3
"""Send many requests to scutch-serve, several at a time, and see whether its memory grows.

usage: serve.py [--requests N] [--clients N] [--every N] [--max-seconds X] [--pages N] GOLD_DIR

--clients threads send pages of the gold folder to one server, every fourth to be viewed, the others
to be cleaned. One of --every requests is an archive that takes far longer than --max-seconds: its
process has to be ended, while the other requests are answered. Before, each page is cleaned once
alone; each of its later answers must have the same bytes.

Memory is resident, of the server and of the larger of its processes, at every tenth of the
requests; "!" marks more than 10 % over that at 1000.
"""
import argparse
import gzip
import http.client
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from common import ROOT, command, environment, paths_of
from soak import processes_of, resident, show_memory

CRAWL = ROOT / "share" / "examples" / "crawl.warc.gz"
COPIES = 300             # of the example archive, of nine pages, in the one that takes long
SETTLED = 1000           # requests after which memory must not grow
VIEWED = 4               # of so many requests one is for the view
LONGEST = 120            # seconds for an answer
PLAIN, TOO_LONG = 200, 504


class Load:
    """Requests to a server, from several threads.

    port: of the server. pages: their bytes. slow: the body that takes long. every: how often.
    """

    def __init__(self, port, pages, slow, every):
        self._port, self._pages, self._slow, self._every = port, pages, slow, every
        self.alone = [self._asked("clean", page) for page in pages]
        self.statuses, self.differing, self.waits = Counter(), 0, Counter()
        self.begun = self.done = 0
        self._lock = threading.Lock()

    def _asked(self, kind, body):
        """Return (status, answer)."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=LONGEST)
        try:
            connection.request("POST", f"/{kind}", body)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def send(self, requests):
        """Send the next requests, until so many are begun; several threads may do so."""
        while True:
            with self._lock:
                if self.begun == requests:
                    return
                number = self.begun
                self.begun += 1
            is_slow = number % self._every == self._every // 2
            place = number % len(self._pages)
            kind = "view" if number % VIEWED == 0 and not is_slow else "clean"
            began = time.monotonic()
            status, data = self._asked(kind, self._slow if is_slow else self._pages[place])
            with self._lock:
                name = "too long" if is_slow else kind
                self.done += 1
                self.statuses[name, status] += 1
                self.waits[name] = max(self.waits[name], time.monotonic() - began)
                if kind == "clean" and not is_slow and (status, data) != self.alone[place]:
                    self.differing += 1


def watched(load, process, requests, clients):
    """Send the requests; return [(requests, MB of the server, MB of its largest process)]."""
    threads = [threading.Thread(target=load.send, args=[requests]) for _ in range(clients)]
    for thread in threads:
        thread.start()
    memory = []
    while any(thread.is_alive() for thread in threads):
        if load.done >= requests // 10 * (len(memory) + 1):
            others = [resident(pid) for pid in processes_of(process.pid)]
            memory.append((load.done, resident(process.pid), max(others, default=0.0)))
            print(f"{load.done} requests", file=sys.stderr)
        time.sleep(0.02)
    return memory


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--every", type=int, default=1000)
    parser.add_argument("--max-seconds", type=float, default=5)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("gold", type=Path)
    args = parser.parse_args()
    if not Path("/proc/self/task").exists():
        print("serve.py finds processes in Linux's /proc, which is not here")
        return
    print(shlex.join(["share/bench/serve.py", *sys.argv[1:]]))
    pages = [gzip.decompress(path.read_bytes()) for path in paths_of(args.gold, args.pages)]
    process = subprocess.Popen(
        command("serve", "--port", 0, "--max-seconds", args.max_seconds), stderr=subprocess.PIPE,
        env=environment())
    port = int(re.search(rb":(\d+)/", process.stderr.readline())[1])
    load = Load(port, pages, CRAWL.read_bytes() * COPIES, args.every)
    began = time.monotonic()
    memory = watched(load, process, args.requests, args.clients)
    seconds = time.monotonic() - began
    process.send_signal(signal.SIGINT)
    said = process.communicate()[1].decode()
    print(f"\n{args.requests} requests, {args.clients} at a time, in {seconds:.0f} seconds, after "
          f"{len(pages)} alone\n")
    good = show_memory(memory, "requests", SETTLED)
    for (name, status), count in sorted(load.statuses.items()):
        print(f"\n{name}: {count} with status {status}, the slowest after {load.waits[name]:.1f} s",
              end="")
        good &= status == (TOO_LONG if name == "too long" else PLAIN)
    print(f"\n{load.differing} of the cleaned pages differ from the same page alone")
    good &= not load.differing and not said
    print("as it must be" if good else f"not as it must be {said}")
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
