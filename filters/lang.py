"""lang - tell the language of each page by its text.

In:      records with "segments", else with "text".
Out:     the same records, with "lang" and "lang_confidence", "lang_declared" where the page
         declares another language, and doc.lang_from: text or declared. With --segments each
         segment has its own "lang".
Drops:   with --only documents in other languages.
Bad:     neither segments nor text; with --segments no segments.
Memory:  up to 48 records, and the models, 1.1 MB for those that come with scutch.

About 90 languages are known, those of share/models/languages.md. Where the page declares no
language, "lang" becomes the code of one of them, with the probability that it is right, or und
where none is likely: a wrong name is worse than none. For text in a script of several languages,
none of which is likely, the script is given, as in BCP 47: und-Cyrl, und-Ethi. Under 50 characters
no language is told but by the script, and under 200 there is no und.

Some pages declare a wrong language. The text overrules the declaration from a probability of 0.9
on, 0.99 where the declared language is not one of these; "lang_declared" keeps the declaration.
Below that the declaration stays, without "lang_confidence". It stays, too, where the text is in a
language that is hardly told from it: Norwegian no, nb and nn; sh, bs, hr and sr; id and ms. zh is
declared for zh-Hant as well, which is told by its characters.

The longest segments are read, 500 characters of each and 2000 of the page, fewer where they confirm
the declaration; code and hidden segments only where there are no others. --only keeps documents
whose "lang" is one of those given, und and und-Cyrl among them; no takes nb and nn, zh zh-Hant and
yue, sh bs, hr and sr, and text that is surely in one of them, though unsure in which. Pages in a
language unknown here are found only if they declare it, as a line on stderr says; the last line
counts the dropped pages.

--segments tells the language of each segment of 50 characters or more, und where it is not sure:
scutch-prune --lang removes those in other languages.

Options:
  --model FILE      a file of scutch-train lang (default: the models of scutch)
  --only LIST       keep documents in these languages, comma-separated codes
  --segments        tell the language of each segment, too, for scutch-prune --lang

Examples:
  scutch-segment blocks.jsonl | scutch-lang | scutch-wordlm > scored.jsonl
  scutch-lang --only de,fr segments.jsonl > german-and-french.jsonl
  scutch-lang --only de --segments segments.jsonl | scutch-prune --lang de > german.jsonl
  scutch-lang segments.jsonl | jq -c 'select(.lang_declared) | [.lang, .url]'
"""
from .scoring.languages import MANY, Identifier, language_list, languages_of

OPTIONS = {"--model": {"default": MANY}, "--only": {"type": language_list}}


def make(opts):
    return Identifier(opts.model, opts.only and languages_of(opts.only), opts.segments)
