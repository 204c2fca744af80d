"""The lines of a page's text: its headline, the bylines around that, and dates that lines state."""
import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import compress, islice
from typing import NamedTuple

from ...lm.rules import pattern, rules, values_of
from ...lm.titlewords import is_other_part, likeness, other_part, plain
from ..roles import elementroles, phrases
from ..roles.elementroles import BYLINE, COMMENT, NAVIGATION, NOTICE, TEASER, TEXT
from . import isodates, personnames

WORD = re.compile(r"\w{3,}")
LEAST_OVERLAP = 0.3      # of the words of a heading and the title: F
LEAST_ALONE = 0.75       # of a line that is no <h1>
MOST_LINES = 3           # of one heading
LONG, LONGEST = 100, 300         # characters of a line of text, at least; of a headline
MOST_HEADINGS, MOST_INSIDE = 100, 200    # h1 of a page; elements in one of them
PATH = re.compile(r"[/›»>·|:]\s*$|[›»>]")
BEFORE, AFTER = 4, 14    # lines around the headline that may be bylines
LONGER, MOST_LONG = 200, 2        # characters of a line of text; how many of these may precede them
OF_BYLINE = 600          # characters of a byline
MORE = re.compile(pattern(rules("phrases")["MORE"]), re.I)
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
NO_NAMES = {elementroles.CAPTION, elementroles.FOOTER, elementroles.FORM, TEASER}      # roles
TIME = re.compile(r"\d:\d\d")
YEAR = re.compile(r"(?<!\d)(?:(?:19|20)\d|25[4-9])\d(?!\d)")      # 2567 in Thailand


class Lines(NamedTuple):
    """The segments of a page that are shown.

    texts: a list of str. headings: (first line, line after the last) of each h1.
    roles: of the lines. kinds: of their segments. main: which is the headline by scutch-role, -1
    for none.
    """

    texts: list
    headings: list
    roles: list
    kinds: Sequence = ()
    main: int = -1

    def is_text(self, i):
        """Return whether a line is a long one of the text."""
        return self.roles[i] == TEXT and len(self.texts[i]) > LONG


def lines_of(texts, roles, kinds, owners, shown, main, h1, sizes):
    """Return the Lines of a page.

    roles, kinds, shown: of each text. owners: the element of each, under 0 for none. main: the text
    with the headline. h1: the elements with that name, in page order. sizes: how many elements are
    in each of them, itself among these.
    """
    if not all(shown):
        main = sum(shown[:main]) if main >= 0 and shown[main] else -1
        texts, roles, kinds, owners = (list(compress(values, shown))
                                       for values in (texts, roles, kinds, owners))
    return Lines(texts, _headings(owners, _ranges(h1, sizes)), roles, kinds, main)


def _ranges(h1, sizes):
    """Return (first element, element after the last) of each h1 that is in no other."""
    ranges = []
    for element, size in islice(zip(h1, sizes, strict=True), MOST_HEADINGS):
        if not ranges or element >= ranges[-1][1]:
            ranges.append((element, element + min(size, MOST_INSIDE)))
    return ranges


def _headings(owners, ranges):
    """Return (first line, line after the last) of each range of elements that has lines."""
    if not ranges:
        return []
    headings, last = [], -1
    firsts = [first for first, _ in ranges]
    first, end = firsts[0], ranges[-1][1]
    for i in [i for i, owner in enumerate(owners) if first <= owner < end]:
        heading = bisect_right(firsts, owners[i]) - 1
        if owners[i] >= ranges[heading][1]:
            continue
        if heading == last and headings[-1][1] == i < headings[-1][0] + MOST_LINES:
            headings[-1] = headings[-1][0], i + 1
        else:
            headings.append((i, i + 1))
        last = heading
    return headings


def headline(lines, titles, site_names=frozenset(), whole="", stated=""):
    """Return (first line, line after the last, text) of the page's headline; -1 and "" for none.

    titles: of the page, without its site's name. site_names: as titlewords.plain gives them: a
    heading that is one of them is none of the page.
    whole: the page's title as it stands. stated: that of <meta>, "" for none.
    text: "" where a line that is no heading stands for one: of its titles the page shows another.
    Differs: scutch-role takes one line, of any tag, by the title alone; by it 9 points fewer of the
             titles of wcxb-dev would be right. Its finder is evidence of the shipped models, too,
             so that another would need other models.
    """
    wanted = [words for words in map(_words, titles) if words]
    main = lines.texts[lines.main] if lines.main >= 0 else ""
    best, likest = LEAST_OVERLAP if wanted else 0, (-1, 0, "")
    for first, end in lines.headings:
        text = " ".join(lines.texts[first:end])
        overlap = max(likeness(_words(text), words) for words in wanted) if wanted else 1
        if overlap > best and plain(text) not in site_names:
            best, likest = overlap, (first, end, _without_path(text, titles))
    rest, is_last = other_part(whole, likest[2])
    if rest and is_other_part(rest, is_last, main) and _is_below(lines, likest[1], is_last):
        return lines.main, lines.main + 1, main      # The Paper, of "Wind at sea | The Paper"
    if rest and is_last and rest == plain(stated):
        likest = -1, 0, ""
    if likest[0] < 0 and wanted:
        return _line_like(wanted, lines.texts)
    return likest


def _is_below(lines, end, is_last):
    """Return whether scutch-role's headline is below a heading, and if that is the first part of
    the title, above the text and not next to it: of "The Mill: a story" both parts are the page's.
    """
    return lines.main >= end and (is_last or (
        lines.main > end and any(map(lines.is_text, range(lines.main, len(lines.texts))))))


def _line_like(wanted, texts):
    """Return (line, line after it, "") of the first text that shares most words with a title."""
    longest = max(sorted(wanted[0]), key=len)
    return next(((i, i + 1, "") for i, text in enumerate(texts)
                 if len(text) <= LONGEST and longest in text.lower()
                 and max(likeness(_words(text), words) for words in wanted) >= LEAST_ALONE),
                (-1, 0, ""))


def _words(text):
    return set(WORD.findall(text.lower()))


def _without_path(text, titles):
    """Return the title where a heading has a path before it: Home / Farm / Six shows to watch."""
    return next((title for title in titles if title and len(title) < len(text)
                 and text.endswith(title) and PATH.search(text[:-len(title)])), text)


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
    stated = [fact for i in short if lines.roles[i] != COMMENT
              and (STATED.match(lines.texts[i].lower()) or STATED.match(_label(lines, i)))
              for fact in _dates(lines, i, month_first)]
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
        long += len(lines.texts[i]) > LONGER
        if long > MOST_LONG:
            break
        below.append(i)
    return [i for i in [*below, *range(max(0, first - BEFORE), first)]
            if len(lines.texts[i]) < OF_BYLINE
            and lines.texts[i].count(" ") < phrases.MOST_BYLINE
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
    if not before and not phrases.PHRASES["AUTHOR"].match(line):
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
    return role not in NO_NAMES and not MORE.match(lines.texts[i])


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
