"""Where sentences end: `sentences(text)`, one pass, for all scripts at once.

One pattern finds the places where a sentence may end; cheap tests of the word before and of what
follows decide. The language need not be known: pages mix them, and the lists below do not clash. A
full stop before a lower-case letter ends no sentence, so the lists need only what comes before a
capital or a number: "etc." and "usw." are not among them. Thai has no end mark: it stays whole.
"""
import re

from ...lm.rules import rules, words_of
from ...lm.sentenceends import CLOSING, SPACED, UNSPACED
from ..lazypattern import LazyPattern

OPENING = "\"'([{«»“”„‘‚‹›「『（【《〈¿¡–—-•*"
PARTICLES = "とっではがをにもなの"    # 「そうです。」と言った: it continues after the quote

CANDIDATE = LazyPattern(rf"""
    ( [{SPACED}{UNSPACED}]                      # a mark,
      (?<![{SPACED}{UNSPACED}]{{2}})            # the first of its run
      [{SPACED}{UNSPACED}]*                     # "...", "?!"
      (?: (?! (?<=[{UNSPACED}])“ )              # 好。“是。” opens with what closes „So.“
          [{re.escape(CLOSING)}] )*             # He said "No."
      (?:\[\d{{1,3}}\]){{0,5}}                  # a reference: in 1990.[12][13] Later
      (?:[ \u00a0\u202f]»(?=\s))? )             # « Bonjour ! » Elle
    (?: \s+
      | (?<=[{UNSPACED}])
      | (?<=[{UNSPACED}][{re.escape(CLOSING)}])
      | (?<=[{UNSPACED}][{re.escape(CLOSING)}]{{2}}) )
    """, re.X)


def _forms(table):
    return {form for word in words_of(rules("sentences")[table])
            for form in (word, word[0].upper() + word[1:])}


# Titles and the like, which something always follows: "Mr. Jones", "bzw. Frauen".
BEFORE_NAME = _forms("BEFORE_NAME")
# Before a number only: "No. 5", "Sept. 11", "Abs. 2"; elsewhere such a word may end a sentence.
BEFORE_NUMBER = _forms("BEFORE_NUMBER")
# In the middle or at the end of a sentence: the end where one of STARTERS follows.
MAYBE = _forms("MAYBE")
# They begin a sentence and seldom a name: "in the U.S. The", but "J. Le Roy", "A. De Vries".
STARTERS = words_of(rules("sentences")["STARTERS"])
# After a number they make it an ordinal: "3. Mai", "im 19. Jahrhundert", "1. FC Köln".
AFTER_ORDINAL = words_of(rules("sentences")["AFTER_ORDINAL"])
LONGEST_ABBREVIATION, LONGEST_MARKER = 12, 7    # code points
MAX_PLACES = 200_000     # of a document, where a sentence may end; the Bible has under 60 000

DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")            # U.S, a.m, z.B, S.p.A
MARKER = re.compile(r"[(\[]?(?:[0-9.]{1,6}|[A-Za-z]|[ivxIVX]{1,5})")   # 1. Wash. 2. Dry.  iv. Cut
WORD = re.compile(r"\w+")


def sentences(text):
    """Return [[start, end), ...] of the sentences, in code points, without white space around.

    All text but white space is in some sentence; white space alone has none.

    >>> text = "Mr. F. Li paid $3.50. Why? (See p. 2.) "
    >>> [text[start:end] for start, end in sentences(text)]
    ['Mr. F. Li paid $3.50.', 'Why?', '(See p. 2.)']
    >>> sentences("今日は。はい！")
    [[0, 4], [4, 7]]
    """
    return sentences_of([text])[0]


def sentences_of(texts):
    """Return the sentences of each text of a document; past MAX_PLACES a text is one sentence."""
    of_texts, left, candidates = [], MAX_PLACES, CANDIDATE.finditer
    for text in texts:
        end = len(text.rstrip())
        start = len(text) - len(text.lstrip())
        spans = []
        if end > start:
            for candidate in candidates(text, start, end):
                if not left:
                    break
                left -= 1
                if candidate.end() < end and _ends(text, start, candidate):
                    spans.append([start, candidate.end(1)])
                    start = candidate.end()
            spans.append([start, end])
        of_texts.append(spans)
    return of_texts


def _ends(text, start, candidate):
    """Return whether a sentence that began at `start` ends at this candidate."""
    at, after = candidate.span()
    if at == start:
        return False                              # nothing but marks: "... and so on", "?? Why"
    mark, following = text[at], text[after]
    if mark in UNSPACED:
        return not (text[after - 1] in CLOSING and following in PARTICLES)
    while (following in OPENING or following == " ") and after + 1 < candidate.endpos:
        after += 1
        following = text[after]
    if following in SPACED and not text[after + 1:after + 2].isalnum():
        return False                              # "Well . . . yes"; but "in C#. .NET is"
    single = mark == "." and text[at + 1] not in SPACED
    if following.islower() and not text[after + 1:after + 2].isupper():      # iPhone, eBay
        # whoever writes all in lower case begins sentences so: "i see. what next? ok."
        if not text[start].islower() or mark == "…" or not (single or mark in "!?"):
            return False
    return not single or not _abbreviated(text, start, at, after)


def _abbreviated(text, start, at, after):
    """Return whether the full stop at `at` ends an abbreviation or number; a word is at `after`."""
    words = text[max(start, at - LONGEST_ABBREVIATION):at].split()
    if not words or text[at - 1].isspace():
        return False
    word = words[-1].lstrip(OPENING)
    if at - start <= LONGEST_MARKER and MARKER.fullmatch(text, start, at):
        return True
    if word[-1:].isdigit():
        return len(word) <= 2 and _next(text, after) in AFTER_ORDINAL
    if text[after].isdigit() and (word in BEFORE_NUMBER or word[-3:] == "str"):    # Hauptstr. 5
        return True
    if word in BEFORE_NAME:
        return True
    if word in MAYBE or DOTTED.fullmatch(word) or words[-2:] == ["et", "al"]:
        return _next(text, after) not in STARTERS
    if len(word) == 1 and word.isupper():                    # Franklin D. Roosevelt; vitamin C. The
        return _next(text, after) not in STARTERS
    # "z. B.", "p. 12", "44 v. Chr."; but a lower-case letter is also a word: "Ik dank u. Dat kan."
    return len(word) == 1 and word.islower() and (
        text[after].isdigit() or text[after + 1:after + 2] == "." or _next(text, after) == "Chr")


def _next(text, after):
    word = WORD.match(text, after)
    return word[0] if word else ""
