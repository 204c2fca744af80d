"""The tree of a page, within the limits of parsers, with the text that parsers hide."""
import re
from itertools import groupby, pairwise

from ....lm.rules import pattern
from ...edge.console import needs
from ...lazypattern import LazyPattern
from ..guard.limits import limited
from ..guard.tagsyntax import TAG, compiled
from ..normalhtml import COPY_CLUE, HEADING, with_references, without_copies
from .codeblocks import CLUES, TYPEFACE, with_code, without_parts
from .formulas import PICTURE_RULES, with_formulas, with_words

# Two HTML parsers behind one function, from a page to its tree as normal HTML.
#
# Both follow the HTML standard (html5lib an older edition), so both build the same tree for nearly
# every page. In normal HTML every tag is closed, every attribute value is in double quotes, < and
# > occur only in tags, and elements that no browser shows as text are gone. So regular expressions
# and arrays can read it.

class Missing(Exception):
    """The named parser is not installed."""


def parser_named(name):
    """Return (name, parse); parse takes a page, bytes of UTF-8, and returns (tree, last).

    parse also takes the names of DROPPED and UNESCAPED elements in the page, if known.
    name:    "lexbor", "html5lib" or "auto": lexbor where it is installed.
    tree:    str, normal HTML.
    last:    the node at the end of the tree, if it may be unclosed: "comment" or a name of
             SWALLOWERS; else None.
    Raises:  Missing if the parser is not installed.
    """
    if name != "html5lib":
        try:
            from .lexbor import lexbor_tree
        except ImportError:
            if name == "lexbor":
                raise Missing(needs("lexbor", "fast")) from None
        else:
            return "lexbor", lexbor_tree
    from .reference import html5lib_tree
    return "html5lib", html5lib_tree


# Text that parsers hide: declared shadow trees, <noframes> of pages of frames, what follows a
# <select> with a table or the like in it, and TeX in scripts.

# Groups: "/" of an end tag; attributes that declare a shadow tree, up to shadowrootmode.
TEMPLATE = LazyPattern(rb"""<(?:
    (/)template(?=[ \t\n\f/>])
  | template(?=[ \t\n\f/>])([^<>]{0,1000}?[ \t\n\f]shadowrootmode(?=[ \t\n\f/>=]))?
)""", re.I | re.X)
SHADOW = b"shadow-root"      # an element without a meaning, instead of the template
FRAMES = LazyPattern(rb"</?(?:frameset|noframes)(?=[ \t\n\f/>])[^<>]{0,1000}>", re.I)
# A formula, as MathJax 2 and kramdown write it: group 1, without what hides it from XML
SCRIPT = LazyPattern(rb"""<script[ ](?:[^<>]{0,200}[ ])?type=["']?math/tex(?![a-z])[^<>]{0,200}>
    \s*(?:%[ ]*<!\[CDATA\[)? ((?:(?!<script[ ]).){0,10000}?)
    (?:%[ ]*\]\]>)?\s* </script>""", re.I | re.S | re.X)
TEX = b"tex-formula"         # another element without a meaning
BODY = LazyPattern(rb"<body[ \t\n\f/>]", re.I)
SELECT = LazyPattern(rb"<(/?)select(?=[ \t\n\f/>])", re.I)
# What decides on a select, the first of these in it. Group: elements inside which </select> closes
# nothing; the others end it.
DECIDING = LazyPattern(rb"""<(?: (applet|marquee|object|table)
    | /table | /?(?:caption|col|colgroup|t[dhr]|tbody|tfoot|thead) | input)(?=[ \t\n\f/>])""",
    re.I | re.X)
# A tag of the select may be in one of these
DOUBTFUL = LazyPattern(rb"<[!?]|-->|</?(?:script|style|template|textarea)(?=[ \t\n\f/>])", re.I)


def unhidden(openings):
    """Return the page of Openings, bytes, with such text in ordinary elements."""
    page = openings.page
    if "select" in openings.names:
        page = _with_plain_selects(page, openings.places("select"))
    if "template" in openings.names and b"shadowrootmode" in page:
        page = _with_shadows(page)
    if "noframes" in openings.names and (b"<noframes" in page or b"<NOFRAMES" in page):
        page = _without_frames(page)
    return SCRIPT.sub(_formula, page) if openings.has_tex else page


def _formula(script):
    """Return the TeX of a script as an element.

    >>> page = b'<script type="math/tex; mode=display">% <![CDATA[ a<b %]]></script>'
    >>> SCRIPT.sub(_formula, page)
    b'<tex-formula> a&lt;b </tex-formula>'
    """
    tex = script[1].strip(b"\n").replace(b"&", b"&amp;").replace(b"<", b"&lt;")
    return b"<" + TEX + b">" + tex + b"</" + TEX + b">"


def _with_shadows(page):
    """Return the page with <shadow-root> in place of templates that declare a shadow tree.

    >>> _with_shadows(b'<x-a><template shadowrootmode="open">A<template>b</template></template>')
    b'<x-a><shadow-root shadowrootmode="open">A<template>b</template></shadow-root>'
    """
    declaring = []           # for each open template whether it declares a shadow tree

    def renamed(match):
        if match[1]:
            return b"</" + SHADOW if declaring and declaring.pop() else match[0]
        declaring.append(match[2] is not None)
        return b"<" + SHADOW + match[2] if match[2] else match[0]
    return TEMPLATE.sub(renamed, page)


def _with_plain_selects(page, places):
    """Return the page without what is in a <select> with a table, none of which is text.

    By the standard of 2025 a </select> in a cell of that table closes nothing, and the rest of the
    page is hidden; html5lib follows an older one.

    places: of the opening tags, and of others perhaps.

    >>> page = b"<select><table><td>a</select>b<select><option>c</select>"
    >>> _with_plain_selects(page, [0, 30])
    b'<select></select>b<select><option>c</select>'
    """
    pieces, done = [], 0
    for opening in filter(None, (SELECT.match(page, place) for place in places)):
        tag = SELECT.search(page, opening.end())
        if tag and tag[1]:
            inside = TAG.match(page, opening.start()).end(), tag.start()
            deciding = DECIDING.search(page, *inside)
            if deciding and deciding[1] and not DOUBTFUL.search(page, *inside):
                pieces.append(page[done:inside[0]])
                done = inside[1]
    return b"".join([*pieces, page[done:]]) if pieces else page


def _without_frames(page):
    """Return a page of frames with its only text, <noframes>, as its body.

    >>> _without_frames(b"<frameset><frame src=a><noframes><body>A</noframes></frameset>")
    b'<frame src=a><body>A'
    """
    frames = FRAMES.search(page)
    if (not frames or frames[0][:9].lower() != b"<frameset"
            or BODY.search(page, 0, frames.start())):            # else the frames are in a body
        return page
    return FRAMES.sub(b"", page)


# Unclosed titles, scripts, comments and the like, which swallow the page, are closed here.

MARKUP = LazyPattern(rb"</?(?:p|div|t[dr]|table|head|body|html|a|li|ul|br|h[1-6]|span|font|center"
                     rb"|img|meta|link|script)(?=[\s>])", re.I)
MIN_MARKUP = 3           # tags in the swallowed text that show it to be part of the page
PAGE_END = LazyPattern(rb"</(?:body|html)\b", re.I)
COMMENT, COMMENT_END, LINE_OR_TAG_END = map(LazyPattern, (b"<!--", b"-->", b"\r\n?|\n|>"))
LINE_END_OR_TAG = LazyPattern(b"(?=[\r\n<])")
UNCLOSED = "an unclosed {} was taken as closed on its line"
HIDES = "an unclosed {} hides text that follows it"
MAX_MENDED = 3           # a page; only one in a page with MANY_TAGS, which takes long to parse
MANY_TAGS = 20_000


def tree_of(page, parse, *names):
    """Return (the page's tree as normal HTML, notes), unclosed raw text closed.

    page:  bytes of UTF-8. parse: a function of parser_named.
    names: the second argument of parse.
    notes: a list of str, one for each element closed.

    A style, script, template, comment or the like without its end tag swallows the rest of the
    page. It is closed at the end of its line or before the next tag (a comment: at the end of
    its line or of its first tag), unless it is a script at the end of a truncated download.
    """
    notes = []
    tree, last = parse(page, *names)
    for _ in range(MAX_MENDED):
        mended = last and _closed(page, last)
        if not mended:
            notes += [HIDES.format(last)] * (mended is False)
            break
        has_many = page.count(b"<") >= MANY_TAGS
        # the swallowed text is markup now and may nest
        page, more = limited(mended)
        notes += more
        notes.append(UNCLOSED.format(last))
        tree, last = parse(page, *names)
        if has_many:
            break
    return tree, notes


def _closed(page, name):
    """Return the page with its unclosed element of this name closed; None if there is none, False
    where it stays open.
    """
    if name == "comment":
        opening, closing, stop, end_tag = COMMENT, COMMENT_END, LINE_OR_TAG_END, b"-->"
    else:
        tag = name.encode()
        opening = re.compile(b"<" + tag + rb"(?=[\s/>])", re.I)
        closing = re.compile(b"</" + tag + rb"(?=[\s/>])", re.I)
        stop, end_tag = LINE_END_OR_TAG, b"</" + tag + b">"
    closed_to = max((match.end() for match in closing.finditer(page)), default=0)
    opened = opening.search(page, closed_to)
    start = opened and opened.end()
    if start and name != "comment":
        start = page.find(b">", start) + 1
    if not start or not _holds_markup(page, start, len(page)):
        return None
    if name == "script" and not PAGE_END.search(page, start):
        return False                     # the download was truncated in the script
    stopped = stop.search(page, start)
    return page[:stopped.end()] + end_tag + page[stopped.end():]


def _holds_markup(page, start, end):
    """Return whether MIN_MARKUP tags are between start and end, in linear time."""
    for _ in range(MIN_MARKUP):
        tag = MARKUP.search(page, start, end)
        start = page.find(b">", tag.end(), end) + 1 if tag else 0
        if not start:
            return False
    return True


# Elements that are never in one of their name: where two begin in a row, with page between, the
# first has no end tag and hides that. The page is not in <svg> but where that begins as SVG_TEXT.
NEVER_NESTED = ["annotation", "annotation-xml", "audio", "canvas", "datalist", "iframe", "noembed",
                "noframes", "rp", "rt", "select", "svg", "textarea", "title", "video"]
SVG_TEXT = LazyPattern(rb"\s*<(?:(?:desc|foreignobject|title)[\s>]|!\[CDATA\[)", re.I)
RUBY = frozenset(["rb", "rp", "rt", "rtc", "ruby"])      # each tag of these ends <rt> and <rp>
# What browsers hide up to the next end, which may be another one's: it stays hidden, with a note.
# A program with <\/ writes tags
RAW_BEGINS = {"comment": COMMENT, "script": LazyPattern(rb"[>\r\n][ \t]*<script(?=[\s/>])", re.I),
              "style": LazyPattern(rb"[>\r\n][ \t]*<style(?=[\s/>])", re.I)}
# Right before these, and blanks
BEFORE_RAW = dict.fromkeys(["script", "style"], (b">", b"\r", b"\n"))
MANY_ENDS = 20           # each copies the page
# Groups: the name of a raw element; "/" of an end tag; the name of another element
NEVER_NESTED_TAG = compiled(rb"""(?is)<(?: !--(?:[^-]++|-(?!->))*+(?:-->)?
    | (script|style)(?=[\s/>]) (?:[^<]++|<(?!/\1))*+ (?:</\1)?
    | (/?)(template|%b)(?=[\s/>])[^<>]*> )""" % "|".join(sorted({*NEVER_NESTED, *RUBY})).encode())
START_OF_TAG = LazyPattern(rb"""<[a-zA-Z](?:[^"'>]|"[^"]*"|'[^']*')*""")
# A value in the tag of a raw element that has its end tag in it has no end. Group 2: its quote
VALUE_OF_RAW = LazyPattern(rb"""<(script|style)(?=[\s/])
    (?:=\s*+(?:"[^"<]*+"|'[^'<]*+') | =(?!\s*["']) | [^<>=])*+ =\s*(["'])
    (?:(?!\2).){0,1000}?</\1(?=[\s/>])""", re.I | re.S | re.X)
VALUE_STOP = LazyPattern(b"(?=[<>])|\\Z")
VALUE = "attribute value"
NEAR_VALUE = 20          # bytes in which white space before a value is looked for


def with_ends(openings):
    """Return (the page of Openings, bytes, with the end tags that such elements lack, notes as of
    tree_of). Of a page of too many tags nothing is looked for: a note says that it is cut.

    >>> from scutch.filters.html.guard.openings import Openings
    >>> with_ends(Openings(b"<select><p>a<p>b<p>c<select><option>d</select>"))[0]
    b'<select></select><p>a<p>b<p>c<select><option>d</select>'
    >>> with_ends(Openings(b'<p>a<a href="b>c</a><p>d<p>e'))[0]
    b'<p>a<a href="b">c</a><p>d<p>e'
    >>> with_ends(Openings(b'<script src="a></script><p>b<script src="c"></script>'))[0]
    b'<script src="a"></script><p>b<script src="c"></script>'
    """
    page = openings.page
    if not openings.is_short:
        return page, []
    lacking = {name for name in [*NEVER_NESTED, "script", "style", "template"]
               if (name == "title" or name in openings.names)
               and _may_hide(page, name, openings.places(name)) and openings.lacks_ends(name)}
    if (_may_hide(page, "comment", openings.places("!--"))
            and page.count(b"<!--") > page.count(b"-->")):
        lacking.add("comment")
    hiding = [each for each in _hiding(page, lacking) if _holds_markup(page, *each[:2])]
    ends = [(LINE_END_OR_TAG.search(page, start).end(), f"</{name}>", name)
            for start, _, name in hiding if name not in RAW_BEGINS]
    raws = [VALUE_OF_RAW.match(page, place) for name in ("script", "style")
            for place in openings.places(name)]
    values = [raw.start(2) for raw in raws if raw]
    for quote in b'"', b"'":             # a value that the rest of the page is in
        at = page.rfind(quote)
        before = page[max(at - NEAR_VALUE, 0):max(at, 0)].rstrip()
        if before.endswith(b"=") and _holds_markup(page, at, len(page)) and _is_in_tag(page, at):
            values.append(at)
    for at in values:
        stop = VALUE_STOP.search(page, at).start()
        ends.append((stop, page[at:at + 1].decode() + ">" * (page[stop:stop + 1] != b">"), VALUE))
    for end, tag, _ in sorted(ends[:MANY_ENDS], reverse=True):
        page = page[:end] + tag.encode() + page[end:]
    return page, [*(UNCLOSED.format(name) for name in dict.fromkeys(name for *_, name in ends)),
                  *(HIDES.format(name) for name in dict.fromkeys(
                      [name for *_, name in hiding if name in RAW_BEGINS]
                      + [VALUE] * _has_long_value(openings)))]


def _hiding(page, lacking):
    """Yield (start, end, name) of what elements and comments without an end have in them.

    lacking: names of which the page has more beginnings than ends.
    """
    opened, templates = {}, []
    for tag in NEVER_NESTED_TAG.finditer(page) if lacking else ():
        name = (tag[1] or tag[3] or b"comment").lower().decode()
        if name in RAW_BEGINS:
            written = name not in lacking or page.find(b"<\\/", *tag.span()) >= 0
            begins = [] if written else [begin.start() for begin in RAW_BEGINS[name].finditer(
                page, tag.start() + 1, tag.end())]
            if begins:
                yield tag.start() + 1, begins[-1], name
            continue
        if name == "template":
            if not tag[2]:
                templates.append(tag.end())
            elif templates:
                templates.pop()
            continue
        for ended in RUBY if name in RUBY else [name]:
            if (start := opened.pop(ended, None)) and not (ended == name and tag[2]):
                yield start, tag.start(), ended
        if name in lacking and not tag[2] and (name != "svg" or SVG_TEXT.match(page, tag.end())):
            opened[name] = tag.end()
    opened |= {"template": templates[0]} if templates else {}
    yield from ((start, len(page), name) for name, start in opened.items())


def _is_in_tag(page, at):
    """Return whether a place in a page is inside a tag, by what is before it."""
    begin = page.rfind(b"<", 0, at)
    tag = START_OF_TAG.match(page, begin, at)
    return tag is not None and tag.end() == at and not any(
        raw.start() <= begin < raw.end() for raw in NEVER_NESTED_TAG.finditer(page))


def _has_long_value(openings):
    """Return whether a value with page in it ends where another one begins, as in
    <a href="b>B</a> <a href="c">.

    >>> from scutch.filters.html.guard.openings import Openings
    >>> [_has_long_value(Openings(page)) for page in (b'<a b="<p><p><p><a b="d">',
    ...                                               b'<a b="<p>"><a b="d">')]
    [True, False]
    """
    import numpy as np
    page = openings.page
    codes = np.frombuffer(page, np.uint8)
    for mark in b"\"'":
        quotes = np.flatnonzero(codes == mark)
        begins = codes[quotes - 1] == ord("=")
        first = np.flatnonzero(begins[:-1] & begins[1:])         # two that begin values, in a row
        if not len(first):               # as on nearly all pages
            continue
        bounds, done = quotes[[first, first + 1]], 0
        tags = openings.starts.searchsorted(bounds)
        for start, end in bounds[:, tags[1] - tags[0] >= MIN_MARKUP].T.tolist():
            if start >= done:
                tag = TAG.match(page, max(page.rfind(b"<", done, start), 0))
                done = max(done, tag.end() if tag else 0)
                if done > end and _holds_markup(page, start, end):
                    return True
    return False


def _may_hide(page, name, places):
    """Return whether an element of a name may have no end before the next one, with page between:
    a cheap look, after which few pages are left.

    places: of the tags that begin one, and of others perhaps. Of RAW_BEGINS there must be a next
            one.

    >>> page = b"<svg><p><p><p></svg><svg>"
    >>> [_may_hide(page, "svg", places) for places in ([0], [0, 20])]
    [False, False]
    >>> _may_hide(b"<svg><p><p><p><svg></svg>", "svg", [0, 14])
    True
    """
    end = b"-->" if name == "comment" else f"</{name}".encode()
    begins = BEFORE_RAW.get(name)

    def has_end(bounds):
        if page.find(end, *bounds) >= 0 or page.find(end.upper(), *bounds) >= 0:
            return True
        inner = page[slice(*bounds)] if begins else b""
        return bool(begins) and (b"<\\/" in inner or not inner.rstrip(b" \t").endswith(begins))

    bounds = places if name in RAW_BEGINS else [*places, len(page)]
    for ended, row in groupby(pairwise(bounds), has_end):
        if not ended:
            in_a_row = list(row)
            if name == "template" or _holds_markup(page, in_a_row[0][0], in_a_row[-1][1]):
                return True
    return False


# The tree of a page, within the limits of parsers, with the text that parsers hide.

# One look at a page instead of two; most have neither
MAY_CHANGE = LazyPattern(pattern([*PICTURE_RULES, *CLUES]))


def tree_of_page(openings, parse=None, choose=None):
    """Return (the tree of a page as normal HTML, notes on it from before parsing, and from after).

    openings: of the page, as `opened` returns them. parse: see parser_named; None for the fastest
              that is installed. choose: function from a tree to (what is left of it, a note on
              that or ""), or None.
    """
    parse = parse or parser_named("auto")[1]
    shown, looked = unhidden(openings), openings
    if shown is not openings.page:
        from ..guard.openings import Openings  # imports numpy
        looked = Openings(shown)
    whole, unclosed = with_ends(looked)
    data, notes = limited(whole, looked if whole is shown else None)
    tree, mended = tree_of(data, parse, openings.names)
    mended = [*unclosed, *mended]
    if choose:
        tree, note = choose(tree)
        mended = [*mended, *[note] * bool(note)]
    if openings.has_tex or MAY_CHANGE.search(tree) or TYPEFACE in tree:
        tree = with_code(with_words(tree, openings.has_tex))
    if openings.has_pre:
        tree = without_parts(tree)
    if openings.has_math:
        tree = with_formulas(tree)
    if COPY_CLUE in tree:
        tree = HEADING.sub(lambda heading: without_copies(heading[0]), tree)
    return with_references(tree), notes, mended
