"""Whether bytes or text begin like an HTML page."""
import re

from ..lazypattern import LazyPattern

SNIFFED = 4096           # bytes or code points examined

# How a page may begin, after the WHATWG MIME Sniffing standard
HTML_START = LazyPattern(rb"""
    (?: \s | <\?xml[^>]*> | <!--(?:(?!-->).)*--> )*
    (?: < (?: !doctype\s+html | html | head | body | title | meta | link | script | style | table
            | div | iframe | h1 | font | center | br | p | a | b ) [\s/>]
      | <!--(?:(?!-->).)*\Z )               # a licence, say, longer than what is examined
    """, re.X | re.I | re.S)
# Signs of HTML that a text about HTML seldom has in its first lines
TAG = LazyPattern(rb"<(?:!doctype\s|/?(?:html|head|body|title|div|span|p|table|td|ul|li|h[1-6]|a\s"
           rb"|br|font|center|script|style|img\s)[^<>]{0,2000}>)", re.I)


WHOLE_PAGE = LazyPattern(r"\s*<(?:!doctype\s+html|html|head|body)[\s>]", re.I)
END_TAG = LazyPattern(r"</(?:a|b|center|div|font|h[1-6]|p|script|span|style|table|title)\s*>", re.I)


def looks_like_html(head):
    """Return whether bytes begin like an HTML page, also one in UTF-16.

    >>> looks_like_html(b'<!-- x --> <!DOCTYPE html>'), looks_like_html(b'<rss><title>')
    (True, False)
    """
    head = head[:SNIFFED].removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe").replace(b"\0", b"")
    return HTML_START.match(head) is not None


def is_html(text, surely=False):
    """Return whether a text begins like HTML.

    surely: require a whole page or an end tag, too, which text about HTML seldom has.

    >>> is_html("<p>One."), is_html("<p>One.", surely=True), is_html("<p>One.</p>", surely=True)
    (True, False, True)
    """
    if surely and not (WHOLE_PAGE.match(text) or END_TAG.search(text, 0, SNIFFED)):
        return False
    return looks_like_html(text[:SNIFFED].encode("utf-8", "replace"))
