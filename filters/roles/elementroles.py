"""Roles of an element by its name, and by the sure words of its class, id and role; those of a line
by its own text: dates and authors, credits of pictures, copyright.
"""
import re
from functools import lru_cache

from ...lm.evidence.datedlines import has_day
from ...lm.evidence.purposes import bit_of
from ...lm.rules import more_of, pattern, rules

(HEADLINE, DEK, BYLINE, KEYPOINTS, TEXT, NOTE, COMMENT, CAPTION, TEASER, NAVIGATION, FORM, NOTICE,
 FOOTER) = ROLES = (
    "headline", "dek", "byline", "keypoints", "text", "note", "comment", "caption", "teaser",
    "navigation", "form", "notice", "footer")
SIDE = "side"            # of a page: teasers and navigation, which its lines tell apart
TOP = "top"              # of a page or an article: navigation, where no headline is in it

OF_TAGS = more_of(rules("roles")["OF_TAGS"])
BITS = [(1 << bit_of(group), role)
        for group, role in more_of(rules("roles")["OF_PURPOSES"]).items()]
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


@lru_cache(2**14)        # templates use the same words on all their pages
def role_of(name, purposes):
    """Return the role that an element has by its name or its words, "" for none.

    purposes: those of its words, as sure_of gives them.

    >>> from ...lm.evidence.purposes import purposes_of, sure_of
    >>> [role_of(name, sure_of(purposes_of(words))) for name, words in (
    ...     ("div", "wp-caption"), ("nav", ""), ("div", "main-content"), ("form", "comment-form"))]
    ['caption', 'navigation', '', 'form']
    """
    roles = [role for bit, role in BITS if purposes & bit]
    own = OF_TAGS.get(name, "")
    if own == FORM and COMMENT in roles:
        return FORM
    if roles and own not in (NOTICE, FORM, CAPTION):
        return roles[0]
    return own


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
