"""train - train a model for a scorer from labelled pages or text.

In:      what the method reads; scutch-train METHOD --help is its manual.
Out:     the model, to the file --out names; a report in words on stdout.

The methods are named after the filters whose models they make:
  charlm   character n-grams, from pages with gold text or labels
  combine  boosted trees over all features, from labelled pages
  docfreq  counts of what the pages of each host have in common
  lang     languages, from text in each
  mlp      perceptrons, from labelled pages
  shallow  a decision tree over word counts and link density, from labelled pages
  wordlm   word n-grams, from text

Options:
  METHOD            the method: see above

Examples:
  scutch-train charlm --help
  scutch-label --gold gold/wcxb-dev segments.jsonl | scutch-train mlp --out my.model
  scutch-train wordlm --lines --out en.model text-*.gz
"""
import importlib
import sys

from . import stream
from .edge.console import folders_removed

METHODS = ["charlm", "combine", "docfreq", "lang", "mlp", "shallow", "wordlm"]
READS_RECORDS = False
OPERANDS = "METHOD [OPTION]... [FILE]..."
OPTIONS = {"method": {"choices": METHODS}}


def main(argv=None):
    words = sys.argv[1:] if argv is None else argv
    opts = stream.options(sys.modules[__name__]).parse_args(words[:1])
    with folders_removed():
        return stream.main(importlib.import_module(f"{__package__}.train_{opts.method}"),
                           words[1:])
