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
HIDDEN = "Hidden links:"     # those after it have no number in the text
MIN_LINKS = 3

# What tells a dump from a text with notes, as seen on the dumps of 1,139 gold pages
ADDRESS = LazyPattern(r"^([ \t]*(\d{1,9}))\.\s+[a-zA-Z][a-zA-Z0-9+.-]*:\S", re.M)
NUMBER_WIDTH = 4             # of "   1" and " 102" in the list, on all of 1,122 pages with links
NUMBER = LazyPattern(r"\[(\d{1,9})\]")
MIN_AGREEING = 0.7           # of the list's numbers are in the text; 0.75 on one page, else 0.98
# "   [1]Home | [2]News ([3][logo.gif])", but not "the sea.[1] Li [2] and others [3], too"
BEFORE_WORD = LazyPattern(r"(?<![^\s(\[|])\[(\d{1,9})\](?=\w|\[)")
MIN_BEFORE_WORDS = 0.5       # of the list's numbers, where a dump has lost its indents
INDENT = "   "               # of all lines of a page without links but some headings
MIN_INDENTED = 0.9
MIN_LINES = 10


def is_dump(text):
    """Return whether a text is a dump of Lynx.

    >>> is_dump("[1]Home | [2]News\\n\\nReferences\\n\\n1. http://a.org/\\n2. http://a.org/news\\n")
    True
    >>> is_dump("Press (BUTTON), says Li.[1]\\n\\nReferences\\n1. http://li.org/\\n")
    False
    """
    for heading in list(REFERENCES.finditer(text))[-1:]:
        visible = text[heading.end():].partition(HIDDEN)[0]
        entries = ADDRESS.findall(visible)
        numbers = {int(number) for _, number in entries}
        if not numbers:
            break
        in_columns = all(len(column) == NUMBER_WIDTH for column, _ in entries)
        shown = text[:heading.start()]
        return (_share(numbers, NUMBER, shown) >= MIN_AGREEING
                and (in_columns or _share(numbers, BEFORE_WORD, shown) >= MIN_BEFORE_WORDS))
    lines = [line for line in text.split("\n") if line and not line.isspace()]
    indented = sum(line.startswith(INDENT) for line in lines)
    return len(lines) >= MIN_LINES and indented >= MIN_INDENTED * len(lines)


def _share(numbers, mark, text):
    return len(numbers.intersection(map(int, mark.findall(text)))) / len(numbers)


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
