"""The fields of the record: fields.tsv is their one definition, a line each.

The table of share/doc/record.md is made from it. Positions are code points, half open; in every
score high means dirty, but in doc.scores.f and doc.scores.precision, which estimate measures of the
page.
"""
import os
from functools import cache
from typing import NamedTuple


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


def table() -> str:
    """Return the fields as a table in Markdown: `python3 -m scutch.filters.fields` prints it."""
    rows = [["field", "type and unit", "written by", "meaning"], ["---"] * 4]
    rows += [[f"`{field.name}`", field.type, field.writer, field.meaning.replace("<", "\\<")]
             for field in fields()]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


if __name__ == "__main__":
    print(table(), end="")
