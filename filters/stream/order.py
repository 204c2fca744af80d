"""The order of a chain's filters: each after the writers of the fields it reads, by fields.tsv.

Records may bring fields of an earlier run. So a field is missing only if no earlier run can have
written it: scutch-html2text makes segments anew, so they have fields of later filters only;
records of scutch-clean have text, and no segments.
"""
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ...lm.tagnames import NAMED_KINDS
from ..errors import Unusable
from ..fields import Field, fields
from .spec import Filter

OF_SCORE = "segments[].scores."
PAGES, REFINER, SINK = "html2text", "segment", "emit"
LIMITS = {"keep", "max", "min"}          # of a score


def names_roles(value: str) -> bool:
    """Return whether a value of --with and the like names roles, not kinds alone."""
    return any(name.removesuffix("s") not in NAMED_KINDS for name in value.split(","))


# By what a line of fields.tsv has after an option: whether a value of that needs the field
READ: dict[str, Callable[[Any], bool]] = {
    "": lambda value: True, "LETTERS": lambda value: value != "auto", "ROLES": names_roles}


@cache
def _of_segments() -> list[Field]:
    return [field for field in fields() if field.name.startswith("segments[].")]


def check_order(filters: Sequence[Filter]) -> None:
    """Raise Unusable if a filter lacks a field that others write, or overwrites their fields."""
    written: set[str] | None = None      # fields of segments; None: the input may have any
    before: list[Filter] = []            # those that wrote them
    for filter in filters:
        if written is not None:
            _check(filter, written)
        kept = [] if filter.name == PAGES else [PAGES, REFINER]
        undone = [other for other in before if other.name not in kept]
        if undone and filter.name in (PAGES, REFINER):
            raise Unusable(f"{filter.command} makes segments, without what {undone[0].command} "
                           f"has written: put {undone[0].command} after it")
        own = {field.name for field in _of_segments() if _is_among(filter, field.writer)}
        if filter.name in (PAGES, SINK):
            written, before = own, []
        elif written is not None:
            written |= own
        if own:
            before.append(filter)


def _check(filter: Filter, written: set[str]) -> None:
    """Raise Unusable if a filter, or one of its options, needs a field that nobody has written."""
    for field in _of_segments():
        if field.name in written or not _is_among(filter, field.reader):
            continue
        writers = " and ".join(f"scutch-{name}" for name in field.writer.split(", "))
        raise Unusable(f"{filter.command}: no filter before it writes {field.name}, as {writers} "
                       "would")
    options = dict(filter.options)
    scores = sorted(name.removeprefix(OF_SCORE) for name in written if name.startswith(OF_SCORE))
    by = options.get("by")
    if by is not None and by not in scores:
        raise Unusable(f"{filter.command}: --by {by}: no filter before it writes that score; the "
                       f"scores are {', '.join(scores) or 'none'}")
    if not scores and LIMITS & options.keys():
        raise Unusable(f"{filter.command}: no filter before it writes a score, as scutch-charlm "
                       "would")


def _is_among(filter: Filter, entries: str) -> bool:
    """Return whether a filter, with its options, is one of the writers or readers of a field.

    >>> _is_among(Filter("emit", (("keep", "a-c"),)), "prune --keep LETTERS, emit --keep LETTERS")
    True
    >>> _is_among(Filter("emit", (("keep", "auto"),)), "prune --keep LETTERS, emit --keep LETTERS")
    False
    """
    given = dict(filter.options)
    for entry in entries.split(", "):
        name, _, option = entry.partition(" --")
        key, _, words = option.partition(" ")
        value = given.get(key.replace("-", "_"))
        if name == filter.name and (not key or (value and READ[words](value))):
            return True
    return False
