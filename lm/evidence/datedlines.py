"""Dates and times in a line, in the languages of the web: 3.10.2019, 5h ago, 2014年3月4日.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
import re
from functools import lru_cache

from ..rules import months, rules, words_of

# Units of an age: 5h, 3 days ago, vor 2 Stunden
UNITS = words_of(rules("dates")["UNITS"])
MONTHS = months("MONTHS")
NAMED = UNITS.union(MONTHS)
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
# A number with the word behind it; a clock; a date in numbers, or in Chinese, Japanese or Korean
NUMBER = re.compile(r"""
    \d (?<!\w\d)
    (?: \d? : \d\d \b                               # 12:30
      | \d? [./-] \d{1,2} [./-] (?:\d\d){1,2} \b    # 3.10.2019
      | \d? \d? \d? \s? [年月日時时分년월일시분]        # 2014年3月4日, 10분 전
      | \d* (?:st|nd|rd|th|\.|º)? [ ]? (?:d[eo]l?[ ])? ([^\W\d_]+) )
    """, re.X)
BEFORE_NUMBER = re.compile(r"\b([^\W\d_]{3,12})[.,]? \d{1,2}(?!\d)")      # May 3
# A line of a few words without a digit that begins with one of these
RELATIVE = words_of(rules("dates")["RELATIVE"])
MOST_RELATIVE = 3        # words of such a line
DIGIT = re.compile(r"\d")


@lru_cache(2**14)        # items of menus come again on all pages of a site
def has_date(text: str) -> bool:
    """Return whether a line has a year, a date, a time or an age.

    >>> has_date("The year 2014"), has_date("Chapter 12")
    (True, False)
    """
    if DIGIT.search(text) is None:
        return is_relative(text)
    return YEAR.search(text) is not None or _has_number(text)


def has_day(text: str) -> bool:
    """Return whether a line has a date, a time or an age; a year alone is none.

    >>> [has_day(text) for text in ("3. Mai", "May 3rd", "12 марта 2014", "5h", "2014年3月4日",
    ...                             "Yesterday", "Fewer crashes in 2007", "Today we see it is so")]
    [True, True, True, True, True, True, False, False]
    """
    return is_relative(text) if DIGIT.search(text) is None else _has_number(text)


@lru_cache(2**14)
def is_relative(text: str) -> bool:
    """Return whether a line of few words, without a digit, begins with a day such as *today*."""
    words = text.split(None, MOST_RELATIVE)
    return 0 < len(words) <= MOST_RELATIVE and words[0].strip(",:").lower() in RELATIVE


def _has_number(text):
    for match in NUMBER.finditer(text):
        word = match[1]
        if word is None or word in UNITS or (
                len(word) > 1 and word.lower() in NAMED):       # 5d, but 3D
            return True
    return any(word.lower() in MONTHS for word in BEFORE_NUMBER.findall(text))
