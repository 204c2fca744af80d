"""Unclosed titles, scripts, comments and the like, which swallow the page behind them, closed."""
import re
from itertools import islice

# <title>News<meta ...>: a title does not hold these
HEAD_IN_TITLE = re.compile(r"&lt;(?:/?head|meta|link|body|script)\b", re.I)
MARKUP = re.compile(rb"</?(?:p|div|t[dr]|table|head|body|html|a|li|ul|br|h[1-6]|span|font|center"
                    rb"|img|meta|link|script)(?:\s[^>]*)?>", re.I)
MIN_MARKUP = 3           # tags in what was swallowed
PAGE_END = re.compile(rb"</(?:body|html)\b", re.I)
COMMENT, COMMENT_END, LINE_OR_TAG_END = map(re.compile, (b"<!--", b"-->", b"\n|>"))
LINE_END_OR_TAG = re.compile(b"(?=\n|<)")
MAX_MENDED = 3           # of one page


def tree_of(page, parse):
    """Return (the page's tree as normal HTML, notes); unclosed raw text is closed where it must.

    A title, textarea, style, script, comment or the like whose end tag is missing swallows the
    rest of the page. It is taken as closed where its line ends or the next tag begins (a comment:
    where its line or its first tag ends). A script with which a page was cut off is none of them.
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
    """Return the page with its unclosed element of this name closed, None if there is none."""
    if name == "comment":
        opening, closing, stop, end_tag = COMMENT, COMMENT_END, LINE_OR_TAG_END, b"-->"
    else:
        tag = name.encode()
        opening = re.compile(b"<" + tag + rb"(?=[\s/>])[^>]*>", re.I)
        closing = re.compile(b"</" + tag + rb"(?=[\s/>])", re.I)
        stop, end_tag = LINE_END_OR_TAG, b"</" + tag + b">"
    if name == "title":                  # the first one: others, of drawings, may be inside it
        opened = opening.search(page)
        closed = opened and closing.search(page, opened.end())
        end = closed.start() if closed else len(page)
    else:
        closed_to = max((match.end() for match in closing.finditer(page)), default=0)
        opened, end = opening.search(page, closed_to), len(page)
    if not opened or not _holds_markup(page, opened.end(), end):
        return None
    if name == "script" and not PAGE_END.search(page, opened.end()):
        return None                      # the page was cut off in it
    stopped = stop.search(page, opened.end())
    return page[:stopped.end()] + end_tag + page[stopped.end():]


def _holds_markup(page, start, end):
    return sum(1 for _ in islice(MARKUP.finditer(page, start, end), MIN_MARKUP)) == MIN_MARKUP
