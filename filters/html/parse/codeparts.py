"""What is no code in <pre> and next to it, such as line numbers and buttons to copy the code."""
import re

from ....lm.rules import pattern, rules
from ...lazypattern import LazyPattern
from .endtags import without

PRE = LazyPattern("<pre[ >].*?</pre>", re.S)
IS_IN_PRE, IS_BESIDE = (LazyPattern(pattern(rules("code")[name]))
                        for name in ("IN_PRE", "BESIDE_PRE"))
AFTER_PRE = LazyPattern(r"</pre>(?:\s|<[^>]*>)*\Z")
BEFORE_PRE = LazyPattern(r"(?:\s|<(?!pre)[^>]*>){0,20}<pre[ >]")
FAR = 500                # characters that AFTER_PRE looks at


def without_parts(tree):
    """Return a page in normal HTML without what is no code in <pre> and next to it.

    >>> without_parts('<pre><span class="ln">1</span>x</pre><button class="copy">Copy</button>')
    '<pre>x</pre>'
    >>> without_parts('<span class="lang">py</span><button>Copy</button><pre>x</pre>')
    '<pre>x</pre>'
    """
    tree = PRE.sub(lambda pre: without(pre[0], IS_IN_PRE, lambda *_: True), tree)
    nearer = without(tree, IS_BESIDE, is_beside)
    return nearer if nearer is tree else without(nearer, IS_BESIDE, is_beside)


def is_beside(tree, start, end):
    """Return whether there are only tags between an element and a <pre>."""
    return (AFTER_PRE.search(tree[max(0, start - FAR):start]) is not None
            or BEFORE_PRE.match(tree, end) is not None)
