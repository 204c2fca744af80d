"""The facts of a page's source, and what follows from all of them together: the title without the
name of its site, the date in an address.
"""
import re
from functools import lru_cache
from html import unescape
from operator import itemgetter

from ...lm.titlewords import plain
from ..html.addresses import SCHEME, WEB, absolute
from ..record import title_of
from ..text.repair import INVALID, repaired
from . import head, inbody, isodates, pagelines, personnames
from .head import KEYS, RANK_OF, text_of
from .pagelines import headline, is_of_others

# The values found for the fields of `meta`, and which of them is taken: the surest source's.

MOST_TEXT = 2000         # characters of a text
MOST_TAGS, MOST_TAG = 50, 100
FIELDS = ["title", "authors", "published", "modified", "site", "description", "canonical",
          "hostname", "language", "licence", "categories", "tags", "type", "image"]
LISTS, DATES = {"authors", "categories", "tags"}, {"published", "modified"}

# The sources of each field, the surest first. "json-ld 0" stands for types of rank 0, news;
# "json-ld site" for an object of a site; "meta" for its names in the order of head.KEYS. headline,
# byline are lines of the text. JSON-LD of news has the headline of the page, where others have one
# for search engines; "microdata" may be that of a comment.
ORDER = {
    "title": "h1 json-ld0 headline json-ld1 json-ld2 meta microdata title json-ld3",
    "authors": "json-ld0 json-ld1 meta json-ld2 microdata rel byline class json-ld3",
    "published": "json-ld0 json-ld1 meta json-ld2 title byline json-ld3 time-published url "
                 "microdata time text updated",
    "modified": "json-ld0 json-ld1 json-ld2 meta json-ld3 microdata byline time text",
    "site": "meta json-ld0 json-ld1 json-ld2 site json-ld3",
    "language": "html json-ld0 json-ld1 json-ld2 json-ld3 meta",
    "canonical": "link meta", "hostname": "url canonical",
    "licence": "link json-ld0 json-ld1 json-ld2 json-ld3 meta text"}
OTHERS = "meta json-ld0 json-ld1 json-ld2 json-ld3"
LICENCE = re.compile(r"(?:https?:)?//(?:www\.)?creativecommons\.org/(?:licenses/([a-z\-]{2,20})"
                     r"(?:/(\d\.\d))?|publicdomain/(zero|mark)(?:/(\d\.\d))?)", re.I)
SHOWN = {"byline", "text"}       # what readers see
STEP = max(map(len, KEYS.values()))      # ranks between two sources, for the order within one
MOST_RANK = STEP * STEP
RANKS = {field: {name: STEP * rank for rank, name in enumerate(ORDER.get(field, OTHERS).split())}
         for field in FIELDS}
# before those of all other fields: a language says how dates are read
RANKS["language"] = {name: rank - MOST_RANK for name, rank in RANKS["language"].items()}


@lru_cache(2**12)        # pages of a site have the same sources
def rank_of(field, source):
    """Return the rank of a source as `from` has it; low is sure.

    >>> rank_of("title", "json-ld NewsArticle") < rank_of("title", "meta og:title")
    True
    """
    kind, _, detail = source.partition(" ")
    if kind == "json-ld":
        kind = f"json-ld{RANK_OF[detail]}" if detail in RANK_OF else "site"
    elif source == "time published":
        kind = "time-published"
    within = KEYS.get(field, {}).get(detail, 0) if kind == "meta" else 0
    return RANKS[field].get(kind, MOST_RANK) + within


class Choice:
    """The best value of each field so far, with its source."""

    def __init__(self, before=None):
        """before: the `meta` of an earlier pass over the page, which is improved upon."""
        before = before if isinstance(before, dict) else {}
        sources = before.get("from")
        sources = sources if isinstance(sources, dict) else {}
        self.values = {field: before[field] for field in FIELDS
                       if _fits(field, before.get(field))}
        self.sources = {field: source for field, source in sources.items()
                        if field in self.values and isinstance(source, str)}
        self.ranks = {field: rank_of(field, source) for field, source in self.sources.items()}

    @property
    def month_first(self):
        """Whether 5/7/2024 is the 7th of May: by the language declared, that of the USA."""
        return self.values.get("language", "").lower() in ("en", "en-us")

    def add_all(self, facts):
        """Take what several sources state, (field, value, source), as `add` would in turn.

        The surest come first, so that the others need not be made out.
        """
        ranked = [(rank_of(field, source), field, value, source) for field, value, source in facts]
        ranked.sort(key=itemgetter(0))
        for rank, field, value, source in ranked:
            self._add(rank, field, value, source)

    def add(self, field, value, source):
        """Take a value as a source states it, if it is one and no surer source has one."""
        self._add(rank_of(field, source), field, value, source)

    def _add(self, rank, field, value, source):
        if not value:
            return
        known = self.ranks.get(field, 2 * MOST_RANK)
        if field == "published" and source in SHOWN and self.sources.get(field) != "title" \
                and isodates.is_before(value, self.values.get(field, "")):
            rank = known - 1             # a system states when it took over an older page
        if rank > known or (rank == known and field not in LISTS):
            return
        value = normal(field, value, field in DATES and self.month_first)
        if not value:
            return
        if rank == known:                # a <meta> for each author
            before = self.values[field]
            value = [*before, *(item for item in value if item not in before)]
            value = value[:personnames.MOST_AUTHORS if field == "authors" else MOST_TAGS]
        self.values[field], self.sources[field], self.ranks[field] = value, source, rank

    def surer_than(self, source):
        """Return the fields whose known source is surer than another."""
        return {field for field, rank in self.ranks.items() if rank < rank_of(field, source)}

    def doubt(self, field):
        """Let any other source of a field be taken in place of the one known."""
        self.ranks[field] = MOST_RANK

    def drop(self, field):
        """Forget the value of a field."""
        for known in (self.values, self.sources, self.ranks):
            known.pop(field, None)

    def as_meta(self):
        """Return the object for the record's `meta`."""
        known = {field: self.values[field] for field in FIELDS if field in self.values}
        return {**known, "from": {field: self.sources[field] for field in known
                                  if field in self.sources}}


def _fits(field, value):
    """Return whether a record's value of a field is one that this command may have written."""
    if field in LISTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, str)


def normal(field, value, month_first=False):
    """Return the value of a field as `meta` has it, or a false one for what is none.

    >>> normal("tags", "wind, sea,wind"), normal("language", "de_DE"), normal("published", "soon")
    (['wind', 'sea'], 'de-DE', '')
    """
    if field in LISTS:
        items = [value] if isinstance(value, str) else value
        texts = [text_of(item[:MOST_TEXT]) for item in items]
        if field == "authors":
            return personnames.authors_of([repaired(text) for text in texts])
        parts = "," if field == "tags" else "\n"         # a category is Arts, Culture & Media
        tags = [tag.strip() for text in texts for tag in repaired(text).split(parts)]
        return list(dict.fromkeys(tag[:MOST_TAG] for tag in tags if tag))[:MOST_TAGS]
    value = value[:MOST_TEXT].strip()
    if field in DATES:
        return isodates.stated(text_of(value), month_first)
    if field == "language":
        tag = value.replace("_", "-")
        return tag if tag.replace("-", "").isalnum() and tag.isascii() and len(tag) < 36 else ""
    if field == "licence":
        return licence_of(unescape(value))
    if field in ("canonical", "image"):
        value = INVALID.sub("", unescape(value))
        is_address = value.lower().startswith(WEB) or not SCHEME.match(value)   # javascript:, data:
        return value if is_address and not any(map(str.isspace, value)) else ""
    return repaired(text_of(value))


def licence_of(text):
    """Return a licence by its address: of Creative Commons its short name, else the address.

    >>> licence_of("https://creativecommons.org/licenses/by-sa/4.0/deed.de"), licence_of("All")
    ('CC BY-SA 4.0', '')
    >>> licence_of("//creativecommons.org/publicdomain/zero/1.0/")
    'CC0 1.0'
    """
    match = LICENCE.search(text)
    if not match:
        return text if text.startswith(("http://", "https://")) else ""
    name = ({"zero": "CC0", "mark": "PDM"}[match[3].lower()] if match[3]
            else f"CC {match[1].upper()}")
    return " ".join(filter(None, [name, match[2] or match[4]]))


# What follows from all facts together.

AGREEING = {"og:title", "twitter:title"}
IN_BODY = {"microdata", "rel", "class", "time"}      # sources of authors and dates
SEPARATOR = re.compile(r"\s+(?:[|–—•·«»:*/\\-]|::)+\s+|\s*[|｜ㅣ]\s*|：")
HOST = re.compile(r"(?:https?:)?//(?:www\d?\.)?([^/:?#]{1,253})", re.I)
DAY = re.compile(r"\s*(?:\d\d?[./-]\d\d?[./-]\d{4}|\d{4}[./-]\d\d?[./-]\d\d?)\s*")
MOST_TITLE = 1000        # characters
MOST_BESIDE = 10         # letters beside the name of a site in what stands for it
# Parts of a title in front that say nothing of the page
NO_TITLES = {"home", "homepage", "welcome", "viewtopic", "viewthread", "viewsinglepost", "untitled"}
# /2024/05/07/, /2024-05-07-, /20240507/
DATE = re.compile(r"/((?:19|20)\d\d)([/\-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?=\D|$)")
# /2024/may/07/, /2024/october/03/
NAMED = re.compile(rf"/((?:19|20)\d\d)/({isodates.NAME})/(0?[1-9]|[12]\d|3[01])(?=\D|$)", re.I)
# Bytes before the end of a page that are searched: of 26 gold pages with a licence 21 have it
# there or in a link of the head, and the others take a tenth of a millisecond from all
FOOTER = 100_000
MOST_LINKS = 3           # to Creative Commons that are examined


def meta_of(record, openings=None, lines=None):
    """Return the `meta` of a record, with what its page, the Lines of its text, or both say."""
    choice, url = Choice(record.get("meta")), record.get("url")
    if openings:
        of_page(choice, openings, url)
    if lines:
        of_lines(choice, lines, record)
    choice.add("hostname", host_of(url), "url")
    choice.add("hostname", host_of(choice.values.get("canonical")), "canonical")
    return settled(choice, url)


def of_page(choice, openings, url):
    """Add what a page, by its Openings, and its address say to a Choice."""
    page_head = head.head_of(openings)
    choice.add_all(head.facts_in(page_head))
    title = _agreed(page_head, choice, host_of(url or choice.values.get("canonical")))
    choice.add("title", title, "h1")
    choice.add("published", day_in(page_head.title), "title")
    if "licence" not in choice.values:
        choice.add("licence", licence_in(openings.page), "text")
    choice.add("published", date_in(url or choice.values.get("canonical")), "url")
    asides = inbody.Asides(openings.page, page_head.heading)
    if not choice.surer_than("time published").issuperset(DATES):
        choice.add_all(head.dates_in(page_head, asides))
    missing = [field for field in inbody.WORDS if field not in choice.values]
    for fact in inbody.facts_in(openings.page, missing, page_head.heading, asides):
        choice.add(*fact)


def _agreed(page_head, choice, host):
    """Return the title that <meta> and an h1 of a Head have where the title element has another.

    That and JSON-LD are often made for search engines, og:title alone for others.
    """
    site = choice.values.get("site", "")
    headings = {plain(text) for text in page_head.headings} - {""}
    if not headings:
        return ""
    headings.discard(plain(without_site(page_head.title, site, host)))
    shared = dict.fromkeys(value for key, value in page_head.metas if key in AGREEING)
    stated = (without_site(text_of(value), site, host) for value in shared)
    return next((title for title in stated if plain(title) in headings), "")


def of_lines(choice, lines, record):
    """Add what the Lines of a record's text say to a Choice."""
    address = record.get("url") or choice.values.get("canonical", "")
    site, host = choice.values.get("site", ""), host_of(address)
    known = [without_site(title, site, host)
             for title in (choice.values.get("title", ""), title_of(record))]
    for field in ("authors", "published"):
        if choice.sources.get(field, "").split(" ")[0] in IN_BODY \
                and is_of_others(lines, field, choice.values[field]):
            choice.drop(field)
    authors = choice.values.get("authors", [])
    if authors and all(is_site(name, site, host) for name in authors):
        choice.doubt("authors")
    names = {plain(name) for name in (site, *host.split("."))}
    stated = known[0] if choice.sources.get("title", "").startswith("meta ") else ""
    place = headline(lines, known, names, title_of(record), stated)
    if place[2]:
        choice.add("title", place[2], "headline")
    day = date_in(address)
    for field, value, source in pagelines.facts_in(lines, place, choice.month_first,
                                                   choice.surer_than("byline")):
        if day and field == "published" and isodates.other_reading(value) == day:
            value = day                  # 03/10/2023, in /2023/october/03/
        choice.add(field, value, source)
        if field == "modified":
            choice.add("published", value, "updated")    # where no other date is shown


def settled(choice, url):
    """Return the object for `meta`: the title without its site, addresses absolute."""
    meta = choice.as_meta()
    address = url if isinstance(url, str) else meta.get("canonical", "")
    if "title" in meta:
        of_front = is_front(address)
        meta["title"] = without_site(meta["title"], meta.get("site", ""), host_of(address),
                                     of_front)
        if choice.sources.get("title", "").partition(" ")[0] in ("meta", "title") and not of_front:
            meta["title"] = first_part(meta["title"])
    for field in ("canonical", "image"):
        if address and not meta.get(field, WEB[0]).startswith(WEB):
            meta[field] = absolute(meta[field], address)
    authors = meta.get("authors", [])
    site = plain(meta.get("site", ""))
    others = [name for name in authors if plain(name) != site]
    if others:
        meta["authors"] = others
    return meta


def host_of(url):
    """Return the host of an address without www., "" where there is none.

    >>> host_of("https://www.a-paper.co.uk/x"), host_of("/x")
    ('a-paper.co.uk', '')
    """
    match = HOST.match(url if isinstance(url, str) else "")
    return match[1].lower() if match else ""


def without_site(title, site, host, is_front=False):
    """Return a title without the name of its site, at either end after a separator.

    Parts before it that every page has, such as Home, go, too. is_front: whether it is that of the
    site's front page, where the name in front is part of it.

    site: the site's own name, "" if unknown; host: as host_of gives it.

    >>> without_site("Wind | Energy | A-Paper", "", "apaper.org"), without_site("A: B", "", "")
    ('Wind | Energy', 'A: B')
    >>> without_site("The Paper - Wind", "The Paper", "x.org")
    'Wind'
    >>> without_site("The Paper: Wind", "The Paper", ""), without_site("A: Wind", "Paper", "")
    ('Wind', 'A: Wind')
    >>> without_site("The Paper - All news", "The Paper", "", is_front=True)
    'The Paper - All news'
    """
    if site and title.startswith(f"{site}: ") and not is_front:
        title = title[len(site) + 2:]
    cuts = list(SEPARATOR.finditer(title[:MOST_TITLE]))
    while cuts and is_site(title[cuts[-1].end():], site, host):
        title = title[:cuts.pop().start()]
    while cuts and (plain(title[:cuts[0].start()]) in NO_TITLES or (
            not is_front and is_site(title[:cuts[0].start()], site, host))):
        start = cuts.pop(0).end()
        title = title[start:]
        cuts = list(SEPARATOR.finditer(title[:MOST_TITLE]))
    return title.strip()


def first_part(title):
    """Return a title up to its first separator, if that is more than a word.

    >>> first_part("Sheets for every bed | Soft and durable"), first_part("News - Wind at sea")
    ('Sheets for every bed', 'News - Wind at sea')
    """
    part = SEPARATOR.split(title, maxsplit=1)[0].strip()
    return part if " " in part else title


def day_in(title):
    """Return the last part of a title if it is a day alone, else "".

    >>> day_in("Wind at sea | DW | 28.04.2023"), day_in("Wind | 2023"), day_in("Wind, 7 May 2023")
    ('28.04.2023', '', '')
    """
    if not title[-1:].isdigit():         # as most
        return ""
    parts = SEPARATOR.split(title[:MOST_TITLE])
    return parts[-1] if len(parts) > 1 and DAY.fullmatch(parts[-1]) else ""


def is_front(url):
    """Return whether an address is that of a site's front page.

    >>> is_front("https://a.org/"), is_front("https://a.org/?p=1"), is_front(None)
    (True, False, False)
    """
    match = HOST.match(url if isinstance(url, str) else "")
    return bool(match) and url[match.end():] in ("", "/")


def is_site(text, site, host):
    """Return whether a text is, is in or has in it the name of a site, or of its host.

    >>> is_site("The Paper Now", "The Paper", ""), is_site("How The Paper began", "The Paper", "")
    (True, True)
    >>> is_site("The Paper on ten old farms", "The Paper", ""), is_site("Paper #18", "Paper", "")
    (False, False)
    """
    name, site, host = plain(text), plain(site), plain(host.rpartition(".")[0])
    return not name or name == site or (len(name) > 3 and name in site) or (
        len(name) > 2 and name in host) or any(
        len(other) > 3 and other in name and len(name) < len(other) + MOST_BESIDE
        and not any(map(str.isdigit, name.replace(other, "", 1))) for other in (site, host))


def date_in(url):
    """Return the day in an address's path as it stands, "" for none.

    >>> date_in("https://a.org/2024/05/07/wind"), date_in("https://a.org/2024/5"), date_in(None)
    ('2024-05-07', '', '')
    >>> date_in("https://a.org/uk/2024/may/7/wind")
    '2024-05-07'
    """
    url = url[:2000] if isinstance(url, str) else ""
    match = DATE.search(url)
    if match:
        return f"{match[1]}-{match[3]}-{match[4]}"
    match = NAMED.search(url)
    return f"{match[1]}-{isodates.MONTHS[match[2].lower()]:02}-{int(match[3]):02}" if match else ""


def licence_in(page):
    """Return the address of a licence of Creative Commons that a page links to near its end, ""
    for none.

    page: bytes of UTF-8.
    """
    at = max(0, len(page) - FOOTER) - 1
    for _ in range(MOST_LINKS):
        at = page.find(b"creativecommons.org/", at + 1)
        if at < 0:
            break
        match = LICENCE.search(head.as_text(page[max(0, at - 12):at + 100]))
        if match:
            return match[0]
    return ""
