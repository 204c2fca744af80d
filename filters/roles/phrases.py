"""The role of a line by its own text: dates and authors, credits of pictures, copyright."""
import re

from ...lm.evidence.datedlines import has_day
from ...lm.rules import pattern, rules

# Words of lines, at most; of a heading of main points or comments
MOST_BYLINE, MOST_NAME, MOST_CAPTION, MOST_FOOTER, MOST_HEADING = 20, 6, 80, 60, 9
WORD = re.compile(r"\w+")
ENDS = tuple(".?!。")     # of sentences
PHRASES = {name: re.compile(pattern(rules("phrases")[name]), re.I)
           for name in ("AUTHOR", "SIGNED", "CREDIT", "RIGHTS", "CONSENT", "POINTS", "DISCUSS",
                        "HEADED")}
# Of phrases that may stand anywhere in a line each has one of these, which are found faster
PARTS = {name: {part for phrase in rules("phrases")[name] for part in phrase.more.split("|")}
         for name in ("CREDIT", "RIGHTS", "CONSENT")}


def says(table, text):
    """Return whether a line has a phrase that may stand anywhere in it.

    >>> says("CREDIT", "An elephant. Photo: AP"), says("CREDIT", "A photo is worth 1000 words.")
    (True, False)
    """
    lower = text.lower()
    return any(part in lower for part in PARTS[table]) and bool(PHRASES[table].search(text))


def is_byline(text, may_be_name):
    """Return whether a line around the headline names author or date.

    may_be_name: whether a few capitalised words are enough.

    >>> [is_byline(text, True) for text in ("By Ann Lee", "12 May 2008", "Ann van Lee", "Go home")]
    [True, True, True, False]
    """
    words = text.split()
    is_name = (may_be_name and len(words) <= MOST_NAME and not text.endswith(ENDS)
               and 2 * sum(word[0].isupper() for word in words) > len(words))
    return is_name or bool(PHRASES["AUTHOR"].match(text)) or has_day(text)


def words_of(text):
    """Return the set of words of a text, in any case."""
    return set(WORD.findall(text.casefold()))
