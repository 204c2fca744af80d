"""Where the elements of normal HTML end."""
import re
from functools import cache

NAME = re.compile("<([a-z0-9]+)")


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
