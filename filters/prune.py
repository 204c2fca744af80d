"""prune - remove the segments that a limit leaves out.

In:      records with "segments".
Out:     the same records with the kept segments alone; all other fields as they were.
Drops:   the segments outside --keep, --max, --min, and hidden ones; without these nothing.
Bad:     no segments; a segment without the score or the letter that decides.
Memory:  one record.

This is the only filter that takes text away; scutch-emit chooses in the same way without it.

Examples:
  scutch-tag scored.jsonl | scutch-prune --keep a-e > clean.jsonl
  scutch-prune --by charlm --max 0 --raw scored.jsonl > clean.jsonl
"""
import sys
from functools import partial

from . import _selection, stream


def prune(record, select):
    """Return [the record with the segments that `select` keeps].

    >>> prune({"segments": [{"text": "a"}, {"text": "b"}]}, lambda record: record["segments"][1:])
    [{'segments': [{'text': 'b'}]}]
    """
    return [{**record, "segments": select(record)}]


def arguments(parser):
    _selection.arguments(parser)


def make(opts):
    return partial(prune, select=_selection.Selection(opts))


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
