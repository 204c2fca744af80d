"""--structure: <table>, <list> and <quote> in XML, which is else as it was."""
import random
import re
import xml.etree.ElementTree as ElementTree

import pytest

from utils import written

WRAPPERS = re.compile(
    r'^</?(?:table|list|quote)(?: rend="numbered")?>\n|(?<=") level="[1-6]"', re.M)


def test_a_list_in_an_item_is_in_its_list():
    names = ["ul", "li", "ol", "li", "li"]
    tree = [[name, parent, ""] for name, parent in zip(names, [-1, 0, 1, 2, 0], strict=True)]
    segments = [{"text": text, "element": element, "kind": "l"}
                for text, element in zip("abc", (1, 3, 4), strict=True)]
    lines = written({"id": "a", "elements": tree}, segments, "xml", "--structure").decode()
    assert lines.split("\n")[1:-2] == [
        "<list>", '<div type="l">a</div>', '<list rend="numbered">', '<div type="l">b</div>',
        "</list>", '<div type="l">c</div>', "</list>"]


@pytest.mark.parametrize("seed", range(5))
def test_all_else_is_as_without(seed):
    """Whatever the tree: each element is closed, and every <div> is in its place."""
    choose = random.Random(seed)
    for _ in range(40):
        names = ["table", "ul", "ol", "li", "blockquote", "h1", "h3", "tr", "p", "div", "<x"]
        tree = [[choose.choice(names), choose.randrange(-1, number), ""] if number else
                ["div", -1, ""] for number in range(10)]
        segments = [{"text": choose.choice(["a", "b\tc", "<table>", "<quote>\n"]), "element":
                     choose.randrange(-2, 12), "kind": choose.choice(["p", "h", "l", "t", "c"])}
                    for _ in range(12)]
        record = {"id": "a", "elements": tree}
        structured = written(record, segments, "xml", "--structure")
        ElementTree.fromstring(structured)
        assert WRAPPERS.sub("", structured.decode()) == written(record, segments, "xml").decode()
        repeats = written(record, segments, "xml", "--mark-repeats", "--structure")
        flat = written(record, segments, "xml", "--mark-repeats")
        assert WRAPPERS.sub("", repeats.decode()) == flat.decode()
