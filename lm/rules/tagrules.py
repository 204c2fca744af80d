"""Rules on opening tags: the entries of a table, and its pattern.

Tags are those of normal HTML: names of attributes in lower case, values in double quotes.
"""
from collections.abc import Iterable
from typing import NamedTuple

# How a rule looks at an attribute, as a pattern of {0}, its name, and {1}, values: there is one; it
# is this; its first word, any of its words, its beginning, any part of it is this; a word begins so
HAS = ' {0}="'
IS = ' {0}="(?:{1})"'
FIRST = ' {0}="(?:{1})[ "]'
WORD = ' {0}="(?:[^"]* )?(?:{1})[ "]'
START = ' {0}="(?:{1})'
PART = ' {0}="[^"]*(?:{1})'
PREFIX = ' {0}="(?:[^"]* )?(?:{1})'
# It is a style that declares this: "display: none". Read by filters/html/blocks.py, not a pattern
DECLARES = ""


class Rule(NamedTuple):
    """A rule that holds for elements with an opening tag.

    attribute: the name of the attribute, "" for a rule by the element's name alone.
    how:       one of the constants above.
    value:     a word, or a pattern for several.
    elements:  names of the elements for which it holds, "" for all.
    software:  what writes it.
    pages:     of the gold sets, on which it holds. For 0 of them `why` says why it stays.
    holds, fails: a page on which it holds, and one like it on which it must not.
    """

    attribute: str
    how: str
    value: str
    software: str
    pages: int
    holds: str
    fails: str
    elements: str = ""
    why: str = ""

    @property
    def name(self) -> str:
        """What the rule looks for, in a few words."""
        names = f"<{'|'.join(self.elements.split())}>" if self.elements else ""
        return " ".join(filter(None, [names, self.attribute, self.value]))


def element(name: str, software: str, pages: int, holds: str, fails: str, why: str = "") -> Rule:
    """Return a rule by the name of an element alone."""
    return Rule("", HAS, "", software, pages, holds, fails, name, why)


def pattern(rules: Iterable[Rule]) -> str:
    """Return the regular expression of a table: it is found in a tag for which a rule holds.

    >>> import re
    >>> table = re.compile(pattern([Rule("class", FIRST, "lineno", "", 0, "", "", "span td"),
    ...                             element("rp", "", 0, "", "")]))
    >>> bool(table.match('<td id="a" class="lineno b">')), bool(table.match('<td class="linen">'))
    (True, False)
    >>> bool(table.match("<rp>")), bool(table.match("<rpx>"))
    (True, False)
    """
    values: dict[tuple[str, str, str], list[str]] = {}
    for rule in rules:
        for name in rule.elements.split() or [""]:
            values.setdefault((name, rule.attribute, rule.how), []).append(rule.value)
    elements: dict[tuple[bool, str, str, str], list[str]] = {}   # each is read once for a table
    for (name, attribute, how), of_rules in values.items():
        elements.setdefault((name != "", attribute, how, "|".join(of_rules)), []).append(name)
    parts = []
    for (named, attribute, how, value), names in elements.items():
        begin = f"<(?:{'|'.join(names)})" if named else ""
        if attribute:
            begin += "(?= )[^>]*" if named else ""         # three times as fast as (?: [^>]*)?
            parts.append(begin + how.format(attribute, value))
        else:
            parts.append(begin + "[ >]")
    return "|".join(parts)


def names_of(rules: Iterable[Rule]) -> frozenset[str]:
    """Return the names of the elements of a table."""
    return frozenset(name for rule in rules for name in rule.elements.split())


def values_of(rules: Iterable[Rule]) -> str:
    """Return the values of a table, a pattern of one of them."""
    return "|".join(rule.value for rule in rules)


def attributes_of(rules: Iterable[Rule]) -> frozenset[str]:
    """Return the names of the attributes at which a table looks."""
    return frozenset(rule.attribute for rule in rules if rule.attribute)


def declarations_of(rules: Iterable[Rule]) -> frozenset[tuple[str, str]]:
    """Return the declarations of a table of styles, {(property, value)}."""
    return frozenset((name, value.strip()) for name, _, value in (
        rule.value.partition(":") for rule in rules))
