"""Runs of segments in one table, list or quotation, for XML and TEI."""
from itertools import groupby

from ..record import owners_of
from .contentblocks import Place, layout_of


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
                       lists=place.lists[:1] if kind == "l" else (),
                       quote=-1 if kind == "h" else place.quote)


def in_its_element(kind, pieces, end=""):
    """Return the markup of a run: items in a <list>, rows in a <table>, all else as it is.

    pieces: (Place, markup) of each segment. end: what ends the markup of an item, and stands behind
    a list in it.
    """
    if kind == "l":
        return "".join(_in_lists(pieces, end))
    inside = "".join(markup for _, markup in pieces)
    return f"<table>\n{inside}</table>\n" if kind == "t" else inside


def _in_lists(pieces, end):
    """Yield the markup of items in their lists, one list within the item before it."""
    opened = []
    for place, item in pieces:
        lists = place.lists or ((-1, False),)
        while opened and opened[-1] not in lists:
            opened.pop()
            yield f"{end}</list>\n"
        if opened[-1:] == [lists[-1]]:
            yield end
        else:
            opened.append(lists[-1])
            yield '<list rend="numbered">\n' if lists[-1][1] else "<list>\n"
        yield item.removesuffix(end)
    yield f"{end}</list>\n" * len(opened)
