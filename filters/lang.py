"""lang - tell the language of each page by its text.

In:      records with "segments", else with "text".
Out:     the same records, with "lang" and "lang_confidence", and "lang_declared" where the page
         declares another language.
Drops:   with --only documents in other languages.
Bad:     neither segments nor text.
Memory:  one record, and the model, 0.5 MB for the one that comes with scutch.

The languages known are Dutch, English, French, Galician, German, Italian, Portuguese, Spanish and
Swedish. Where the page declares no language, "lang" becomes the code of one of them, with the
probability that it is right, or und where none is likely. For text in another script only the
script is given, as in BCP 47: und-Cyrl, und-Grek, und-Jpan. A record with under 200 characters of
text, and no likely language, stays as it is.

Some pages declare a wrong language. The text overrules the declaration from a probability of 0.9
on, 0.99 where the declared language is not one of these; "lang_declared" keeps the declaration.
Below that the declaration stays, without "lang_confidence".

The longest segments are read, 500 characters of each and 2000 of the page, fewer where they confirm
the declaration; code and hidden segments only where there are no others. --only keeps documents
whose "lang" is one of those given, und and und-Cyrl among them. Pages in a language unknown here
are found only if they declare it, as a line on stderr says; the last line counts the dropped pages.

Examples:
  scutch-segment blocks.jsonl | scutch-lang | scutch-wordlm > scored.jsonl
  scutch-lang --only de,fr segments.jsonl > german-and-french.jsonl
  scutch-lang segments.jsonl | jq -c 'select(.lang_declared) | [.lang, .url]'
"""
from .scoring.languages import Identifier, language_list, languages_of


def arguments(parser):
    parser.add_argument("--model", metavar="FILE", default="lang",
                        help="a file of scutch-train lang (default: the model of scutch)")
    parser.add_argument("--only", type=language_list, metavar="LIST",
                        help="keep documents in these languages, comma-separated codes")


def make(opts):
    return Identifier(opts.model, opts.only and languages_of(opts.only))
