"""The open elements at each tag of a page, without a parser; never too few.

The rules are those of the HTML standard, section 13.2.6. If a rule depends on more than names, the
deeper case is taken.
"""

from .. import vocabulary
from .tagsyntax import RAW, value_of

FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
VOID = frozenset([*map(str.encode, vocabulary.VOID), b"image"])    # image is read as img
ONCE = frozenset([b"html", b"head", b"body"])
CELLS = frozenset([b"td", b"th", b"caption"])
ROWS = frozenset(b"colgroup tbody thead tfoot tr".split())
HEADINGS = frozenset(b"h1 h2 h3 h4 h5 h6".split())
# Elements that end tags of other names do not close: </span> does not close a <div>
SPECIAL = frozenset(
    b"address applet article aside blockquote button caption center dd details dir div dl dt "
    b"fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup "
    b"iframe li listing main marquee menu nav noembed noframes noscript object ol p plaintext pre "
    b"script search section select style summary table td template textarea th title ul xmp"
    .split())
SCOPES = frozenset(b"applet caption marquee object select table td template th".split())
CLOSES_P = frozenset(
    b"address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption "
    b"figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p "
    b"plaintext pre search section summary ul xmp".split())     # <table> only with a doctype
IMPLIED = frozenset(b"dd dt li optgroup option p rb rp rt rtc".split())
RUBY = frozenset(b"rb rp rt rtc".split())
ITEMS = {b"li": frozenset([b"li"]), b"dd": frozenset([b"dd", b"dt"]),
         b"dt": frozenset([b"dd", b"dt"])}
NO_ITEM_END = frozenset([b"address", b"div", b"p"])
# Tags that end the svg or math around them
BREAKOUT = frozenset(
    b"b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img "
    b"li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul "
    b"var".split())
FOREIGN = frozenset([b"svg", b"math"])
IN_SVG = frozenset([b"desc", b"foreignobject", b"title"])
IN_MATH = frozenset([b"mi", b"mn", b"mo", b"ms", b"mtext"])
# Inside these a parser treats some tags in another way, such as <style>
ODD = FOREIGN | {b"frameset", b"select", b"template"}

MAY_HOLD_HTML = IN_SVG | IN_MATH | {b"annotation-xml"}
HTML_INSIDE = frozenset(b"!" + name for name in MAY_HOLD_HTML)
MARKERS = frozenset(b"applet caption marquee object td template th".split())
MARKS = b":!"                        # ":path" is of svg or math; so is "!desc", which holds HTML
NO_SCOPE = SCOPES | HTML_INSIDE | {b":annotation-xml"}
NO_BUTTON_SCOPE = NO_SCOPE | {b"button"}
NO_ITEM_SCOPE = NO_SCOPE | {b"ol", b"ul"}
STOPS = SPECIAL | HTML_INSIDE | {b":annotation-xml"}
TABLES = frozenset([b"table", b"template"])
NO_CELL = TABLES | {b"caption"}
NOTED = MARKERS | ODD | {b":svg", b":math"}
# No text begins with these tags, but with what follows them
NOT_REOPENING = SPECIAL - MARKERS - {b"button", b"select", b"table", b"xmp"} | RUBY | ONCE
# Tags with rules of their own; all others open an element, and close it if it is the innermost
RULED = (FORMATTING | VOID | RAW | ONCE | CELLS | ROWS | HEADINGS | ITEMS.keys() | RUBY | NOTED
         | frozenset(b"p br option optgroup button table form".split()))
MOST_EQUAL = 3           # equal formatting elements that are opened again
MOST_ROUNDS = 8          # of the adoption agency algorithm, as in the standard
ONLY_ONCE = b"~"         # before the name of a formatting element that is not opened again
HEAVY = 256              # bytes of attributes that count as one more element


class OpenElements:
    """A superset of the parser's open elements, innermost last; it never has too few.

    A formatting element that the end of a block closes, as <b> in <p><b>x</p>, is opened again by
    later text. Such text is assumed always.
    """

    def __init__(self, max_depth, max_formatting):
        self.max_depth, self.max_formatting = max_depth, max_formatting
        self.names = []
        # Formatting elements as (name, attributes), a list for each of MARKERS, inside which those
        # around it do not open again: those in `names`, and those that are to open again
        self.formats, self.closed = [[]], [[]]
        self.reopened = 0            # formatting elements opened again so far, heavy ones more
        self.odd = 0                 # open elements of ODD
        self.paragraphs = 0          # open <p>
        self.bodies = 0              # <html> and <body> tags, whose attributes are merged

    @property
    def foreign(self):
        """Whether the innermost element is of svg or math and does not hold HTML."""
        return bool(self.names) and self.names[-1][0] == MARKS[0]

    def open(self, name, self_closing, attributes):
        """Note an opening tag; return whether it is within the limits.

        attributes: as bytes, None if unknown.
        """
        names = self.names
        if not (name in RULED or self.closed[-1] or (self.paragraphs and name in CLOSES_P)
                or (names and names[-1][0] in MARKS)):
            return self._push(name)
        if names and names[-1][0] == MARKS[0]:
            inside = self._foreign_name(name, attributes)
            if inside:
                return self_closing or self._push(inside)
            self._break_out()
        if name in VOID:
            return True
        if name in RAW and not self.odd:
            return True              # what it holds is not markup
        if name in ONCE:
            self.bodies += 1
            return self.bodies <= self.max_formatting
        if name in CELLS or name in ROWS:
            table = self._last(TABLES, ())
            if table is None or names[table] != b"table":
                return True
            self._cut(table + 1)
            return name in ROWS or self._push(name)
        if self.paragraphs and name in CLOSES_P and (name != b"form" or name not in names):
            self._close_in(b"p", NO_BUTTON_SCOPE)
        if not self._opens(name):
            return True
        if name in FORMATTING:
            return self._format(name, attributes)
        if name not in NOT_REOPENING:
            self._reopen()
            return self._push(b":" + name if name in FOREIGN else name)
        pushed = self._push(name)
        self._reopen()
        return pushed

    def _foreign_name(self, name, attributes):
        """Return the marked name of an element inside svg or math; None if it ends svg or math."""
        parent, names = self.names[-1], self.names
        if name == b"svg" and parent == b":annotation-xml":
            return b":svg"
        if name in BREAKOUT:
            return None
        if name not in FOREIGN and name not in MAY_HOLD_HTML:
            return b":" + name
        root = next(root for root in reversed(names) if root in (b":svg", b":math"))
        if name in (IN_SVG if root == b":svg" else IN_MATH) or (
                name == b"annotation-xml" and root == b":math" and
                value_of(b"encoding", attributes) in (b"text/html", b"application/xhtml+xml")):
            return b"!" + name
        return b":?" if name in FOREIGN and b":" + name != root else b":" + name

    def _break_out(self):
        """Close the open elements of svg or math, up to one that holds HTML."""
        while self.foreign:
            self._cut(len(self.names) - 1)

    def _opens(self, name):
        """Close the elements that an opening tag closes; return whether it opens an element."""
        names = self.names
        if name in HEADINGS:
            if names and names[-1] in HEADINGS and not self.closed[-1]:
                self._cut(len(names) - 1)
        elif name in ITEMS:
            place = self._last(ITEMS[name], STOPS - NO_ITEM_END)
            if place is not None:
                self._cut(place)
        elif name in RUBY:
            if b"ruby" in names and self._last([b"ruby"], NO_SCOPE) is not None:
                self._imply(IMPLIED if name in (b"rb", b"rtc") else IMPLIED - {b"rtc"})
        elif name in (b"option", b"optgroup"):
            if b"select" in names:
                self._imply(IMPLIED if name == b"optgroup" else IMPLIED - {b"optgroup"})
            elif names and names[-1] == b"option" and not self.closed[-1]:
                self._cut(len(names) - 1)
        elif name == b"a":
            self._unformat(b"a", forced=True)
        elif name == b"nobr":
            self._unformat(b"nobr")
        elif name == b"button":
            self._close_in(b"button", NO_SCOPE)
        elif name == b"table":
            self._close_in(b"table", CELLS | TABLES)         # not in a cell
        elif name == b"form":            # right in a table it has no content
            return self._last([b"table"], CELLS | TABLES) is None
        elif name == b"select":
            if self._last([b"select"], NO_SCOPE) is not None:
                self._close_in(b"select", NO_SCOPE)
                return False
        return True

    def close(self, name):
        """Note a closing tag."""
        names = self.names
        if names and not self.closed[-1] and (
                name not in RULED if names[-1] == name else
                names[-1] == b":" + name and name not in FOREIGN):
            names.pop()
            return
        if name in (b"br", b"p"):        # they end svg and math like <p>
            self._break_out()
        if not names:
            return
        if names[-1][0] in MARKS and (b":" + name in names or b"!" + name in names):
            for index in range(len(names) - 1, -1, -1):
                if names[index][0] not in MARKS:
                    break
                if names[index][1:] == name:
                    self._cut(index)
                    return
        if name in FORMATTING:
            self._unformat(name)
        elif name == b"p":
            if self.paragraphs:
                self._close_in(name, NO_BUTTON_SCOPE)
        elif name in HEADINGS:
            place = self._last(HEADINGS, NO_SCOPE)
            if place is not None:
                self._cut(place)
        elif name == b"li":
            self._close_in(name, NO_ITEM_SCOPE)
        elif name in CELLS or name == b"table":
            self._close_in(name, TABLES)
        elif name == b"template":
            self._close_in(name, ())
        elif name == b"form":
            place = self._last((name,), NO_SCOPE)
            if place is not None:
                self._imply(IMPLIED)
                del names[place]
        elif name in ROWS:
            place = self._last((b"td", b"th"), NO_CELL) if name != b"colgroup" else None
            if place is not None:
                self._cut(place)
        elif name not in VOID and name not in ONCE:
            self._close_in(name, NO_SCOPE if name in SPECIAL else STOPS)

    def _push(self, name):
        if len(self.names) + len(self.closed[-1]) >= self.max_depth:
            return False
        self.names.append(name)
        if name == b"p":
            self.paragraphs += 1
        elif name in NOTED:
            self.odd += name.lstrip(b":") in ODD
            if name in MARKERS:
                self.formats.append([])
                self.closed.append([])
        return True

    def _reopen(self):
        """Open the closed formatting elements again."""
        closed = self.closed[-1]
        if closed:
            self.names += [name for name, _ in closed]
            self.formats[-1] += closed
            closed.clear()

    def _cut(self, index):
        """Close the elements from this one on; note formatting elements, to open them again."""
        names = self.names[index:]
        del self.names[index:]
        for place in range(len(names) - 1, -1, -1):
            name = names[place]
            if name in FORMATTING:
                self.closed[-1].insert(0, self.formats[-1].pop())
            elif name == b"p":
                self.paragraphs -= 1
            elif name in NOTED:
                self.odd -= name.lstrip(b":") in ODD
                if name in MARKERS:
                    self.formats.pop()
                    inside = self.closed.pop()
                    if name not in CELLS and place:      # only its own end tag forgets them
                        self.closed[-1] += inside
        for _, attributes in self.closed[-1]:
            self.reopened += weight(attributes)

    def _last(self, wanted, stops):
        """Return the index of the innermost wanted element; None if one of `stops` is inside it."""
        names = self.names
        for index in range(len(names) - 1, -1, -1):
            if names[index] in wanted:
                return index
            if names[index] in stops:
                return None
        return None

    def _close_in(self, name, stops):
        place = self._last((name,), stops) if name in self.names else None
        if place is not None:
            self._cut(place)

    def _imply(self, implied):
        """Close elements that end without an end tag."""
        names = self.names
        while names and names[-1] in implied:
            self._cut(len(names) - 1)

    def _format(self, name, attributes):
        """Note a formatting element; return whether it is within the limits."""
        self._reopen()
        formats = self.formats[-1]
        equal = formats.count((name, attributes)) if attributes is not None else 0
        if (equal < MOST_EQUAL and len(formats) >= self.max_formatting) or not self._push(name):
            return False
        formats.append((name, attributes))
        if equal >= MOST_EQUAL:          # the first one is not opened again
            place = formats.index((name, attributes))
            index = self._index(place)
            self.names[index] = ONLY_ONCE + name
            del formats[place]
        return True

    def _index(self, place):
        """Return the index in names of formats[-1][place]."""
        index = len(self.names)
        for _ in range(len(self.formats[-1]) - place):
            index -= 1
            while self.names[index] not in FORMATTING:
                index -= 1
        return index

    def _unformat(self, name, forced=False):
        """Close a formatting element but not the blocks inside it: the standard's "adoption
        agency algorithm". forced: even if the element is not in scope.
        """
        formats, names = self.formats[-1], self.names
        for entry in reversed(self.closed[-1]):
            if entry[0] == name:
                self.closed[-1].remove(entry)
                return
        place = next((place for place in range(len(formats) - 1, -1, -1)
                      if formats[place][0] == name), None)
        if place is None:
            if not forced:
                self._close_in(ONLY_ONCE + name, STOPS)
            return
        index = self._index(place)
        inside = names[index + 1:]
        if not forced and (sum(inner in STOPS for inner in inside) >= MOST_ROUNDS
                           or not NO_SCOPE.isdisjoint(inside)):
            return
        del names[index], formats[place]
        if STOPS.isdisjoint(inside):
            self._cut(index)


def weight(attributes):
    """Return the weight of a formatting element: 1, and more for long values."""
    return 1 + len(attributes or b"") // HEAVY
