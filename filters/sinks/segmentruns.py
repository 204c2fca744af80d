"""Runs of segments in one table, list or quotation, for XML and TEI."""
from itertools import groupby
from typing import NamedTuple

from ..record import elements_of, owners_of
from .contentblocks import LEVELS

LISTS, NUMBERED = {"ul", "ol", "menu", "dir"}, "ol"
AROUND = {"l": "list", "t": "table"}     # the element around a run of a kind


class Place(NamedTuple):
    """What is around an element: its table, the name of its list, its outermost quotation, the
    level of its heading.
    """

    table: int = -1
    list: str = ""
    quote: int = -1
    level: int = 0


def runs_of(record, kept):
    """Yield (kind, Place that they have in common, (segment, its Place) of each) of each run.

    A heading is in no quotation.
    """
    names, parents, _ = elements_of(record)
    places = [*_places(names, parents), Place()]
    owners = owners_of(kept, len(names))
    for (kind, place), run in groupby(
            ((segment, places[owner]) for segment, owner in zip(kept, owners, strict=True)),
            lambda pair: _common(pair[0].get("kind"), pair[1])):
        yield kind, place, run


def _common(kind, place):
    return kind, Place(place.table if kind == "t" else -1, place.list if kind == "l" else "",
                       -1 if kind == "h" else place.quote)


def _places(names, parents):
    """Return the Place of each element, a list."""
    places = []
    for element, (name, parent) in enumerate(zip(names, parents, strict=True)):
        place = places[parent] if parent >= 0 else Place()
        if name == "table":
            place = place._replace(table=element)
        elif name in LISTS:
            place = place._replace(list=name)
        elif name == "blockquote" and place.quote < 0:
            place = place._replace(quote=element)
        elif name in LEVELS:
            place = place._replace(level=LEVELS[name])
        places.append(place)
    return places


def in_its_element(kind, place, inside):
    """Return the markup of a run in its <list> or <table>, as it is for other kinds."""
    around, rend = AROUND.get(kind), ' rend="numbered"' * (place.list == NUMBERED)
    return f"<{around}{rend}>\n{inside}</{around}>\n" if around else inside
