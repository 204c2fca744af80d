"""Runs of segments in one table, list or quotation, for XML and TEI."""
from itertools import groupby

from ..record import owners_of
from .contentblocks import NUMBERED, Place, layout_of

AROUND = {"l": "list", "t": "table"}     # the element around a run of a kind


def runs_of(record, kept):
    """Yield (kind, Place that they have in common, (segment, its Place) of each) of each run.

    A heading is in no quotation.
    """
    layout = layout_of(record)
    places = [layout.places[owner] for owner in owners_of(kept, len(layout.names))]
    for (kind, place), run in groupby(zip(kept, places, strict=True),
                                      lambda pair: _common(pair[0].get("kind"), pair[1])):
        yield kind, place, run


def _common(kind, place):
    return kind, Place(table=place.table if kind == "t" else -1,
                       list=place.list if kind == "l" else "",
                       quote=-1 if kind == "h" else place.quote)


def in_its_element(kind, place, inside):
    """Return the markup of a run: items in a <list>, rows in a <table>, all else as it is."""
    around, rend = AROUND.get(kind), ' rend="numbered"' * (place.list == NUMBERED)
    return f"<{around}{rend}>\n{inside}</{around}>\n" if around else inside
