"""Whether bytes or text begin as an HTML page does."""
import re

SNIFFED = 4096           # bytes, or code points, by which it is told

# How a page begins, after WHATWG's table for types that the server does not tell
HTML_START = re.compile(rb"""
    (?: \s | <\?xml[^>]*> | <!--(?:(?!-->).)*--> )*
    < (?: !doctype\s+html | html | head | body | title | meta | link | script | style | table
        | div | iframe | h1 | font | center | br | p | a | b ) [\s/>]
    """, re.X | re.I | re.S)
# What text about HTML hardly has in its first lines without being it
TAG = re.compile(rb"<(?:!doctype\s|/?(?:html|head|body|title|div|span|p|table|td|ul|li|h[1-6]|a\s"
                 rb"|br|font|center|script|style|img\s)[^<>]{0,2000}>)", re.I)


WHOLE_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head|body)[\s>]", re.I)
END_TAG = re.compile(r"</(?:a|b|center|div|font|h[1-6]|p|script|span|style|table|title)\s*>", re.I)


def looks_like_html(head):
    """Return whether bytes begin as an HTML page does, in UTF-16 too.

    >>> looks_like_html(b'<!-- x --> <!DOCTYPE html>'), looks_like_html(b'<rss><title>')
    (True, False)
    """
    head = head[:SNIFFED].removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe").replace(b"\0", b"")
    return HTML_START.match(head) is not None


def is_html(text, surely=False):
    """Return whether a text begins as HTML does.

    surely:  and is a whole page or has an end tag, as text about HTML seldom is.

    >>> is_html("<p>One."), is_html("<p>One.", surely=True), is_html("<p>One.</p>", surely=True)
    (True, False, True)
    """
    if surely and not (WHOLE_PAGE.match(text) or END_TAG.search(text, 0, SNIFFED)):
        return False
    return looks_like_html(text[:SNIFFED].encode("utf-8", "replace"))
