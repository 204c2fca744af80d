"""Microdata, RDFa and rel=author on elements of the body, and classes that name authors."""
import re

from .head import MOST_TAG, attributes, end_of_tag, text_of
from .names import authors_of, is_person

MOST_ELEMENTS = 60
MOST_INSIDE = 600        # characters after the tag
MOST_NAMES = 120         # characters of a text with a class of authors
BESIDE = 600             # characters between the authors of a page; others are of comments

TAG = re.compile(r"<([a-zA-Z][a-zA-Z0-9]*)\s(?=[^<>]*(?:author|byline|datePublished|dateCreated"
                 r"|dateModified|headline))")
OF_PROPERTY = {"author": "authors", "creator": "authors", "datepublished": "published",
               "datecreated": "published", "datemodified": "modified", "headline": "title"}
BYLINE = re.compile(r"(?:^|[\s_-])(?:author|byline)s?(?:$|[\s]|[-_]+(?:name|names|link|text|title)\b)"
                    r"|\b(?:post|entry|article)[-_]author\b|\b(?:author|byline)name\b", re.I)
NO_BYLINE = re.compile(r"bio|avatar|image|img|photo|box|social|comment|icon|related|list|date|role"
                       r"|description|job|about", re.I)
INNER_NAME = re.compile(r"<[a-zA-Z][^<>]*\bitemprop=[\"']?name\b[^<>]*>")
SKIPPED = {"meta", "script", "style", "link", "input", "img", "svg", "form", "body", "html"}


def facts_in(page):
    """Yield (field, value, source) of elements that say what they are, in page order."""
    seen, last = 0, None
    for match in TAG.finditer(page):
        name = match[1].lower()
        if name in SKIPPED:
            continue
        is_beside = last is None or match.start() - last < BESIDE
        seen += 1
        if seen > MOST_ELEMENTS:
            return
        end = end_of_tag(page, match.end())
        facts = attributes(page[match.end():min(end, match.end() + MOST_TAG)])
        properties = (facts.get("itemprop") or facts.get("property") or "").lower().split()
        for one in properties:
            field = OF_PROPERTY.get(one.rpartition(":")[2])
            if field and (field != "authors" or is_beside):
                value = facts.get("content") or facts.get("datetime")
                yield field, value or _text(page, end, name, field), "microdata"
                last = match.start() if field == "authors" else last
        if not is_beside:
            continue
        if "author" in facts.get("rel", "").lower().split():
            yield "authors", _text(page, end, name, "authors"), "rel author"
            last = match.start()
        elif not properties:
            words = f"{facts.get('class', '')} {facts.get('id', '')} {facts.get('data-testid', '')}"
            if BYLINE.search(words) and not NO_BYLINE.search(words):
                yield "authors", _people(_text(page, end, name, "authors")), "class author"
                last = match.start()


def _people(text):
    """Return the persons, or the one user, that a text in an element of authors names."""
    found = authors_of([text]) if len(text) < MOST_NAMES else []
    return [name for name in found if is_person(name) or (len(found) == 1 and " " not in name)]


def _text(page, end, name, field):
    """Return the text in an element, or that of its part with the property name."""
    inside = page[end + 1:end + 1 + MOST_INSIDE]
    close = re.search(f"</{name}\\b", inside, re.I)
    if field == "authors":
        part = INNER_NAME.search(inside)
        if part:
            facts = attributes(part[0])
            return facts.get("content") or text_of(inside[part.end():].partition("<")[0])
    return text_of(inside[:close.start()] if close else inside.partition("<")[0])
