"""Content or boilerplate, by the pages of a cross that have a block (Leśniak 2017).

Bits are current, up, down, previous, next: "11010" is a cross of the page itself, one other of its
template, and its previous snapshot; for a block, it says that these pages have it.
"""
from collections.abc import Sequence

CONTENT, BOILERPLATE, INVALID = "content", "boilerplate", "invalid"

# Leśniak 2017, appendix B: the bits of the cross, then those of the blocks of one class or the
# other. Blocks with bits that are not listed are invalid.
TABLES = {
    # Table B.1, crosses with two entries
    "11000": {CONTENT: ["10000"], BOILERPLATE: ["11000"]},
    # Table B.2, with three entries (v1)
    "11100": {CONTENT: ["10000"], BOILERPLATE: ["10100", "11000", "11100"]},
    # Table B.3, with three entries (v2)
    "11001": {CONTENT: ["10001"], BOILERPLATE: ["10000", "11000", "11001"]},
    "11010": {CONTENT: ["10010"], BOILERPLATE: ["10000", "11000", "11010"]},
    # Table B.4, with up to four entries
    "11011": {CONTENT: ["10011"], BOILERPLATE: ["10000", "10001", "10010", "11000", "11001",
                                                "11010", "11011"]},
    # Table B.5, with up to five entries
    "11101": {CONTENT: ["10001"], BOILERPLATE: ["11101"]},
    "11110": {CONTENT: ["10010"], BOILERPLATE: ["11110"]},
    "11111": {CONTENT: ["10011"], BOILERPLATE: ["11111"]},
}
CLASSES = {cross: {bits: name for name, listed in table.items() for bits in listed}
           for cross, table in TABLES.items()}


def classify(cross: str, bits: str) -> str:
    """Return the class of a block.

    cross: which pages are there, a bit each. bits: which of them have the block.

    >>> classify("11111", "10011"), classify("11000", "11000"), classify("10000", "10000")
    ('content', 'boilerplate', 'invalid')
    """
    return CLASSES.get(cross, {}).get(bits, INVALID)


def propagated(parents: Sequence[int], owners: Sequence[int],
               classes: Sequence[str]) -> list[str | None]:
    """Return the class of each element: the one that all its blocks and elements have, or None.

    parents: index of each element's parent, which comes before it, or -1.
    owners:  for each block the index of its element, or -1.
    classes: of the blocks.
    Source:  Leśniak 2017, section 2.3: from the deepest layer up, a group of one class gives it
             to its parent.

    >>> propagated([-1, 0, 0], [1, 1, 2], ["content", "content", "boilerplate"])
    [None, 'content', 'boilerplate']
    """
    names_in = [set() for _ in parents]
    for owner, name in zip(owners, classes, strict=True):
        if owner >= 0:
            names_in[owner].add(name)
    for i in range(len(parents) - 1, -1, -1):
        if parents[i] >= 0:
            names_in[parents[i]] |= names_in[i] or {None}
    return [min(names, default=None, key=str) if len(names) == 1 else None for names in names_in]
