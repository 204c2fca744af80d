"""A page's structure as a set of tokens: positions of elements, without text and attributes."""
from collections.abc import Sequence
from zlib import crc32

ROOT = crc32(b"[document]")


def tokens(names: Sequence[str], parents: Sequence[int]) -> set[int]:
    """Return the set of the tokens of a tree, each as a hash of 32 bits.

    A token is an element's number in its group, the elements of one parent; the group's number in
    its layer; the layer's; and the names from the element up to the document.

    names, parents: of the elements; the index of the parent, which comes before, or -1.
    Source:  Leśniak 2017, listings 2.3 to 2.7: "0_0_2_ul/0_0_2_body/0_0_2_html/0_0_2_[document]";
             the numbers are the same in each part of a token, so they count once here.
    Differs: elements in document order, not from the last to the first; no empty groups.
    """
    depths, layers, hashes = [], [], set()     # of layers {parent: [number, elements so far]}
    for parent, path in zip(parents, path_hashes(names, parents), strict=True):
        depth = depths[parent] + 1 if parent >= 0 else 0
        depths.append(depth)
        if depth == len(layers):
            layers.append({})
        group = layers[depth].setdefault(parent, [len(layers[depth]), 0])
        hashes.add(crc32(b"%d_%d_%d" % (group[1], group[0], depth), path))
        group[1] += 1
    return hashes


def paths(names: Sequence[str], parents: Sequence[int]) -> set[int]:
    """Return the set of the paths of a tree, each as a hash of 32 bits.

    A path is the names from an element up to the document. One more paragraph adds no token, so
    pages of one template are similar whatever their length. Of the pages of WCXB whose host has
    others, 60 % have one that is similar at 0.6; with `tokens` 18 %.
    """
    return set(path_hashes(names, parents))


def path_hashes(names: Sequence[str], parents: Sequence[int], root: int = ROOT) -> list[int]:
    """Return for each element the hash of the names from it up to the root, which has a hash."""
    hashes = []
    for name, parent in zip(names, parents, strict=True):
        above = hashes[parent] if parent >= 0 else root
        hashes.append(crc32(b"/" + name.encode("utf-8", "replace"), above))
    return hashes
