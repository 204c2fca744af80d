"""The `meta` of a record by the names that other tools give its fields, and as front matter."""
import json

from ..record import name_of, object_of
from ..scoring.scores import LETTERS, letter_of
from ..stream.printedlines import printable

# Our fields, and what Trafilatura, Dolma's and datatrove's users call them
NAMES = {"title": "title", "authors": "author", "published": "date", "modified": "date_modified",
         "site": "sitename", "description": "description", "canonical": "canonical",
         "hostname": "hostname", "language": "language", "licence": "license",
         "categories": "categories", "tags": "tags", "type": "pagetype", "image": "image",
         "images": "images"}
OF_RECORD = [("url", "url"), ("timestamp", "fetched"), ("lang", "lang")]     # in front matter
# Attributes of <doc>: of `meta`, and of "metadata" what texrex has of the server
OF_META = ["authors", "published", "modified", "site", "licence"]
OF_SERVER = {"ip": "ip", "http_server": "server", "http_last_modified": "last_modified",
             "country": "country"}
BADNESS_OF_A_LETTER = 5  # so that j ends at 50, the most there is
FEWEST_WORDS = 100       # of a text with a letter: of 30 words without one of the ten it is about 4
SCORES = ["quality", "f"]                # of the document
UNKNOWN = "unknown"      # as texrex writes what is missing


def text_of(meta, field):
    """Return a field of `meta` as one line, "" where it is absent.

    >>> text_of({"authors": ["Ann Lee", "Bob Ray"]}, "authors"), text_of({"site": 3}, "site")
    ('Ann Lee; Bob Ray', '')
    """
    value = meta.get(field)
    if isinstance(value, list):
        value = "; ".join(name for name in value if isinstance(name, str))
    return " ".join(printable(value).split()) if isinstance(value, str) else ""


def facts(record):
    """Return {name: text} of the record's `meta`, by the names of other tools."""
    meta = object_of(record, "meta")
    return {name: text_of(meta, field) for field, name in NAMES.items() if text_of(meta, field)}


def attributes(record):
    """Return {name: value} for <doc> as texrex has them, "unknown" for what is missing, and scores;
    {} where no filter has left anything.

    >>> attributes({"doc": {"raw": {"badness": 12.5, "doc_words": 100}, "scores": {"f": 0.9}}})
    {'bdc': 'c', 'bdv': 12.5, 'f': 0.9}
    """
    meta = object_of(record, "meta")
    named = {NAMES[field]: text_of(meta, field) or UNKNOWN for field in OF_META} \
        if "meta" in record else {}
    return named | measured(record)


def measured(record):
    """Return the attributes of <doc> that no page states: scores, and facts of the server."""
    named, server = _scores(object_of(record, "doc")), object_of(record, "metadata")
    if OF_SERVER.keys() & server.keys():
        named |= {name: text_of(server, field) or UNKNOWN for field, name in OF_SERVER.items()}
    return named


def _scores(doc):
    """Return {name: value} of badness and scores in a record's `doc`."""
    raw, scores, named = object_of(doc, "raw"), object_of(doc, "scores"), {}
    badness, words = raw.get("badness"), raw.get("doc_words")
    if type(badness) in (int, float) and badness >= 0:
        is_long = type(words) in (int, float) and words >= FEWEST_WORDS
        named = {"bdc": letter_of(int(min(LETTERS - 1, badness / BADNESS_OF_A_LETTER)))
                 if is_long else UNKNOWN, "bdv": badness}
    return named | {name: scores[name] for name in SCORES
                    if type(scores.get(name)) in (int, float)}


def front_matter(record):
    """Return the record's `meta`, and what names the document, as YAML between lines of ---; ""
    where there is nothing.

    Strings are as in JSON, which YAML reads, so that no value can end it. < is escaped: where front
    matter is not read, it is Markdown, and a tag in a value would be one of HTML.

    >>> print(front_matter({"id": 7, "meta": {"title": "Wind: <b>", "authors": ["Ann Lee"]}}))
    ---
    title: "Wind: \\u003cb>"
    author: ["Ann Lee"]
    id: "7"
    ---
    <BLANKLINE>
    <BLANKLINE>
    """
    meta, lines = object_of(record, "meta"), []
    stated = [(name, meta.get(field)) for field, name in NAMES.items()]
    stated += [("id", name_of(record) or None), *((name, record.get(field))
                                                  for field, name in OF_RECORD)]
    for name, value in stated:
        if isinstance(value, list):
            value = [printable(part) for part in value if isinstance(part, str)]
        elif not isinstance(value, str):
            continue
        string = json.dumps(value, ensure_ascii=False).replace("<", r"\u003c")
        lines.append(f"{name}: {string}\n")
    return "".join(["---\n", *map(printable, lines), "---\n\n"]) if lines else ""
