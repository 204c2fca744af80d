"""meta - tell title, authors, dates, site, licence and the like of each page, and where from.

In:      records with "html" or "html_b64", or with "segments", or both.
Out:     the same records with "meta", an object, and "from" in it: where each was found.
Drops:   nothing.
Bad:     what scutch-html2text would refuse: no page, one over --max-bytes, a PDF in its place.
Memory:  one record.

It says title (without the site's name), authors, published, modified (ISO 8601, as precise as it
was stated), site, description, canonical (address), language (as declared), licence (of Creative
Commons by its short name), tags and image; what is not stated is absent.

Of a page it reads JSON-LD, also broken JSON, the metas of OpenGraph, schema.org, Dublin Core and
others, microdata, <time>, links and the address; scutch-html2text --meta does that before it drops
the page, in half of the time. Of segments it finds the headline and the bylines around it, by their
role if scutch-role has run, and keeps what is surer. Each of these alone is fine, too. In
scutch-clean, --meta makes both.

Examples:
  scutch-read page.html | scutch-meta | jq .meta
  scutch-read crawl.warc.gz | scutch-html2text --meta | scutch-segment | scutch-meta
  scutch-clean --meta --format jsonl crawl.warc.gz | jq -r '[.meta.published, .meta.title] | @tsv'
"""
from itertools import compress

from .columns.namenumbers import NUMBER_OF
from .metadata.pagefacts import meta_of
from .metadata.pagelines import lines_of
from .record import MAX_BYTES, elements_of, owners_of, segments_of
from .sources.pagetext import page_of
from .stream.numbers import whole
from .stream.step import PageStep


def meta(record, *, max_bytes=MAX_BYTES):
    """Return [the record with what its page, its segments or both say, in "meta"].

    >>> page = "<title>Wind at sea - The Paper</title><meta name=author content='Ann Lee'>"
    >>> meta({"html": page, "url": "https://thepaper.org/2024/05/07/"})[0]["meta"]["title"]
    'Wind at sea'
    """
    page, _ = page_of(record, max_bytes)
    lines = _lines_of(record) if "segments" in record else None
    return [{**record, "meta": meta_of(record, _opened(page), lines)}]


class Meta(PageStep):
    """The step; it takes pages that html2text made together, records by themselves."""

    def __init__(self, max_bytes):
        self._max_bytes = max_bytes

    def alone(self, record):
        """Return [the record with "meta"]."""
        return meta(record, max_bytes=self._max_bytes)

    def of_pages(self, pages):
        """Return the Pages with what their lines say in "meta" of each record."""
        return pages.with_the_same_text(records=[
            {**record, "meta": meta_of(record, lines=_lines_of_page(pages, page))}
            for page, record in enumerate(pages.records)])


def _opened(page):
    """Return the Openings of a page; None for None."""
    if page is None:
        return None
    from .html.guard.openings import opened  # imports numpy
    return opened(page)


def _lines_of(record):
    """Return the Lines of a record's segments, without hidden ones."""
    segments = [segment for segment in segments_of(record) if not segment.get("hidden")]
    names, parents, _ = elements_of(record)
    roles = [segment.get("role") for segment in segments]
    return lines_of([segment["text"] for segment in segments], owners_of(segments, len(names)),
                    [number for number, name in enumerate(names) if name == "h1"],
                    parents, roles if any(roles) else [])


def _lines_of_page(pages, page):
    """Return the same of a page in Pages."""
    rows, elements = pages.rows(page), pages.element_rows(page)
    texts, owners, hidden = pages.text[rows], pages.element[rows], pages.hidden[rows]
    roles = pages.roles[rows] if pages.roles else []
    if hidden.any():
        shown = (~hidden).tolist()
        texts, roles = list(compress(texts, shown)), list(compress(roles, shown))
        owners = owners[~hidden]
    h1 = (pages.element_tag[elements] == NUMBER_OF["h1"]).nonzero()[0]
    return lines_of(texts, (owners - elements.start).tolist(), h1.tolist(),
                    pages.element_parent[elements] - elements.start, roles)


def arguments(parser):
    parser.add_argument("--max-bytes", type=whole(1), default=MAX_BYTES, metavar="N",
                        help="bytes of a page in UTF-8, at most (default: %(default)s)")


def make(opts):
    return Meta(opts.max_bytes)
