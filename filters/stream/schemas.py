"""Names that other formats have for fields of the record, and tab-separated lines."""
import re
from argparse import Namespace
from typing import Any

from ..edge.jsonlines import decode
from ..errors import BadRecord
from ..html.sniff import is_html
from ..record import PAGE, Record, as_line, is_blank, object_of, with_note

# Each name is taken where ours is absent and the value fits.
# hplt and warc2text: u, ts, h, p, t; ccnet: raw_content, date_download, digest.
ALIASES = {
    "scutch": {},
    "dolma": {"created": "timestamp"},
    "datatrove": {},
    "hplt": {"u": "url", "ts": "timestamp", "t": "text", "p": "text", "h": "html"},
    "warc2text": {"u": "url", "ts": "timestamp", "p": "text", "h": "html"},
    "ccnet": {"raw_content": "text", "date_download": "timestamp", "digest": "id",
              "language": "lang"},
}
ALIASES["auto"] = {**ALIASES["ccnet"], **ALIASES["hplt"],
                   "content": "text", "date": "timestamp"}
# Columns of --format parquet: of the record, where they are text; all of them
COLUMNS = ["id", "url", "text", "title", "lang", "timestamp"]
LATER = {"timestamp", "authors", "date"}         # not in all files
ROW = {*COLUMNS, *LATER, "meta", "scores", "more"}
SCHEMAS = ["auto", "scutch", "dolma", "datatrove", "hplt", "warc2text", "ccnet", "lines", "tsv"]


def renamed(record: Record, aliases: dict[str, str]) -> Record:
    """Return the record under our names, in place and in order, where our name is still free.

    A name counts as free if its value is blank and another field for it has text.

    >>> renamed({"u": "http://a", "x": 1, "t": "hi"}, ALIASES["hplt"])
    {'url': 'http://a', 'x': 1, 'text': 'hi'}
    >>> renamed({"text": "ours", "t": 3.5}, ALIASES["hplt"])
    {'text': 'ours', 't': 3.5}
    >>> renamed({"text": "", "p": " ", "t": "hi"}, ALIASES["hplt"])
    {'p': ' ', 'text': 'hi'}
    """
    if aliases.keys().isdisjoint(record):
        return record
    filled = {aliases.get(key, key) for key, value in record.items() if not is_blank(value)
              and (key not in aliases or isinstance(value, str))}
    taken = {key for key, value in record.items() if not (is_blank(value) and key in filled)}
    out = {}
    for key, value in record.items():
        if key in filled and is_blank(value):
            continue
        name = aliases.get(key, key)
        if name != key and (name in taken or not isinstance(value, str)
                            or (is_blank(value) and name in filled)):
            name = key
        taken.add(name)
        out[name] = value
    return out


def set_aside(record: Record, named: dict[str, str]) -> Record:
    """Return the record; a field that has our name, but was not named by the user, is renamed.

    named:   {their name: ours}, of --text-key and the like; our name gets the ending _given.

    >>> set_aside({"text": "short", "body": "long"}, {"body": "text"})
    {'text_given': 'short', 'body': 'long'}
    """
    for theirs, ours in named.items():
        value = record.get(theirs)
        if isinstance(value, str) and not is_blank(value) and not is_blank(record.get(ours)):
            record = {f"{key}_given" if key == ours else key: part
                      for key, part in record.items()}
    return record


def of_row(record: Record) -> Record:
    """Return the record behind a row of scutch-emit --format parquet: see ROW.

    Any other object with these fields comes back as it is.

    >>> of_row({"id": "7", "url": None, "text": "Hi.", "title": None, "lang": "en", "meta": None,
    ...         "scores": [{"name": "mlp", "start": 0, "end": 3, "score": 0.1}],
    ...         "more": '{"scorers":["mlp"]}'})["attributes"]
    {'mlp': [[0, 3, 0.1]]}
    """
    try:
        more = decode(record["more"].encode()) if record["more"] else {}
        attributes: dict[str, Any] = {}
        for row in record["scores"] or ():
            attributes.setdefault(row["name"], []).append([row["start"], row["end"], row["score"]])
        meta = {name: value for name, value in (record["meta"] or {}).items() if value is not None}
    except (BadRecord, AttributeError, TypeError, LookupError):
        return record
    out = {name: record[name] for name in COLUMNS if record.get(name) is not None} | more
    for name, value in ("meta", meta), ("attributes", attributes):
        if value:
            out[name] = value | object_of(more, name)
    return out


def given_back(opts: Namespace) -> dict[str, str]:
    """Return {our field: the schema's name}, to rename fields on output.

    opts:    with schema, text_key and id_key. A field with several names gets the first.
    """
    names: dict[str, str] = {}
    if opts.schema != "auto":
        for theirs, ours in ALIASES.get(opts.schema, {}).items():
            names.setdefault(ours, theirs)
    keys = {"text": opts.text_key, "id": opts.id_key}
    return {**names, **{ours: theirs for ours, theirs in keys.items() if theirs}}


def with_html(record: Record, given: Record) -> Record:
    """Return the record with html in place of a text that begins as HTML, and a note in doc.

    given: the record under its original names. A field named text is taken for HTML only if it is
           a whole page or has an end tag: plain text about HTML can begin with a tag.

    >>> list(with_html({"text": "<p>One.", "id": 7}, {"content": "<p>One.", "id": 7}))
    ['html', 'id', 'doc']
    """
    text = record.get("text")
    if not isinstance(text, str) or "<" not in text or not all(
            is_blank(record.get(key)) for key in PAGE):
        return record
    doc = object_of(record, "doc")
    if "charset" in doc:      # it was read as text
        return record
    if not is_html(text, surely=given.get("text") is text):
        return record
    name = next(key for key, value in given.items() if value is text)
    out = {"html" if key == "text" else key: value for key, value in record.items()
           if key not in PAGE}
    return {**out, "doc": with_note(doc, f'"{name}" was read as HTML')}


def from_tsv(line: bytes) -> Record:
    """Return the record of a line `id TAB text` (or text alone); \\n, \\t and \\\\ are escapes.

    >>> from_tsv(rb"7\\tone\\ntwo".replace(rb"\\t", b"\\t"))
    {'id': '7', 'text': 'one\\ntwo'}
    """
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8 at byte {error.start + 1}", "bad_line",
                        as_line(line)) from None
    head, tab, tail = text.partition("\t")
    if not tab:
        return {"text": _unescape(text)}
    return {"id": head or None, "text": _unescape(tail)}


def to_tsv(text: str) -> str:
    """Return the text as one field of a tab-separated line."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def _unescape(text):
    return re.sub(r"\\([ntr\\])", lambda m: {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}[m[1]],
                  text)
