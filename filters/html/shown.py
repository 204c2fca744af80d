"""Text that parsers put away: shadow trees that a page declares, and what stands for its frames."""
import re

from ..text.lazypattern import LazyPattern

# Groups: the end tag's "/"; what shows that an opening tag declares a shadow tree.
TEMPLATE = LazyPattern(rb"""<(?:
    (/)template(?=[ \t\n\f/>])
  | template(?=[ \t\n\f/>])([^<>]{0,1000}?[ \t\n\f]shadowrootmode(?=[ \t\n\f/>=]))?
)""", re.I | re.X)
SHADOW = b"shadow-root"      # an element of no meaning, which takes the place of the template
FRAMES = LazyPattern(rb"</?(?:frameset|noframes)(?=[ \t\n\f/>])[^<>]{0,1000}>", re.I)
BODY = LazyPattern(rb"<body[ \t\n\f/>]", re.I)


def with_shown(page):
    """Return a page, bytes, in which parsers meet such text as they meet any other."""
    if b"shadowrootmode" in page:
        page = _with_shadows(page)
    if b"<noframes" in page or b"<NOFRAMES" in page:
        page = _without_frames(page)
    return page


def _with_shadows(page):
    """Return the page with other elements for templates that declare a shadow tree, which is shown.

    >>> _with_shadows(b'<x-a><template shadowrootmode="open">A<template>b</template></template>')
    b'<x-a><shadow-root shadowrootmode="open">A<template>b</template></shadow-root>'
    """
    declaring = []                         # of the open templates: whether it declares

    def renamed(match):
        if match[1]:
            return b"</" + SHADOW if declaring and declaring.pop() else match[0]
        declaring.append(match[2] is not None)
        return b"<" + SHADOW + match[2] if match[2] else match[0]
    return TEMPLATE.sub(renamed, page)


def _without_frames(page):
    """Return a page of frames with its <noframes> as its body, since it has no other text.

    >>> _without_frames(b"<frameset><frame src=a><noframes><body>A</noframes></frameset>")
    b'<frame src=a><body>A'
    """
    frames = FRAMES.search(page)
    if (not frames or frames[0][:9].lower() != b"<frameset"
            or BODY.search(page, 0, frames.start())):            # else they are in a body
        return page
    return FRAMES.sub(b"", page)
