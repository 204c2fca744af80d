"""The ends of tags, comments and raw text, without a parser."""
import re

from ...lazypattern import LazyPattern
from .possessive import compiled

# The HTML standard, section 13.2.5: quotes matter only after "=", and \v is not white space.
# Groups of a tag: "/" of an end tag, name, attributes, the last value without quotes.
ATTRIBUTES = rb"""(?:[ \t\n\f/]++
    | (?:[^ \t\n\f/>="'][^/>="']*+ | [^ \t\n\f/>][^ \t\n\f/>=]*+)
      (?:[ \t\n\f]*+=[ \t\n\f]*+(?:"[^"]*+"|'[^']*+'|([^ \t\n\f>"'][^ \t\n\f>]*+))?+)?+)*+"""
TAG = compiled(rb"<(?:!--|([!?]|/(?![a-zA-Z>]))|(/?)([a-zA-Z][^ \t\n\f/>]*+)(" + ATTRIBUTES
               + rb")>?)")
TAG_START = re.compile(rb"<(?:[!?a-zA-Z]|/(?!>))")
BOGUS, SLASH, NAME, INSIDE, UNQUOTED = range(1, 6)
ATTRIBUTE = compiled(rb"""([^ \t\n\f/>][^ \t\n\f/>=]*+)
    (?:[ \t\n\f]*+=[ \t\n\f]*+(?:"([^"]*+)"|'([^']*+)'|([^ \t\n\f>"'][^ \t\n\f>]*+))?+)?+""")
COMMENT_END = LazyPattern(rb"--!?>")
RAW = frozenset(b"script style textarea title xmp iframe noembed noframes".split())


def self_closing(match):
    """Return whether a tag ends in "/>"; not <path d=M1/>, where the slash is part of a value."""
    last = match.end() - 2
    return match[0].endswith(b"/>") and match.end(UNQUOTED) <= last


def value_of(name, attributes):
    """Return the value of the first attribute of this name, in lower case, or b""."""
    for key, *values in ATTRIBUTE.findall(attributes):
        if key.lower() == name:
            return b"".join(values).lower()
    return b""


class Ends:
    """The ends of comments, scripts and the like, in which tags are text."""

    def __init__(self, page):
        self.page = page
        self.endless = set()             # kinds without a further end; a page may have 100 000 <!--

    def of(self, name, position):
        """Return the end of the markup that opens just before `position`; `position` if unclosed.

        name: the element; b"!" for a comment, b"]" for CDATA, b">" for <!doctype> and the like.
        """
        if name in self.endless:
            return position
        if name == b"!":
            if self.page.startswith((b">", b"->"), position):
                return position
            end = COMMENT_END.search(self.page, position)
        elif name == b">":
            end = self.page.find(b">", position)
            if end < 0:
                self.endless.add(name)
            return max(end, position)
        else:
            end = RAW_ENDS[name].search(self.page, position)
        if not end:
            self.endless.add(name)
            return position
        return end.end() if name == b"!" else end.start()


RAW_ENDS = {b"]": LazyPattern(rb"\]\]>")} | {
    name: LazyPattern(b"</" + name + rb"(?=[ \t\n\f/>])", re.I) for name in RAW}
