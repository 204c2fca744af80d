"""Unclosed titles, scripts, comments and the like, which swallow the page, are closed here."""
import re

from ...lazypattern import LazyPattern
from ..guard.limits import limited

# <title>News<meta ...>: tags that never belong to a title
HEAD_IN_TITLE = LazyPattern(r"&lt;(?:/?head|meta|link|body|script)\b", re.I)
MARKUP = LazyPattern(rb"</?(?:p|div|t[dr]|table|head|body|html|a|li|ul|br|h[1-6]|span|font|center"
                     rb"|img|meta|link|script)(?=[\s>])", re.I)
MIN_MARKUP = 3           # tags in the swallowed text that show it to be part of the page
PAGE_END = LazyPattern(rb"</(?:body|html)\b", re.I)
COMMENT, COMMENT_END, LINE_OR_TAG_END = map(LazyPattern, (b"<!--", b"-->", b"\r\n?|\n|>"))
LINE_END_OR_TAG = LazyPattern(b"(?=[\r\n<])")
MAX_MENDED = 3           # a page; only one in a page with MANY_TAGS, which takes long to parse
MANY_TAGS = 20_000


def tree_of(page, parse, *names):
    """Return (the page's tree as normal HTML, notes), unclosed raw text closed.

    page:  bytes of UTF-8. parse: a function of parsers.parser_named.
    names: the second argument of parse.
    notes: a list of str, one for each element closed.

    A title, textarea, style, script, comment or the like without its end tag swallows the rest of
    the page. It is closed at the end of its line or before the next tag (a comment: at the end of
    its line or of its first tag), unless it is a script at the end of a truncated download.
    """
    notes = []
    tree, last = parse(page, *names)
    for _ in range(MAX_MENDED):
        swallowed = last or ("title" if _title_too_long(tree) else None)
        mended = swallowed and _closed(page, swallowed)
        if not mended:
            break
        has_many = page.count(b"<") >= MANY_TAGS
        # the swallowed text is markup now and may nest
        page, more = limited(mended)
        notes += more
        notes.append(f"an unclosed {swallowed} was taken as closed on its line")
        tree, last = parse(page, *names)
        if has_many:
            break
    return tree, notes


def _title_too_long(tree):
    start = tree.find("<title")
    return start >= 0 and HEAD_IN_TITLE.search(tree, start, tree.find("</title", start)) is not None


def _closed(page, name):
    """Return the page with its unclosed element of this name closed; None if there is none."""
    if name == "comment":
        opening, closing, stop, end_tag = COMMENT, COMMENT_END, LINE_OR_TAG_END, b"-->"
    else:
        tag = name.encode()
        opening = re.compile(b"<" + tag + rb"(?=[\s/>])", re.I)
        closing = re.compile(b"</" + tag + rb"(?=[\s/>])", re.I)
        stop, end_tag = LINE_END_OR_TAG, b"</" + tag + b">"
    if name == "title":                  # the first one: a swallowed svg may have titles, too
        opened = opening.search(page)
        closed = opened and closing.search(page, opened.end())
        end = closed.start() if closed else len(page)
    else:
        closed_to = max((match.end() for match in closing.finditer(page)), default=0)
        opened, end = opening.search(page, closed_to), len(page)
    start = _tag_end(page, opened, name)
    if start is None or not _holds_markup(page, start, end):
        return None
    if name == "script" and not PAGE_END.search(page, start):
        return None                      # the download was truncated in the script
    stopped = stop.search(page, start)
    return page[:stopped.end()] + end_tag + page[stopped.end():]


def _tag_end(page, opened, name):
    """Return the end of the opening tag; None if there is no tag or no end."""
    if opened is None or name == "comment":
        return opened and opened.end()
    return page.find(b">", opened.end()) + 1 or None


def _holds_markup(page, start, end):
    """Return whether MIN_MARKUP tags are between start and end, in linear time."""
    for _ in range(MIN_MARKUP):
        tag = MARKUP.search(page, start, end)
        start = page.find(b">", tag.end(), end) + 1 if tag else 0
        if not start:
            return False
    return True
