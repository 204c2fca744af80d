"""meta - tell title, authors, dates, site, licence and the like of each page, and where from.

In:      records with "html" or "html_b64", or with "segments", or both.
Out:     the same records with "meta", an object, and "from" in it: where each was found.
Drops:   nothing.
Bad:     what scutch-html2text would refuse: no page, one over --max-bytes, a PDF in its place.
Memory:  one record.

It says title (without the site's name), authors, published, modified (ISO 8601, as precise as it
was stated), site, description, canonical (address), language (as declared), licence (of Creative
Commons by its short name), tags and image; hostname, of its address, categories (sections of the
site) and type (by OpenGraph); what is not stated is absent.

Of a page it reads JSON-LD, also broken JSON, the metas of OpenGraph, schema.org, Dublin Core and
others, microdata, <time>, links and the address; scutch-html2text --meta does that before it drops
the page, in half of the time. Of segments it finds the headline and the bylines around it, and
keeps what is surer. Each of these alone is fine, too. In scutch-clean, --meta makes both. Authors
and dates of comments, teasers and asides are not the page's; where it states none, it has none.

Options:
  --max-bytes N     bytes of a page in UTF-8, at most (default: {default})

Examples:
  scutch-read page.html | scutch-meta | jq .meta
  scutch-read crawl.warc.gz | scutch-html2text --meta | scutch-segment | scutch-meta
  scutch-clean --meta --format jsonl crawl.warc.gz | jq -r '[.meta.published, .meta.title] | @tsv'
"""
from ..lm.tagnames import KINDS
from .metadata.pagefacts import meta_of
from .metadata.pagelines import lines_of
from .record import MAX_BYTES, PAGE
from .sources.decoding import page_of
from .stream.options import whole
from .stream.step import PageStep


def meta(record, *, max_bytes=MAX_BYTES):
    """Return [the record with what its page, its segments or both say, in "meta"].

    >>> page = "<title>Wind at sea - The Paper</title><meta name=author content='Ann Lee'>"
    >>> meta({"html": page, "url": "https://thepaper.org/2024/05/07/"})[0]["meta"]["title"]
    'Wind at sea'
    """
    return Meta(max_bytes)(record)


class Meta(PageStep):
    """The step."""

    def __init__(self, max_bytes):
        self._max_bytes = max_bytes

    def read(self, record):
        """Return the record, its segments checked; without segments [it with "meta"]."""
        return super().read(record) if "segments" in record else [self._with_meta(record)]

    def of_pages(self, pages):
        """Return the Pages with what their lines, and pages that are there yet, say in "meta"."""
        return pages.with_the_same_text(
            records=list(map(self._with_meta, pages.records, _lines_of(pages))))

    def _with_meta(self, record, lines=None):
        page = openings = None
        if lines is None or any(map(record.get, PAGE)):
            page, _ = page_of(record, self._max_bytes)
        if page is not None:
            from .html.guard.openings import opened
            openings = opened(page)
        return {**record, "meta": meta_of(record, openings, lines)}


def _lines_of(pages):
    """Yield the Lines of each of Pages, without hidden ones."""
    from .columns.pages import NUMBER_OF
    from .roles.page import evidence_in, roles_in
    all_roles, (starts, ends) = pages.added.get("role") or roles_in(pages), pages.tree.runs
    for page, main in enumerate(evidence_in(pages).headline.tolist()):
        rows, elements = pages.rows(page), pages.element_rows(page)
        h1 = (pages.element_tag[elements] == NUMBER_OF["h1"]).nonzero()[0]
        sizes = (ends - starts)[elements.start + h1]
        yield lines_of(pages.text[rows], all_roles[rows],
                       [f"{KINDS} "[kind] for kind in pages.kind[rows].tolist()],
                       (pages.element[rows] - elements.start).tolist(),
                       (~pages.hidden[rows]).tolist(), main - rows.start, h1.tolist(),
                       sizes.tolist())


OPTIONS = {"--max-bytes": {"type": whole(1), "default": MAX_BYTES}}


def make(opts):
    return Meta(opts.max_bytes)
