"""Leave out the elements that selectors match, or all others."""
from .blocks import TOKEN
from .vocabulary import VOID

NOTHING = "no element matches --only"


def chosen(tree, selectors):
    """Return (a tree in normal HTML without what selectors leave out, a note where that is all).

    selectors: Selectors of two groups, what to leave out and what alone to leave. Elements stay
               where they are without what is in them, so a table keeps its columns; the head stays.

    >>> from .cssselectors import Selectors
    >>> page = '<body><p>a<b class="x">b</b></p><img><p id="y">c</p></body>'
    >>> chosen(page, Selectors([".x"], []))
    ('<body><p>a<b class="x"></b></p><img><p id="y">c</p></body>', '')
    >>> chosen(page, Selectors([], ["body > #y"]))
    ('<body><p><b class="x"></b></p><p id="y">c</p></body>', '')
    """
    drops, takes = selectors.ends
    own, parts, is_any_taken = {}, [], not takes
    # of each open element: bits of it and those around it, of it alone; is it taken, dropped
    stack = [(0, 0, not takes, False)]
    pieces = TOKEN.split(tree)
    for text, tag, name in zip(
            pieces[0::3], [*pieces[1::3], ""], [*pieces[2::3], "!"], strict=True):
        around, parent, is_taken, is_dropped = stack[-1]
        if is_taken and not is_dropped:
            parts.append(text)
        if name[0] == "/":
            if len(stack) > 1:
                stack.pop()
            if not stack[-1][3]:
                parts.append(tag)
            continue
        if name[0] in "!?":
            bits = 0
        else:
            if tag not in own:
                own[tag] = selectors.own(tag)
            bits = selectors.matched(own[tag], around, parent)
        is_any_taken = is_any_taken or bits & takes > 0
        is_taken = is_taken or bits & takes > 0 or name == "head"
        is_void = name in VOID or name[0] in "!?"
        if not is_dropped and not (is_void and (not is_taken or bits & drops)):
            parts.append(tag)
        if not is_void:
            stack.append((around | bits, bits, is_taken, is_dropped or bits & drops > 0))
    return "".join(parts), "" if is_any_taken else NOTHING
