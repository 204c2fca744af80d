"""Reads a gold standard: the text that each page should give, by the page's id."""
import os
import re

from ..edge.bytestreams import numbered_lines
from ..edge.jsonlines import decode
from ..errors import BadRecord, Unusable
from ..record import segments_of

GOLD_FILES = ["gold.jsonl.gz", "gold.jsonl"]
GOLD_FIELDS: dict[str, tuple[type, ...]] = {
    "text": (str,), "with": (list,), "without": (list,), "coverage": (int, float),
    "page_type": (str,), "lang": (str,)}
TEXTS = {"text", "with", "without"}      # one of them is needed

PACKED, PAGE = (re.compile(rf"\.(?:{names})\Z", re.I)
                for names in ("gz|bz2|xz|zst", "x?html?|txt"))


def id_in(gold, record):
    """Return the id of the gold that a record has, None for none.

    The id of a page from a file may be its path: then the file's name counts, too.

    >>> [id_in({"b1": {}}, {"id": name}) for name in ("b1", "pages/b1.html.gz", "https://a.org/b1")]
    ['b1', 'b1', None]
    """
    page = str(record.get("id"))
    if "://" in page:
        return page if page in gold else None
    name = os.path.basename(page)
    unpacked = PACKED.sub("", name)
    names = page, name, unpacked, PAGE.sub("", unpacked)
    return next((known for known in names if known in gold), None)


def file_of(name):
    """Return the name of the file that holds the gold standard of a folder or file.

    Raises:  Unusable for a folder without one.
    """
    if not os.path.isdir(name):
        return name
    paths = [os.path.join(name, file) for file in GOLD_FILES]
    if path := next(filter(os.path.exists, paths), None):
        return path
    raise Unusable(f"{name}: no {' or '.join(GOLD_FILES)} in this folder; gold is JSON lines of "
                   "id and text")


def read_gold(name):
    """Return {id: gold record} of a folder or file.

    Raises:  Unusable if it cannot be read or is not a gold standard.
    """
    name = file_of(name)
    gold = {}
    for place, line, _ in numbered_lines(name):
        if not line.strip():
            continue
        try:
            record = decode(line)
            for field, types in GOLD_FIELDS.items():
                if record.get(field) is not None and not isinstance(record[field], types):
                    raise BadRecord(f'"{field}" is of another type')
            if not all(isinstance(snippet, str) for key in ("with", "without")
                       for snippet in record.get(key) or []):
                raise BadRecord("a snippet is not a string")
            if record.get("segments") is not None:
                texts = [segment["text"] for segment in segments_of(record)]
                if record.get("text") is None:
                    record["text"] = "\n".join(texts)
            if record.get("id") is None:
                raise BadRecord('no "id"')
            if str(record["id"]) in gold:
                raise BadRecord(f"another line has the id {record['id']}, too")
        except BadRecord as error:
            raise Unusable(f"{place}: not a line of a gold standard: {error}") from None
        gold[str(record["id"])] = record
    if not gold:
        raise Unusable(f"{name}: empty, a gold standard is required")
    if not any(TEXTS & record.keys() for record in gold.values()):
        raise Unusable(f'{name}: no line has "text", which is to hold the gold text')
    return gold
