"""Titles without the name of their site."""
import re

from ...lm.titlewords import plain

SEPARATOR = re.compile(r"\s+(?:[|–—•·«»:*/\\-]|::)+\s+|\s*[|｜ㅣ]\s*|：")
HOST = re.compile(r"(?:https?:)?//(?:www\d?\.)?([^/:?#]{1,253})", re.I)
DAY = re.compile(r"\s*(?:\d\d?[./-]\d\d?[./-]\d{4}|\d{4}[./-]\d\d?[./-]\d\d?)\s*")
MOST_TITLE = 1000        # characters
MOST_BESIDE = 10         # letters beside the name of a site in what stands for it
# Parts of a title in front that say nothing of the page
NO_TITLES = {"home", "homepage", "welcome", "viewtopic", "viewthread", "viewsinglepost", "untitled"}


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
