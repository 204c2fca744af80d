"""JSON-LD: the objects of its scripts, and what those of the page say of it.

Publishers' scripts are not always JSON: comments, trailing commas, raw line breaks and CDATA marks
are read over, and what follows an object that ends too early is an object of its own.
"""
import json
import re
from collections import Counter

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
OF_PAGE = [
    "NewsArticle ReportageNewsArticle AnalysisNewsArticle OpinionNewsArticle ReviewNewsArticle "
    "BackgroundNewsArticle LiveBlogPosting",
    "Article BlogPosting SocialMediaPosting DiscussionForumPosting ScholarlyArticle TechArticle "
    "Report AdvertiserContentArticle SatiricalArticle",
    "Recipe HowTo QAPage Question ClaimReview Review CreativeWork Book PodcastEpisode Course "
    "VideoObject Product Event Dataset",
    "WebPage ItemPage CollectionPage FAQPage AboutPage ProfilePage MedicalWebPage"]
RANK_OF = {name: rank for rank, names in enumerate(OF_PAGE) for name in names.split()}
NEWS, ARTICLE, WORK, PAGE = range(4)
SITES = {"WebSite", "Organization", "NewsMediaOrganization"}
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
        found, at = [], len(text) - len(text.lstrip())
        try:
            while at < len(text) and text[at] in "{[":
                value, at = DECODER.raw_decode(text, at)
                found.append(value)
                at = BETWEEN.match(text, at).end()
        except (ValueError, RecursionError):
            continue
        if at == len(text) or (found and text is not script):
            break
    return found


def objects_in(scripts):
    """Return (objects with a type in page order, {id: object}) of a page's scripts, bounded."""
    found, by_id, left = [], {}, MOST_CHARS
    for script in scripts:
        left -= len(script)
        waiting = values_of(script)[::-1] if left > 0 else []
        while waiting and len(found) < MOST_OBJECTS:
            value = waiting.pop()
            if isinstance(value, list):
                waiting += [one for one in value[MOST_OBJECTS::-1] if isinstance(one, (dict, list))]
            elif isinstance(value, dict):
                if isinstance(value.get("@id"), str) and len(value) > 1:
                    by_id.setdefault(value["@id"], value)
                if "@type" in value:
                    found.append(value)
                waiting += [value[name] for name in reversed(INNER) if name in value
                            and isinstance(value[name], (dict, list))]
    return found, by_id


def facts_in(scripts):
    """Yield (field, value as it stands, source) of a page's scripts; no value is empty.

    Values are texts, or lists of texts for authors and tags. source: json-ld and the object's type.
    """
    found, by_id = objects_in(scripts)
    typed = [[kind.rpartition("/")[2] for kind in _texts(one["@type"])] for one in found]
    surest = [min(kinds, key=lambda name: RANK_OF.get(name, 9), default="") for kinds in typed]
    names = Counter(kind for kind, _ in {(kind, _text(one.get("name")))
                                         for kind, one in zip(surest, found, strict=True)})
    for one, kinds, kind in zip(found, typed, surest, strict=True):
        rank = RANK_OF.get(kind)
        if rank == WORK and names[kind] > 1:
            continue                     # questions of an FAQ, products of a list
        if rank is not None:
            facts = _facts_of(one, rank, by_id)
        else:
            facts = {"site": _text(one.get("name"))} if SITES & set(kinds) else {}
        yield from ((field, value, f"json-ld {kind}") for field, value in facts.items() if value)


def _facts_of(one, rank, by_id):
    """Return {field: value} of an object that stands for the page, with empty values."""
    return {"title": _text(one.get("headline") or (one.get("name") if rank < PAGE else None)),
            "published": _text(one.get("datePublished") or one.get("dateCreated")
                               or one.get("uploadDate")),
            "modified": _text(one.get("dateModified")),
            "description": _text(one.get("description")),
            "language": _text(one.get("inLanguage")),
            "licence": _text(one.get("license")),
            "authors": _names(one.get("author") or one.get("creator"), by_id),
            "site": "".join(_names(one.get("publisher"), by_id)[:1]),
            "image": _address(one.get("image")),
            "tags": _texts(one.get("keywords"))}


def _texts(value):
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


def _text(value):
    """Return a text, that of an object with a name or an address, or the first of a list."""
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = value.get("name") or value.get("@value") or value.get("url")
    return value if isinstance(value, str) else ""


def _address(value):
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = value.get("url") or value.get("contentUrl") or value.get("@id")
    return value if isinstance(value, str) else ""


def _names(value, by_id):
    """Return the names of persons or organisations; those of persons where there are any."""
    found, persons = [], []
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            if "name" not in one and isinstance(one.get("@id"), str):
                one = by_id.get(one["@id"], one)
            name = _text(one.get("name")) or " ".join(
                part for part in map(_text, (one.get("givenName"), one.get("familyName"))) if part)
            if name and "Person" in _texts(one.get("@type")):
                persons.append(name)
        else:
            name = _text(one)
        if name:
            found.append(name)
    return persons or found
