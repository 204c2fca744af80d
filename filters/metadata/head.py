"""The head of a page, and what else tags say outright: meta, link, title, time, JSON-LD's scripts.

The page is bytes of UTF-8, and where its tags begin is known; no tree is made. What is broken gives
less.
"""
import json
import re
from collections import Counter
from html import unescape
from itertools import islice, repeat
from typing import NamedTuple

from ...lm.rules import more_of, rules, words_of
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
    """Yield (field, value, source) of what the metas, links, the title and JSON-LD state."""
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
    yield from _facts_of_scripts(head.scripts)


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


# JSON-LD: the objects of its scripts, and what those of the page say of it.
#
# Publishers' scripts are not always JSON: comments, trailing commas, raw line breaks and CDATA
# marks are read over, and what follows an object that ends too early is an object of its own.

MOST_CHARS = 1 << 20     # of all scripts of a page
MOST_OBJECTS = 2000      # visited on a page

# A string, or what JSON has no place for: a comment, a trailing comma, CDATA marks, <!-- and -->
EXTRA = re.compile(r"""("[^"\\]*(?:\\.[^"\\]*)*"?)
    | //[^\n]* | /\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/)? | ,(?=\s*[}\]])
    | <!\[CDATA\[ | \]\]> | <!-- | -->""",
                   re.X | re.S)
BETWEEN = re.compile(r"[\s;,]*")         # two objects of one script
BAD_ESCAPE = re.compile(r"\\(?![\"\\/bfnrtu])")
DECODER = json.JSONDecoder(strict=False, parse_int=str, parse_float=str)      # digits without end

# Objects that stand for the page, the surest first; of others only names are taken
RANK_OF = {name: int(rank) for name, rank in more_of(rules("schemaorg")["TYPES"]).items()}
NEWS, ARTICLE, WORK, PAGE = range(4)
SITES = words_of(rules("schemaorg")["SITES"])
# Members that lead to further objects on the page itself, not to those on other pages
INNER = "@graph", "mainEntity", "mainEntityOfPage", "author", "creator", "publisher", "isPartOf"


def values_of(script):
    """Return the JSON values in the text of a script, a list; [] where there is none.

    >>> values_of('// <![CDATA[\\n{"a": "x // y", /* b */ "c": [1,],}{"d": 2} // ]]>')
    [{'a': 'x // y', 'c': ['1']}, {'d': '2'}]
    >>> values_of("[" * 10_000), values_of('{"a": ')
    ([], [])
    """
    for text in (script, None):
        if text is None:
            text = EXTRA.sub(lambda match: match[1] or "", script)
            text = BAD_ESCAPE.sub(r"\\\\", text)
        values, at = [], len(text) - len(text.lstrip())
        try:
            while at < len(text) and text[at] in "{[":
                value, at = DECODER.raw_decode(text, at)
                values.append(value)
                at = BETWEEN.match(text, at).end()
        except (ValueError, RecursionError):
            continue
        if at == len(text) or (values and text is not script):
            break
    return values


def objects_in(scripts):
    """Return (objects with a type in page order, {id: object}) of a page's scripts, bounded."""
    objects, by_id, left = [], {}, MOST_CHARS
    for script in scripts:
        left -= len(script)
        waiting = values_of(script)[::-1] if left > 0 else []
        while waiting and len(objects) < MOST_OBJECTS:
            value = waiting.pop()
            if isinstance(value, list):
                waiting += [item for item in value[MOST_OBJECTS::-1]
                            if isinstance(item, (dict, list))]
            elif isinstance(value, dict):
                if isinstance(value.get("@id"), str) and len(value) > 1:
                    by_id.setdefault(value["@id"], value)
                if "@type" in value:
                    objects.append(value)
                waiting += [value[name] for name in reversed(INNER) if name in value
                            and isinstance(value[name], (dict, list))]
    return objects, by_id


def _facts_of_scripts(scripts):
    """Yield (field, value as it stands, source) of a page's scripts; no value is empty.

    Values are texts, or lists of texts for authors, tags and categories. source: json-ld and the
    object's type.
    """
    objects, by_id = objects_in(scripts)
    typed = [[kind.rpartition("/")[2] for kind in _texts(item["@type"])] for item in objects]
    surest = [min(kinds, key=lambda name: RANK_OF.get(name, 9), default="") for kinds in typed]
    names = Counter(kind for kind, _ in {
        (kind, _text(item.get("name"))) for kind, item in zip(surest, objects, strict=True)
        if RANK_OF.get(kind) == WORK})
    for item, kinds, kind in zip(objects, typed, surest, strict=True):
        rank = RANK_OF.get(kind)
        if rank == WORK and names[kind] > 1:
            continue                     # questions of an FAQ, products of a list
        if rank is not None:
            facts = _facts_of(item, rank, by_id)
        elif not SITES.isdisjoint(kinds):
            facts = {"site": _text(item.get("name"))}
        else:
            continue
        yield from ((field, value, f"json-ld {kind}") for field, value in facts.items() if value)


def _facts_of(item, rank, by_id):
    """Return {field: value} of an object that stands for the page, with empty values."""
    get = item.get
    return {"title": _text(get("headline") or (get("name") if rank < PAGE else None)),
            "published": _text(get("datePublished") or get("dateCreated") or get("uploadDate")),
            "modified": _text(get("dateModified")),
            "description": _text(get("description")),
            "language": _text(get("inLanguage")),
            "licence": _text(get("license")),
            "authors": _names(get("author") or get("creator"), by_id),
            "site": "".join(_names(get("publisher"), by_id)[:1]),
            "image": _text(get("image"), ("url", "contentUrl", "@id")),
            "tags": _texts(get("keywords")),
            "categories": _texts(get("articleSection"))}


def _texts(value):
    values = value if isinstance(value, list) else [value]
    return [text for text in values if isinstance(text, str)]


def _text(value, of_object=("name", "@value", "url")):
    """Return a text, that of an object's first member of these, or the first of a list."""
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = next(filter(None, map(value.get, of_object)), None)
    return value if isinstance(value, str) else ""


def _names(value, by_id):
    """Return the names of persons or organisations; those of persons where there are any."""
    names, persons = [], []
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            if "name" not in item and isinstance(item.get("@id"), str):
                item = by_id.get(item["@id"], item)
            get = item.get
            name = _text(get("name")) or " ".join(
                part for part in map(_text, (get("givenName"), get("familyName"))) if part)
            if name and "Person" in _texts(get("@type")):
                persons.append(name)
        else:
            name = _text(item)
        if name:
            names.append(name)
    return persons or names
