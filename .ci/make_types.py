#!/usr/bin/env python3
"""Write bin/scutch/typeddicts.py: the record, by FIELDS, and the options of scutch.clean, as types.

    .ci/make_types.py [FILE]

The same sources give the same bytes.
"""
import inspect
import sys
from keyword import iskeyword
from pathlib import Path
from typing import get_type_hints

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bin"))

import scutch
from scutch.filters import clean
from scutch.filters.record import fields
from scutch.filters.stream.options import declared

PLACE = Path(scutch.__file__).with_name("typeddicts.py")
HEAD = '''\
"""Types of the record and of options, for type checkers: .ci/make_types.py makes them."""
# ruff: noqa: E501, UP013
from collections.abc import Sequence
from typing import Any, Literal, TypedDict

'''
EXTRACTED = """\
Extracted = TypedDict("Extracted", {
    "text": str,
    "title": str | None,
    "authors": list[str],
    "date": str | None,
    "lang": str | None,
    "url": str | None,
    "meta": Meta,
    "left_out": list[str],
})
"""
# The types of Python for words of Field.type
WORDS = {"str": "str", "int": "int", "float": "float", "bool": "bool", "true": "Literal[True]",
         "object": "dict[str, Any]", "objects": "dict[str, Any]", "as": "str",  # as id
         "start": "int", "end": "int"}
KINDS = {("int",): "int", ("float", "int"): "float"}
BY_SCORER = {"scores", "raw"}     # objects whose fields have names of scorers, also of others' own
LISTS = {"LIST", "ROLES"}         # values that are comma-separated, or a list


def of_field(words):
    """Return the type of Python for the type of a field, in words.

    >>> of_field("list of [start, end]"), of_field("str or null"), of_field("float in [0, 1]")
    ('list[list[int]]', 'str | None', 'float')
    """
    words, or_null, _ = words.partition(" or null")
    if words.startswith("list of "):
        return f"list[{of_field(words.removeprefix('list of '))}]"
    if words.startswith("["):
        kinds = sorted({WORDS.get(part, "Any") for part in words.strip("[]").split(", ")})
        return f"list[{KINDS.get(tuple(kinds), 'Any')}]"
    more = " | bytes" * words.endswith("bytes, too")
    return WORDS[words.split()[0].strip(",;")] + more + " | None" * bool(or_null)


def of_option(option):
    """Return the type of Python for the value of an option, None included: as if not given."""
    if option.is_flag:
        return "bool | None"
    if option.choices:
        return f"Literal[{', '.join(map(repr, option.choices))}] | None"
    if option.repeats or option.metavar in LISTS:
        return "str | Sequence[str] | None"
    kind = {} if option.type is str else get_type_hints(option.type)
    return f"{kind.get('return', str).__name__} | None"


def in_objects():
    """Return the fields of the record as objects in objects: {name: type, or such an object}.

    A list of objects, segments[], has its brackets in the name.
    """
    record = {}
    for field in fields():
        *path, name = field.name.split(".")
        inner = record
        for part in path:
            inner = inner.setdefault(part, {})
        inner[name] = of_field(field.type)
    return record


def typed_dict(name, values, others):
    """Return the name of the TypedDict of an object, which is added to the texts of the others."""
    lines = []
    for key, value in values.items():
        key, is_list = key.removesuffix("[]"), key.endswith("[]")
        if key in BY_SCORER and isinstance(value, dict):
            kinds = set(value.values())
            value = f"dict[str, {kinds.pop() if len(kinds) == 1 else 'Any'}]"
        elif isinstance(value, dict):
            value = typed_dict(key[:-1 if is_list else None].title(), value, others)
        lines.append(f'    "{key}": {f"list[{value}]" if is_list else value},\n')
    others.append(f'{name} = TypedDict("{name}", {{\n{"".join(lines)}}}, total=False)\n')
    return name


def module():
    """Return the text of the module."""
    texts = []
    typed_dict("Record", in_objects(), texts)
    types = {f"{name}_" if iskeyword(name) else name: of_option(option)
             for name, option in declared(clean).items()
             if not option.shared and name not in clean.OF_A_RUN}
    texts.append(f"Format = {types['format']}\n")
    own = inspect.signature(scutch.clean).parameters
    typed_dict("CleanOptions", {name: types[name] for name in types if name not in own}, texts)
    return HEAD + "\n".join([*texts, EXTRACTED])


def main(path=PLACE):
    Path(path).write_text(module(), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
