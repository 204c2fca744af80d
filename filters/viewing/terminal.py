"""Colours of a terminal: blue for clean, orange for dirty, faint for what is dropped.

Text of a page is printable: control characters of the terminal are ours alone.
"""
import os
import sys

from ..selection.scoreletters import interval_of

COLOURS = ["auto", "always", "never"]
# Of letters a to j, clean to dirty, among the 256 colours that terminals have
SCALE = [33, 39, 75, 117, 153, 223, 222, 215, 214, 208]
FAINT, BOLD, CLEAN, DIRTY = "2", "1", "38;5;39", "38;5;208"


def is_coloured(choice):
    """Return whether colours are wanted: `auto` is at a terminal, unless NO_COLOR is set.

    choice: one of COLOURS. Source: no-color.org, for the variable.
    """
    if choice != "auto":
        return choice == "always"
    return (not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
            and bool(sys.stdout and sys.stdout.isatty()))


def painted(text, code):
    """Return text in a colour; "" stays as it is, and so does text without a code.

    >>> painted("a", "1"), painted("", "1"), painted("a", "")
    ('\\x1b[1ma\\x1b[0m', '', 'a')
    """
    return f"\x1b[{code}m{text}\x1b[0m" if text and code else text


def code_of(score):
    """Return the colour of a score, "" for none.

    >>> code_of(0.0), code_of(0.5), code_of(1), code_of(None)
    ('1;38;5;33', '1;38;5;153', '1;38;5;208', '')
    """
    if score is None:
        return ""
    return f"{BOLD};38;5;{SCALE[interval_of(score, len(SCALE))]}"
