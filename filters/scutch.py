"""scutch - small filters that turn crawled web pages into clean corpus text.

scutch COMMAND is the command scutch-COMMAND; its -h shows the options that people use, --help and
scutch help COMMAND all.

Options:
  COMMAND           the command: see above

Clean a crawl:
  clean      run the whole chain: a crawl, pages or records in, clean text out
  chain      run several filters in one process, one after the other

Look at the result:
  look       show records as a short readable table, or count a corpus
  view       show records in one HTML file: what was kept of each page, and why
  serve      show pasted or dropped pages as scutch-view does, on a page of this machine
  eval       compare texts with a gold standard by the measures of the papers

Judge documents:
  quality    count what pre-training pipelines filter documents by, and score their quality
  dedup      find documents that come several times, and segments that several pages have
  lang       tell the language of each page by its text
  meta       tell title, authors, dates, site, licence and the like of each page, and where from

Score segments:
  charlm     score each segment by character n-gram models of clean and of dirty text
  wordlm     score each segment by the perplexity of its sentences under a word n-gram model
  archive    tell content from boilerplate by other pages of the same template (Leśniak 2017)
  docfreq    score each segment by how many other pages of its host have the same text
  shallow    tell boilerplate from content by word counts and links (Kohlschütter et al. 2010)
  mlp        score each segment by a perceptron over features of its text, markup and neighbours
  combine    one score from all evidence of a page: its text, its markup and the score of charlm

Train models:
  label      label each segment by gold text, clean or dirty: the input of all trainers
  train      train a model for a scorer from labelled pages or text

Parts of the chain:
  read       turn WARC and ARC archives, HTML files and directories into records with "html"
  html2text  turn a page's HTML into blocks of text with the evidence of its markup
  segment    refine blocks into segments, break plain text into them, find the sentences
  role       tell the role of each segment on its page: headline, text, comment, navigation …
  tag        give each score of a segment a letter, a the cleanest
  prune      drop the segments, or the sentences, beyond a limit
  emit       write the text of the segments to keep, in one of several formats

Examples:
  scutch clean crawl.warc.gz > clean.txt
  scutch clean --format jsonl pages/ | scutch quality | scutch look --stats
  scutch train charlm --help
"""
import argparse
import importlib
import sys

from . import GROUPS, stream

READS_RECORDS = False
OPERANDS = "COMMAND [OPTION]... [FILE]..."
WORDS = [name.replace("_", " ") for names in GROUPS.values() for name in names]
COMMANDS = [word for word in WORDS if " " not in word]       # the others are methods of train
USUAL = "clean"          # what whoever gives a file in place of a command wants


def _command(word):
    """Return the name of a command.

    Raises:  ArgumentTypeError for another word, with the name that is most like it.
    """
    if word in COMMANDS:
        return word
    from difflib import get_close_matches
    nearest, = get_close_matches(word.removeprefix("scutch-"), WORDS, 1) or [USUAL]
    raise argparse.ArgumentTypeError(f"{word}: no such command, the nearest is {nearest}")


OPTIONS = {"command": {"type": _command}}


def main(argv=None):
    words = sys.argv[1:] if argv is None else argv
    if words[:1] == ["help"]:                                # as git and others have it
        words = [*words[1:2], "--help"]
    opts = stream.options(sys.modules[__name__]).parse_args(words[:1] or ["--help"])
    sys.argv = [f"scutch-{opts.command}", *words[1:]]        # by which messages name the command
    return getattr(importlib.import_module("scutch.commands"), opts.command)()
