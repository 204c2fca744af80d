"""Text that parsers hide: declared shadow trees, <noframes> of pages of frames, what follows a
<select> with a table or the like in it, and TeX in scripts.
"""
import re

from ...lazypattern import LazyPattern
from ..guard.tagsyntax import TAG

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


def unhidden(openings, names, has_tex):
    """Return a page, bytes, with such text in ordinary elements.

    names, has_tex: what its Openings tell.
    """
    page = openings.page
    if "select" in names:
        page = _with_plain_selects(page, openings.places("select"))
    if "template" in names and b"shadowrootmode" in page:
        page = _with_shadows(page)
    if "noframes" in names and (b"<noframes" in page or b"<NOFRAMES" in page):
        page = _without_frames(page)
    if has_tex:
        page = SCRIPT.sub(_formula, page)
    return page


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
