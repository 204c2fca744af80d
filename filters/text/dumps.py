"""Text dumps of the Lynx browser: the marks it leaves for links and pictures, its References."""
import re
from itertools import pairwise

from ..lazypattern import LazyPattern

LINK = LazyPattern(r"\[(\d{1,4})\](?=\S)")   # [12]Home; not "in 1990.[12] Later"
PICTURE = LazyPattern(r"""\[(?: INLINE | IMAGE | IMG | LINK | EMBED | APPLET | FRAME | ISMAP
                           | USEMAP(?::[^\]\s]{0,80})?
                           | [\w.%~-]{1,80}\.(?:gif|GIF|jpe?g|JPE?G|png|PNG) )\]
                       | \(BUTTON\)""", re.X)
# The list at the end: "References", then "   1. http://example.org/", perhaps "Visible links"
REFERENCES = LazyPattern(r"^[ \t]*References[ \t]*$", re.M)
REFERENCE = LazyPattern(r"\d+\.\s+[a-zA-Z][a-zA-Z0-9+.-]*:\S.*|(?:(?:Visible|Hidden) )?[lL]inks:?|")
MIN_LINKS = 3


def end_of_dump(text):
    """Return where the References of a Lynx dump begin, the length of the text if it has none."""
    for heading in list(REFERENCES.finditer(text))[-1:]:
        lines = [line.strip() for line in text[heading.end():].split("\n")]
        if any(lines) and all(map(REFERENCE.fullmatch, lines)):
            return heading.start()
    return len(text)


def has_link_marks(text):
    """Return whether the text has Lynx's numbers before its links: 1, 2, 3 and so on."""
    numbers = [int(number) for number in LINK.findall(text)]
    steps = sum(b == a + 1 for a, b in pairwise(numbers))
    return len(numbers) >= MIN_LINKS and numbers[0] == 1 and steps >= 0.8 * (len(numbers) - 1)


def without_marks(text, links):
    """Return the text without the marks of pictures and, if `links`, of links."""
    if links:
        text = LINK.sub("", text)
    return PICTURE.sub(" ", text) if "[" in text or "(BUTTON)" in text else text
