"""Dates with the names of months, of one table, to the scorer and to scutch-meta; odd forms."""
import pytest

from scutch.filters.metadata.isodates import is_date, short, written
from scutch.filters.metadata.personnames import authors_of
from scutch.lm.evidence.datedlines import has_day
from scutch.lm.rules import months

MONTHS, OTHER_MONTHS = months("MONTHS"), months("OTHER_MONTHS")


def test_a_month_is_the_same_to_both():
    for name, number in MONTHS.items():
        line = f"3 {name.capitalize()} 2023"
        assert written(line) == f"2023-{number:02}-03"
        # the scorer ends a word at a vowel sign of Devanagari; it sees the year
        assert has_day(line) or not name.isalpha()


def test_each_month_has_its_languages():
    counts = [list(MONTHS.values()).count(number) for number in range(1, 13)]
    assert min(counts) >= 12 and sum(counts) == 205


def test_other_months_are_dates_to_scutch_meta():
    """In either order; not to the scorer, whose models have not seen them."""
    for name, number in OTHER_MONTHS.items():
        day = f"2023-{number:02}-03"
        assert [written(line) for line in (f"3. {name} 2023", f"{name.title()} 3, 2023",
                                           f"2023. {name} 3.")] == [day] * 3, name
    assert not OTHER_MONTHS.keys() & MONTHS.keys()
    assert not has_day("3. joulukuuta")


@pytest.mark.parametrize("line, day", [
    ("3. desember 2023", "2023-12-03"), ("3 févr. 2023", "2023-02-03"),
    ("3 de out. de 2023", "2023-10-03"), ("3 Ιανουαρίου 2023", "2023-01-03"),
    ("3 जनवरी 2023", "2023-01-03"), ("Sat, 29 Dec 15:58:00 2007", "2007-12-29"),
    ("Sat Dec 29 15:58:00 EST 2007", "2007-12-29"), ("Dec 29 at 2007", ""),
    ("3 tháng 12, 2023", "2023-12-03"), ("3 tháng 12 năm 2023", "2023-12-03"),
    ("3 tháng 13, 2023", ""), ("3 d’octubre de 2023", "2023-10-03"),
    ("3 בדצמבר 2023", "2023-12-03"),
    ("3 ธันวาคม 2566", "2023-12-03"), ("3 ธันวาคม 2539", ""), ("3 May 2601", ""),
    ("3 marathons 2023", ""), ("3 desks of 2023", "")])
def test_odd_forms(line, day):
    assert written(line) == day
    assert is_date(line) is bool(day)


@pytest.mark.parametrize("line, day", [
    ("Last updated at 13:44pm on 07.01.08", "2008-01-07"), ("29-12-07", "2007-12-29"),
    ("31.12.90", "1990-12-31"), ("31.12.89", "2089-12-31"), ("12/31/07", "2007-12-31"),
    ("192.168.1.10", ""), ("1.2.10.3", ""), ("Tel. 030/12/34/56", ""), ("31.02.08", "")])
def test_years_of_two_digits(line, day):
    assert short(line) == day


@pytest.mark.parametrize("name", ["Marco Mayer", "Augusta Junker", "Maggie Desmond"])
def test_a_name_that_begins_as_a_month_is_one(name):
    assert authors_of([f"By {name}"]) == [name]


@pytest.mark.parametrize("line", ["Monday, March", "thursday", "May", "Tues. - Sept."])
def test_days_and_months_are_no_names(line):
    assert authors_of([line]) == []
