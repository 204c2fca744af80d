"""Elements of XML within the text of a segment, for its marks."""
import re

from ..stream.printedlines import printable
from ..text.textmarks import CODE, IMAGE, LINK

# The entities of XML without a DTD, which are those that cwb-encode -x decodes.
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"})
REND = {"strong": "bold", "em": "italic", "sub": "sub", "sup": "sup", "del": "strikethrough"}
END_OF_LINK = "</ref>"
ENDS_OF_LINKS = {END_OF_LINK, "</a>"}        # the latter of HTML
# A host that is a number of IPv6, which alone has brackets
IN_BRACKETS = re.compile(r"\w+://\[[\da-f:.]+\](?::\d{0,5})?(?=[/?#]|\Z)|", re.A | re.I)
# In an address what no address has: a port that is no number, white space, brackets, a percent
# sign before no number
NO_PORT = re.compile(r"(//(?:[^/?#@]*@|(?![^/?#@]*@))[^/?#:@]*):(?!\d{0,5}(?:[/?#]|$))", re.A)
NO_ADDRESS = re.compile(r"""[^\w!\#$%&'()*+,\-./:;=?@~]|%(?![0-9a-fA-F]{2})""", re.A)


def with_elements(text, marks, content, tags):
    """Return text with elements for its marks.

    marks:   that nest, as text.textmarks.marks_of returns them.
    content: function from a stretch of text to its markup.
    tags:    function from kind, address and so on of a mark to (start tag, end tag); the latter is
             "" for an empty element, both are for none.
    """
    parts, at, ends = [], 0, []

    def up_to(place):
        nonlocal at
        if place > at:
            parts.append(content(text[at:place]))
            at = place

    for start, end, *what in marks:
        while ends and ends[-1][0] <= start:
            up_to(ends[-1][0])
            parts.append(ends.pop()[1])
        up_to(start)
        if what[0] == IMAGE and any(closing in ENDS_OF_LINKS for _, closing in ends):
            what = what[:3]              # without a link of its own
        opening, closing = tags(*what)
        parts.append(opening)
        if closing:
            ends.append((end, closing))
    while ends:
        up_to(ends[-1][0])
        parts.append(ends.pop()[1])
    up_to(len(text))
    return "".join(parts)


def tags_of(kind, *more):
    """Return (start tag, end tag) of a mark: see with_elements.

    >>> tags_of("strong"), tags_of("link"), tags_of("image", "/a.png", "A")
    (('<hi rend="bold">', '</hi>'), ('', ''), ('<graphic url="/a.png" alt="A"/>', ''))
    >>> tags_of("link", "http://a.org/?b&c")
    ('<ref target="http://a.org/?b&amp;c">', '</ref>')
    """
    if kind == CODE:
        return f"<code{_attribute('lang', more[0]) if more else ''}>", "</code>"
    if kind == LINK:
        target = pointer(more[0]) if more else ""
        return (f'<ref target="{target}">', END_OF_LINK) if target else ("", "")
    if kind == IMAGE:
        graphic = f'<graphic url="{pointer(more[0])}"{_attribute("alt", more[1])}/>'
        target = pointer(more[2]) if len(more) > 2 else ""
        return f'<ref target="{target}">{graphic}{END_OF_LINK}' if target else graphic, ""
    return f'<hi rend="{REND[kind]}">', "</hi>"


def pointer(address):
    """Return an address as the value of an attribute, with % for what cannot be in addresses.

    >>> pointer("http://a.org/é 100%")
    'http://a.org/é%20100%25'
    """
    host = IN_BRACKETS.match(address)[0]
    before, mark, fragment = address[len(host):].partition("#")
    address = host + NO_ADDRESS.sub(in_percent, before) + mark + NO_ADDRESS.sub(
        in_percent, fragment.replace("#", "%23"))
    address = address if host else NO_PORT.sub(r"\1%3A", address, count=1)
    return printable(address).translate(ENTITIES)


def in_percent(match):
    """Return what a pattern has matched as bytes in percent; letters as they are."""
    return match[0] if match[0].isalnum() else "".join(
        f"%{byte:02X}" for byte in match[0].encode(errors="replace"))


def _attribute(name, value):
    """Return an attribute, on one line."""
    return f' {name}="{" ".join(printable(value).split()).translate(ENTITIES)}"'
