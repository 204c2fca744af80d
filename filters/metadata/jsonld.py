"""JSON-LD: the objects of its scripts, and what those of the page say of it.

Publishers' scripts are not always JSON: comments, trailing commas, raw line breaks and CDATA marks
are read over, and what follows an object that ends too early is an object of its own.
"""
import json
import re
from collections import Counter

from ...lm.rules import more_of, rules, words_of

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


def facts_in(scripts):
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
