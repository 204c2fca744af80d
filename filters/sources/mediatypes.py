"""The media type of a response: what its headers say, and whether it may be a page by them.

Servers write types that no standard knows: "text/html charset=utf-8", "html", "x-httpd-php". Only
a type that surely is another, such as image/png, makes a response no page. Of any type but that of
HTML the first bytes decide, as browsers have it for one that they do not know.

Source:  WHATWG, MIME Sniffing (mimesniff.spec.whatwg.org), section 7.1.
Differs: the first bytes decide on text/plain, too, which browsers show as it is: servers that know
         no types give it to pages.
"""
import re
from collections.abc import Iterable
from typing import NamedTuple

from ...lm.rules import rules, values_of, words_of
from ..html.sniff import SNIFFED, looks_like_html
from ..lazypattern import LazyPattern
from .otherformats import other_xml

HTML, OTHER, VAGUE = "html", "other", "vague"
LONGEST_SHOWN = 60       # code points of a type that is counted

# A type, wherever it stands in a header, but as a parameter: MHTML has type="text/html"
TYPE = LazyPattern(r"""(?<![\w.*+/=-])(?<!=["' ])[\w.*+-]{1,80}/[\w.*+-]{1,80}""")
OF_HTTP = "application/http"     # of a WARC record: it says nothing of the body
OF_HTML = words_of(rules("mediatypes")["OF_HTML"])
# What may begin like a page, but is none, by its type; or needs no look
OF_OTHERS = LazyPattern(values_of(rules("mediatypes")["OF_OTHERS"]), re.S)


class Stated(NamedTuple):
    """What headers state: HTML, OTHER or VAGUE; and the type, as it is counted."""

    verdict: str
    type: str

    @property
    def not_html(self) -> str:
        """Why its response is passed over: see PassedOver."""
        return f"not_html: {self.type}"


def stated(headers: Iterable[str | None]) -> Stated:
    """Return what these headers state together, None for one that is absent.

    Where one states HTML and another a type that is none, the first bytes decide.

    >>> stated(["text/html charset=utf-8"]), stated(["image/png", "-"]), stated(["html", None])
    (Stated(verdict='html', type='text/html'), Stated(verdict='other', type='image/png'), \
Stated(verdict='vague', type='html'))
    """
    given = [header.strip().lower() for header in headers if header and header.strip()]
    types = [media_type for header in given for media_type in TYPE.findall(header)
             if media_type != OF_HTTP]
    is_html = not OF_HTML.isdisjoint(types)
    is_other = any(map(OF_OTHERS.fullmatch, types))
    verdict = VAGUE if is_html == is_other else HTML if is_html else OTHER
    return Stated(verdict, (types or given or ["none"])[0][:LONGEST_SHOWN])


def begins_as_page(body: bytes) -> bool:
    """Return whether a body of a vague type begins like a page, also with a comment.

    >>> begins_as_page(b"<!-- x --><main>"), begins_as_page(b"<!-- x --><rss>")
    (True, False)
    """
    head = body[:SNIFFED]
    return looks_like_html(head) or (head.lstrip().startswith(b"<!--") and not other_xml(head))
