"""The limits of rules: what lies just within each, and just beyond it, from one file of rows.

A row of tests/limits.jsonl is one JSON object a line:

    limit   what the limit says
    chain   the filters, as scutch-chain takes them
    page    HTML; or lines, texts that are paragraphs of <body>, each a text or [text, its fields],
            with "title", that of the page; or record, any record
    see     the value that is compared, as a path in the record: segments.1.role, meta.authors; a
            path that leads nowhere is null; "" is what a sink writes
    at, beyond   [number, value]: "$" stands for the number in all texts of the row, {{x*9}} for
            nine x, and in a list {"*": 9, "of": x} for nine x; at is just within the limit, beyond
            just not
    why     where it is not plain
"""
import json
import re

import pytest

import scutch
from scutch.filters.text.words import count_words
from utils import ROOT

REPEATED = re.compile(r"\{\{(.+?)\*(\d+)\}\}", re.DOTALL)
ROWS = [json.loads(line) for line in
        (ROOT / "tests" / "limits.jsonl").read_text("utf-8").split("\n")[:-1]]


def spelt(value, number):
    """Return a value in whose texts "$" is a number and repeated texts are written out."""
    if value == "$":
        return number
    if isinstance(value, str):
        return REPEATED.sub(lambda match: match[1] * int(match[2]), value.replace("$", str(number)))
    if isinstance(value, list):
        return [item for given in value for item in (
            [spelt(given["of"], number)] * int(spelt(given["*"], number))
            if isinstance(given, dict) and "*" in given else [spelt(given, number)])]
    if isinstance(value, dict):
        return {name: spelt(item, number) for name, item in value.items()}
    return value


def record_of(row):
    """Return the record of a row."""
    if "lines" not in row:
        return row.get("record") or {"html": row["page"]}
    lines = [line if isinstance(line, list) else [line, {}] for line in row["lines"]]
    tags = [[fields.get("tag", "p"), 0, ""] for _, fields in lines]
    return {"title": row.get("title", ""), "elements": [["body", -1, ""], *tags],
            "segments": [{"text": text, "kind": "p", "words": count_words(text), "element": place,
                          **fields} for place, (text, fields) in enumerate(lines, 1)]}


def seen(outputs, path):
    """Return the value at a path in the one record that comes out, None where it leads nowhere."""
    value = outputs[0] if len(outputs) == 1 else outputs
    for name in filter(None, path.split(".")):
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (KeyError, IndexError):
            return None
    return value.decode() if isinstance(value, bytes) else value


@pytest.mark.parametrize("side", ["at", "beyond"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["limit"])
def test_limit(row, side):
    number, value = row[side]
    row = spelt(row, number)
    assert seen(list(scutch.pipe([record_of(row)], row["chain"])), row["see"]) == value
