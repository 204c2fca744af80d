#!/usr/bin/env python3
"""Print the plain text of gold pages as records {"id", "text"}, one a line.

usage: plaintext.py [--pages N] GOLD_DIR... > RECORDS

Pages are dumped by `lynx -dump`, as CleanEval's were, with their links. share/models/make
combine-text trains on such dumps; accuracy.py --dumps measures on them. --pages draws N pages of
each set.
"""
import argparse
import json
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from common import page_id, paths_of, read_page

LYNX = ["lynx", "-dump", "-force_html", "-assume_charset=utf-8", "-display_charset=utf-8"]


def dump(path):
    """Return the record of a page's dump."""
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8",
                                     errors="replace") as file:
        file.write('<meta charset="utf-8">' + read_page(path))
        file.flush()
        done = subprocess.run([*LYNX, file.name], capture_output=True, check=False)
    text = done.stdout.decode("utf-8", "replace").replace(file.name, "/page.html")
    return {"id": page_id(path), "text": text}


def write_dumps(paths, file):
    """Write the records of the dumps of pages to a file."""
    with ThreadPoolExecutor(2) as pool, open(file, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(record) + "\n" for record in pool.map(dump, paths))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, metavar="N")
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    write_dumps([path for gold in args.gold for path in paths_of(gold, args.pages)], "/dev/stdout")


if __name__ == "__main__":
    main()
