"""What addresses say: the date in a path, the licence behind a link."""
import re

from .head import as_text
from .isodates import MONTHS, NAME

# /2024/05/07/, /2024-05-07-, /20240507/
DATE = re.compile(r"/((?:19|20)\d\d)([/\-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?=\D|$)")
# /2024/may/07/, /2024/october/03/
NAMED = re.compile(rf"/((?:19|20)\d\d)/({NAME})/(0?[1-9]|[12]\d|3[01])(?=\D|$)", re.I)
LICENCE = re.compile(r"(?:https?:)?//(?:www\.)?creativecommons\.org/(?:licenses/([a-z\-]{2,20})"
                     r"(?:/(\d\.\d))?|publicdomain/(zero|mark)(?:/(\d\.\d))?)", re.I)
# Bytes before the end of a page that are searched: of 26 gold pages with a licence 21 have it
# there or in a link of the head, and the others take a tenth of a millisecond from all
FOOTER = 100_000
MOST_LINKS = 3           # to Creative Commons that are examined


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
    return f"{match[1]}-{MONTHS[match[2].lower()]:02}-{int(match[3]):02}" if match else ""


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
        match = LICENCE.search(as_text(page[max(0, at - 12):at + 100]))
        if match:
            return match[0]
    return ""
