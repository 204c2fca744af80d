"""The record: its fields, and the functions by which all filters read it.

One JSON object a line, UTF-8, LF: one document, with the fields of fields.tsv, which is their one
definition, a line each; the table of share/doc/record.md is made from it. Positions are code
points, half open; in every score high means dirty, but in doc.scores.f and doc.scores.precision,
which estimate measures of the page.
"""
import base64
import os
from collections.abc import Sequence
from functools import cache
from itertools import count, repeat
from operator import lt
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import BadRecord

if TYPE_CHECKING:
    import numpy as np

Record = dict[str, Any]

SCORE_DIGITS = 4         # decimals of every score and raw value
TIE = 1e-6               # how near to a tie, as a fraction of the last decimal
PAGE = ("html", "html_b64")      # fields that hold a page
HIDDEN_CUTS = "hidden_cuts"
MIDPOINTS = "midpoints"
ENTRY = {"command", "code", "message"}       # the fields of an entry of "errors"
MAX_BYTES = 20 << 20     # of a page in UTF-8, 20 MB: larger "pages" are data
MAX_TEXT = 5_500_000     # bytes of its text in UTF-8; the Bible has four million
MAX_SEGMENTS = 20_000    # of a page, or lines of plain text; real pages have up to 2 700
MOST_COUNT = 10**9       # of any count; records of other programs may hold any number
MOST = 1 << 1000         # larger whole numbers do not fit into a float

# Fields that filters rely on where present: name, a value of its type, the type in words
OF_A_SEGMENT = [("kind", "", "a string"), ("chars", 0, "a whole number"),
                ("sentences", [], "a list"), ("scores", {}, "an object"),
                ("raw", {}, "an object"), ("tags", {}, "an object")]


def as_line(line: bytes) -> Record:
    """Return a record that holds a bad line: its text, or base64 of its bytes.

    >>> as_line(b"caf\\xe9")
    {'line_b64': 'Y2Fm6Q=='}
    """
    try:
        return {"line": line.decode()}
    except UnicodeDecodeError:
        return {"line_b64": base64.b64encode(line).decode()}


def is_blank(value: Any) -> bool:
    """Return whether a field's value counts as absent: null, white space, an empty list.

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


def rounded_array(values: "np.ndarray") -> "np.ndarray":
    """Return an array of scores or raw values with the digits that they have in records.

    >>> import numpy as np
    >>> values = [0.24375, -0.30625]
    >>> rounded_array(np.array(values)).tolist() == [round(value, 4) for value in values]
    True
    """
    digits = values.round(SCORE_DIGITS) + 0.0
    # a value halfway between two is rounded by its exact binary value, as by Python's round
    for place in (abs(values * 10 ** SCORE_DIGITS % 1 - 0.5) < TIE).nonzero()[0].tolist():
        digits[place] = round(float(values[place]), SCORE_DIGITS) + 0.0
    return digits


def with_error(record: Record, command: str, code: str, message: str) -> Record:
    """Return the record with one more entry in `errors`."""
    before = record.get("errors")
    entry = {"command": command, "code": code, "message": message}
    return {**record, "errors": [*(before if isinstance(before, list) else []), entry]}


def has_error(record: Record) -> bool:
    """Return whether a command has found the record bad: "errors" of its user's own do not count.

    >>> has_error({"errors": []}), has_error(with_error({}, "scutch-tag", "bad_score", "no number"))
    (False, True)
    """
    errors = record.get("errors")
    last = errors[-1] if isinstance(errors, list) and errors else None
    return isinstance(last, dict) and last.keys() >= ENTRY


def object_of(record: Record, field: str) -> dict[str, Any]:
    """Return the object in a field of the record, {} where there is none."""
    value = record.get(field)
    return value if isinstance(value, dict) else {}


def name_of(record: Record) -> str:
    """Return the record's id as text, where it has none its url, "" without either.

    >>> name_of({"id": 7}), name_of({"id": None, "url": "http://a/"}), name_of({})
    ('7', 'http://a/', '')
    """
    name = record.get("id")
    name = record.get("url") if name is None else name
    return "" if name is None else str(name)


def title_of(record: Record) -> str:
    """Return the record's title, "" where it has none."""
    title = record.get("title")
    return title if isinstance(title, str) else ""


def plain_text(record: Record) -> str | None:
    """Return the text of a record that has no segments yet, None where it has, or has no text.

    Of a page beside which the text is blank it is None, too.

    >>> plain_text({"text": "Hi."}), plain_text({"text": "Hi.", "segments": []})
    ('Hi.', None)
    >>> plain_text({"text": ""}), plain_text({"text": "", "html": "<p>Hi."})
    ('', None)
    """
    text = record.get("text")
    if record.get("segments") is not None or not isinstance(text, str):
        return None
    return None if is_blank(text) and any(record.get(key) for key in PAGE) else text


def with_note(doc: dict[str, Any], note: str) -> dict[str, Any]:
    """Return the document's facts, `doc`, with one more note, if it does not have it."""
    notes = doc.get("notes")
    notes = notes if isinstance(notes, list) else []
    return {**doc, "notes": notes if note in notes else [*notes, note]}


def with_dropped(record: Record, rule: str, value: Any) -> Record:
    """Return the record with the reason why it is dropped.

    >>> with_dropped({"id": "a"}, "min_f", 0.2)
    {'id': 'a', 'doc': {'dropped': {'rule': 'min_f', 'value': 0.2}}}
    """
    return {**record, "doc": {**object_of(record, "doc"),
                              "dropped": {"rule": rule, "value": value}}}


class Segments(list):
    """Segments that a filter has made or checked, so that the next in a chain need not check."""


class Elements(list):
    """Elements that html2text has made, so that the next in a chain need not check each."""


def segments_of(record: Record) -> list[dict[str, Any]]:
    """Return the record's segments, each an object with a text.

    Raises:  BadRecord where there are none, or one is not as described in fields.tsv.
    """
    segments = record.get("segments")
    if type(segments) is Segments:
        return segments
    if segments is None:
        raise BadRecord('"segments" is absent: scutch-html2text and scutch-segment make them',
                        "no_segments")
    if not isinstance(segments, list):
        raise BadRecord('"segments" is not a list', "bad_segments")
    if not _all_of(dict, segments) or not _all_of(str, values_of(segments, "text")):
        raise BadRecord('"segments" has an item that is not an object with a "text"',
                        "bad_segments")
    for field, absent, what in OF_A_SEGMENT:
        if not _all_of(type(absent), values_of(segments, field, absent)):
            raise BadRecord(f'"{field}" of a segment is not {what}', "bad_segments")
    return Segments(segments)


def _all_of(wanted, values):
    return all(issubclass(kind, wanted) for kind in set(map(type, values)))


def values_of(segments: Sequence[dict[str, Any]], field: str, absent: Any = None) -> list[Any]:
    """Return the values of a field of segments."""
    return list(map(dict.get, segments, repeat(field), repeat(absent)))


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


def cut_of(record: Record, name: str | None, field: str = "cuts") -> float | None:
    """Return the threshold of the score of this name, None for none.

    field: "cuts", or HIDDEN_CUTS for that of hidden segments, or MIDPOINTS.
    """
    cut = object_of(record, field).get(name) if name else None
    return None if isinstance(cut, bool) or not isinstance(cut, (int, float)) else cut


def with_scorer(record: Record, name: str, cut: float) -> Record:
    """Return the record with one more name in `scorers`, the last, and its threshold."""
    return {**record, "cuts": {**object_of(record, "cuts"), name: cut},
            "scorers": [*(scorer for scorer in scorers_of(record) if scorer != name), name]}


def count_of(value: Any) -> int:
    """Return a count in a field as a whole number from 0 to MOST_COUNT, 0 for anything else.

    >>> [count_of(value) for value in (3, -1, "3", None, 10**400)]
    [3, 0, 0, 0, 1000000000]
    """
    return min(MOST_COUNT, max(0, value)) if isinstance(value, int) else 0


def has_markup(segments: Sequence[dict[str, Any]]) -> bool:
    """Return whether the segments came from HTML: whether their links are known."""
    return any(isinstance(segment.get("link_chars"), int) for segment in segments)


def elements_of(record: Record) -> tuple[Sequence[Any], ...]:
    """Return (names, parents, words) of the record's elements, three sequences.

    A malformed element has no name and no parent; each parent, -1 for none, comes before.

    >>> elements_of({"elements": [["body", -1, ""], ["div", 0, "nav"], ["p", 7, None], 3]})
    (('body', 'div', 'p', ''), [-1, 0, -1, -1], ['', 'nav', '', ''])
    """
    elements = record.get("elements")
    if not isinstance(elements, list) or not elements:
        return (), (), ()
    if type(elements) is Elements:
        return tuple(zip(*elements, strict=True))
    if set(map(type, elements)) != {list} or set(map(len, elements)) != {3}:
        elements = [element if isinstance(element, list) and len(element) == 3 else ["", -1, ""]
                    for element in elements]
    names, parents, words = zip(*elements, strict=True)
    if set(map(type, parents)) != {int} or min(parents) < -1 or not all(map(lt, parents, count())):
        parents = [parent if isinstance(parent, int) and -1 <= parent < place else -1
                   for place, parent in enumerate(parents)]
    return _strings(names), parents, _strings(words)


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


class Field(NamedTuple):
    """One field of the record: its name, its type and unit, its writers, its readers, its meaning.

    writer:  filters, and those options without which they do not write it.
    reader:  the filters, and options of filters, that cannot do without it, see stream/chains.py.
    """

    name: str
    type: str
    writer: str
    reader: str
    meaning: str


@cache
def fields() -> tuple[Field, ...]:
    """Return all fields, in the order of the table."""
    path = os.path.join(os.path.dirname(__file__), "fields.tsv")
    with open(path, encoding="utf-8", newline="\n") as file:
        _, *lines = file.read().rstrip("\n").split("\n")
    return tuple(Field(*line.split("\t")) for line in lines)


def table_of_fields() -> str:
    """Return the fields as a table in Markdown, for share/doc/record.md."""
    rows = [["field", "type and unit", "written by", "meaning"], ["---"] * 4]
    rows += [[f"`{field.name}`", field.type, field.writer, field.meaning.replace("<", "\\<")]
             for field in fields()]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)
