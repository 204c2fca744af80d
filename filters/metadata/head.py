"""The head of a page, and what else tags say outright: meta, link, title, time, JSON-LD's scripts.

The page is bytes of UTF-8, and where its tags begin is known; no tree is made. What is broken gives
less.
"""
import re
from html import unescape
from itertools import islice, repeat
from typing import NamedTuple

from ...lm.rules import rules
from ..html.normalhtml import without_copies
from .personnames import BEFORE

MOST_TAGS = 2000         # of those below, on a page
MOST_TAG = 20_000        # bytes of a tag; descriptions are long
MOST_OF_TAGS = 500_000   # bytes of all of them
MOST_TEXT = 2000         # bytes of a title, heading or time
MOST_HEADINGS = 5        # h1 of a page that are read
MOST_SCRIPTS, MOST_SCRIPT = 40, 1 << 20      # bytes; the largest of the gold pages has 840,919
ABOVE, BELOW = 2000, 6000        # bytes from the first heading to the time of its page

# The tags that may say something; what most links and scripts lack is looked for first: canonical
# or license; JSON-LD, for which ASP.NET writes ld&#x2B;json. Of a <meta>, which ends in an a, the
# name and the content, unless more than marks of a library of scripts stands beside these
TAG = re.compile(rb"""<
    ( [lL](?i:ink) (?=[^>]{0,1000}ic(?:al|ense)) | [tT](?i:itle|ime) | [hH](?i:tml|1)
    | [sS](?i:cript) (?=[^>]{0,300}json) (?=[^<>+&]{1,300} (?:\+|&\#x2[bB];|&\#43;) json)
    | [mM](?i:eta) (?!\s+charset=[\w"'\-]+\s*/?>) )
    (?=[\s>])
    (?: (?<=[aA]) (?:\s+data-[\w\-]{1,40}=["'][^"'>]{0,40}["'])?
        \s+(?:property|name|itemprop|http-equiv)=["']([^"'>]{1,80})["']
        \s+content=(?:"([^"]{0,20000})"|'([^']{0,20000})')
        (?:\s+data-[\w\-]{1,40}=["'][^"'>]{0,40}["'])?\s*/?> )?""", re.X)
# A name begins where no name is, or a word of 20 000 letters is tried at each of them; a value that
# is cut at MOST_TAG has no second quote
ATTRIBUTE = re.compile(r"""(?<![\w:.\-])([a-zA-Z:_][\w:.\-]*)\s*=\s*
    (?:"([^"]*)"?|'([^']*)'?|([^\s"'>]+))""", re.X)
MARKUP = re.compile("<[^<>]*>")

# Names and properties of <meta>, the surest first
KEYS = {field: {row.value: rank for rank, row in enumerate(rows)}
        for field, rows in rules("metadata").items()}
FIELD_OF = {name: field for field, names in KEYS.items() for name in names}
FIELD_OF["twitter:label1"] = "authors"       # what twitter:data1 is: WordPress says Written by
KEY_OF = {key.encode(): key for key in FIELD_OF}
PUBLISHED = re.compile(rb"publi|entry-date|posted|created|pub-?date", re.I)
UPDATED = re.compile(rb"updat|modif", re.I)


class Head(NamedTuple):
    """What the tags say, as it stands.

    metas:    list of (key of FIELD_OF, content).
    links:    list of (words of rel, href), in lower case the first.
    title, language: texts; the language is that of <html>.
    times:    list of (inside of a <time> tag, bytes; its date; where it is).
    scripts:  texts of the JSON-LD scripts.
    heading:  where the first h1 is, -1 for none.
    headings: texts of the first h1 elements.
    """

    metas: list
    links: list
    title: str
    language: str
    times: list
    scripts: list
    heading: int
    headings: list


def head_of(openings):
    """Return the Head of a page by its Openings."""
    page = openings.page
    metas, links, times, scripts, titles, languages = [], [], [], [], [], []
    heading, headings, left = -1, [], MOST_OF_TAGS
    matches = filter(None, map(TAG.match, repeat(page), openings.stating()))
    for match in islice(matches, MOST_TAGS):
        tag, name, start = match[1], match[2], match.end()
        if name:
            left -= start - match.start()
            key = KEY_OF.get(name.strip().lower())
            if key:
                metas.append((key, (match[3] or match[4] or b"").decode()))
            continue
        tag, end = tag.lower(), end_of_tag(page, start)
        left -= end - start
        if tag == b"link":
            facts = attributes(page[start:end])
            links.append((facts.get("rel", "").lower().split(), facts.get("href", "")))
        elif tag == b"meta":
            facts = attributes(page[start:end])
            metas.append((_key(facts), facts.get("content", "")))
        elif tag == b"h1":
            heading = start if heading < 0 else heading
            if len(headings) < MOST_HEADINGS:
                headings.append(inner(page, end, tag))
        elif tag == b"script":
            if len(scripts) < MOST_SCRIPTS:
                scripts.append(_script(page, end + 1))
        elif tag == b"title":
            if not titles:
                titles.append(inner(page, end, tag))
        elif tag == b"html":
            facts = attributes(page[start:end])
            languages.append(facts.get("lang") or facts.get("xml:lang") or "")
        else:
            inside = page[start:end]
            times.append((inside, attributes(inside).get("datetime") or inner(page, end, tag),
                          start))
        if left < 0:
            break
    metas = [fact for fact in metas if fact[0]]
    return Head(metas, links, next(iter(titles), ""), next(iter(languages), ""), times, scripts,
                heading, headings)


def _key(facts):
    """Return the first name of a <meta> that FIELD_OF has, in lower case; "" for none."""
    for kind in ("property", "name", "itemprop", "http-equiv"):
        name = facts.get(kind, "").strip().lower()
        if name in FIELD_OF:
            return name
    return ""


def _script(page, start):
    """Return the text of a script that begins here, at most MOST_SCRIPT bytes of it."""
    end = page.find(b"</script", start, start + MOST_SCRIPT)
    if end < 0:
        end = page.find(b"</SCRIPT", start, start + MOST_SCRIPT)
    return as_text(page[start:end]) if end >= 0 else ""


def end_of_tag(page, start):
    """Return where the > of a tag is, or MOST_TAG bytes on; > in quotes does not count."""
    end = page.find(b">", start, start + MOST_TAG)
    if end < 0:
        return min(len(page), start + MOST_TAG)
    if page.count(b'"', start, end) & 1:
        quote = page.find(b'"', end, start + MOST_TAG)
        after = page.find(b">", quote, start + MOST_TAG) if quote >= 0 else -1
        return after if after >= 0 else end
    return end


def as_text(data):
    """Return a piece of a page as text, without characters that are not whole in it.

    >>> as_text("né".encode()[:2])
    'n'
    """
    return data.decode("utf-8", "ignore")


def inner(page, end, name):
    """Return the text between the > of a tag and its end tag, without markup and entities.

    name: in lower case, bytes.
    """
    inside = page[end + 1:end + 1 + MOST_TEXT]
    close = inside.find(b"</" + name)
    if close < 0:
        close = inside.lower().find(b"</" + name)
    return text_of(without_copies(
        as_text(inside[:close] if close >= 0 else inside.partition(b"<")[0])))


def text_of(markup):
    """Return a piece of HTML as text on one line.

    >>> text_of("<b>R&amp;amp;D</b>\\n  at sea")
    'R&D at sea'
    """
    if "<" in markup:
        markup = MARKUP.sub(" ", markup)
    for _ in range(2):                   # JSON-LD and <meta> are often escaped twice
        if "&" in markup:
            markup = unescape(markup)
    return " ".join(markup.split())


def attributes(inside):
    """Return {name in lower case: value as it stands} of the inside of a tag, the first of each.

    >>> attributes(b' Name=author content="A &quot;B&quot; C"')
    {'name': 'author', 'content': 'A &quot;B&quot; C'}
    """
    values = {}
    for name, double, single, bare in ATTRIBUTE.findall(as_text(inside)):
        values.setdefault(name.lower(), double or single or bare)
    return values


def facts_in(head):
    """Yield (field, value, source) of what the metas, links and the title state."""
    yield "language", head.language, "html lang"
    shown = dict(head.metas)
    for key, value in head.metas:
        if key == "twitter:label1" or (key == "twitter:data1"
                                       and not BEFORE.match(shown.get("twitter:label1", "") + ":")):
            continue                     # they may be a price
        if value:
            yield FIELD_OF[key], value, f"meta {key}"
    for rel, href in head.links:
        if "canonical" in rel:
            yield "canonical", href, "link canonical"
        if "license" in rel:
            yield "licence", href, "link license"
    yield "title", head.title, "title"


def dates_in(head, asides):
    """Yield (field, value, source) of what the times state that are in none of the Asides."""
    for inside, value, start in head.times:
        is_near = head.heading >= 0 and -ABOVE < start - head.heading < BELOW
        if UPDATED.search(inside):
            field, source = "modified", "time"
        elif PUBLISHED.search(inside):
            field, source = "published", "time published"
        elif is_near:
            field, source = "published", "time"
        else:
            continue
        if not asides.hold(start):
            yield field, value, source
