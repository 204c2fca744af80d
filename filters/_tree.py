"""The tree of a record's elements, whoever wrote it."""


def tree_of(record):
    """Return (names, parents) of the record's elements; what is not as it should be is a root.

    parents: the index of each one's parent, which stands before it, or -1.

    >>> tree_of({"elements": [["html", -1, ""], ["body", 0, "wide"], 7, ["p", 9, ""]]})
    (['html', 'body', '', 'p'], [-1, 0, -1, -1])
    """
    tree = record.get("elements")
    names, parents = [], []
    for i, element in enumerate(tree if isinstance(tree, list) else []):
        name, parent, *_ = element if isinstance(element, list) and len(element) > 1 else ("", -1)
        names.append(name if isinstance(name, str) else "")
        parents.append(parent if isinstance(parent, int) and -1 <= parent < i else -1)
    return names, parents


def owners_of(segments, size):
    """Return the index of each segment's element, -1 where it has none of so many."""
    owners = [segment.get("element") for segment in segments]
    if owners and set(map(type, owners)) == {int} and 0 <= min(owners) <= max(owners) < size:
        return owners
    return [owner if isinstance(owner, int) and 0 <= owner < size else -1 for owner in owners]


def words_of(record, size):
    """Return the words of class, id and role of each of so many elements, "" where it has none."""
    tree = record["elements"] if size else []
    return [element[2] if isinstance(element, list) and len(element) > 2
            and isinstance(element[2], str) else "" for element in tree]
