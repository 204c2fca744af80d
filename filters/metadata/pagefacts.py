"""The facts of a page's source, and what follows from all of them together."""
from ...lm.titlewords import plain
from ..html.addresses import WEB, absolute
from ..record import title_of
from . import head, isodates, jsonld, microdata, titles, urls
from .asides import Asides
from .bylines import facts_in, is_of_others
from .choice import DATES, Choice
from .pagelines import headline

AGREEING = {"og:title", "twitter:title"}
IN_BODY = {"microdata", "rel", "class", "time"}      # sources of authors and dates


def meta_of(record, openings=None, lines=None):
    """Return the `meta` of a record, with what its page, the Lines of its text, or both say."""
    choice, url = Choice(record.get("meta")), record.get("url")
    if openings:
        of_page(choice, openings, url)
    if lines:
        of_lines(choice, lines, record)
    choice.add("hostname", titles.host_of(url), "url")
    choice.add("hostname", titles.host_of(choice.values.get("canonical")), "canonical")
    return settled(choice, url)


def of_page(choice, openings, url):
    """Add what a page, by its Openings, and its address say to a Choice."""
    page_head = head.head_of(openings)
    choice.add_all([*head.facts_in(page_head), *jsonld.facts_in(page_head.scripts)])
    title = _agreed(page_head, choice, titles.host_of(url or choice.values.get("canonical")))
    choice.add("title", title, "h1")
    choice.add("published", titles.day_in(page_head.title), "title")
    if "licence" not in choice.values:
        choice.add("licence", urls.licence_in(openings.page), "text")
    choice.add("published", urls.date_in(url or choice.values.get("canonical")), "url")
    asides = Asides(openings.page, page_head.heading)
    if not choice.surer_than("time published").issuperset(DATES):
        choice.add_all(head.dates_in(page_head, asides))
    missing = [field for field in microdata.WORDS if field not in choice.values]
    for fact in microdata.facts_in(openings.page, missing, page_head.heading, asides):
        choice.add(*fact)


def _agreed(page_head, choice, host):
    """Return the title that <meta> and an h1 of a Head have where the title element has another.

    That and JSON-LD are often made for search engines, og:title alone for others.
    """
    site = choice.values.get("site", "")
    headings = {plain(text) for text in page_head.headings} - {""}
    if not headings:
        return ""
    headings.discard(plain(titles.without_site(page_head.title, site, host)))
    shared = dict.fromkeys(value for key, value in page_head.metas if key in AGREEING)
    stated = (titles.without_site(head.text_of(value), site, host) for value in shared)
    return next((title for title in stated if plain(title) in headings), "")


def of_lines(choice, lines, record):
    """Add what the Lines of a record's text say to a Choice."""
    address = record.get("url") or choice.values.get("canonical", "")
    site, host = choice.values.get("site", ""), titles.host_of(address)
    known = [titles.without_site(title, site, host)
             for title in (choice.values.get("title", ""), title_of(record))]
    for field in ("authors", "published"):
        if choice.sources.get(field, "").split(" ")[0] in IN_BODY \
                and is_of_others(lines, field, choice.values[field]):
            choice.drop(field)
    authors = choice.values.get("authors", [])
    if authors and all(titles.is_site(name, site, host) for name in authors):
        choice.doubt("authors")
    names = {plain(name) for name in (site, *host.split("."))}
    stated = known[0] if choice.sources.get("title", "").startswith("meta ") else ""
    place = headline(lines, known, names, title_of(record), stated)
    if place[2]:
        choice.add("title", place[2], "headline")
    day = urls.date_in(address)
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
        is_front = titles.is_front(address)
        meta["title"] = titles.without_site(meta["title"], meta.get("site", ""),
                                            titles.host_of(address), is_front)
        if choice.sources.get("title", "").partition(" ")[0] in ("meta", "title") and not is_front:
            meta["title"] = titles.first_part(meta["title"])
    for field in ("canonical", "image"):
        if address and not meta.get(field, WEB[0]).startswith(WEB):
            meta[field] = absolute(meta[field], address)
    authors = meta.get("authors", [])
    site = plain(meta.get("site", ""))
    others = [name for name in authors if plain(name) != site]
    if others:
        meta["authors"] = others
    return meta
