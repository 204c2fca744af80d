"""--structure: <table>, <list> and <quote> in XML, which is else as it was."""
import json
import random
import re
import xml.etree.ElementTree as ElementTree

import pytest

from utils import run, shell, written

WRAPPERS = re.compile(
    r'^</?(?:table|list|quote)(?: rend="numbered")?>\n|(?<=") level="[1-6]"', re.M)
PAGE = ("<h1>Title</h1><p>One<ul><li>a<li>b</ul><p>Two<ol><li>c<li>d</ol><blockquote><h2>In</h2>"
        "<p>Said<ul><li>e</ul></blockquote><table><tr><td>f<td>g<tr><td>h<td>i</table>"
        "<table><tr><td>j<td>k<tr><td>l<td>m</table><p>Three")


def test_elements_around_segments():
    done = shell("scutch-html2text | scutch-segment | scutch-emit --format xml --structure",
                 json.dumps({"id": "a", "html": PAGE}).encode())
    text = re.sub(r'<div type="(\w)"(?: level="(\d)")?>(.*?)</div>', r"\1\2:\3", done.out.decode())
    assert text.split("\n")[1:-2] == [
        "h1:Title", "p:One", "<list>", "l:a", "l:b", "</list>", "p:Two", '<list rend="numbered">',
        "l:c", "l:d", "</list>", "h2:In", "<quote>", "p:Said", "<list>", "l:e", "</list>",
        "</quote>", "<table>", "t:f\tg", "t:h\ti", "</table>", "<table>", "t:j\tk", "t:l\tm",
        "</table>", "p:Three"]


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


def test_with_comments_apart():
    segments = [{"text": "a", "kind": "l", "role": "text"}, {"text": "b", "kind": "l",
                                                             "role": "comment"}]
    done = run("emit", "--format", "xml", "--structure", "--split-comments",
               data=json.dumps({"id": "a", "segments": segments}).encode())
    assert done.out.decode().split("\n")[1:-2] == [
        "<list>", '<div type="l">a</div>', "</list>", '<div type="comments">', "<list>",
        '<div type="l">b</div>', "</list>", "</div>"]
