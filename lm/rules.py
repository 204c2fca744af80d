"""What is known about the web: the rows of share/rules/*.tsv, and patterns made of them.

A row says what a rule looks for, on how many pages of the gold sets it holds, a page on which it
holds and one on which it must not: share/rules/README.md. A table is read when it is first asked
for. Tags are those of normal HTML: names of attributes in lower case, values in double quotes.
"""
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from .. import shared_file

# How the value of a row is compared: a pattern of {0}, the name of an attribute, and {1}, values
HOW = {
    # of an element alone; of an attribute: there is one; it is this; its first word, any of its
    # words, its beginning, any part of it is this; a word begins so
    "": "[ >]", "has": ' {0}="', "is": ' {0}="(?:{1})"', "first": ' {0}="(?:{1})[ "]',
    "word": ' {0}="(?:[^"]* )?(?:{1})[ "]', "start": ' {0}="(?:{1})',
    "part": ' {0}="[^"]*(?:{1})', "prefix": ' {0}="(?:[^"]* )?(?:{1})',
    # of a line: where the phrase stands in it
    "anywhere": "{1}", "as words": r"\b(?:{1})\b", "behind signs": r"^\W*(?:{1})",
    "alone": r"^\W*(?:{1})\W*$", "first word": r"^(?:{1})(?!\w)", "in brackets": r"^\(?(?:{1})",
    "behind dashes": r"^(?:-+\s*)?(?:{1})\W*$",
    "beside a number": r"^\W*(?:\d[\d.,]*\s?(?:[条則件個个]|개의)?\s?)?(?:{1})\W*"
                       r"(?:\d[\d.,]*\s?[条則件個个개]?\W*)?$",
    # no patterns: a style declares it, "display: none", which html/normalhtml.py reads; words
    # that hardly mean anything else, and others; a mark near its place, or as near as a word is; at
    # least or at most so many are counted
    "declares": "", "sure": "", "other": "", "near": "", "in a heading": "",
    "least": "", "most": ""}


class Rule(NamedTuple):
    """A row: what is known, where it was seen, and two pages that show it.

    table:     the rows that are used together.
    elements:  names of the elements for which it holds, "" for all.
    attribute: the name of the attribute, "" for a rule by the element's name alone, or on text.
    how:       how the value is compared: a key of HOW.
    value:     a word, or a regular expression.
    more:      what the table has besides: its file says it.
    software:  what writes it.
    pages:     of the gold sets, on which it holds; written by share/bench/rules.py.
    holds, fails: a page on which it holds, and one like it on which it must not.
    """

    table: str
    elements: str = ""
    attribute: str = ""
    how: str = ""
    value: str = ""
    more: str = ""
    software: str = ""
    pages: str = ""
    holds: str = ""
    fails: str = ""

    @property
    def name(self) -> str:
        """What the rule looks for, in a few words."""
        names = f"<{'|'.join(self.elements.split())}>" if self.elements else ""
        return " ".join(filter(None, [names, self.attribute, self.value]))


@cache
def rules(name: str) -> dict[str, list[Rule]]:
    """Return the tables of share/rules/NAME.tsv, in its order.

    Raises:  ValueError, with file and line, for a row that is none.
    """
    tables: dict[str, list[Rule]] = {}
    with open(shared_file(f"rules/{name}.tsv"), encoding="utf-8") as file:
        for number, line in enumerate(file.read().split("\n"), 1):
            if line and not line.startswith(("#", "table\t")):
                cells = line.split("\t")
                if len(cells) > len(Rule._fields) or "".join(cells[3:4]) not in HOW:
                    raise ValueError(f"{file.name}:{number}: no row of share/rules/README.md")
                tables.setdefault(cells[0], []).append(Rule(*cells))
    return tables


def pattern(table: Iterable[Rule]) -> str:
    """Return the regular expression of a table: it is found where a rule holds, in a tag or a line.

    >>> import re
    >>> tags = re.compile(pattern([Rule("", "span td", "class", "first", "lineno"),
    ...                            Rule("", "rp")]))
    >>> bool(tags.match('<td id="a" class="lineno b">')), bool(tags.match('<td class="linen">'))
    (True, False)
    >>> bool(tags.match("<rp>")), bool(tags.match("<rpx>"))
    (True, False)
    >>> pattern([Rule("", how="alone", value=name) for name in "ab"])
    '^\\\\W*(?:a|b)\\\\W*$'
    """
    values: dict[tuple[str, str, str], list[str]] = {}
    for rule in table:
        for name in rule.elements.split() or [""]:
            values.setdefault((name, rule.attribute, rule.how), []).append(rule.value)
    elements: dict[tuple[bool, str, str, str], list[str]] = {}   # each is read once for a table
    for (name, attribute, how), of_rules in values.items():
        elements.setdefault((name != "", attribute, how, "|".join(of_rules)), []).append(name)
    parts = []
    for (named, attribute, how, value), names in elements.items():
        begin = f"<(?:{'|'.join(names)})" if named else ""
        if attribute and named:
            begin += "(?= )[^>]*"        # three times as fast as (?: [^>]*)?
        parts.append(begin + HOW[how].format(attribute, value))
    return "|".join(parts)


def names_of(table: Iterable[Rule]) -> frozenset[str]:
    """Return the names of the elements of a table."""
    return frozenset(name for rule in table for name in rule.elements.split())


def values_of(table: Iterable[Rule]) -> str:
    """Return a regular expression of which each value of a table is an alternative."""
    return "|".join(rule.value for rule in table)


def words_of(table: Iterable[Rule]) -> frozenset[str]:
    """Return the words of a table."""
    return frozenset(word for rule in table for word in rule.value.split())


def attributes_of(table: Iterable[Rule]) -> frozenset[str]:
    """Return the names of the attributes at which a table looks."""
    return frozenset(rule.attribute for rule in table if rule.attribute)


def declarations_of(table: Iterable[Rule]) -> frozenset[tuple[str, str]]:
    """Return the declarations of a table of styles, {(property, value)}."""
    return frozenset((name, value.strip()) for name, _, value in (
        rule.value.partition(":") for rule in table))


def more_of(table: Iterable[Rule]) -> dict[str, str]:
    """Return what a table has besides, by its words."""
    return {word: rule.more for rule in table for word in rule.value.split()}


@cache
def months(name: str) -> dict[str, int]:
    """Return the numbers of the months by their names in a table."""
    return {word: int(number) for word, number in more_of(rules("dates")[name]).items()}
