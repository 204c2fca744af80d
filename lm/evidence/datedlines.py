"""Dates and times in a line, in the languages of the web: 3.10.2019, 5h ago, 2014年3月4日.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
import re

from ..rules import months

# Units of an age: 5h, 3 days ago, vor 2 Stunden
UNITS = frozenset("""
    h hr hrs d w mo sec secs min mins minute minutes minuten minuta minuti minuto minutos
    minutter minuter hour hours std stunde stunden heure heures hora horas ora ore time
    timer timmar uur day days tag tage tagen jour jours día días dia dias giorno giorni dag
    dager dagar dagen week weeks woche wochen semaine semaines semana semanas settimana
    settimane uke uker vecka veckor month months monat monate monaten mois mes meses mese
    mesi year years jahr jahre jahren an ans año años anno anni минут минуты минуту час часа
    часов дня дней день неделю недели недель godzin godziny dni saat gün dakika
    """.split())
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
RELATIVE = frozenset("""
    yesterday today gestern heute hier aujourd'hui ayer hoy ieri oggi ontem hoje gisteren vandaag
    igår idag wczoraj dzisiaj dziś вчера сегодня вчора сьогодні dün bugün χθες σήμερα أمس اليوم
    昨天 今天 昨日 今日 어제 오늘
    """.split())
MOST_RELATIVE = 3        # words of such a line
DIGIT = re.compile(r"\d")


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
