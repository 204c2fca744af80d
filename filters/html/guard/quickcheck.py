"""A quick check of a page with many tags: may they nest so deeply that a parser is slow?

In doubt the answer is yes. An end tag closes its element only if that is the innermost one, or if
what is open inside it needs no end tag: </ul> closes <ul><li>, but </b> in <b><i></b> closes
nothing, and both count as open from there on. A script, a style or a CDATA section inside svg,
select and the like, where parsers read it in another way, makes a page doubtful. Nearly every real
page passes, in a sixth of the time that the exact pass of limits.py takes.
"""
from .openelements import (
    BREAKOUT,
    FOREIGN,
    FORMATTING,
    IN_MATH,
    IN_SVG,
    ODD,
    ONCE,
    ROWS,
    SPECIAL,
    VOID,
)
from .possessive import compiled

# Groups: cdata, the start of a CDATA section (a comment outside of svg and math); text, a title or
# style without "<"; raw, another element that holds no tags; name of a tag, with "/" before it if
# it closes; slash, "/" in <br/>. Comments have no group. The first letters of raw elements, and
# the line of attributes in double quotes, which most are, save a quarter of the time.
TOKEN = compiled(rb"""<(?:
    !--(?:-?+>|[^-]*+(?:-(?!-!?+>)[^-]*+)*+(?:--!?+>)?+)
  | !(\[CDATA\[)[^>]*+
  | [!?][^>]*+ | /(?![a-zA-Z])[^>]*+
  | (?=[tTsS])(?i:(title|style)(?=[ \t\n\f/>])[^<>]*+>[^<]*+(?=</\2[ \t\n\f/>]))
  | (?=[sStTxXiInN])(?i:(script|style|textarea|xmp|iframe|noembed|noframes)(?=[ \t\n\f/>])
      [^<]*+(?:<(?!/\3[ \t\n\f/>])[^<]*+)*+)
  | (/?[a-zA-Z][^ \t\n\f/>]*+)
    (?:[ \t\n\f]++[^ \t\n\f/>=]++="[^"]*+")*+              # most attributes, a little faster
    (?: (?:[ \t\n\f]|/(?!>))++
      | [^ \t\n\f/>][^ \t\n\f/>=]*+
        (?:[ \t\n\f]*+=[ \t\n\f]*+(?:"[^"]*+"|'[^']*+'|[^ \t\n\f>"'][^ \t\n\f>]*+)?+)?+)*+
    (/?) )""")

SLASH = ord("/")
PASSED = VOID | ONCE | ROWS - {b"tr"}
PASSED |= {b"/" + name for name in PASSED}
# Too difficult for a quick check: elements that hold HTML inside svg and math, and a few others
DOUBTFUL = IN_SVG | IN_MATH | {b"annotation-xml", b"frameset", b"plaintext"}
MANY = 3                 # unclosed elements at most that end with the one around them
IMPLIED = frozenset(b"dd dt li option p td th tr".split())
# Not p: in <p><li></p> the paragraph has ended before its end tag
CLOSED_WITH_THEM = SPECIAL - {b"p"} | {b"tr"}
P = frozenset([b"p"])
# {opening tag: (elements that it closes, elements that may be open between)}
FOLLOWS = {b"li": (frozenset([b"li"]), P), b"p": (P, P),
           b"option": (frozenset([b"option"]), frozenset([b"option"])),
           **dict.fromkeys([b"dd", b"dt"], (frozenset([b"dd", b"dt"]), P)),
           **dict.fromkeys([b"td", b"th"], (frozenset([b"td", b"th"]), IMPLIED)),
           b"tr": (frozenset([b"tr"]), IMPLIED)}
MAX_OPTIONS = 2_000


def may_nest(page, max_depth, max_steps, max_tags, max_names):
    """Return whether the tags of a page may exceed one of these limits.

    page:      bytes, lines ending in LF.
    max_depth: elements open at the same time. max_steps: their sum over all tags.
    max_tags:  tags, and formatting elements opened again. max_names: different names of elements.
    """
    if page.rfind(b"<!--") > page.rfind(b"-->"):
        return True
    tokens = TOKEN.findall(page)
    if tokens and tokens[-1][2]:                   # a script or the like without an end
        return True
    names = {name: name.lower() for name in {token[3] for token in tokens}}
    if len(names) > max_names or not DOUBTFUL.isdisjoint(names.values()):
        return True
    inside = _Inside()
    for cdata, _, raw, token, slash in tokens:
        if raw or cdata:
            if inside.odd:
                return True
            continue
        name = names[token]
        if not name or (name in PASSED and not inside.foreign):
            continue
        if name[:1] == b"/":
            inside.close(name[1:])
        elif inside.foreign and name in BREAKOUT:      # <svg><div/> ends the svg and stays open
            return True
        elif not slash or not (inside.foreign or name in FOREIGN):
            inside.open(name)
            if len(inside.names) > max_depth:
                return True
    return (inside.steps > max_steps or inside.options > MAX_OPTIONS
            or len(tokens) + inside.reopened > max_tags)


class _Inside:
    """The elements that are open, or may still be."""

    def __init__(self):
        self.names = []
        self.steps = self.reopened = self.formatted = self.odd = self.foreign = self.options = 0

    def open(self, name):
        names = self.names
        if name in FOLLOWS and not self.odd:
            self._follow(*FOLLOWS[name])
        names.append(name)
        self.steps += len(names)
        if name in FORMATTING:
            self.formatted += 1
        elif name in ODD:
            self.odd += 1
            self.foreign += name in FOREIGN
        elif name == b"option":
            self.options += 1
        self.reopened += self.formatted

    def close(self, name):
        names = self.names
        if names and names[-1] == name:
            names.pop()
        elif name in CLOSED_WITH_THEM:
            for depth in range(2, min(MANY + 1, len(names)) + 1):
                if names[1 - depth] not in IMPLIED:
                    return
                if names[-depth] == name:
                    del names[-depth:]
                    break
            else:
                return
        else:
            return
        if name in FORMATTING:
            self.formatted -= 1
        elif name in ODD:
            self.odd -= 1
            self.foreign -= name in FOREIGN

    def _follow(self, same, between):
        """Close the element that a new one of its kind ends: <li>a<li>b, <td><p>a<td>b."""
        names = self.names
        for depth in range(1, min(MANY, len(names)) + 1):
            if names[-depth] in same:
                del names[-depth:]
                return
            if names[-depth] not in between:
                return
