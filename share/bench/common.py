"""For all benchmark programs: pages of a gold set, commands, the cost of a run."""
import functools
import gzip
import json
import os
import platform
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bin"))
from scutch.filters.html.charset import decode_page

WRAPPER = re.compile(r"\A\s*<text id=[^\n>]*>|</text>\s*\Z")    # CleanEval's, not the page's
NOWHERE = Path(os.devnull)
A_WORD = '{"id": "1", "html": "<p>word</p>"}\n'     # a page, as JSON lines
SWITCHES = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}


class Usage(NamedTuple):
    """The cost of a command: CPU seconds, seconds by the clock, peak memory, its exit status."""

    cpu: float
    wall: float
    megabytes: float
    status: int


def page_id(path):
    """Return the gold's id of a page's file."""
    return path.name.removesuffix(".html.gz")


def read_page(path):
    """Return the text of a gold page, decoded as scutch-read does."""
    return WRAPPER.sub("", decode_page(gzip.decompress(path.read_bytes()))[0])


def paths_of(gold, count=None, seed=0):
    """Return the HTML files of a gold folder, or `count` of them, drawn by the seed."""
    paths = sorted(gold.glob("html/*.html.gz"))
    if not paths:
        raise SystemExit(f"{gold}: no gold standard, html/*.html.gz is required")
    if count is None or count >= len(paths):
        return paths
    return sorted(random.Random(seed).sample(paths, count))


def write_pages(paths, file, urls=None):
    """Write the pages to a file as JSON lines {"id", "html"}; return their number.

    urls: {id: url} of all pages; None to write no "url".
    """
    with open(file, "w", encoding="utf-8", errors="backslashreplace") as out:
        for path in paths:
            record = {"id": page_id(path), "html": read_page(path)}
            if urls:
                record["url"] = urls[record["id"]]
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    return len(paths)


def command(name, *options):
    """Return the words that run a command of this checkout with the current Python."""
    return [sys.executable, str(ROOT / "bin" / f"scutch-{name}"), *map(str, options)]


def environment():
    """Return the environment of commands: with compiled modules, as if installed, and buffered."""
    return {**{name: value for name, value in os.environ.items() if name not in SWITCHES},
            "PYTHONPYCACHEPREFIX": _bytecode().name}


@functools.cache
def _bytecode():
    """Return the folder of the compiled modules, which is removed at the end of this process."""
    return tempfile.TemporaryDirectory()


def measured(words, source=NOWHERE, out=NOWHERE, lines=None):
    """Return the Usage of a command; it reads the file `source`, or `lines`, an iterable of bytes.

    Peak memory is at least that of this process, which should not hold more than the command.
    """
    with open(source, "rb") as given, open(out, "wb") as taken:
        began = time.perf_counter()
        process = subprocess.Popen(words, stdin=subprocess.PIPE if lines else given, stdout=taken,
                                   env=environment())
        if lines:
            with process.stdin as pipe:
                pipe.writelines(lines)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    return Usage(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024,
                 process.returncode)


def run(words, source=NOWHERE, out=NOWHERE, lines=None):
    """Return the Usage of a command; if its status is not 0, end with its name."""
    usage = measured(words, source, out, lines)
    if usage.status:
        raise SystemExit(f"{' '.join(words[1:])} ended with {usage.status}")
    return usage


def archived(lines):
    """Return the bytes of an archive of the pages of JSON lines, a gzip member for each."""
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


def print_head(places, packages=(), others=()):
    """Print the command, the commit of this checkout and the versions of packages: a table's head.

    places: {argument: what is shown in its place}, such as a folder of this machine.
    """
    commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"],
                            capture_output=True, text=True, check=False).stdout.strip()
    program = Path(sys.argv[0]).name
    words = shlex.join(str(places.get(word, word)) for word in sys.argv[1:])
    print(f"share/bench/{program} {words}".strip() + f"  # git {commit or 'unknown'}")
    if packages:
        print("\n" + ", ".join([versions(packages), *others]), flush=True)


def versions(packages):
    """Return the versions of Python and of packages, in a line."""
    found = [f"Python {platform.python_version()}"]
    for name in packages:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)
