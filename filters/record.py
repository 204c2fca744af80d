"""The record: its fields, and the functions by which all filters read it.

One JSON object a line, UTF-8, LF: one document. FIELDS is the one definition; the table of
share/doc/record.md is made from it. Positions are code points, half open; in every score high means
dirty.
"""
import base64
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from .errors import BadRecord

Record = dict[str, Any]

SCORE_DIGITS = 4         # decimals of every score and raw value
LETTERS, MOST_LETTERS = 10, 26   # of scores; Schäfer 2016, section 4: a to j
HIDDEN_CUTS = "hidden_cuts"
MAX_BYTES = 20 << 20     # of a page in UTF-8, 20 MB: larger "pages" are data


class Field(NamedTuple):
    """One field of the record: where it stands, its type and unit, who writes it, what it means."""

    name: str
    type: str
    writer: str
    meaning: str


FIELDS = [
    Field("id", "str", "read",
          "name of the document; the url, else file:line, where none is given"),
    Field("url", "str", "read", "where the page was fetched"),
    Field("timestamp", "str", "read", "when, ISO 8601 in UTC"),
    Field("lang", "str", "read, html2text, lang",
          "language that the page, or its WET file, declares, first subtag in lower case; that of "
          "its text where it declares none, or where scutch-lang, charlm, wordlm or mlp are sure "
          "of another; und for none of those known, und-Cyrl and the like for another script"),
    Field("lang_confidence", "float in (0, 1)", "lang",
          "probability that lang is right, where the text told it"),
    Field("lang_declared", "str", "lang",
          "language that the page declares, where its text is in another"),
    Field("title", "str", "html2text", "text of the title element"),
    Field("html", "str", "read", "the page, decoded; html2text drops it without --keep-html"),
    Field("html_b64", "str", "", "the page as base64 of its bytes, in place of html"),
    Field("text", "str", "read, emit",
          "plain text: in place of html on input, what is kept on output"),
    Field("doc.doctype", "str or null", "html2text",
          "html5, xhtml1, html4, other; null without a doctype"),
    Field("doc.charset", "str", "read", "encoding the bytes were read as, Python's name"),
    Field("doc.charset_from", "str", "read",
          "why: bom, utf-8 or utf-16 (the bytes show it), http, meta, repaired, guessed, default, "
          "or text (it was text already)"),
    Field("doc.chars", "int, code points", "html2text", "length of all segments"),
    Field("doc.markup_chars", "int, code points", "html2text",
          "length of the page, scripts and all, less doc.chars"),
    Field("doc.generator", "str or null", "html2text", "content of <meta name=generator>"),
    Field("doc.template", "str or null", "html2text",
          "with --template: MinHash signature of the page's structure, 128 numbers of 16 bits in "
          "base64; null without elements"),
    Field("doc.scores.f", "float in [0, 1]", "combine",
          "the F that what --keep auto keeps of the page is likely to have; absent for plain text"),
    Field("doc.notes", "list of str", "read, html2text, segment",
          "what was mended or cut on the way, in words; absent if nothing was"),
    Field("elements", "list of [tag, parent, words]", "html2text",
          "elements that enclose text, parents first; parent is an index or -1, words those of "
          "class, id and role, cut at 80 code points"),
    Field("element_classes", "str", "archive",
          "a letter for each element: c, b or i where all text in it is content, boilerplate or "
          "invalid, else -; absent where there was nothing to compare"),
    Field("segments[].text", "str", "html2text, segment", "the text; \\n and \\t only where kept"),
    Field("segments[].kind", "str", "html2text, segment",
          "p paragraph, h heading, l list item, t table row, c code"),
    Field("segments[].tag", "str", "html2text",
          "block element that holds the text, or the inline one that hides it"),
    Field("segments[].element", "int", "html2text", "its index in elements"),
    Field("segments[].chars", "int, code points", "html2text, segment", "length of text"),
    Field("segments[].words", "int", "html2text, segment",
          "white-space words with a letter or digit; in scripts without spaces about as many as a "
          "translation would have, by their letters"),
    Field("segments[].link_chars", "int, code points", "html2text", "of text inside links"),
    Field("segments[].link_words", "int", "html2text", "words inside links"),
    Field("segments[].links", "int", "html2text", "<a> elements that begin in the block"),
    Field("segments[].markup_chars", "int, code points", "html2text",
          "since the last segment ended, less chars: tags as the parser writes them, white space, "
          "character references; not comments, scripts, styles and other dropped elements"),
    Field("segments[].open_tags", "int", "html2text", "opening tags among them"),
    Field("segments[].close_tags", "int", "html2text", "closing tags among them"),
    Field("segments[].skipped", "int", "html2text",
          "block tags passed without text since the last segment"),
    Field("segments[].after_close", "bool", "html2text",
          "the last block tag before the text closes a block"),
    Field("segments[].br", "bool", "html2text",
          "only a <br> separates it from the segment before; absent if false"),
    Field("segments[].hidden", "bool", "html2text",
          "in an element that browsers do not show, tabs and accordions not counted; absent if "
          "false"),
    Field("segments[].bar", "bool", "segment",
          "fields between vertical bars: a navigation bar or footer; absent if false"),
    Field("segments[].span", "[start, end]", "segment",
          "where it stood in the record's text, code points; plain text only"),
    Field("segments[].sentences", "list of [start, end]", "segment", "code points of text"),
    Field("segments[].role", "str", "role",
          "headline, byline, text, comment, caption, teaser, navigation, form, notice or footer"),
    Field("segments[].scores.charlm", "float in (0, 1)", "charlm",
          "probability that a word of the segment is dirt, in the context of the page unless "
          "--no-context"),
    Field("segments[].raw.charlm", "float, nats a character", "charlm",
          "log-probability ratio dirty/clean a character, the segment's end counting as one; above "
          "0 is dirty; 1.33, that of the end, for no text"),
    Field("segments[].class", "str", "archive",
          "content, boilerplate, or invalid, which is neither"),
    Field("segments[].scores.archive", "float in (0, 1)", "archive",
          "by its class, and whether each page of the template has it; 0.5 without evidence"),
    Field("segments[].raw.archive", "str, five bits", "archive",
          "the pages of the cross that have it: current, up, down, previous, next"),
    Field("segments[].scores.docfreq", "float in (0, 1)", "docfreq",
          "probability of boilerplate; 0.5 where the host has no other page"),
    Field("segments[].raw.docfreq", "float, 0 to 1", "docfreq",
          "share of the host's other pages that have the text"),
    Field("segments[].scores.wordlm", "float in (0, 1)", "wordlm",
          "probability of dirt by the perplexity of its sentences, in the context of the page "
          "unless --no-context; their mean, weighted by tokens"),
    Field("segments[].raw.wordlm", "float, perplexity a token", "wordlm",
          "high is dirty; the ends of sentences are tokens; 1 for no text"),
    Field("segments[].raw.wordlm_known", "float, perplexity a token", "wordlm",
          "the same without out-of-vocabulary words"),
    Field("segments[].sentence_log10p", "list of [float, int]", "wordlm",
          "log10 of the probability of each sentence, and its tokens; of the whole text where "
          "there are no sentences"),
    Field("segments[].sentence_unknown", "list of [float, int]", "wordlm",
          "the part of both that falls to out-of-vocabulary words"),
    Field("segments[].scores.combine", "float in [0, 1]", "combine",
          "probability of dirt, for the scope asked for, by trees over all that is known of the "
          "page, mixed with mlp and charlm in the scope page, with charlm for plain text"),
    Field("segments[].tags", "object", "tag", "a letter for each score, a clean"),
    Field("segments[].scores.shallow", "float in [0, 1]", "shallow",
          "probability of boilerplate by the decision tree; 0 or 1 by any other --rule"),
    Field("segments[].raw.shallow", "float, words a line", "shallow",
          "text density, after word wrap at 80 columns; high is clean, 0 for no words"),
    Field("segments[].text_class", "str", "shallow",
          "headline, fulltext, supplemental or boilerplate, by a tree of four classes"),
    Field("segments[].scores.mlp", "float in [0, 1]", "mlp",
          "how dirty by the perceptron: its output, from 0 up"),
    Field("segments[].raw.mlp", "float in [-1, 1]", "mlp",
          "output of the perceptron, as a rule from 0, clean, to 1, dirty"),
    Field("segments[].label", "str", "label",
          "clean or dirty: whether gold text has at least half of its words; unsure: nothing "
          "trains from it"),
    Field("segments[].label_confidence", "float in [0, 1]", "label",
          "twice the distance of the share of its words in the gold text from a half; 0 without a "
          "word"),
    Field("segments[].label_class", "str", "label",
          "class of most of its words, where the gold has classes: headline, fulltext, "
          "supplemental, related, comments, boilerplate"),
    Field("site", "str", "label", "registrable domain, as the gold has it; folds are formed by it"),
    Field("page_type", "str", "label", "kind of page, as the gold has it: article, forum ..."),
    Field("scorers", "list of str", "the scorers", "who has scored, in order"),
    Field("cuts", "object", "the scorers",
          "the highest score that --keep auto keeps, for each scorer"),
    Field("hidden_cuts", "object", "combine",
          "the highest score at which --keep auto keeps hidden segments, too; by a scorer without "
          "an entry it keeps none"),
    Field("host_pages", "int", "docfreq",
          "other pages of its host on which its text was looked for"),
    Field("cross.bits", "str, five bits", "archive",
          "the pages it was compared with: current, up, down, previous, next"),
    Field("cross.up", "str", "archive", "id of the page of its template that is most like it"),
    Field("cross.down", "str", "archive", "id of the next, at another path"),
    Field("cross.previous", "str", "archive", "id of the snapshot of this page before it"),
    Field("cross.next", "str", "archive", "id of the snapshot after it"),
    Field("metadata.warc_file", "str", "read", "name of the archive"),
    Field("metadata.warc_offset", "int, bytes", "read", "where the record begins in it"),
    Field("metadata.warc_length", "int, bytes", "read", "its length there (compressed if it is)"),
    Field("metadata.http_content_type", "str", "read", "header of the response"),
    Field("errors", "list of objects", "all",
          "command, code, message: why a step failed"),
    Field("line", "str", "all", "an input line that is no JSON object, as it was"),
    Field("line_b64", "str", "all", "the same where it is not UTF-8"),
]


def table() -> str:
    """Return FIELDS as a table in Markdown: `python3 -m scutch.filters.record` prints it."""
    rows = [["field", "type and unit", "written by", "meaning"], ["---"] * 4]
    rows += [[f"`{field.name}`", field.type, field.writer, field.meaning.replace("<", "\\<")]
             for field in FIELDS]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


MOST = 1 << 1000         # of whole numbers that are to become floats

# Fields that filters rely on where present: name, a value of its type, the type in words
OF_A_SEGMENT = [("kind", "", "a string"), ("chars", 0, "a whole number"),
                ("sentences", [], "a list"), ("scores", {}, "an object"),
                ("raw", {}, "an object"), ("tags", {}, "an object")]


def as_line(line: bytes) -> Record:
    """Return a record that hands on a bad line: its text, or base64 of its bytes.

    >>> as_line(b"caf\\xe9")
    {'line_b64': 'Y2Fm6Q=='}
    """
    try:
        return {"line": line.decode()}
    except UnicodeDecodeError:
        return {"line_b64": base64.b64encode(line).decode()}


def is_blank(value: Any) -> bool:
    """Return whether a field's value is as good as none: null, white space, an empty list.

    >>> [is_blank(value) for value in (None, "", " \\n", [], 0, "a")]
    [True, True, True, True, False, False]
    """
    return value is None or value in ("", []) or (isinstance(value, str) and value.isspace())


def rounded(value: float) -> float:
    """Return a score as it is written, never minus zero.

    >>> rounded(-0.00001)
    0.0
    """
    return round(float(value), SCORE_DIGITS) + 0.0


def with_error(record: Record, command: str, code: str, message: str) -> Record:
    """Return the record with one more entry in `errors`."""
    before = record.get("errors")
    entry = {"command": command, "code": code, "message": message}
    return {**record, "errors": [*(before if isinstance(before, list) else []), entry]}


def with_note(doc: Any, note: str) -> dict[str, Any]:
    """Return the document's facts (`doc`, or anything else for none) with one more note."""
    doc = doc if isinstance(doc, dict) else {}
    notes = doc.get("notes")
    return {**doc, "notes": [*(notes if isinstance(notes, list) else []), note]}


class Segments(list):
    """Segments that a filter has made or checked, so that the next in a chain need not check.

    whole: whether all numbers in them are known to be whole ones.
    """

    whole = False


class Elements(list):
    """Elements that html2text has made, so that the next in a chain need not check each."""


def segments_of(record: Record) -> list[dict[str, Any]]:
    """Return the record's segments, each an object with a text.

    Raises:  BadRecord where there are none, or one is not as described in FIELDS.
    """
    segments = record.get("segments")
    if type(segments) is Segments:
        return segments
    if segments is None:
        raise BadRecord('"segments" is absent: scutch-html2text and scutch-segment make them',
                        "no_segments")
    if not isinstance(segments, list):
        raise BadRecord('"segments" is not a list', "bad_segments")
    if not _all_of(dict, segments) or not _all_of(str, _values(segments, "text", None)):
        raise BadRecord('"segments" has an item that is not an object with a "text"',
                        "bad_segments")
    for field, absent, what in OF_A_SEGMENT:
        if not _all_of(type(absent), _values(segments, field, absent)):
            raise BadRecord(f'"{field}" of a segment is not {what}', "bad_segments")
    return Segments(segments)


def _all_of(wanted, values):
    return all(issubclass(one, wanted) for one in set(map(type, values)))


def _values(segments, field, absent):
    return map(dict.get, segments, repeat(field), repeat(absent))


def scorers_of(record: Record) -> list[str]:
    """Return the names of the record's scores, in the order in which they were added.

    >>> scorers_of({"scorers": ["charlm", "wordlm"]}), scorers_of({})
    (['charlm', 'wordlm'], [])
    """
    scorers = record.get("scorers")
    return [name for name in scorers if isinstance(name, str)] if isinstance(scorers, list) else []


def score_of(segment: dict[str, Any], name: str, field: str = "scores") -> float | None:
    """Return a segment's score (or raw value) of this name; None if it has none.

    Raises:  BadRecord where it is not a number.
    """
    value = segment.get(field, {}).get(name)
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise BadRecord(f'"{name}" in "{field}" of a segment is not a number', "bad_score")
    if type(value) is int and not -MOST < value < MOST:
        raise BadRecord(f'"{name}" in "{field}" of a segment is beyond a double', "bad_score")
    return value


def hidden_cut(record: Record, name: str | None) -> float | None:
    """Return the highest score of this name at which hidden segments are kept, None for none."""
    cuts = record.get(HIDDEN_CUTS)
    cut = cuts.get(name) if isinstance(cuts, dict) else None
    return None if isinstance(cut, bool) or not isinstance(cut, (int, float)) else cut


def unseen(record: Record, name: str | None) -> Callable[[dict[str, Any]], bool]:
    """Return the function that says whether a segment is hidden, and left out for that.

    name: the score that decides, None for none.

    >>> page = {"hidden_cuts": {"combine": 0.4}}
    >>> [unseen(page, name)({"text": "A", "hidden": True, "scores": {"combine": 0.1}})
    ...  for name in ("combine", "charlm", None)]
    [False, True, True]
    """
    cut = hidden_cut(record, name)
    if name is None or cut is None:
        return lambda segment: bool(segment.get("hidden"))

    def is_unseen(segment):
        score = score_of(segment, name)
        return bool(segment.get("hidden")) and (score is None or score > cut)
    return is_unseen


def elements_of(record: Record) -> tuple[Sequence[Any], ...]:
    """Return (names, parents, words) of the record's elements, three sequences.

    A malformed element has no name and no parent; each parent, -1 for none, stands before.

    >>> elements_of({"elements": [["body", -1, ""], ["div", 0, "nav"], ["p", 7, None], 3]})
    (('body', 'div', 'p', ''), [-1, 0, -1, -1], ['', 'nav', '', ''])
    """
    elements = record.get("elements")
    if not isinstance(elements, list) or not elements:
        return (), (), ()
    if type(elements) is Elements:
        return tuple(zip(*elements, strict=True))
    if set(map(type, elements)) != {list} or set(map(len, elements)) != {3}:
        elements = [one if isinstance(one, list) and len(one) == 3 else ["", -1, ""]
                    for one in elements]
    names, parents, words = zip(*elements, strict=True)
    return (_strings(names),
            [parent if isinstance(parent, int) and -1 <= parent < place else -1
             for place, parent in enumerate(parents)], _strings(words))


def _strings(values):
    if set(map(type, values)) == {str}:
        return values
    return [value if isinstance(value, str) else "" for value in values]


def owners_of(segments: Sequence[dict[str, Any]], size: int) -> Sequence[int]:
    """Return the index of each segment's element, -1 where it has none below `size`."""
    owners: list[Any] = [segment.get("element") for segment in segments]
    if owners and set(map(type, owners)) == {int} and 0 <= min(owners) <= max(owners) < size:
        return owners
    return [owner if isinstance(owner, int) and 0 <= owner < size else -1 for owner in owners]


if __name__ == "__main__":
    print(table(), end="")
