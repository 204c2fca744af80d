#!/usr/bin/env python3
"""Measure the hostile pages of tests/hostile.py: seconds, megabytes, growth per doubling.

usage: hostile.py [--only WORD]

Each page goes through a new process of scutch-html2text with lexbor, with html5lib, and of
scutch-clean, with --format text and markdown. Seconds are CPU time of the process with its
start-up; megabytes are its peak memory, at least that of this program; "!" marks a figure over the
limit of the column. html5lib refuses some of the pages. Other guests of the machine can only add to
the time, so a page over a limit runs again, up to RUNS times, and the least time counts.

Then follow pages of n parts. Time is that of the page alone: the time of an empty page is taken
away. The sizes run one after the other, RUNS times over, so that a slow minute does not hit one of
them alone, and the least time of each counts; those that grow too fast run up to MOST_RUNS times.
Growth is the time for 2n over the greatest for fewer parts, as html5lib refuses some pages at once;
that counts as LEAST seconds if it is less: below, the machine's noise is larger than what is
measured.
"""
import argparse
import base64
import json
import sys
import tempfile
from itertools import accumulate

from common import ROOT, command, measured, print_head

sys.path.insert(0, str(ROOT / "tests"))
import hostile
from hostile import TEXT, attributes, names, page

COMMANDS = {"lexbor": ["html2text", "--parser", "lexbor"],
            "html5lib": ["html2text", "--parser", "html5lib"], "clean": ["clean"],
            "markdown": ["clean", "--format", "markdown"]}
LIMITS = {"lexbor": (2, 500), "html5lib": (5, 500), "clean": (5, 500),
          "markdown": (5, 500)}                                            # seconds, megabytes
GROWTH = 2.5
# n that takes one to a few tenths of a second at first, where the last stays below 20 MB; all of p
# and roots are read tag by tag
SIZES = {"p": 25_000, "div": 20_000, "attributes": 200_000, "marks": 300_000, "rt": 20_000,
         "options": 30_000, "kbd": 100_000, "quoted <p": 800_000, "<": 500_000,
         "tags in a comment": 200_000, "scripts of TeX": 20_000,
         "a in a table": 10_000, "words of dashes": 250_000, "x</x>": 6_000, "rb and b": 4_000,
         "x in svg": 2_000, "joiners": 200_000, "reopened bytes": 5_000, "names between /": 50_000,
         "names of scripts": 200, "roots": 50, "</titl": 200_000, "plain lines": 20_000,
         "plain sentences": 60_000, "brackets": 100_000, "marks of Markdown": 50_000,
         "backticks in code": 100_000}
GROWING = {
    "p": lambda n: page("<p>x" * n),
    "div": lambda n: page("<div>" * n + TEXT),
    "attributes": lambda n: page(attributes(n)),
    "marks": lambda n: page("<p>a" + "\u0301\u0323" * n),
    "rt": lambda n: page("<rt>" * n),
    "options": lambda n: page("<select>" + "<option>o" * n),
    "kbd": lambda n: page("<kbd>" * (n // 100) + "&amp;" * n + "</kbd>" * (n // 100)),
    "quoted <p": lambda n: b"<script><p a='" + b"<p " * n + b"'",
    "<": lambda n: b"<" * n,
    "tags in a comment": lambda n: page("<!--" + "<p " * n + "-->"),
    "scripts of TeX": lambda n: page("<script type='math/tex'>" * n + "</script>"),
    "a in a table": lambda n: page("<table>" + "<a>x" * n),
    "words of dashes": lambda n: page("<p>" + "-------- " * n),
    "x</x>": lambda n: page("<p>" + "word " * (20 * n) + "x</x>" * n),
    "rb and b": lambda n: page("<rb><b>x" * n),
    "x in svg": lambda n: page("<svg>" + "<x>" * n + "</y>" * n),
    "joiners": lambda n: page("<p>a" + "\u200c\u200d" * n + "b"),
    "reopened bytes": lambda n: page(f"<p><b class='{'x' * n}'>" + "<p>x" * n),
    "names between /": lambda n: page(f"<p {names(n, '/')}>x"),
    "names of scripts": lambda n: page("".join(
        f"<script {names(400, '=1 ', f'a{row}x')}></script>" for row in range(n))),
    "roots": lambda n: page(("<p><math>" + "<msqrt>" * 230 + "<mi>" + "&amp;" * 1_200 + "</mi>"
                             + "</msqrt>" * 230 + "</math>") * n),
    "</titl": lambda n: page("", "<title>" + "</titl" * n + "</title>"),
    "plain lines": lambda n: b"a. b.\n" * n,
    "plain sentences": lambda n: b"It is. " * n,
    "brackets": lambda n: page("<p>" + "[" * n),
    "marks of Markdown": lambda n: page("<p>" + "*_`[(<" * n),
    "backticks in code": lambda n: page("<p>a <code>" + "`" * n + "</code> b"),
}

# Pages as large as scutch-html2text accepts
LARGE = {
    "20 MB of p": lambda: b"<p>x" * 5_000_000,
    "18 MB of words": lambda: b"<p>" + b"word " * 3_600_000,
    "20 MB of &amp;": lambda: b"&amp;" * 4_000_000,
    "20 MB of bare names": lambda: b"<p " + b"a " * 10_000_000 + b">x",
    "20 MB of <": lambda: b"<" * (20 << 20),
    "20 MB of lines": lambda: b"<pre>" + b"a\n" * 10_000_000,
    "20 MB of br": lambda: b"x<br>" * 4_000_000,
    "20 MB of a class": lambda: b"<p class='" + b"x " * 10_000_000 + b"'>x",
    "20 MB of script": lambda: b"<script>" + b"x = '<p>'; " * 1_900_000 + b"</script><p>x",
    "20 MB of div": lambda: b"<div>x" * 3_300_000,
    "20 MB of <!-->": lambda: b"<!-->" * 4_000_000,
    "20 MB of </x>": lambda: b"x</x>" * 4_000_000,
    "300 000 div": lambda: page("<div>" * 300_000 + TEXT),
    # tags as long as LONG of limits.py, with attributes only outside of the windows it examines
    "20 MB of 3 000 names a tag": lambda: (
        (b"<p>" + b"x" * 1021 + b"<p " + b"".join(b"a%x " % i for i in range(4000)))[:16383]
        + b">") * 1220,
    "20 MB of a comment": lambda: b"<p>x<!--" + b"<p> - " * 3_400_000 + b"-->y",
    # written as references, or repaired, or examined by words, character by character
    "20 MB of >": lambda: b"<p>" + b"> " * 10_000_000,
    "20 MB of no-break spaces": lambda: b"<p>" + "a\u00a0".encode() * 6_600_000,
    "20 MB of xmp": lambda: b"<xmp>" + b"<b>&amp;" * 2_500_000 + b"</xmp>",
    "20 MB of a title": lambda: (
        b"<title>" + "w\u00f6rd \u4eca\u65e5 \U0001f600 &amp;amp;#8217; ".encode() * 590_000
        + b"</title><p>x"),
    "20 MB of a generator": lambda: (
        b"<meta name=generator content='" + "\u00c3\u00a9 ".encode() * 4_000_000 + b"'><p>x"),
    "20 MB of dashes": lambda: b"<p>" + b"-------- " * 2_220_000,
    "20 MB of marks": lambda: b"<p>a" + "\u0301\u0323".encode() * 5_000_000,
    "20 MB of mojibake in p": lambda: "<p>\u00c3\u0192\u00c2\u00a9".encode() * 1_800_000,
    "20 MB of mojibake": lambda: b"<p>" + "\u00e2\u20ac\u2122\u00c3\u00a0".encode() * 1_600_000,
    "5 MB of pieces of mojibake": lambda: "\u0301 \u00c3\u00a9 b\n".encode() * 600_000,
    "20 MB of Chinese lines": lambda: b"<pre>" + "\u4eca \u65e5\n".encode() * 2_500_000,
    "20 MB of short Chinese lines": lambda: (
        b"<pre>" + "\u4eca\n".encode() * 90_000) * 55,
    "20 MB of a.": lambda: b"a. " * 6_900_000,
    "20 MB of a. in p": lambda: b"<p>" + b"a. " * 6_900_000,
    "20 MB of short lines": lambda: b"a\n" * 10_000_000,
    "20 MB of plain Chinese lines": lambda: "\u4eca\n".encode() * 5_000_000,
    "5 MB of text that grows 50 000 times": lambda: (
        b"<p>" + b"word " * 1_000_000 + b"x</x>" * 50_000),
    "18 MB of </titl": lambda: b"<title>" + b"</titl" * 3_000_000,
    "18 MB of </styl": lambda: b"<style>" + b"</styl" * 3_000_000,
    "12 MB of a/": lambda: b"<p " + b"a/" * 6_000_000 + b">",
    "12 MB of %41": lambda: b"<h1><a href='#" + b"%41" * 4_000_000 + b"'>#</a>x</h1>",
    "16 MB of joiners": lambda: b"<p>a" + "\u200c\u200d".encode() * 2_600_000 + b"b",
    "17 MB of 2 600 names a tag": lambda: f"<p {names(2_600, '/')}>x".encode() * 1_200,
    "8 MB of 499 names an iframe": lambda: "".join(
        f"<iframe {names(499, '=1 ', f'a{row}x')}></iframe>" for row in range(1_400)).encode(),
    "20 MB of tags of 100 attributes": lambda: (
        f"<p {' '.join(f'a{number}=x' for number in range(100))}>x".encode() * 35_000),
}

LEAST = 0.2              # seconds
RUNS, MOST_RUNS = 3, 9
DOUBLINGS = 3


def measure(target, data):
    """Return (seconds, megabytes) of one page through a command."""
    if COMMANDS[target][0] != "clean":
        data = json.dumps({"id": "a", "html_b64": base64.b64encode(data).decode()}).encode()
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        usage = measured(command(*COMMANDS[target]), source=file.name)
    if usage.status and not (usage.status == 2 and target == "html5lib"):
        raise SystemExit(f"scutch-{COMMANDS[target][0]} ended with {usage.status}")
    return usage.cpu, usage.megabytes


def within(target, data):
    """Return (seconds, megabytes) of one page: the first run within the limit, else the least."""
    runs = []
    for _ in range(RUNS):
        runs.append(measure(target, data))
        if runs[-1][0] <= LIMITS[target][0]:
            return runs[-1]
    return min(runs)


def least(pages, idle=None):
    """Return for each target the fewest seconds that each of the pages took, {target: list}.

    idle: {target: [seconds of an empty page]}, which are taken away.
    """
    found = {target: [float("inf")] * len(pages) for target in LIMITS}
    for number in range(MOST_RUNS):
        for target, times in found.items():
            if number < RUNS or max(growths(times), default=0) > GROWTH:
                away = idle[target][0] if idle else 0.0
                found[target] = [min(time, max(0.0, measure(target, page)[0] - away))
                                 for time, page in zip(times, pages, strict=True)]
    return found


def growths(times):
    """Return the growth of each time over the greatest before it."""
    return [time / max(LEAST, before)
            for before, time in zip(accumulate(times, max), times[1:], strict=False)]


def shown(target, seconds, megabytes):
    """Return the two columns of a measurement, marked where they are over the limit."""
    most_seconds, most_megabytes = LIMITS[target]
    over = seconds > most_seconds, megabytes > most_megabytes
    return f"{seconds:8.2f}{'!' if over[0] else ' '}{megabytes:6.0f}{'!' if over[1] else ' '}"


def grown(seconds):
    """Return the columns of each size of a page: seconds and growth, marked where it is over."""
    columns = []
    for times in seconds.values():
        columns.append([f"{times[0]:10.2f}{'':9}"] + [
            f"{time:10.2f}{one:8.2f}{'!' if one > GROWTH else ' '}"
            for time, one in zip(times[1:], growths(times), strict=True)])
    return ["".join(line) for line in zip(*columns, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="WORD", help="pages with WORD in their name")
    args = parser.parse_args()
    print_head({})
    over = 0
    print(f"{'page':36}" + "".join(f"{target + ' s':>9}{'MB':>6} " for target in LIMITS))
    for name, make in (hostile.PAGES | LARGE).items():
        if args.only in name:
            columns = [shown(target, *within(target, make())) for target in LIMITS]
            over += "".join(columns).count("!")
            print((f"{name:36}" + "".join(columns)).rstrip(), flush=True)

    print(f"\n{'page of n parts':24}{'n':>8}" + "".join(f"{target + ' s':>10}{'growth':>8} "
                                                        for target in LIMITS))
    growing = {name: make for name, make in GROWING.items() if args.only in name}
    idle = least([b"<p>x"] if growing else [])
    for name, make in growing.items():
        sizes = [SIZES[name] << doubling for doubling in range(DOUBLINGS + 1)]
        lines = grown(least(list(map(make, sizes)), idle))
        over += "".join(lines).count("!")
        for count, line in zip(sizes, lines, strict=True):
            print(f"{name:24}{count:8}{line}".rstrip(), flush=True)
    print(f"\n{over} over the limits (" + ", ".join(
        f"{target} {seconds} s {megabytes} MB" for target, (seconds, megabytes) in LIMITS.items())
        + f", growth {GROWTH})")


if __name__ == "__main__":
    main()
