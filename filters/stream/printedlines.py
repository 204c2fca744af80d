"""The lines that a run writes for records: JSON, or plain text, with or without scores."""
import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from ..edge.jsonlines import encode
from ..errors import BadRecord
from ..record import Record, has_error, rounded, score_of, scorers_of, segments_of
from .inputs import CONTINUED
from .step import Step

# What no format may hold: control characters but \n and \t, halves of surrogate pairs, and the
# two that XML 1.0 excludes.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# How a cell begins that a spreadsheet would compute, or whose quotation mark takes in other cells
FORMULA = re.compile(r"\s*[=+\-@\"\t\r\uff1d\uff0b\uff0d\uff20]")


def writer(step: Step, opts: Namespace) -> Callable[[Any], bytes]:
    """Return the function from a record to its line, or to lines of plain text."""
    columns = getattr(opts, "score_columns", False)      # trainers that read no records have none
    if not columns and not (step.removes and opts.lines):
        return encode
    write = partial(lines, raw=opts.raw) if columns else text

    def written(record):
        try:
            segments = [] if step.removes and has_error(record) else segments_of(record)
        except BadRecord:                # it is one, and that has been said
            segments = []
        return write(record, printed(segments))
    return written


def printable(string: str) -> str:
    """Return the string with a space for each unprintable character, so that positions hold.

    >>> printable("a\\x00b\\n")
    'a b\\n'
    """
    return string if string.isprintable() else UNPRINTABLE.sub(" ", string)


def printed(segments: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the segments with visible text, and this text as it can be printed.

    >>> printed([{"text": "a\\x00b", "kind": "p"}, {"text": " "}])
    [{'text': 'a b', 'kind': 'p'}]
    """
    kept = []
    for segment in segments:
        text = printable(segment["text"])
        if text and not text.isspace():
            kept.append(segment if text is segment["text"] else {**segment, "text": text})
    return kept


def joined_text(kept: Iterable[dict[str, Any]]) -> str:
    """Return the text of a document, a line a segment."""
    return "\n".join(segment["text"] for segment in kept)


def text(record: Record, kept: Sequence[dict[str, Any]]) -> bytes:
    """Return one segment per line, code line by line, then an empty line; "" if none is kept.

    >>> text({}, [{"text": "One."}, {"text": "for x:\\n\\n    y", "kind": "c"}])
    b'One.\\nfor x:\\n    y\\n\\n'
    """
    if not kept:
        return b""
    return paragraphs(record, (_code(segment["text"]) if segment.get("kind") == "c"
                                else flat(segment["text"]) for segment in kept))


def paragraphs(record: Record, rows: Iterable[str]) -> bytes:
    """Return the lines of a record, and an empty line where the document ends."""
    body = "".join(row + "\n" for row in rows)
    end = "" if record.get(CONTINUED) is True else "\n"
    return (body + end).encode("utf-8", "replace")


def flat(string: str) -> str:
    """Return a text on one line, with single spaces."""
    if string.isprintable() and "  " not in string and string[:1] != " " != string[-1:]:
        return string                    # most are; the space alone is both white and printable
    return " ".join(string.split())


def lines(record: Record, kept: Sequence[dict[str, Any]], raw: bool = False,
          spreadsheet: bool = False) -> bytes:
    """Return one segment per line, with its scores in tab-separated columns; then an empty line.

    The columns are in the order of "scorers".
    raw: whether they are the values of the methods, not scores. spreadsheet: see `cell`.

    >>> lines({"scorers": ["charlm", "mlp"]}, [{"text": "One.", "scores": {"mlp": 0.25}}])
    b'One.\\t\\t0.25\\n\\n'
    """
    if not kept:
        return b""
    names = scorers_of(record)
    shown, field = cell if spreadsheet else str, "raw" if raw else "scores"
    return paragraphs(record, ("\t".join([shown(flat(segment["text"])), *(
        _score(segment, name, field) for name in names)]) for segment in kept))


def _score(segment, name, field):
    value = segment.get(field, {}).get(name)
    if field == "raw" and isinstance(value, str):        # of scutch-archive
        return flat(printable(value))
    score = None if value is None else score_of(segment, name, field)
    return "" if score is None else str(rounded(score))


def cell(string: str) -> str:
    """Return the text of a cell, after an apostrophe if a spreadsheet would take it for a formula.

    >>> [cell(text) for text in ("=1+1", "@home", "- one", "1 + 1")]
    ["'=1+1", "'@home", "'- one", '1 + 1']
    """
    return "'" + string if FORMULA.match(string) else string


def _code(string):
    """Return the lines of code except empty ones, which would end the document."""
    return "\n".join(line.rstrip() for line in printable(string).split("\n") if line.strip())
