"""What a page is spared before a parser sees it, so that no page is slow and none is swallowed.

A cheap look at every page, a careful one only where it is needed. lexbor alone takes 5 s for
50 000 nested <div> and over 25 s for a tag with 100 000 attributes.
"""
import re
from itertools import accumulate
from operator import sub

MAX_DEPTH = 256          # open elements; real pages stay under 100
MAX_FORMATTING = 32      # open <b>, <font> ...: every new paragraph opens them all again
MAX_ATTRIBUTES = 500     # of one tag

FEW_TAGS = 1_000         # pages with fewer "<" are cheap whatever they do
MANY_TAGS = 8_000        # pages with more "<" get the careful look
MUCH_REOPENED = 250_000  # formatting tags times tags: the most that all paragraphs open again
LONG = 16_384            # code points; a tag with attributes enough to be slow is twice as long
WINDOW = 1_024           # code points looked at every LONG

FORMATTING = frozenset("b big code em font i s small strike strong tt u nobr body html".split())
# Tags that end by themselves, or are void: they nest only inside others that are counted
UNCOUNTED = frozenset(
    "a area base basefont bgsound br col colgroup dd dt embed frame hr img input keygen li link "
    "meta option optgroup p param rb rp rt rtc source tbody td tfoot th thead tr track wbr".split())
RAW = frozenset("script style textarea title xmp iframe noembed noframes".split())

# without re.I, which takes twice as long
FORMATTING_TAG = re.compile(
    r"<[bBiIsSuUeEcCfFtThHnN](?:|[mMtTgG]|ig|IG|ode|ODE|ody|ODY|tml|TML|ont|ONT|trong|TRONG|mall"
    r"|MALL|trike|TRIKE|obr|OBR)[\s/]")
NAME = re.compile(r"</?[a-zA-Z][^\s/>]*")
TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)[^>]*>?")
MANY_QUOTED = 16         # of a page; a script or two has fewer
QUOTED_END = re.compile(r"""=["'][^"'<>]*+[<>]""")
OPENING = re.compile(r"<[a-zA-Z][^\s/>]*+")
ATTRIBUTE = re.compile(
    r"""[\s/]*+                                      # what parts it from the one before
        [^\s/>][^\s/>=]*+                            # name
        (?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+    # value""", re.X)

# <title>News<meta ...>: a title does not hold these
HEAD_IN_TITLE = re.compile(r"&lt;(?:/?head|meta|link|body|script)\b", re.I)
MARKUP = re.compile(r"</?(?:p|div|t[dr]|table|body|html|a|li|ul|br|h[1-6]|span|font|center|img)"
                    r"(?:\s[^>]*)?>", re.I)
MIN_MARKUP = 3           # tags in what was swallowed; a truncated script has fewer
MAX_MENDED = 3           # of one page


def limited(page):
    """Return (page, notes): the page without the tags and attributes that are over the limits.

    page:    str; no NUL, no lone surrogates.
    Returns: notes, a list of str, empty for nearly every page.
    """
    notes = []
    tags = page.count("<")
    if tags > FEW_TAGS and (
            (tags > MANY_TAGS and _climbs_over(MAX_DEPTH, page))
            or (len(FORMATTING_TAG.findall(page)) * tags > MUCH_REOPENED
                and _climbs_over(MAX_FORMATTING, page, FORMATTING))):
        page, dropped = _less_nested(page)
        if dropped:
            notes.append(f"{dropped} tags nested too deeply were left out")
    if _long_tags(page):
        page, dropped = _fewer_attributes(page)
        if dropped:
            notes.append(f"{dropped} attributes over {MAX_ATTRIBUTES} in a tag were left out")
    return page, notes


class _Steps(dict):
    """How a tag changes the depth, as "<div" and "</DIV" stand in the page, learnt as met."""

    def __init__(self, names=None):
        super().__init__()
        self.names = names

    def __missing__(self, tag):
        name = tag.lstrip("</").lower()
        counted = name not in UNCOUNTED if self.names is None else name in self.names
        step = self[tag] = (-1 if tag[1] == "/" else 1) if counted else 0
        return step


def _climbs_over(limit, page, names=None):
    """Return whether somewhere more than `limit` tags are opened and not closed, by a rough count.

    names: the tags that count; None for all that nest.
    """
    depths = list(accumulate(map(_Steps(names).__getitem__, NAME.findall(page)), initial=0))
    return max(map(sub, depths, accumulate(depths, min))) > limit


def _less_nested(page):
    """Drop the tags that would open elements past the limits, and their closing tags."""
    pieces, kept_to, dropped = [], 0, 0
    opened, left_out = {}, {}
    depth = formatting = 0
    position = 0
    while match := TAG.search(page, position):
        position = match.end()
        name = match[2].lower()
        if name in UNCOUNTED:
            continue
        is_formatting = name in FORMATTING
        keep = True
        if match[1]:
            if left_out.get(name):
                left_out[name] -= 1
                keep = False
            elif opened.get(name):
                opened[name] -= 1
                depth -= 1
                formatting -= is_formatting
        elif depth >= MAX_DEPTH or (is_formatting and formatting >= MAX_FORMATTING):
            left_out[name] = left_out.get(name, 0) + 1
            keep = False
        else:
            opened[name] = opened.get(name, 0) + 1
            depth += 1
            formatting += is_formatting
            if name in RAW:      # what looks like tags in a script nests nothing
                end = page.find(f"</{match[2]}", position)
                position = end if end >= 0 else position
        if not keep:
            dropped += 1
            pieces.append(page[kept_to:match.start()])
            kept_to = match.end()
    return "".join([*pieces, page[kept_to:]]), dropped


def _long_tags(page):
    """Return whether some tag may have too many attributes: a look into the page every LONG."""
    for start in range(LONG, len(page), LONG):
        window = page[start:start + WINDOW]
        if ">" not in window:              # inside of a tag, of an attribute or of a script
            opening = OPENING.search(page, max(0, page.rfind("<", 0, start)))
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
    pieces, kept_to, dropped = [], 0, 0
    position = 0
    while match := OPENING.search(page, position):
        count, allowed, position = _attributes(page, match.end())
        if count > MAX_ATTRIBUTES:
            pieces.append(page[kept_to:allowed])
            kept_to = position
            dropped += count - MAX_ATTRIBUTES
    return "".join([*pieces, page[kept_to:]]), dropped


def tree_of(page, parse):
    """Return (the page's tree as normal HTML, notes); unclosed raw text is closed where it must.

    A title, textarea, style, script, comment or the like whose end tag is missing swallows the
    rest of the page. It is taken as closed where its line ends or the next tag begins (a comment:
    where its line or its first tag ends).
    """
    notes = []
    tree, last = parse(page)
    for _ in range(MAX_MENDED):
        swallowed = last or ("title" if _title_too_long(tree) else None)
        mended = swallowed and _closed(page, swallowed)
        if not mended:
            break
        page = mended
        notes.append(f"an unclosed {swallowed} was taken as closed on its line")
        tree, last = parse(page)
    return tree, notes


def _title_too_long(tree):
    start = tree.find("<title")
    return start >= 0 and HEAD_IN_TITLE.search(tree, start, tree.find("</title", start)) is not None


def _closed(page, name):
    """Return the page with its last unclosed element of this name closed, None if there is none."""
    lower = page.lower() if page.isascii() else None
    folded = lower if lower is not None and len(lower) == len(page) else page
    if name == "comment":
        start = folded.rfind("<!--")
        if start < 0 or folded.find("-->", start + 4) >= 0 or not _holds_markup(page, start + 4):
            return None
        line, tag = folded.find("\n", start), folded.find(">", start)
        end = min((x for x in (line, tag) if x >= 0), default=len(page))
        return f"{page[:end]}-->{page[end:]}"
    opening = re.compile(rf"<{name}(?=[\s/>])[^>]*>", re.I)
    closing = re.compile(rf"</{name}(?=[\s/>])", re.I)
    last = None
    if name == "title":                       # the first one: later ones are inside it
        last = opening.search(page)
    else:
        for last in opening.finditer(page):   # noqa: B007
            pass
    if last is None:
        return None
    closed = closing.search(page, last.end())
    if closed and not MARKUP.search(page, last.end(), closed.start()):
        return None
    if not closed and not _holds_markup(page, last.end()):
        return None
    line, tag = page.find("\n", last.end()), page.find("<", last.end())
    end = min((x for x in (line, tag) if x >= 0), default=len(page))
    return f"{page[:end]}</{name}>{page[end:]}"


def _holds_markup(page, start):
    for count, _ in enumerate(MARKUP.finditer(page, start), 1):
        if count == MIN_MARKUP:
            return True
    return False
