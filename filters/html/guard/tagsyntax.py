"""Tags without a parser: where they end, and how many elements may be open at each."""
import re
import sys

from ...lazypattern import LazyPattern
from ..normalhtml import VOID as VOID_NAMES

# Regular expressions with possessive quantifiers, x*+, which do not backtrack.

# Up to Python 3.11.4 they match too much: github.com/python/cpython/issues/106052
RE_IS_RIGHT = sys.version_info >= (3, 11, 5)


def compiled(pattern):
    """Return a compiled verbose pattern: of re, or of regex where re is wrong.

    With re it is compiled at its first use. regex takes three times as long.

    >>> compiled(b"(?: a b? c )*+").match(b"abca").end()
    3
    """
    if RE_IS_RIGHT:
        return LazyPattern(pattern, re.X)
    import regex
    return regex.compile(pattern, regex.X)


# The ends of tags, comments and raw text, without a parser.

# The HTML standard, section 13.2.5: quotes matter only after "=", and \v is not white space.
# Groups of a tag: "/" of an end tag, name, attributes, the last value without quotes.
ATTRIBUTES = rb"""(?:[ \t\n\f/]++
    | (?:[^ \t\n\f/>="'][^/>="']*+ | [^ \t\n\f/>][^ \t\n\f/>=]*+)
      (?:[ \t\n\f]*+=[ \t\n\f]*+(?:"[^"]*+"|'[^']*+'|([^ \t\n\f>"'][^ \t\n\f>]*+))?+)?+)*+"""
TAG = compiled(rb"<(?:!--|([!?]|/(?![a-zA-Z>]))|(/?)([a-zA-Z][^ \t\n\f/>]*+)(" + ATTRIBUTES
               + rb")>?)")
TAG_START = re.compile(rb"<(?:[!?a-zA-Z]|/(?!>))")
BOGUS, SLASH, NAME, INSIDE, UNQUOTED = range(1, 6)
ATTRIBUTE = compiled(rb"""([^ \t\n\f/>][^ \t\n\f/>=]*+)
    (?:[ \t\n\f]*+=[ \t\n\f]*+(?:"([^"]*+)"|'([^']*+)'|([^ \t\n\f>"'][^ \t\n\f>]*+))?+)?+""")
RAW = frozenset(b"script style textarea title xmp iframe noembed noframes".split())


def self_closing(match):
    """Return whether a tag ends in "/>"; not <path d=M1/>, where the slash is part of a value."""
    last = match.end() - 2
    return match[0].endswith(b"/>") and match.end(UNQUOTED) <= last


class Ends:
    """The ends of comments, scripts and the like, in which tags are text."""

    def __init__(self, page):
        self.page = page
        self.endless = set()             # kinds without a further end; a page may have 100 000 <!--

    def of(self, name, position):
        """Return the end of the markup that opens just before `position`; `position` if unclosed.

        name: the element; b"!" for a comment, b"]" for CDATA, b">" for <!doctype> and the like.
        """
        if name in self.endless or (
                name == b"!" and self.page.startswith((b">", b"->"), position)):
            return position
        end = ENDS_OF[name].search(self.page, position)
        if not end:
            self.endless.add(name)
            return position
        return end.end() if name == b"!" else end.start()


ENDS_OF = {b"!": LazyPattern(rb"--!?>"), b">": LazyPattern(b">"), b"]": LazyPattern(rb"\]\]>")} | {
    name: LazyPattern(b"</" + name + rb"(?=[ \t\n\f/>])", re.I) for name in RAW}


# How many elements may be open at each tag of a page, by names alone, without a parser.
#
# Where the HTML standard (section 13.2.6) asks for more than names, the deeper case is taken.

FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
VOID = frozenset([*map(str.encode, VOID_NAMES), b"image"])    # image is read as img
ONCE = frozenset([b"html", b"head", b"body"])
CELLS = frozenset([b"td", b"th", b"caption"])
ROWS = frozenset(b"colgroup tbody thead tfoot tr".split())
HEADINGS = frozenset(b"h1 h2 h3 h4 h5 h6".split())
RUBY = frozenset(b"rb rp rt rtc".split())
CLOSES_P = frozenset(
    b"address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption "
    b"figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p "
    b"plaintext pre search section summary ul xmp".split())     # <table> only with a doctype
# Tags that end the svg or math around them
BREAKOUT = frozenset(
    b"b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img "
    b"li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul "
    b"var".split())
FOREIGN = frozenset([b"svg", b"math"])
HOLD_HTML = frozenset(b"annotation-xml desc foreignobject mi mn mo ms mtext title".split())
# Inside these a parser treats some tags in another way, such as <style>
ODD = FOREIGN | {b"frameset", b"select", b"template"}
# Their end forgets the formatting elements inside
MARKERS = frozenset(b"applet caption marquee object td template th".split())
SCOPES = MARKERS | HOLD_HTML | {b"select", b"table"}
# Elements that end tags of other names do not close: </span> does not close a <div>
SPECIAL = CLOSES_P - {b"dialog", b"hr"} | SCOPES | {b"button", b"iframe", b"noembed", b"noframes",
                                                    b"noscript", b"script", b"style", b"textarea"}
# Before these and all elements that are not special, waiting formatting elements open again
REOPENING = MARKERS - CELLS | {b"button", b"select", b"table", b"xmp"}
TABLES = frozenset([b"table", b"template"])
OF_P = [(frozenset([b"p"]), SCOPES | {b"button"})]
NO_ITEM_END = SPECIAL - {b"address", b"div", b"p"}
# The open elements that an opening tag ends, and those beyond which it does not look for them
ENDS = dict.fromkeys(CLOSES_P, OF_P) | {
    b"li": [(frozenset([b"li"]), NO_ITEM_END), *OF_P],
    b"dd": [(frozenset([b"dd", b"dt"]), NO_ITEM_END), *OF_P],
    b"dt": [(frozenset([b"dd", b"dt"]), NO_ITEM_END), *OF_P],
    b"button": [(frozenset([b"button"]), SCOPES)],
    b"select": [(frozenset([b"select"]), SCOPES - {b"select"})],
    b"table": [(frozenset([b"table"]), CELLS | TABLES - {b"table"})]}      # not in a cell
# Those that it ends where they are innermost
ENDS_INNERMOST = (dict.fromkeys(HEADINGS, HEADINGS) | dict.fromkeys(RUBY, RUBY)
                  | dict.fromkeys([b"option", b"optgroup"], frozenset([b"option"])))
MOST_EQUAL = 3           # equal formatting elements that are opened again
MOST_ROUNDS = 8          # of the adoption agency algorithm, as in the standard
HEAVY = 256              # bytes of attributes that count as one more formatting element
# What an end tag ends, and beyond which elements it does not look for that; of others by their name
CLOSES = {name: (frozenset([name]), stops - {name}) for name, stops in {
    b"li": SCOPES | {b"ol", b"ul"}, b"p": OF_P[0][1], b"template": frozenset(),
    **dict.fromkeys(CELLS | {b"table"}, TABLES)}.items()} | (
        dict.fromkeys(HEADINGS, (HEADINGS, SCOPES)) | dict.fromkeys(ROWS, (CELLS, TABLES)))


class OpenElements:
    """The open elements of a page, innermost last; hardly ever fewer than a parser has.

    A formatting element that the end of a block closes, as <b> in <p><b>x</p>, waits, and later
    text opens it again. Such text is assumed always.

    names:    the open elements, bytes, ":path" in svg or math; of a formatting element
              (name, attributes).
    waiting:  formatting elements that wait, a list for each open element of MARKERS and one more.
    reopened: how many were opened again so far; heavy ones count more.
    """

    def __init__(self, max_depth, max_formatting):
        self.max_depth, self.max_formatting = max_depth, max_formatting
        self.names, self.waiting = [], [[]]
        self.reopened = 0
        self.odd = 0                 # open elements of ODD
        self.roots = 0               # tags of ONCE, whose attributes are merged

    @property
    def foreign(self):
        """Whether the innermost element is of svg or math and does not hold HTML."""
        place = self._last(FOREIGN | HOLD_HTML) if self.odd else None
        return place is not None and self.names[place] in FOREIGN

    def open(self, name, self_closing, attributes):
        """Note an opening tag; return whether it is within the limits."""
        names = self.names
        if self.foreign:
            if name not in BREAKOUT:
                return self_closing or self._push(
                    name if name in FOREIGN | HOLD_HTML else b":" + name)
            while self.foreign:
                self._cut(len(names) - 1)
        if name in VOID or (name in RAW and not self.odd):
            return True
        if name in ONCE:
            self.roots += 1
            return self.roots <= self.max_formatting
        if name in CELLS or name in ROWS:
            table = self._last(TABLES)
            if table is None or names[table] != b"table":
                return True
            self._cut(table + 1)
            return name in ROWS or self._push(name)
        for ended, stops in ENDS.get(name, ()):
            self._end(ended, stops)
        while names and names[-1] in ENDS_INNERMOST.get(name, ()) and (
                name not in RUBY or b"ruby" in names):
            self._cut(len(names) - 1)
        if name in FORMATTING:
            return self._format(name, attributes)
        if name not in SPECIAL or name in REOPENING:
            self._reopen()
        return self._push(name)

    def close(self, name):
        """Note a closing tag."""
        names = self.names
        if names and names[-1] == name and name not in MARKERS and not self.waiting[-1]:
            names.pop()
            self.odd -= name in ODD
        elif self._close_foreign(b":" + name):
            pass
        elif name in FORMATTING:
            self._unformat(name)
        elif name == b"form":            # what is inside stays open
            if name in names:
                del names[self._last({name})]
        elif name in CLOSES:
            self._end(*CLOSES[name])
        elif name in names:
            self._end({name}, (SCOPES if name in SPECIAL else SPECIAL) - {name})

    def _close_foreign(self, name):
        """Close an element of svg or math, ":path"; return whether it is open."""
        index = self._last({name}) if self.odd else None
        if index is None or not all(inner[:1] == b":" for inner in self.names[index:]):
            return False
        self._cut(index)
        return True

    def _push(self, name):
        if len(self.names) + len(self.waiting[-1]) >= self.max_depth:
            return False
        self.names.append(name)
        self.odd += name in ODD
        if name in MARKERS:
            self.waiting.append([])
        else:
            self._reopen()
        return True

    def _reopen(self):
        """Open the formatting elements that wait."""
        self.names += self.waiting[-1]
        self.waiting[-1].clear()

    def _last(self, wanted, stops=frozenset()):
        """Return the index of the innermost wanted element; None if one of `stops` is inside it."""
        names = self.names
        for index in () if wanted.isdisjoint(names) else range(len(names) - 1, -1, -1):
            if names[index] in wanted:
                return index
            if names[index] in stops:
                return None
        return None

    def _end(self, ended, stops):
        place = self._last(ended, stops)
        if place is not None:
            self._cut(place)

    def _cut(self, index):
        """Close the elements from this one on; formatting elements among them wait."""
        names = self.names[index:]
        del self.names[index:]
        for name in reversed(names):
            if isinstance(name, tuple):
                if self.waiting[-1].count(name) < MOST_EQUAL:
                    self.waiting[-1].insert(0, name)
            else:
                self.odd -= name in ODD
                if name in MARKERS:
                    self.waiting.pop()
        self.reopened += sum(1 + len(attributes) // HEAVY for _, attributes in self.waiting[-1])

    def _format(self, name, attributes):
        """Note a formatting element; return whether it is within the limits."""
        if name in (b"a", b"nobr"):
            self._unformat(name)
        self._reopen()
        inside = self.names[(self._last(MARKERS) or -1) + 1:]
        entry = (name, attributes)
        return (inside.count(entry) >= MOST_EQUAL or sum(
            isinstance(inner, tuple) for inner in inside) < self.max_formatting) and (
            self._push(entry))

    def _unformat(self, name):
        """Close a formatting element but not the blocks inside it: the standard's "adoption
        agency algorithm".
        """
        for entry in reversed(self.waiting[-1]):
            if entry[0] == name:
                self.waiting[-1].remove(entry)
                return
        index = next((index for index in range(len(self.names) - 1, -1, -1)
                      if self.names[index] in MARKERS or self.names[index][0] == name), None)
        if index is None or self.names[index] in MARKERS:
            return
        inside = self.names[index + 1:]
        blocks = sum(inner in SPECIAL for inner in inside)
        if name == b"a" or (blocks < MOST_ROUNDS and SCOPES.isdisjoint(inside)):
            del self.names[index]
            if not blocks:
                self._cut(index)
