"""The tree of a record's elements, whoever wrote it."""
from .record import Elements


def elements_of(record):
    """Return (names, parents, words) of the record's elements, three sequences.

    What is no element has no name, and no parent; each parent, -1 for none, stands before.

    >>> elements_of({"elements": [["body", -1, ""], ["div", 0, "nav"], ["p", 7, None], 3]})
    (('body', 'div', 'p', ''), [-1, 0, -1, -1], ['', 'nav', '', ''])
    """
    elements = record.get("elements")
    if not isinstance(elements, list) or not elements:
        return (), (), ()
    if type(elements) is Elements:
        return tuple(zip(*elements, strict=True))
    if set(map(type, elements)) != {list} or set(map(len, elements)) != {3}:
        elements = [one if isinstance(one, list) and len(one) == 3 else ["", -1, ""]
                    for one in elements]
    names, parents, words = zip(*elements, strict=True)
    return (_strings(names),
            [parent if isinstance(parent, int) and -1 <= parent < place else -1
             for place, parent in enumerate(parents)], _strings(words))


def _strings(values):
    if set(map(type, values)) == {str}:
        return values
    return [value if isinstance(value, str) else "" for value in values]


def owners_of(segments, size):
    """Return the index of each segment's element, -1 where it has none of so many."""
    owners = [segment.get("element") for segment in segments]
    if owners and set(map(type, owners)) == {int} and 0 <= min(owners) <= max(owners) < size:
        return owners
    return [owner if isinstance(owner, int) and 0 <= owner < size else -1 for owner in owners]
