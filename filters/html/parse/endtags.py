"""Where the elements of normal HTML end, and markup without some of them."""
import re
from functools import cache

from ....lm.rules import pattern, rules
from ...lazypattern import LazyPattern

NAME = re.compile("<([a-z0-9]+)")
MOST = 20_000            # characters of what is left out
HEADING = LazyPattern(r"<(h[1-6])[ >].*?</\1>", re.S)
COPY = LazyPattern(pattern(rules("marks")["HEADING_COPIES"]))
TAG = re.compile("<[^>]*>")


@cache
def tags_of(name):
    """Return the pattern of the tags with a name; group 1 is "/" in end tags."""
    return re.compile(rf"<(/?){name}[ >]")


def end_of(tree, start, most=None):
    """Return where the element that begins at a tag ends, -1 where it has more characters than
    `most`.

    >>> tree = "<p><b>x<b></b></b></p>"
    >>> tree[3:end_of(tree, 3)], end_of(tree, 3, most=5)
    ('<b>x<b></b></b>', -1)
    """
    depth = 0
    limit = len(tree) if most is None else start + most
    for tag in tags_of(NAME.match(tree, start)[1]).finditer(tree, start, limit):
        depth += -1 if tag[1] else 1
        if not depth:
            return tree.index(">", tag.start()) + 1
    return -1


def without(tree, pattern, is_wanted):
    """Return markup without the elements whose opening tag a pattern finds.

    is_wanted: function from the markup, and where such an element begins and ends, to whether it
               is left out.
    """
    parts, done = [], 0
    for tag in pattern.finditer(tree):
        if tag.start() >= done:
            end = end_of(tree, tag.start(), MOST)
            if end >= 0 and is_wanted(tree, tag.start(), end):
                parts.append(tree[done:tag.start()])
                done = end
    return "".join([*parts, tree[done:]]) if parts else tree


def without_copies(heading):
    """Return the markup of a heading without what it hides from screen readers, if text is left.

    >>> without_copies('<h1>For <b>sailors</b><b aria-hidden="true">rowers</b></h1>')
    '<h1>For <b>sailors</b></h1>'
    """
    if not COPY.search(heading):
        return heading
    rest = without(heading, COPY, lambda *_: True)
    return rest if any(map(str.isalnum, TAG.sub("", rest))) else heading
