"""The role of a line by its own text: dates and authors, credits of pictures, copyright."""
import re
from bisect import bisect_right
from itertools import accumulate

from ...lm.evidence.datedlines import has_day
from ...lm.rules import pattern, rules

MOST_BYLINE, MOST_CAPTION, MOST_FOOTER = 20, 80, 60      # words
MOST_MORE = 9            # words of a heading above other lines
MOST_TOOLS = 12          # words of a line of tools
(AUTHOR, SIGNED, CREDIT, RIGHTS, CONSENT, ADVERT, TOOLS, MORE, POINTS, DISCUSS, SAID, HEADED,
 *_) = (
    re.compile(pattern(table), re.I) for table in rules("phrases").values())
# Those that may stand anywhere in a line, and the words of a line, at most
SOUGHT = (("CONSENT", CONSENT, MOST_FOOTER), ("RIGHTS", RIGHTS, MOST_FOOTER),
          ("CREDIT", CREDIT, MOST_CAPTION))
# of which each has one of these
PARTS = {name: {part for phrase in rules("phrases")[name] for part in phrase.more.split("|")}
         for name, *_ in SOUGHT}
# Letters that are the same in any case, of which lower() of bytes does not know
OTHER_FORMS = {"İ": "i", "ı": "i", "ſ": "s", "\u212a": "k", "É": "é"}


def is_byline(text, words):
    """Return whether a line between headline and text names author, agency or date.

    >>> is_byline("By DOUG FERGUSON", 3), is_byline("January 12, 2008", 3), is_byline("Go home", 2)
    (True, True, False)
    """
    return words <= MOST_BYLINE and bool(AUTHOR.match(text) or has_day(text))


def lines_with(lines, rows):
    """Return for each of SOUGHT the rows of the lines that have such a phrase, a list of sets.

    lines: Lines as lists. rows: of those to look at, a list.

    All lines are searched for parts of the phrases together: their patterns take ten times as long.
    """
    ends = list(accumulate(len(lines.text[row]) + 1 for row in rows))
    joined = "\n".join([lines.text[row] for row in rows])
    for other, letter in OTHER_FORMS.items():
        joined = joined.replace(other, letter)
    joined = joined.encode("latin-1", "replace").lower().decode("latin-1")
    return [{row for row in {rows[bisect_right(ends, match.start())]
                             for part in PARTS[name]
                             for match in re.finditer(re.escape(part), joined)}
             if lines.words[row] <= most and phrase.search(lines.text[row])}
            for name, phrase, most in SOUGHT]
