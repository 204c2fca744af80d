"""What charlm sees of a page beside its text: steps in the tree of elements, and link densities."""
from scutch.filters.columns.fromrecords import pages_of
from scutch.filters.scoring.columnscores import distances_in, link_densities
from scutch.lm.pagecontext import FAR, UNKNOWN


def test_distances():
    tree = [["body", -1, ""], ["div", 0, ""], ["p", 1, ""], ["p", 1, ""], ["div", 0, ""],
            ["div", 4, ""], ["div", 5, ""], ["p", 6, ""], ["b", 7, ""], ["i", 8, ""],
            ["u", 9, ""]]

    def found(*elements, tree=tree):
        return distances_in(pages_of([{"elements": tree, "segments": [
            {"text": "", "element": one} for one in elements]}])).tolist()
    assert found() == []
    assert found(2, 2, 3, 2) == [UNKNOWN, 0, 1, 1]
    assert found(2, 1, 2, 0) == [UNKNOWN, 1, 1, 2]        # the distance is the depth below it
    assert found(2, 7) == [UNKNOWN, 4]                    # body holds both, four steps above the p
    assert found(0, 8) == [UNKNOWN, 5]
    assert found(0, 9) == found(10, 0) == found(10, 2) == [UNKNOWN, FAR]
    # unknown after a segment without an element, or with one that does not exist
    for odd in None, -1, 11, "2", 2.0, 10 ** 30:
        assert found(2, odd, 2) == [UNKNOWN] * 3
    for odd in None, 7, [], {}, "body":
        assert found(2, 3, tree=odd) == [UNKNOWN] * 2
    # a tree with items of other types, or with parents that come later, is read up to there
    for parents in ["x", None, 5, -7, 2.5, 1 << 70]:
        assert found(0, 1, tree=[["a", -1, ""], ["b", parents, ""]]) == [UNKNOWN, FAR]
    assert found(0, 1, tree=[7, {}, []]) == [UNKNOWN, FAR]
    assert found(1, 2, tree=[["a", 2, ""], ["b", 0, ""], ["c", 0, ""]]) == [UNKNOWN, 1]


def test_distances_in_a_tree_deeper_than_any_stack():
    tree = [["div", i - 1, ""] for i in range(200_000)]
    found = distances_in(pages_of([{"elements": tree, "segments": [
        {"text": "", "element": i} for i in (199_999, 0, 199_999, 199_996)]}]))
    assert found.tolist() == [UNKNOWN, FAR, FAR, 3]


def test_link_densities():
    def shares(*pairs):
        pages = pages_of([{"segments": [{"text": text, "link_chars": inside}
                                        for text, inside in pairs]}])
        return link_densities(pages).tolist() if pages.has_markup.any() else None
    assert shares(("Home", 4), ("Read more", 3), ("Text", 0)) == [1, 1 / 3, 0]
    assert shares(("Home", 9), ("Home", -3), ("", 0), ("", 5)) == [1, 0, 0, 1]
    assert shares(("Home", 10 ** 400), ("Home", -10 ** 400)) == [1, 0]
    assert shares(("Home", None), ("Home", "4")) is None, "plain text"
    assert shares(("Home", None), ("Home", 2)) == [0, 0.5]
    assert shares() is None
