"""Schäfer's 37 features out of our records.

Differs from texrex where our evidence does: the container is the element that holds the block,
not the last tag before it, which may have closed another one; markup is counted as the parser
writes it, without comments, scripts and styles, in characters, not in bytes; a block that a <br>
ends is a block of its own until scutch-segment joins it; skipped counts the tags of all blocks
that browsers know, not only of texrex's eight. Plain text has no markup: what tells of it is 0.
"""
from ..lm.texrexfeatures import CONTAINERS, Block, features

HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
MOST = 10**9             # of any count; records of others may hold any number


def number(segment, name):
    """Return a count of a segment, 0 where it has none or one that makes no sense.

    >>> [number({"links": value}, "links") for value in (3, -1, True, "3", 10**400)]
    [3, 0, 1, 0, 1000000000]
    """
    value = segment.get(name)
    return min(MOST, max(0, int(value))) if isinstance(value, int) else 0


def texrex_features(record, segments):
    """Return the array (segments, 37) of a record."""
    doc = record.get("doc")
    doc = doc if isinstance(doc, dict) else {}
    names = containers(record)
    blocks = [Block(number(one, "markup_chars"), number(one, "links"), number(one, "open_tags"),
                    number(one, "close_tags"), _container(one, names),
                    one.get("after_close") is True, number(one, "skipped"))
              for one in segments]
    return features([one["text"] for one in segments], blocks, doc.get("doctype"),
                    number(doc, "chars") + number(doc, "markup_chars"))


def containers(record):
    """Return for each element the name of CONTAINERS that it is, or is in; None if in none.

    >>> containers({"elements": [["body", -1, ""], ["h2", 0, ""], ["center", 1, ""]]})
    [None, 'h', 'h']
    """
    found = []
    elements = record.get("elements")
    for element in elements if isinstance(elements, list) else []:
        name, parent = element[:2] if isinstance(element, list) and len(element) > 1 else (None, -1)
        if name in HEADINGS:
            found.append("h")
        elif name in CONTAINERS and name != "h":
            found.append(name)
        else:
            known = isinstance(parent, int) and 0 <= parent < len(found)
            found.append(found[parent] if known else None)
    return found


def _container(segment, names):
    place = segment.get("element")
    return names[place] if isinstance(place, int) and 0 <= place < len(names) else None
