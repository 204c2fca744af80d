"""Addresses of links and images: absolute, by the base of their page, and safe to show."""
import re
from urllib.parse import urljoin

from ..text.repair import INVALID
from .normalhtml import unescaped

MOST = 2_000             # characters; the longest that all browsers and proxies take is 2,048
# What a reader of the output may follow; a javascript: address would run in the reader's page, and
# a data: address is no address, but what it leads to
SAFE = frozenset(["ftp", "http", "https", "mailto", "tel"])
SCHEME = re.compile("([a-zA-Z][a-zA-Z0-9+.-]*):")
# An address with a scheme that is one, too, by its host
WITH_HOST = re.compile(r"(?:https?|ftp)://(?:[^/?#@\s]*@)?(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?"
                       r"(?:[/?#]|\Z)|(?:mailto|tel):", re.I)
IGNORED = re.compile("[\t\n\r]")        # in addresses, by the URL standard: java\nscript:
WEB = ("http://", "https://")


def is_safe(address):
    """Return whether a reader may follow an address, which may be relative.

    >>> is_safe("/a?b"), is_safe("https://a.org:80"), is_safe("javascript:x"), is_safe("http://[x")
    (True, True, False, False)
    """
    if len(address) > MOST or not address.strip():
        return False
    if address.startswith("//"):
        address = "https:" + address
    return not SCHEME.match(address) or WITH_HOST.match(address) is not None


class Addresses:
    """The addresses of a page: a call with an address from the markup returns the absolute one.

    The result is "" for an unsafe address, or one longer than MOST. A relative address stays as it
    is if the page's address is unknown.
    """

    def __init__(self, url, base=None):
        """url: the page's address, or None; base: href of its <base>, as the page has it."""
        own = url if isinstance(url, str) and _is_base(url) else ""
        base = absolute(_cleaned(base), own) if base else own
        self._base = base if _is_base(base) else own     # by the HTML standard
        self._known = {}
        # what is before a path, before a name beside the page, and before a fragment
        self._origin, self._folder = (absolute(name, self._base)[:-1] for name in ("/x", "x"))
        self._origin, self._page = self._origin.rstrip("/"), self._base.partition("#")[0]

    def __call__(self, address):
        cleaned = self._known.get(address)
        if cleaned is None:
            cleaned = self._known[address] = self._absolute(_cleaned(address))
        return cleaned

    def _absolute(self, address):
        scheme = SCHEME.match(address)
        if len(address) > MOST or (scheme and scheme[1].lower() not in SAFE):
            return ""
        if scheme or not self._base:
            return address
        if "/." in address or address[:2] == "//" or address[:1] in ".?;":
            joined = absolute(address, self._base)
        elif address[:1] in ("", "#"):
            joined = self._page + address
        else:                            # a page may have a million of them
            joined = (self._origin if address[0] == "/" else self._folder) + address
        return joined if len(joined) <= MOST else ""


def _is_base(address):
    return address.lower().startswith(WEB) and WITH_HOST.match(address) is not None


def _cleaned(address):
    address = IGNORED.sub("", unescaped(address)) if len(address) <= 8 * MOST else address
    return INVALID.sub("", address).strip().replace(" ", "%20")


def absolute(address, base):
    """Return an address, relative to its page's, as absolute; an invalid one as it is.

    >>> absolute("/a", "https://b.org/c"), absolute("//[x", "https://b.org")
    ('https://b.org/a', '//[x')
    """
    try:
        return urljoin(base, address)
    except ValueError:
        return address
