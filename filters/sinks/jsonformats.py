"""JSON lines: our own, and those of two toolkits for training data.

Dolma and datatrove expect all but a few fields inside "metadata". What other programs say of places
in a text is wrong once the text is another: the attributes of Dolma, "pii", "seg_langs", "langs"
and "scores" of HPLT, "line_ids" of cc_net, "quality_signals" of RedPajama,
"sentence_identifications" of OSCAR, entities of spaCy.
"""
import math
import re
from functools import cache
from itertools import pairwise

from ..edge.jsonlines import encode
from ..record import fields, name_of, object_of, rounded, score_of, scorers_of, with_note
from ..scoring.scores import spans_of
from ..stream.printedlines import joined_text, printable
from ..text.textmarks import FIELD, IMAGE, marks_of, shown_picture
from .frontmatter import facts

PERSONAL, OF_COMMENTS = "pii", "comments_pii"    # of scutch-prune --pii mark
MOST_DEPTH = 20          # of objects and lists in which places are looked for
# Names of a list with an item for each line, sentence or word, or with places that are numbers
ALIGNED = re.compile(r"""
    (?:^|_) (?:lines?|segs?|segments?|sents?|sentences?|paragraphs?|words?|tokens?|spans?
             | offsets?|starts?|ends?|positions?) (?:_|$)
  | ^ (?:langs|scores) $
""", re.VERBOSE)
# Keys of a place in an object: where it begins; where it ends, or its length
START = re.compile(r"(?i)(?:^|_|char)(?:start|begin)(?:$|_|char|offset|index)|^offset$")
END = re.compile(r"(?i)(?:^|_|char)(?:end|stop)(?:$|_|char|offset|index)|^length$")
WORKING = {"html", "html_b64", "segments", "elements"}    # what "text" comes from


def jsonl(record, kept, names=(), marks=False, sentences=False):
    """Return the record with the kept "text", less html, segments and elements.

    names:   {our name of a field: the one that it gets}, as in stream.inputs.given_back.
    marks, sentences: whether it has the "marks", or the places of "sentences", of that text.

    >>> jsonl({"id": "a", "html": "<p>Hi.", "lang": "en"}, [{"text": "Hi."}, {"text": "Ho."}])
    b'{"id":"a","lang":"en","text":"Hi.\\\\nHo."}\\n'
    """
    out = document(record, kept)
    if marks:
        out[FIELD] = _places(kept, lambda segment: (
            shown_picture(mark) if mark[2] == IMAGE else mark for mark in marks_of(segment)))
    if sentences:
        out["sentences"] = _places(kept, spans_of)
    for name in [name for name in names if name in out and names[name] not in out]:
        out = {names[name] if key == name else key: value for key, value in out.items()}
    return encode(out)


def document(record, kept):
    """Return the record as jsonl has it, with the kept "text".

    >>> document({"id": "a", "html": "<p>Hi."}, [{"text": "Hi."}])
    {'id': 'a', 'text': 'Hi.'}
    """
    return {**{key: value for key, value in with_places(record, kept).items()
               if key not in WORKING}, "text": joined_text(kept)}


def with_places(record, kept, name=PERSONAL):
    """Return the record with the places of personal data in the segments' joined text."""
    if not any(PERSONAL in segment for segment in kept):
        return record
    return {**record, name: _places(kept, _personal)}


def _personal(segment):
    """Return the places of personal data in a segment that are places in its text."""
    places = segment.get(PERSONAL)
    return [place for place in (places if isinstance(places, list) else ())
            if isinstance(place, list) and len(place) == 2 and set(map(type, place)) == {int}
            and 0 <= place[0] < place[1] <= len(segment["text"])]


def _places(kept, of):
    """Return places in the segments' joined text; of: those in a segment, start and end first."""
    places, start = [], 0
    for segment in kept:
        places += [[start + begin, start + end, *what] for begin, end, *what in of(segment)]
        start += len(segment["text"]) + 1                 # the line break
    return places


def dolma(record, kept, source=None):
    """Return a document of the Dolma toolkit, with a span and a score for each kept segment.

    One line serves both as a row of documents and as one of attributes, which Dolma pairs by row.
    Source: github.com/allenai/dolma, docs/data-format.md and python/dolma/core/data_types.py.
    """
    timestamp, record = record.get("timestamp"), with_places(record, kept)
    out = {"id": name_of(record), "text": joined_text(kept),
           "source": record.get("source") or source or "web",
           "added": record.get("added") or timestamp,
           "created": record.get("created") or timestamp,
           "metadata": _metadata(record, {"source", "added", "created", "attributes"}),
           "attributes": attributes(record, kept)}
    return encode({key: value for key, value in out.items() if value is not None})


def datatrove(record, kept):
    """Return a document of datatrove: "text", "id", "metadata".

    Source: github.com/huggingface/datatrove, src/datatrove/data.py.
    """
    return encode({"text": joined_text(kept), "id": name_of(record),
                   "metadata": _metadata(with_places(record, kept), set())})


def _metadata(record, shown):
    """Return the record's metadata with all its other fields but the working and shown ones.

    What scutch-meta found has the names of other tools: author, date, sitename.
    """
    own = record.get("metadata", {})
    apart = WORKING | shown | {"id", "text", "metadata"} | ({"meta"} if facts(record) else set())
    return {**(own if isinstance(own, dict) else {"metadata": own}), **facts(record),
            **{key: value for key, value in record.items() if key not in apart}}


def attributes(record, kept):
    """Return {score name: [[start, end, score]]}, code points of the joined text, half open.

    Those of the record, which fit its text, are among them.
    """
    spans = {name: [] for name in scorers_of(record)}
    start = 0
    for segment in kept:
        end = start + len(segment["text"])
        for name, of_name in spans.items():
            score = score_of(segment, name)
            if score is not None:
                of_name.append([start, end, rounded(score)])
        start = end + 1                                   # the line break
    return spans | {name: value for name, value in object_of(record, "attributes").items()
                    if not spans.get(name)}


def fitting(record, kept):
    """Return the record without places in its text, where that of the kept segments is another.

    doc.notes names the fields that lose some.

    >>> fitting({"text": "Home\\nHi.", "pii": [[5, 7]], "tags": ["a"]}, [{"text": "Hi."}])["doc"]
    {'notes': ['without what is about places in the text before: pii']}
    """
    others = [name for name, value in record.items()
              if isinstance(value, (list, dict)) and name not in _own()]
    before = record.get("text")
    if not others or (isinstance(before, str) and joined_text(kept) == printable(before)):
        return record
    most = 4 * len(before) if isinstance(before, str) else math.inf      # of a place in UTF-8
    left = {name: _without_places(name, record[name], most, MOST_DEPTH) for name in others}
    changed = [name for name in others if left[name] != record[name]]
    if not changed:
        return record
    note = f"without what is about places in the text before: {', '.join(changed)}"
    return {**{name: left.get(name, value) for name, value in record.items()
               if name not in changed or left[name] is not None},
            "doc": with_note(object_of(record, "doc"), note)}


@cache
def _own():
    """Return the fields of scutch, without those that other programs have for places in "text"."""
    return {re.split(r"[.\[]", field.name)[0] for field in fields()} - {
        "metadata", "pii", "sentences"}


def _without_places(name, value, most, depth):
    """Return the value of a field without places in a text up to `most`, None if that is all."""
    if not value or not depth or not isinstance(value, (list, dict)):
        return value
    if isinstance(value, dict):
        parts = {key: _without_places(key, part, most, depth - 1) for key, part in value.items()}
        kept = {key: part for key, part in parts.items() if part is not None or value[key] is None}
        return None if _is_place(value, most) else kept or None
    if ALIGNED.search(name) or all(_is_place(item, most) for item in value):
        return None
    items = [(item, _without_places("", item, most, depth - 1)) for item in value]
    return [kept for item, kept in items if kept is not None or item is None] or None


def _is_place(item, most):
    """Return whether a list or an object is a place in a text: where it begins, where it ends.

    >>> [_is_place(item, 9) for item in ([0, 5, 0.3], ["PER", 0, 5], [5, 0], [3, 10])]
    [True, True, False, False]
    >>> [_is_place(item, 9) for item in ({"start": 0, "end_char": 5}, {"start": 2}, "0-5")]
    [True, False, False]
    """
    if isinstance(item, list):
        return any(_is_number(start, most) and _is_number(end, most) and start <= end
                   for start, end in pairwise(item[:3]))
    return isinstance(item, dict) and all(
        any(key.search(name) and _is_number(value, most) for name, value in item.items())
        for key in (START, END))


def _is_number(value, most):
    return type(value) is int and 0 <= value <= most
