#!/usr/bin/env python3
"""Run other cleaners over gold pages and write what they keep, for scutch-eval to compare.

usage: rivals.py [--tools LIST] [--jobs N] --out DIR GOLD_DIR...

Writes DIR/SET/TOOL.jsonl, a line {"id", "text"} for each page; a page on which a tool fails has
empty text and is counted. All tools get the same text of the page, decoded as scutch-read does.

  raw           all text of the page, without scripts and styles; a line ends at block tags
  bte           body text extraction: Finn, Kushmerick, Smyth 2001
  justext       with its English stop list
  trafilatura   with its default settings
  resiliparse   its main content as plain text

Example:
  rivals.py --out /tmp/rivals ../shared/gold/cleaneval-dev
  scutch-eval --gold ../shared/gold/cleaneval-dev clean.jsonl \\
      --baseline bte=/tmp/rivals/cleaneval-dev/bte.jsonl
"""
import argparse
import html
import json
import re
import sys
import time
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from common import page_id, paths_of, read_page

HAS_BODY = re.compile(r"<(?:body|frameset)[\s>]", re.I)
NO_TEXT = re.compile(r"<!--.*?-->|<(script|style|noscript|title)\b.*?</\1\s*>", re.S | re.I)
BLOCK_TAG = re.compile(r"</?(?:address|article|aside|blockquote|body|br|caption|center|dd|div|dl|dt"
                       r"|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|option|p|pre"
                       r"|section|select|table|t[dhr]|title|ul)\b[^>]*>", re.I)
INLINE_TAG = re.compile(r"</?[a-z!?][^>]*>", re.I)
TAG_OR_WORD = re.compile(r"(</?[a-z!?][^>]*>)|[^\s<]+|<", re.I)


def raw(page):
    text = INLINE_TAG.sub("", BLOCK_TAG.sub("\n", NO_TEXT.sub(" ", page)))
    return html.unescape(text)


def bte(page):
    """Return the stretch of the page with most words within and most tags outside of it.

    Source:  Finn, Kushmerick, Smyth 2001, "Fact or fiction: content classification for digital
             libraries", section 3.
    """
    matches = list(TAG_OR_WORD.finditer(NO_TEXT.sub(" ", page)))
    best = total = start = 0
    stretch = (0, 0)
    for end, match in enumerate(matches, 1):
        total += -1 if match[1] else 1       # a tag within is one that is not outside
        if total <= 0:
            total, start = 0, end
        elif total > best:
            best, stretch = total, (start, end)
    return html.unescape(" ".join(match[0] for match in matches[slice(*stretch)] if not match[1]))


def justext(page):
    import justext
    paragraphs = justext.justext(page, justext.get_stoplist("English"))
    return "\n".join(one.text for one in paragraphs if not one.is_boilerplate)


def trafilatura(page):
    import trafilatura
    return trafilatura.extract(page) or ""


def resiliparse(page):
    from resiliparse.extract.html2text import extract_plain_text
    return extract_plain_text(page, main_content=True)


def importable(tool):
    """Say whether a tool can be imported; a line on stderr if not."""
    try:
        TOOLS[tool]("<html><body><p>Wind farms.</p></body></html>")
    except ImportError as error:
        print(f"{tool} is left out: {error}", file=sys.stderr)
        return False
    return True


TOOLS = {tool.__name__: tool for tool in (raw, bte, justext, trafilatura, resiliparse)}


def with_body(page):
    """Return the page with the body tag that HTML may leave out; Trafilatura finds none without."""
    return page if HAS_BODY.search(page) else "<html><body>" + page


def clean(path, tool):
    """Return (id, text, seconds, the exception's name or None) of one page."""
    page = with_body(read_page(path))
    began = time.process_time()
    try:
        text, failed = TOOLS[tool](page), None
    except Exception as error:
        text, failed = "", type(error).__name__
    return page_id(path), text, time.process_time() - began, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    tools = [tool for tool in args.tools.split(",") if importable(tool)]
    print(f"{'data':18}{'tool':14}{'pages':>6}{'failed':>7}{'pages/CPU s':>12}")
    with Pool(args.jobs) as pool:
        for gold in args.gold:
            (args.out / gold.name).mkdir(parents=True, exist_ok=True)
            paths = paths_of(gold)
            for tool in tools:
                seconds = failed = 0
                with open(args.out / gold.name / f"{tool}.jsonl", "w", encoding="utf-8",
                          errors="backslashreplace") as out:
                    for name, text, took, error in pool.imap(partial(clean, tool=tool), paths):
                        out.write(json.dumps({"id": name, "text": text}) + "\n")
                        seconds += took
                        failed += error is not None
                print(f"{gold.name:18}{tool:14}{len(paths):6}{failed:7}"
                      f"{len(paths) / seconds:12.0f}", flush=True)


if __name__ == "__main__":
    main()
