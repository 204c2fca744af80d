"""Dates as pages write them, to ISO 8601 with the precision that is there."""
import re
from datetime import UTC, date, datetime, timedelta

from ...lm.rules import months

MOST_CHARS = 80          # of a text in which a date is searched
FIRST_YEAR = 1990        # of the web: earlier years are what a page is about
LATEST = timedelta(hours=12)             # of the clocks of the world behind UTC

# 2024-05-07T10:00:00+02:00, 2024-05, 20240507
ISO = re.compile(r"""\s*(?P<date>(?P<y>(?:19|20)\d\d)
    (?:(?P<dash>[-/.]?)(?P<m>0[1-9]|1[0-2])(?:(?P=dash)(?P<d>0[1-9]|[12]\d|3[01]))?)?)(?!\d)
    (?:[T\s]+(?P<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:[.,]\d{1,9})?
       \s*(?P<zone>Z|UTC|GMT|[+-]\d\d:?\d\d(?!\d))?)?""", re.X)
SECONDS = re.compile(r"\s*(1\d{9})(?:\d{3})?\s*")           # since 1970, or milliseconds
MONTHS = months("MONTHS")
NUMBER_OF = months("OTHER_MONTHS") | MONTHS
NAME = "|".join(sorted(MONTHS, key=len, reverse=True))
# Is in NUMBER_OF: see _search. Vowel signs from Devanagari to Khmer are none of \w
WORD = r"(?P<name>[^\W\d_](?:[^\W\d_]|[\u0900-\u109f\u1780-\u17ff\u200c\u200d])+)"
BUDDHIST, AHEAD = 2500, 543      # years of the calendar of Thailand
YEAR, DAY, MONTH = r"(?P<y>(?:(?:19|20)\d|25[4-9])\d)(?!\d)", \
    r"(?P<d>3[01]|[12]\d|0?[1-9])", r"(?P<m>1[0-2]|0?[1-9])"
CLOCK = r"(?:\d\d?:\d\d(?::\d\d)?\s+(?:[a-z]{2,4}\s+)?)?"       # Sat Dec 29 15:58:00 EST 2007
# In lower case
WRITTEN = [re.compile(pattern) for pattern in (
    # 7th of May, 2024; 7. Mai 2024; 7 de mayo de 2024; 7 d'octubre del 2024
    rf"(?<!\d){DAY}(?:st|nd|rd|th|er|º|\.)?[\s\-/]*(?:de |of |d['’]|ב)?{WORD}"
    rf"\.?,?[\s\-/]*{CLOCK}(?:de |del )?{YEAR}",
    # May 7, 2024; December 19. 2025
    rf"\b{WORD}\.?\s+{DAY}(?:st|nd|rd|th)?[.,]?\s+{CLOCK}{YEAR}",
    # 2024. május 7.; 2024 m. gegužės 7 d.
    rf"(?<!\d){YEAR}\.?\s+(?:m\. )?{WORD}\s+{DAY}(?!\d)",
    # 7 tháng 5, 2024; 7 tháng 5 năm 2024
    rf"(?<!\d){DAY}\s+tháng\s+{MONTH},?\s+(?:năm\s+)?{YEAR}",
    # 2024-05-07, 2024年5月7日, 2024. 5. 7
    rf"(?<!\d){YEAR}\s*[-/.年년]\s*{MONTH}\s*[-/.月월]\s*{DAY}(?!\d)",
)]
# What all dates have, day and year; most lines with a year have no other number
TWO_NUMBERS = re.compile(r"\d\D+\d")
# 7.5.2024 and 7/5/2024; where only the second number can be a day, 5/17/2024
NUMBERS = re.compile(r"(?<![\d.])(\d\d?)([-/.])\s?(\d\d?)\2\s?((?:19|20)\d\d)(?!\d)")
# 7.5.24, in a line that says what it is
SHORT = re.compile(r"(?<![\d./-])(\d\d?)([-/.])(\d\d?)\2(\d\d)(?![\d/-]|\.\d)")

# What stands beside a date in a line that has nothing else
WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
BESIDE = re.compile(rf"""\b(?: {WEEKDAY}
    | \d\d?[:.]\d\d(?:[:.]\d\d)?\s*(?:[ap]\.?m)? | \d+\s+min(?:ute)?s?(?:\s+read)?
    | on | at | date | [ecmp][ds]?t | utc | gmt )\b""", re.I | re.X)


def stated(value, month_first=False):
    """Return a date of a field for dates as ISO 8601, "" for none: full, or a month or year alone.

    >>> stated("2024-05-07T10:00:00.000+0200"), stated("2019/05"), stated("May 7, 2024")
    ('2024-05-07T10:00:00+02:00', '2019-05', '2024-05-07')
    >>> stated("0000-00-00"), stated("1" * 400), stated("1715068800")
    ('', '', '2024-05-07T08:00:00Z')
    """
    value = value[:MOST_CHARS]
    match = ISO.match(value)
    if match and match["m"]:
        return _with_time(match)
    match = SECONDS.fullmatch(value)
    if match:
        moment = datetime.fromtimestamp(int(match[1]), UTC)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    return written(value, month_first) or (value.strip() if ISO.fullmatch(value) else "")


def _with_time(match):
    parts = [match["y"], match["m"], match["d"]]
    if not parts[2]:
        return "-".join(parts[:2])
    day = _checked(*parts)
    if not day or not match["time"]:
        return day
    zone = match["zone"] or ""
    if zone in ("UTC", "GMT"):
        zone = "Z"
    elif zone[3:4].isdigit():
        zone = f"{zone[:3]}:{zone[3:]}"
    return f"{day}T{match['time']}{zone}"


def written(text, month_first=False):
    """Return the first date written in a text as YYYY-MM-DD, "" for none.

    month_first: whether 5/7/2024 is the 7th of May.

    >>> written("Posted on 7. Mai 2024 by Ann"), written("07/05/2024"), written("5/17/2024")
    ('2024-05-07', '2024-05-07', '2024-05-17')
    >>> written("Room 2024"), written("31 February 2024"), written("Sat Dec 29 15:58:00 EST 2007")
    ('', '', '2007-12-29')
    """
    if not TWO_NUMBERS.search(text, 0, MOST_CHARS):
        return ""
    text = text[:MOST_CHARS].lower()
    matches = [match for match in (_search(pattern, text) for pattern in WRITTEN) if match]
    if matches:
        match = min(matches, key=re.Match.start).groupdict()
        month = match.get("m") or NUMBER_OF[match["name"]]
        return _checked(match["y"], month, match["d"])
    match = NUMBERS.search(text)
    return _in_numbers(match, match[4], month_first) if match else ""


def _search(pattern, text):
    """Return the first match of a pattern whose WORD, if it has one, is a month; None for none."""
    return next((match for match in pattern.finditer(text)
                 if match.groupdict().get("name", "may") in NUMBER_OF), None)


def short(text, month_first=False):
    """Return the first date in numbers with a year of two digits as YYYY-MM-DD, "" for none.

    >>> short("Last updated at 13:44pm on 07.01.08"), short("12/31/99"), short("Version 1.2.10.3")
    ('2008-01-07', '1999-12-31', '')
    """
    match = SHORT.search(text[:MOST_CHARS])
    if not match:
        return ""
    century = FIRST_YEAR // 100 + (int(match[4]) < FIRST_YEAR % 100)
    return _in_numbers(match, f"{century}{match[4]}", month_first)


def _in_numbers(match, year, month_first):
    """Return the day of a match of NUMBERS or SHORT."""
    day, month = int(match[1]), int(match[3])
    if month > 12 or (month_first and match[2] == "/" and day <= 12):
        day, month = month, day
    return _checked(year, month, day)


def is_before(day, other):
    """Return whether a day is before a date in each time zone.

    >>> [is_before(day, "2024-05-07T14:00:00Z") for day in ("2024-05-06", "2024-05-07")]
    [True, False]
    >>> is_before("2024-05-06", "2024-05-07T06:00:00Z"), is_before("2024-05-06", "2024-05-07")
    (False, False)
    """
    try:
        first = moment(other) or datetime.fromisoformat(other[:10]) - timedelta(hours=12)
        return date.fromisoformat(day) < (first - LATEST).date()
    except ValueError:                   # of a month or a year alone
        return day < other


def is_date(line):
    """Return whether a line is a date, with its day of the week and time, and nothing else.

    >>> [is_date(line) for line in ("Fri, May 7, 2024 10:15 am", "7.5.2024", "Rome, 7 May 2024")]
    [True, True, False]
    """
    line = line.lower()
    match = next(filter(None, (_search(pattern, line) for pattern in (*WRITTEN, NUMBERS))), None)
    return match is not None and not BESIDE.sub(
        "", line[:match.start()] + line[match.end():]).strip(" ,.:|·•-–—()[]")


def moment(value):
    """Return when a date with a time and a zone is, in UTC; None for others.

    >>> moment("2024-05-07T01:00:00+02:00") == moment("2024-05-06T23:00:00Z"), moment("2024-05-07")
    (True, None)
    """
    match = ISO.fullmatch(value)
    if not match or not match["zone"]:
        return None
    zone = "+00:00" if match["zone"] in ("Z", "UTC", "GMT") else match["zone"]
    return datetime.fromisoformat(f"{match['date']}T{match['time']}{zone}").astimezone(UTC)


def other_reading(day):
    """Return a day with the numbers of day and month changed over, "" where that is none.

    >>> other_reading("2023-03-10"), other_reading("2023-03-13")
    ('2023-10-03', '')
    """
    year, month, number = day[:4], day[5:7], day[8:10]
    return _checked(year, number, month) if number else ""


def _checked(year, month, day):
    """Return the day as ISO 8601 if there is such a day in the time of the web, else ""."""
    try:
        day = date(int(year) - AHEAD * (int(year) > BUDDHIST), int(month), int(day))
        return day.isoformat() if day.year >= FIRST_YEAR else ""
    except ValueError:
        return ""
