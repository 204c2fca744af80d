"""JSON lines: our own, and those of two toolkits for training data.

Dolma and datatrove expect all but a few fields inside "metadata".
"""
from ..edge.jsonlines import encode
from ..errors import BadRecord
from ..record import name_of, object_of, rounded, score_of, scorers_of
from ..roles.elementroles import COMMENT
from ..scoring.sentencescores import spans_of
from ..stream.printedlines import joined_text
from ..text.textmarks import FIELD, IMAGE, marks_of, shown_picture
from .described import facts

PERSONAL, OF_COMMENTS = "pii", "comments_pii"    # of scutch-prune --pii mark
WORKING = {"html", "html_b64", "segments", "elements"}    # what "text" comes from


def jsonl(record, kept, names=(), marks=False, sentences=False):
    """Return the record with the kept "text", less html, segments and elements.

    names:   {our name of a field: the one that it gets}, as in schemas.given_back.
    marks, sentences: whether it has the "marks", or the places of "sentences", of that text.

    >>> jsonl({"id": "a", "html": "<p>Hi.", "lang": "en"}, [{"text": "Hi."}, {"text": "Ho."}])
    b'{"id":"a","lang":"en","text":"Hi.\\\\nHo."}\\n'
    """
    out = document(record, kept)
    if marks:
        out[FIELD] = _places(kept, _marks)
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


def without_comments(kept):
    """Return (the segments that are no readers' comments, those that are), by their roles."""
    if not all(isinstance(segment.get("role"), str) for segment in kept):
        raise BadRecord('a segment has no "role": run scutch-role first', "no_role")
    return ([segment for segment in kept if segment["role"] != COMMENT],
            [segment for segment in kept if segment["role"] == COMMENT])


def with_places(record, kept, name=PERSONAL):
    """Return the record with the places of personal data in the segments' joined text."""
    if not any(PERSONAL in segment for segment in kept):
        return record
    return {**record, name: _places(kept, _personal)}


def _marks(segment):
    """Return the marks of a segment as jsonl shows them."""
    return (shown_picture(mark) if mark[2] == IMAGE else mark for mark in marks_of(segment))


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
