"""HTML that shows how a page's text was classified: Leśniak 2017, section 2.4 (stage 3).

It has the page's text and the tree of elements around it: headings, paragraphs, lists, tables.
None of the markup is copied: element names are ours, all else is escaped text. The scripts, styles,
images and links of a page are dropped, and the policy in the head allows none.
"""
from html import escape

from ..record import cut_of, elements_of, owners_of, score_of
from ..selection.pagesegments import score_named
from ..stream.printedlines import printable

ARCHIVE = "archive"
CLASSES = ["content", "boilerplate", "invalid"]      # as scutch-archive writes them
CUT = 0.5                # of scores whose scorer names none
MAX_DEPTH = 200          # elements shown one in the other; what is deeper hangs at this depth

# Elements that keep their name; all others become <div>. a, img, button, form and the like are not
# among them, since they do something, nor details and dialog, which hide.
SHOWN = frozenset("""
    address article aside blockquote caption dd div dl dt figcaption figure footer h1 h2 h3 h4 h5
    h6 header li main nav ol p pre section table tbody td tfoot th thead tr ul
    """.split())
OF_KIND = {"h": "h3", "c": "pre"}      # without a tree; other kinds are <p>
HEAD = """\
<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>TITLE</title>
<style>
body { max-width: 60em; margin: 1em auto; font-family: sans-serif; line-height: 1.4 }
span { white-space: pre-wrap; padding: 0 0.2em }
.content { background: #b6e3b6 }
.boilerplate { background: #ffcf8f }
.invalid { background: #fff59d }
.hidden { text-decoration: line-through }
</style>
"""
LEGEND = """\
<br><span class="content">content</span> <span class="boilerplate">boilerplate</span>
<span class="invalid">invalid</span> <span class="hidden">not shown by browsers</span></header>
<hr>
"""


def html(record, kept, by=None):
    """Return a page with the kept segments in the elements that held them, each in its colour.

    by:      the score that gives the colour; the class that scutch-archive wrote where it is None.
    Returns: b"" if nothing is kept. Pages may be joined: browsers show one below the other.
    """
    if not kept:
        return b""
    title = as_markup(str(record.get("title") or record.get("id", "")))
    heads = (as_markup(str(record[key])) for key in ("title", "id") if record.get(key))
    return "".join([HEAD.replace("TITLE", title), "<header>", "<br>".join(heads),
                    LEGEND, *_page(record, kept, by)]).encode()


def _page(record, kept, by):
    """Yield the markup of the kept segments, in the elements that held them."""
    names, parents, shown = _tree(record)
    colour = _colours(record, by)
    stack = []
    for segment, owner in zip(kept, owners_of(kept, len(names)), strict=True):
        path = _path(owner, parents, shown)
        shared = 0
        while shared < min(len(stack), len(path)) and stack[shared] == path[shared]:
            shared += 1
        yield "".join(f"</{names[i]}>\n" for i in reversed(stack[shared:]))
        yield "".join(f"<{names[i]}>" for i in path[shared:])
        if stack and path == stack and segment.get("br"):
            yield "<br>"
        stack = path
        text = as_markup(segment["text"])
        span = f'<span class="{colour(segment)}">{text}</span>'
        if path:
            yield span + "\n"
        else:
            name = OF_KIND.get(segment.get("kind"), "p")
            yield f"<{name}>{span}</{name}>\n"
    yield "".join(f"</{names[i]}>\n" for i in reversed(stack))


def _tree(record):
    """Return the elements' names as they are shown, their parents, and where each is shown.

    An element is shown at its own place, or at that of an element above it which is not too deep.
    """
    names, parents, _ = elements_of(record)
    depths, shown = [], []
    for i, parent in enumerate(parents):
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        shown.append(i if depths[i] < MAX_DEPTH else shown[parent])
    return [name if name in SHOWN else "div" for name in names], parents, shown


def _path(element, parents, shown):
    """Return the indices of the elements that show an element, from the top; [] for -1."""
    path = []
    element = shown[element] if element >= 0 else -1
    while element >= 0:
        path.append(element)
        element = parents[element]
    return path[::-1]


def _colours(record, by):
    """Return the function from a segment to the classes of its span."""
    score = score_named(record, by)
    cut = cut_of(record, score)
    cut = CUT if cut is None else cut

    def colour(segment):
        kind = segment.get("class") if by in (None, ARCHIVE) else None
        value = score_of(segment, score) if score else None
        if kind not in CLASSES:
            kind = "" if value is None else CLASSES[value > cut]
        return f"{kind} hidden".strip() if segment.get("hidden") else kind
    return colour


def as_markup(string):
    """Return text as it stands in HTML, with a space for each unprintable character."""
    return escape(printable(string))
