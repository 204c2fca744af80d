#!/usr/bin/env python3
"""Search for inputs that break scutch, with atheris, a coverage-guided fuzzer for Python.

usage: fuzz.py [--seconds N] [TARGET ...]

Each target takes any bytes and must end without an unexpected exception, within 60 seconds by the
clock and 2 GB. It runs for N seconds of processor time, so a busy machine shortens no run. Prints
a line for each target: runs, seconds, findings. An input that breaks a target is written to the
current folder as crash-... or timeout-..., and the exit status is 1.
Needs: pip install atheris.
"""
import argparse
import gzip
import hashlib
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import ROOT

sys.path.insert(0, str(ROOT / "tests"))
DONE = re.compile(r"exiting as requested.*^stat::number_of_executed_units: *(\d+)", re.M | re.S)
STATUS = re.compile(r"^#(\d+)\s", re.M)      # how far it came where it did not end by itself
PAGE = (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"
        + gzip.compress(b"<p>Wind farms at sea.", mtime=0))
WARC = (b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.org/\r\n"
        b"WARC-Date: 2025-03-19T08:06:18Z\r\n"
        b"Content-Type: application/http; msgtype=response\r\n"
        b"Content-Length: %d\r\n\r\n%b\r\n\r\n" % (len(PAGE), PAGE))
CDX = (b" CDX N b a m s k r M S V g\n"
       b"org,a)/ 20250319 http://a.org/ text/html 200 X - - 9 0 a.warc\n"
       b'org,a)/ 20250319 {"url": "http://a.org/", "length": "9", "offset": "0"}\n')


def pages(parser):
    """Return (a function that converts a page's bytes, seeds)."""
    import hostile
    from scutch.filters.errors import BadRecord
    from scutch.filters.html.charset import decode_page
    from scutch.filters.html.parse.wholepage import parser_named
    from scutch.filters.html2text import html2text
    from scutch.filters.segment import segment
    parse = parser_named(parser)[1]

    def one(data):
        try:
            segment(html2text({"html": decode_page(data)[0]}, parse=parse)[0])
        except BadRecord:
            pass
    return one, [page for make in hostile.PAGES.values() if len(page := make()) < 4096]


def segments():
    """Return (a function that segments plain text, seeds)."""
    from scutch.filters.segment import segment

    def one(data):
        text = data.decode("utf-8", "replace")
        for found in segment({"text": text})[0]["segments"]:
            ends = [end for span in found["sentences"] for end in span]
            assert ends == sorted(ends) and (not ends or ends[-1] <= len(found["text"]))
    return one, [b"Mr. F. Li paid $3.50. Why?\n\n* a\n* b\n\nHome | News | Us\n[1]a [2]b"]


def lines():
    """Return (a function that reads a record and writes it again, seeds)."""
    from scutch.filters.edge.jsonlines import decode, encode
    from scutch.filters.errors import BadRecord

    def one(data):
        try:
            record = decode(data)
            line = encode(record)
        except BadRecord:
            return
        assert encode(decode(line)) == line
    return one, [b'{"id": "a", "segments": [{"text": "\\ud800", "x": 1e-7, "n": 9007199254740993}'
                 b"]}"]


def archives():
    """Return (a function that reads a file as scutch-read does, seeds)."""
    from scutch.filters.sources.pagesources import read_pages
    folder = tempfile.TemporaryDirectory()

    def one(data):
        path = Path(folder.name, "a")
        path.write_bytes(data)
        for _ in read_pages([str(path)], any_status=True):
            pass
    return one, [WARC * 2, gzip.compress(WARC, mtime=0) * 2, CDX]


def indexes():
    """Return (a function that reads an index, seeds)."""
    from scutch.filters.errors import BadRecord
    from scutch.filters.sources.archives import is_index, listed

    def one(data):
        is_index(data[:512])
        try:
            for _ in listed(io.BytesIO(data)):
                pass
        except BadRecord:
            pass
    return one, [CDX]


def arpa():
    """Return (a function that reads an ARPA file, seeds)."""
    from scutch.lm.modelfile import BadModel
    from scutch.lm.words import arpa as module

    def one(data):
        try:
            module.read(io.BytesIO(data))
        except (BadModel, ValueError) as error:
            assert "\n" not in str(error)
    seed = gzip.decompress((ROOT / "tests" / "data" / "lmplz.arpa.gz").read_bytes())
    return one, [seed[:20_000], b"\\data\\\nngram 1=2\n\n\\1-grams:\n-1\ta\n-1\t</s>\n\n\\end\\\n"]


def models():
    """Return (a function that loads a model file, with its hash corrected, seeds)."""
    from scutch.lm.modelfile import BadModel, load
    folder = tempfile.TemporaryDirectory()
    whole = (ROOT / "share" / "models" / "mlp-en.model").read_bytes()

    def one(data):
        path = Path(folder.name, "a.model")
        path.write_bytes(data + hashlib.sha256(data).hexdigest().encode() + b"\n")
        try:
            load(str(path), "perceptron")
        except BadModel as error:
            assert "\n" not in str(error)
    return one, [whole[:-65]]


TARGETS = {"html2text": lambda: pages("lexbor"), "html2text-html5lib": lambda: pages("html5lib"),
           "segment": segments, "records": lines, "archives": archives, "indexes": indexes,
           "arpa": arpa, "models": models}


def fuzz(name, folder, seconds):
    """Run one target in this process, which the fuzzer will end."""
    import atheris
    with atheris.instrument_imports(include=["scutch"]):
        one, seeds = TARGETS[name]()
    for number, seed in enumerate(seeds):
        Path(folder, f"seed{number}").write_bytes(seed)
    one(b"")                             # imports what is imported at first use
    end = time.process_time() + seconds

    def until_end(data):
        if time.process_time() > end:
            os.kill(os.getpid(), signal.SIGUSR1)        # libFuzzer ends after this input
        one(data)

    atheris.Setup([sys.argv[0], folder, "-timeout=60", "-rss_limit_mb=2048", "-max_len=20000",
                   "-seed=2007", "-print_final_stats=1"], until_end)
    atheris.Fuzz()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=600, metavar="N",
                        help="of processor time for each target (default: %(default)s)")
    parser.add_argument("--here", help=argparse.SUPPRESS)
    parser.add_argument("target", nargs="*", choices=[*TARGETS, []], metavar="TARGET",
                        help=", ".join(TARGETS))
    args = parser.parse_args()
    if args.here:
        fuzz(args.target[0], args.here, args.seconds)
        return 0
    print(f"{'target':20}{'runs':>10}{'seconds':>9}{'CPU s':>8}  found")
    broken = 0
    for name in args.target or TARGETS:
        with tempfile.TemporaryDirectory() as folder:
            before = os.times()
            done = subprocess.run([sys.executable, __file__, "--here", folder, "--seconds",
                                   str(args.seconds), name], stderr=subprocess.PIPE,
                                  stdout=subprocess.DEVNULL, check=False)
        log, after = done.stderr.decode(errors="replace"), os.times()
        spent = (after.children_user - before.children_user
                 + after.children_system - before.children_system)
        ended = DONE.search(log)
        runs = ended[1] if ended else (STATUS.findall(log) or ["?"])[-1]
        print(f"{name:20}{runs:>10}{after.elapsed - before.elapsed:9.0f}{spent:8.0f}  "
              f"{'nothing' if ended and not done.returncode else 'see below'}", flush=True)
        if done.returncode or not ended:
            broken += 1
            sys.stderr.write(log[-4000:])
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
