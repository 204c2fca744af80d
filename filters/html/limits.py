"""What a page is spared before a parser sees it, so that no page is slow: nesting, attributes.

A cheap look at every page, a careful one only where it is needed. lexbor alone takes 5 s for
50 000 nested <div> and over 25 s for a tag with 100 000 attributes.
"""
import re

MAX_DEPTH = 256          # open elements; real pages stay under 100
MAX_FORMATTING = 32      # open <b>, <font> ...: every new paragraph opens them all again
MAX_ATTRIBUTES = 500     # of one tag

FEW_TAGS = 1_000         # pages with fewer "<" are cheap whatever they do
MANY_TAGS = 8_000        # pages with more "<" get the careful look
MUCH_REOPENED = 250_000  # formatting tags times tags: the most that all paragraphs open again
LONG = 16_384            # bytes; a tag with attributes enough to be slow is twice as long
WINDOW = 1_024           # bytes looked at every LONG

FORMATTING = frozenset(b"b big code em font i s small strike strong tt u nobr body html".split())
ALONE = FORMATTING | {b"form"}    # their end tags leave open what was opened inside them
# Tags that end by themselves, or are void: they nest only inside others that are counted
UNCOUNTED = frozenset(
    b"a area base basefont bgsound br col colgroup dd dt embed frame hr img input keygen li link "
    b"meta option optgroup p param rb rp rt rtc source tbody td tfoot th thead tr track wbr"
    .split())
RAW = frozenset(b"script style textarea title xmp iframe noembed noframes".split())
# What an end tag of another name does not close: </span> no <div>, and </div> no <table>
SPECIAL = frozenset(
    b"address applet article aside blockquote body button caption center details dir div dl "
    b"fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html "
    b"iframe listing main marquee menu nav noembed noframes noscript object ol plaintext pre "
    b"script search section select style summary table template textarea title ul xmp".split())
SCOPES = frozenset(b"applet caption marquee object table template".split())
# Tags that end an svg or math in which they stand, and those that may hold HTML there
BREAKOUT = frozenset(
    b"b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img "
    b"li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul "
    b"var".split())
FOREIGN = frozenset([b"svg", b"math"])
INTEGRATION = frozenset(b"annotation-xml desc foreignobject mi mn mo ms mtext title".split())

# without re.I, which takes twice as long
FORMATTING_TAG = re.compile(
    rb"<[bBiIsSuUeEcCfFtThHnN](?:|[mMtTgG]|ig|IG|ode|ODE|ody|ODY|tml|TML|ont|ONT|trong|TRONG|mall"
    rb"|MALL|trike|TRIKE|obr|OBR)[\s/]")
SLASH = ord("/")
NAME = re.compile(rb"</?[a-zA-Z][^\s/>]*")
TAG = re.compile(rb"""<(?:!--|(/?)([a-zA-Z][^\s/>]*+)((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>?)""")
SELF_CLOSING = re.compile(rb"""(?:^|[\s"'])/\Z""")       # in <path d=M1/> the slash is of the value
MANY_QUOTED = 16         # of a page; a script or two has fewer
QUOTED_END = re.compile(rb"""=["'][^"'<>]*+[<>]""")
OPENING = re.compile(rb"<(?:!--|([a-zA-Z][^\s/>]*+))")
ATTRIBUTE = re.compile(
    rb"""[\s/]*+                                      # what parts it from the one before
        [^\s/>][^\s/>=]*+                            # name
        (?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+    # value""", re.X)


def limited(page):
    """Return (page, notes): the page without the tags and attributes that are over the limits.

    page:    bytes of UTF-8; no NUL.
    Returns: notes, a list of str, empty for nearly every page.
    """
    notes = []
    tags = page.count(b"<")
    if tags > FEW_TAGS and (
            tags > MANY_TAGS or len(FORMATTING_TAG.findall(page)) * tags > MUCH_REOPENED
            ) and _may_be_too_deep(page):
        page, dropped = _less_nested(page)
        if dropped:
            notes.append(f"{dropped} tags nested too deeply were left out")
    if _long_tags(page):
        page, dropped = _fewer_attributes(page)
        if dropped:
            notes.append(f"{dropped} attributes over {MAX_ATTRIBUTES} in a tag were left out")
    return page, notes


def _may_be_too_deep(page):
    """Return whether the page passes a limit if all that looks like a tag is one."""
    nesting, names = _Nesting(), {}
    for tag in NAME.findall(page):
        name = names.get(tag)
        if name is None:
            name = tag.lstrip(b"</").lower()
            name = names[tag] = b"" if name in UNCOUNTED else name
        if not name:
            continue
        if tag[1] == SLASH:
            nesting.close(name)
        elif not nesting.open(name):
            return True
    return False


class _Nesting:
    """The open elements at a place in the page, innermost last, as far as their tags count."""

    def __init__(self):
        self.names = []
        self.formatting = {}             # opened, not closed: a block's end does not close them
        self.formatted = 0               # the sum of these
        self.foreign = None              # index of the svg or math in which we are, else None

    def open(self, name, self_closing=False):
        """Note an opening tag; return whether there is room for its element."""
        if self.foreign is not None:
            if name in BREAKOUT:
                del self.names[self.foreign:]
                self.foreign = None
            elif self_closing:           # <path d="..."/>
                return True
            elif name in INTEGRATION:
                self.foreign = None
        elif name in FOREIGN:
            self.foreign = len(self.names)
        if name in UNCOUNTED:
            return True
        if len(self.names) >= MAX_DEPTH:
            return False
        if name in FORMATTING:
            if self.formatted >= MAX_FORMATTING:
                return False
            self.formatting[name] = self.formatting.get(name, 0) + 1
            self.formatted += 1
        self.names.append(name)
        return True

    def close(self, name):
        """Note a closing tag."""
        names = self.names
        if name in FORMATTING:
            if self.formatting.get(name):
                self.formatting[name] -= 1
                self.formatted -= 1
        if name in ALONE:
            if name in names:
                del names[len(names) - 1 - names[::-1].index(name)]
        elif names and names[-1] == name:
            names.pop()
        else:
            limits = SCOPES if name in SPECIAL else SPECIAL
            for index in range(len(names) - 1, -1, -1):
                if names[index] == name:
                    del names[index:]
                    break
                if names[index] in limits:
                    break
        if self.foreign is not None and self.foreign >= len(names):
            self.foreign = None


class _Raw:
    """Where comments, scripts and the like end, what they hold being no tags."""

    def __init__(self, page):
        self.page = page
        self.endless = set()             # looked for once: a page may have 100 000 <!--

    def end(self, name, position):
        """Return where that which opened before this position ends; the position if it does not.

        name:  of the element, None for a comment.
        """
        if name in self.endless:
            return position
        end = re.compile(b"</" + name if name else b"-->", re.I).search(self.page, position)
        if not end:
            self.endless.add(name)
            return position
        return end.start()


def _less_nested(page):
    """Drop the tags that would open elements past the limits, and their closing tags."""
    pieces, kept_to, dropped, position = [], 0, 0, 0
    nesting, raw, left_out = _Nesting(), _Raw(page), {}
    while match := TAG.search(page, position):
        position = match.end()
        if match[2] is None:
            position = raw.end(None, position - 2)
            continue
        name = match[2].lower()
        keep = True
        if not match[1]:
            keep = nesting.open(name, SELF_CLOSING.search(match[3]) is not None)
            if not keep:
                left_out[name] = left_out.get(name, 0) + 1
            elif name in RAW:
                position = raw.end(name, position)
        elif left_out.get(name):
            left_out[name] -= 1
            keep = False
        elif name not in UNCOUNTED:
            nesting.close(name)
        if not keep:
            dropped += 1
            pieces.append(page[kept_to:match.start()])
            kept_to = match.end()
    return b"".join([*pieces, page[kept_to:]]), dropped


def _long_tags(page):
    """Return whether some tag may have too many attributes: a look into the page every LONG."""
    for start in range(LONG, len(page), LONG):
        window = page[start:start + WINDOW]
        if b">" not in window:             # inside of a tag, of an attribute or of a script
            opening = OPENING.search(page, max(0, page.rfind(b"<", 0, start)))
            if opening and _attributes(page, opening.end())[0] > MAX_ATTRIBUTES:
                return True
        elif QUOTED_END.search(window) and len(QUOTED_END.findall(page)) > MANY_QUOTED:
            return True
    return False


def _attributes(page, position):
    """Return (number, end of those within the limit, end) of the attributes from a position on."""
    count, allowed = 0, position
    while match := ATTRIBUTE.match(page, position):
        position = match.end()
        count += 1
        if count <= MAX_ATTRIBUTES:
            allowed = position
    return count, allowed, position


def _fewer_attributes(page):
    """Drop the attributes past the limit, tag by tag, never looking at a character twice."""
    pieces, kept_to, dropped, position = [], 0, 0, 0
    raw = _Raw(page)
    while match := OPENING.search(page, position):
        if match[1] is None:
            position = raw.end(None, match.end() - 2)
            continue
        count, allowed, position = _attributes(page, match.end())
        if count > MAX_ATTRIBUTES:
            pieces.append(page[kept_to:allowed])
            kept_to = position
            dropped += count - MAX_ATTRIBUTES
        if match[1].lower() in RAW:
            position = raw.end(match[1].lower(), position)
    return b"".join([*pieces, page[kept_to:]]), dropped
