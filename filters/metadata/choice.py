"""The values found for the fields of `meta`, and which of them is taken: the surest source's."""
import re
from functools import lru_cache
from html import unescape
from operator import itemgetter

from ..html.addresses import SCHEME, WEB
from ..text.repair import INVALID, repaired
from . import isodates, personnames
from .head import KEYS, text_of
from .jsonld import RANK_OF

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
