"""What the lines of a page's text say: its bylines, and dates that lines state."""
import re

from ...lm.rules import rules, values_of
from ..roles.elementroles import (
    BYLINE,
    CAPTION,
    COMMENT,
    FOOTER,
    FORM,
    NAVIGATION,
    NOTICE,
    TEASER,
)
from ..roles.phrases import AUTHOR, MORE, MOST_BYLINE
from . import isodates, personnames

BEFORE, AFTER = 4, 14    # lines around the headline that may be bylines
LONG, MOST_LONG = 200, 2         # characters of a line of text; how many of these may precede them
LONGEST = 600            # characters of a byline
FEW = 8                  # words of a line that names its author, whoever that is
BESIDE = 2               # lines between a date and a name that stands alone
MOST_LABEL = 3           # blanks of a line that says what the next one is
MOST_STATED = 100        # characters of a line anywhere that states a date
# Words of a change and of publication outside English; these and those below are for lines in lower
# case
CHANGE, ISSUE = (values_of(rules("dates")[name]) for name in ("CHANGE", "ISSUE"))
UPDATED = re.compile(rf"updat|modif|edited|revis|review|{CHANGE}")
PUBLISHED = re.compile(rf"publish|posted|asked|started|{ISSUE}")
LAST = re.compile(r"last\b|zuletzt|dernière|última")
OF_OTHERS = re.compile(r"last post|join|regist|founded|member|since|copyright|©|expire|deadline"
                       r"|born")
# Lines anywhere on the page that say when it was published or changed
STATED = re.compile(rf"""\W*
    (?: (?:(?:first|originally|article|page|last|this|page\ (?:was|is)|was)\s+){{0,4}}
        (?:published|posted|updated|modified|reviewed|edited|changed|revised)\b
      | (?:zuletzt\ |sist\ )?(?:{CHANGE}|{ISSUE}) (?:\W*$|.{{0,20}}\d))
    (?!.{{0,40}}\bby\b.{{40}})""", re.X)
PARTS = re.compile(r"\s*[|·⋅•/]\s*|\s[–—-]\s")
DATES = "published", "modified"
TIME = re.compile(r"\d:\d\d")
YEAR = re.compile(r"(?<!\d)(?:(?:19|20)\d|25[4-9])\d(?!\d)")      # 2567 in Thailand


def facts_in(lines, place, month_first=False, sure=frozenset()):
    """Yield (field, value, source) of the bylines around the headline, and of dates elsewhere.

    place: (first line, line after the last, text) of the headline, as pagelines.headline gives it.
    month_first: as isodates.written takes it.
    sure: fields for which a byline is not asked, but for dates to compare.
    """
    first, end, text = place
    around = _around(lines, first, end) if first >= 0 else []
    dated = {}
    for i in around:
        for field, day in _dates(lines, i, month_first):
            dated.setdefault(field, (i, day))
    for field, (_, day) in dated.items():
        yield field, day, "byline"
    if "authors" not in sure:
        people = [name for i in around for name in _signed(lines, i)]
        lines_dated = {i for i, _ in dated.values()}
        yield "authors", people or _alone(lines, around, lines_dated, end, text), "byline"
    if not sure.issuperset(DATES):
        yield from _stated(lines, month_first)


def is_of_others(lines, field, value):
    """Return whether lines show authors or a date, and all that do are comments or teasers."""
    values = value if field == "authors" else [value[:10]]
    roles = {role for line, role in zip(lines.texts, lines.roles, strict=True)
             if (any(name in line for name in values) if field == "authors"
                 else _year(line) and isodates.written(line) in values)}
    return bool(roles) and roles <= {COMMENT, TEASER}


def _stated(lines, month_first):
    """Yield (field, day, "text") of lines anywhere that say when the page was published, or else of
    one not below the line after the text, or below a byline, that is a date alone, if all short
    lines with a date have the same."""
    short = [i for i, line in enumerate(lines.texts) if len(line) < MOST_STATED and _year(line)]
    own = [i for i in short if lines.roles[i] not in (COMMENT, TEASER)]
    stated = [fact for i in own if STATED.match(lines.texts[i].lower())
              or STATED.match(_label(lines, i)) for fact in _dates(lines, i, month_first)]
    for field in DATES:
        days = {day for name, day in stated if name == field}
        if len(days) == 1:               # of several pages' teasers none is this page's
            yield field, days.pop(), "text"
    end = _end_of_text(lines, 0)
    if not stated and any(isodates.is_date(lines.texts[i]) for i in own
                          if i <= end or lines.roles[i - 1] == BYLINE):
        days = {isodates.written(lines.texts[i], month_first) for i in short} - {""}
        if len(days) == 1:
            yield "published", days.pop(), "text"


def _around(lines, first, end):
    """Return the lines that may be bylines: those below the headline first, up to the text."""
    below, long = [], 0
    for i in range(end, min(len(lines.texts), end + AFTER, _end_of_text(lines, end))):
        long += len(lines.texts[i]) > LONG
        if long > MOST_LONG:
            break
        below.append(i)
    return [i for i in [*below, *range(max(0, first - BEFORE), first)]
            if len(lines.texts[i]) < LONGEST and lines.texts[i].count(" ") < MOST_BYLINE
            and lines.roles[i] not in (COMMENT, NOTICE)]


def _end_of_text(lines, first):
    """Return the line after the last long one of the text, that of the page where none is."""
    after = range(len(lines.texts) - 1, first - 1, -1)
    return next((i + 1 for i in after if lines.is_text(i)), len(lines.texts))


def _signed(lines, i):
    """Return the authors whom a line says that it names, By Ann Lee, or the line before it, By."""
    line = lines.texts[i]
    before = personnames.BEFORE.match(line)
    dated = personnames.DATED.search(line)
    if dated and not before:
        line = "by " + line[dated.end():]
        before = True
    elif i and not before and line.count(" ") < FEW:
        label = personnames.BEFORE.fullmatch(lines.texts[i - 1])
        before = bool(label)
    if not before and not AUTHOR.match(line):
        return []
    names = personnames.authors_of([line], in_lines=True)
    is_short = before and line.count(" ") < FEW
    return names if is_short else list(filter(personnames.is_person, names))


def _alone(lines, around, dated, end, headline):
    """Return the persons that a line names and does not introduce, of the first such line; [] if
    none does.

    around: line numbers around the headline. dated: those of them with a date: one part of
            such a line may be names, "7 May 2024 • Ann Lee". Of others only lines beside a dated
            one, and the line below the headline, at `end`, may be, as a whole.
    headline: its text, whose parts are no names.
    """
    beside = {near for i in dated for near in range(i - BESIDE, i + BESIDE + 1)}
    beside |= {end} if dated else set()
    for i in around:
        if i not in beside or not _may_be_name(lines, i, end):
            continue
        for part in PARTS.split(lines.texts[i]) if i in dated else lines.texts[i:i + 1]:
            line = personnames.AFTER.sub("", part, count=1).strip()
            place, comma, _ = line.partition(",")
            if comma and place.isupper():        # BEVERLY HILLS, Calif., Jan. 8, 2008
                continue
            names = personnames.authors_of([line], in_lines=True) if line not in headline else []
            if names and all(map(personnames.is_person, names)):
                return names
    return []


def _may_be_name(lines, i, end):
    """Return whether a line may be a name by itself: no other heading, button or entry of a menu.

    end: the line after the headline.
    """
    role, kind = lines.roles[i], lines.kinds[i]
    if kind == "h":
        return role == BYLINE
    if role == NAVIGATION:
        return i >= end and kind == "p"
    return role not in (CAPTION, FOOTER, FORM, TEASER) and not MORE.match(lines.texts[i])


def _label(lines, i):
    """Return the line before another, in lower case, if it may say what that is, Joined, Published
    on; else ""."""
    label = lines.texts[i - 1].lower() if i else ""
    return label if label.count(" ") < MOST_LABEL and not _year(label) else ""


def _year(line):
    """Return the match of the first year of the web in a line; most lines have none at a glance."""
    return YEAR.search(line) if "20" in line or "19" in line or "25" in line else None


def _dates(lines, i, month_first):
    """Yield (field, day) if a line states a date: published, or modified."""
    # a row of a forum: 30th March 2025, 16:26, #1
    line, tab, _ = lines.texts[i].lower().partition("\t")
    year = _year(line)
    if tab and not TIME.search(line):
        return
    label = _label(lines, i)
    if year:
        day = isodates.written(line, month_first)
    elif STATED.match(line) or STATED.match(label):
        day, year = isodates.short(line, month_first), isodates.SHORT.search(line)
    else:
        return
    if day and not OF_OTHERS.search(line) and not OF_OTHERS.match(label):
        before = line[:year.start()]
        if not UPDATED.search(before) and not PUBLISHED.search(before):
            before = label if UPDATED.match(label) or LAST.match(label) else ""
        is_update = UPDATED.search(before) and not PUBLISHED.search(before)
        yield "modified" if is_update else "published", day
