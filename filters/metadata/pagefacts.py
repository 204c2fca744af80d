"""The facts of a page's source, and what follows from all of them together: the title without the
name of its site, the date in an address.
"""
import re

from ...lm.titlewords import plain
from ..html.addresses import WEB, absolute
from ..record import title_of
from . import head, inbody, isodates, jsonld
from .choice import DATES, LICENCE, Choice
from .pagelines import facts_in, headline, is_of_others

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
    choice.add_all([*head.facts_in(page_head), *jsonld.facts_in(page_head.scripts)])
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
    stated = (without_site(head.text_of(value), site, host) for value in shared)
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
    for field, value, source in facts_in(lines, place, choice.month_first,
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
