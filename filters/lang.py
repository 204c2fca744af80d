"""lang - write the language of the page where the page did not say.

In:      records with "segments", else with "text".
Out:     the same records, with "lang" and "lang_confidence" where "lang" was absent or empty.
Drops:   nothing.
Bad:     neither segments nor text.
Memory:  one record, and the model, 0.5 MB for the one that comes with scutch.

The languages known are Dutch, English, French, Galician, German, Italian, Portuguese, Spanish and
Swedish. "lang" becomes the code of one of them, with the probability that it is right, or und
where none of them is likely. Of text in another script only the script is told, as BCP 47 has it:
und-Cyrl, und-Grek, und-Jpan. A record with under 200 characters of text in no language that is
likely stays as it is.

The longest segments are looked at, 500 characters of each and 2000 of the page; code and hidden
ones only where there are no others. --always looks at all records: where the text is in a known
language and the page said another, "lang" is overruled and "lang_declared" has what it said.

Examples:
  scutch-segment blocks.jsonl | scutch-lang | scutch-charlm > scored.jsonl
  scutch-lang --always segments.jsonl | jq -c 'select(.lang_declared) | [.lang, .url]'
"""
import sys

from . import stream
from .scoring.languages import Identifier


def arguments(parser):
    parser.add_argument("--model", metavar="FILE", default="lang",
                        help="a file of scutch-train-lang (default: the one of scutch)")
    parser.add_argument("--always", action="store_true",
                        help="look at the text even where the page says its language")


def make(opts):
    return Identifier(opts.model, opts.always)


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
