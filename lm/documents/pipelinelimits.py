"""The limits of the filters of pre-training pipelines, by the names that datatrove gives them."""
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..rules import rules


class Limit(NamedTuple):
    """A limit of a count: a document with less than `least` or more than `most` is dropped."""

    rule: str            # the reason that datatrove states
    counted: str         # a name of documentcounts.counts
    least: float = 0
    most: float = float("inf")


FILTERS = {name: [Limit(row.value, row.attribute, **{row.how: float(row.more)}) for row in table]
           for name, table in rules("pipelines").items()}
GROUPS = {"gopher": ["gopher_quality", "gopher_repetition"]}
NAMES = [*GROUPS, *FILTERS]


def limits_of(names: Iterable[str]) -> list[Limit]:
    """Return the limits of filters, and of GROUPS of them, by name.

    Raises:  KeyError for a name that is not in NAMES.
    """
    return list(dict.fromkeys(limit for name in names for part in GROUPS.get(name, [name])
                              for limit in FILTERS[part]))


def broken(counts: Mapping[str, float], limits: Iterable[Limit]) -> Limit | None:
    """Return the first limit that counts are beyond, None where they are within all.

    >>> broken({"lorem_ipsum": 0, "curly_bracket": 2, "num_sentences": 9}, FILTERS["c4"]).rule
    'curly_bracket'
    """
    return next((limit for limit in limits
                 if not limit.least <= counts[limit.counted] <= limit.most), None)
