"""Reads a gold standard: the text that each page should give, by the page's id."""
import os

from ..edge.files import numbered_lines
from ..edge.jsonlines import decode
from ..errors import BadRecord, Unusable
from ..record import segments_of

GOLD_FILES = ["gold.jsonl.gz", "gold.jsonl"]
GOLD_FIELDS: dict[str, tuple[type, ...]] = {
    "text": (str,), "with": (list,), "without": (list,), "coverage": (int, float),
    "page_type": (str,)}
TEXTS = {"text", "with", "without"}      # one of them is needed


def read_gold(name):
    """Return {id: gold record} of a folder or file.

    Raises:  Unusable if it cannot be read or is not a gold standard.
    """
    if os.path.isdir(name):
        paths = [os.path.join(name, file) for file in GOLD_FILES]
        name = next(filter(os.path.exists, paths), paths[0])
    gold = {}
    for place, line, _ in numbered_lines([name]):
        if not line.strip():
            continue
        try:
            record = decode(line)
            for field, types in GOLD_FIELDS.items():
                if record.get(field) is not None and not isinstance(record[field], types):
                    raise BadRecord(f'"{field}" is of another type')
            if not all(isinstance(one, str) for key in ("with", "without")
                       for one in record.get(key) or []):
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
