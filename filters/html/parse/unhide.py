"""Text that parsers hide: declared shadow trees, and <noframes> of pages of frames."""
import re

from ...lazypattern import LazyPattern

# Groups: "/" of an end tag; attributes that declare a shadow tree, up to shadowrootmode.
TEMPLATE = LazyPattern(rb"""<(?:
    (/)template(?=[ \t\n\f/>])
  | template(?=[ \t\n\f/>])([^<>]{0,1000}?[ \t\n\f]shadowrootmode(?=[ \t\n\f/>=]))?
)""", re.I | re.X)
SHADOW = b"shadow-root"      # an element without a meaning, instead of the template
FRAMES = LazyPattern(rb"</?(?:frameset|noframes)(?=[ \t\n\f/>])[^<>]{0,1000}>", re.I)
BODY = LazyPattern(rb"<body[ \t\n\f/>]", re.I)


def unhidden(page, names=("noframes", "template")):
    """Return a page, bytes, with such text in ordinary elements.

    names: of elements in the page; only template and noframes matter.
    """
    if "template" in names and b"shadowrootmode" in page:
        page = _with_shadows(page)
    if "noframes" in names and (b"<noframes" in page or b"<NOFRAMES" in page):
        page = _without_frames(page)
    return page


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
