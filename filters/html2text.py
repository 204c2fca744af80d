"""html2text - turn a page's HTML into blocks of text with the evidence of its markup.

In:      records with "html" (text) or "html_b64" (bytes).
Out:     the same records with "title", "lang", "doc", "elements" and "segments"; "html" dropped.
Drops:   no record; comments, scripts, styles, images, templates and controls of the page.
Bad:     no html; html over --max-bytes; a PDF, a feed or the like in its place; a page that takes
         html5lib seconds. Records with "text" instead are passed on.
Memory:  up to 48 pages, of four million characters or one page, about ten times their size.

All text that browsers show is kept, except CDATA sections, which only XHTML has; text that they
hide is marked "hidden", and so are dialogs, what publishers keep out of search results
(data-nosnippet), line numbers of code, and <noscript> on pages with other text. Every segment
carries the counts that the classifiers need (link density, tags, markup), so that no later filter
needs the HTML. Text is repaired (ftfy) and in NFC, without control characters, ligatures in words
or doubled spaces. Words that only style sheets keep apart, such as those of two links, get a space;
10<sup>15</sup> is 10^15, and formulas in MathML are one line: (b-a)/2, x_1^2; pictures of formulas
and emoji are their alternative text, scripts with TeX that text. A permalink
anchor, such as ¶ in a heading, is no text. Code that a highlighter or editor made into a table, a
list or other elements is one block, without its line numbers and the button that copies it.

--marks writes where text is code, strong, emphasised, deleted, a link, an index or an exponent, and
where images are: see "marks" in the record. Of nested elements of one kind the outermost counts.
An image between blocks goes to the start of the next text in its element, else to the end of the
previous one. Its address may be in a srcset, a <source>, or where a script looks for it; icons,
avatars, and images that count visits are left out. Addresses are absolute by that of the page,
else by --url, <base>, or the canonical address that the page states. Links to scripts and data:
have no address. If a repair crosses an element's end, the text is marked only when one element
holds all of it.

--drop and --only take selectors of tags, .classes, #ids and [attributes], with their operators;
between two, a blank asks for the second inside the first, > for it directly inside. They see the
page as it was parsed, before anything of it is judged. --drop applies inside --only, too. A page
without any element that --only wants has no text, and a note in doc.notes. In a FILE a host stands
for those below it, too.

Options, of which -h shows --parser --keep-html --template --marks --meta --url --robots --drop
--only --max-segments:
  --parser {auto,html5lib,lexbor}
                    auto is lexbor if it is installed, else html5lib (default: auto)
  --keep-html       keep html in the record
  --template        write doc.template, by which scutch-archive then finds pages of one template:
                    from all elements, not only those that enclose text
  --marks           write which stretches of a segment's text are code, links, emphasis and the
                    like, and where images are; scutch-emit shows them
  --meta            write title, authors, dates and the like that the page states, as scutch-meta
                    before it would, at less cost
  + html.cssselectors
  --max-bytes N     bytes of a page in UTF-8, at most (default: {default})
  --max-segments N  blocks beyond this number are merged into the last one (default: {default})

Examples:
  scutch-read crawl.warc.gz | scutch-html2text > blocks.jsonl
  scutch-html2text --parser html5lib --html-key content pages.jsonl.gz | scutch-segment
  scutch-html2text --drop '.share, .related' --drop @sites.tsv pages.jsonl | scutch-segment
  scutch-html2text --marks pages.jsonl | scutch-segment | scutch-emit --format markdown --links
"""
import re
from functools import partial
from typing import NamedTuple

from .edge.console import plural
from .errors import Unusable
from .html.guard.limits import OVERLONG
from .html.normalhtml import template, unescaped
from .html.parse.wholepage import Missing, parser_named, tree_of_page
from .record import MAX_BYTES, MAX_SEGMENTS, PAGE, with_note
from .sources.decoding import HEAD, page_of, two_letters
from .stream.options import whole
from .stream.step import PageStep
from .text.repair import repaired

MAX_TITLE = 10_000       # characters of normal HTML, of the generator, too

DOCTYPE = re.compile(r"<!doctype([^>]*)", re.I)
# They read the tree, in which all names are in lower case
LANG = re.compile(r'<html(?: [^>]*?)? (?:xml:)?lang="([a-zA-Z]{2,3})[-_"]')
CONTENT_LANGUAGE = re.compile(
    r'<meta(?= [^>]*http-equiv="(?i:content-language)")[^>]* content="([a-zA-Z]{2,3})[-_",]')
CANONICAL = re.compile(
    r'<link(?= [^>]*rel="(?i:[^">]* )?(?i:canonical)["\s])[^>]* href="(https?:[^"]*)"')
OG_URL = re.compile(
    r'<meta(?= [^>]*(?:property|name)="(?i:og:url)")[^>]* content="(https?:[^"]*)"')
ROBOTS = re.compile(r'<meta(?= [^>]*name="(?i:robots)")[^>]* content="([^"]*)"')
THREAD = b"DiscussionForumPosting"       # of schema.org
GENERATOR = re.compile(r'<meta(?= [^>]*name="(?i:generator)")[^>]* content="([^"]*)"')


def html2text(record, **options):
    """Return [the record with title, lang, doc, elements and segments of its page].

    options: see Html2Text.
    Raises:   BadRecord, codes "no_html", "not_html", "too_large".

    >>> html2text({"html": "<title>T</title><p>Farms <b>at sea</b>."})[0]["segments"][0]["text"]
    'Farms at sea.'
    """
    return Html2Text(**options)(record)


class Parsed(NamedTuple):
    """A parsed page.

    record: the page's, without its HTML. doc: its "doc", without facts from the tree.
    tree:   normal HTML. chars: length of the page. notes, mended: from before and after parsing.
    """

    record: dict
    doc: dict
    tree: str
    chars: int
    notes: list
    mended: list

    @property
    def cut(self):
        """The note on dropped text, "" if there is none."""
        return next((note for note in self.notes if OVERLONG in note), "")


def states_thread(page):
    """Return whether a page, bytes, states in JSON-LD or microdata that it is a thread of a forum.

    >>> [states_thread(text) for text in (b"<p itemtype='//schema.org/DiscussionForumPosting'>",
    ...                                   b"<p>DiscussionForumPosting", b"DiscussionForumPosting")]
    [True, False, False]
    """
    at = page.find(THREAD)
    if at < 0:                           # as nearly all
        return False
    tag = page.rfind(b"<", 0, at)
    return tag >= 0 and (page[tag:tag + 8].lower() == b"<script "
                        or page.find(b">", tag, at) < 0)


def _address(source):
    """Return the address of a Parsed page, without one what the page states, or None."""
    url, tree = source.record.get("url"), source.tree
    stated = None if url else CANONICAL.search(tree, 0, HEAD) or OG_URL.search(tree, 0, HEAD)
    return unescaped(stated[1]) if stated else url


class Html2Text(PageStep):
    """The step, which makes Pages of records; plain text is passed on.

    parse:    function from a page to its tree as normal HTML, see html/parse/parsers.py; None: the
              fastest that is installed.
    template: function from a page in normal HTML to what doc.template says of it, or None.
    marks:    whether segments have their code, links, emphasis and images in "marks".
    meta:     whether the record has "meta", as scutch-meta makes it of the page.
    choice:   the Choice of elements, see hosts/siteselectors.py, or None.
    url:      of a page whose record has none.
    robots:   whether doc.robots has what the page asks of robots.
    """

    of_pages = None                      # those of a chain are records first

    def __init__(self, *, parse=None, keep_html=False, max_bytes=MAX_BYTES,
                 max_segments=MAX_SEGMENTS, template=None, marks=False, meta=False, choice=None,
                 url=None, robots=False):
        self._parse, self._choice, self._url, self._meta = parse, choice, url, meta
        self._most_bytes, self._keeps_html = max_bytes, keep_html
        self._most, self._template = max_segments, template
        self._marks, self._robots = marks, robots

    def read(self, record):
        """Return a record's page as Parsed; [it] where it has plain text."""
        from .html.guard.openings import opened
        page, doc = page_of(record, self._most_bytes)
        if page is None:
            return [record]
        openings = opened(page)
        if self._url and not record.get("url"):
            record = {**record, "url": self._url}
        if self._meta:
            from .metadata.pagefacts import meta_of
            record = {**record, "meta": meta_of(record, openings)}
        tree, notes, mended = tree_of_page(openings, self._parse,
                                           self._choice and partial(self._choice, record))
        record = {key: value for key, value in record.items()
                  if self._keeps_html or key not in PAGE}
        doc = {**doc, "doctype": _doctype(page)}
        if states_thread(openings.page):
            doc["thread"] = True
        return Parsed(record, doc, tree, len(page), notes, mended)

    def of_records(self, read):
        """Return the Pages of a list of Parsed."""
        from .html.arrays.tocolumns import columns_in
        urls = list(map(_address, read)) if self._marks else None
        pages, facts = columns_in([source.tree for source in read], self._most, urls)
        chars = [int(pages.chars[pages.rows(page)].sum()) for page in range(len(pages))]
        pages.records = list(map(self._with_facts, read, chars, facts))
        return pages

    def _with_facts(self, page, chars, facts):
        """Return the record of a Parsed page with doc, lang and title; facts: see columns_in.

        metas: those of the whole page: many open their body in the head.
        """
        title, metas, merged, numbers = facts
        metas = "".join(metas)
        generator = GENERATOR.search(metas)
        doc = {**page.doc, "chars": chars, "markup_chars": max(0, page.chars - chars),
               "generator": repaired(unescaped(generator[1][:MAX_TITLE])) if generator else None}
        if self._template:
            doc["template"] = self._template(page.tree)
        if self._robots and (asked := ROBOTS.findall(metas)):
            words = [word.strip().lower() for word in ",".join(asked)[:MAX_TITLE].split(",")]
            doc["robots"] = [repaired(unescaped(word)) for word in dict.fromkeys(words) if word]
        if numbers:
            doc["list_numbers"] = numbers
        past = f"past {self._most}"
        over = [plural(merged, f"block {past} was", f"blocks {past} were")
                + " merged into the last"] if merged else []
        for note in [*page.notes, *over, *page.mended]:
            doc = with_note(doc, note)
        out = dict(page.record)
        lang = LANG.search(page.tree, 0, HEAD) or CONTENT_LANGUAGE.search(metas)
        if lang and not out.get("lang"):
            out["lang"] = two_letters(lang[1].lower())
        if title is not None and not out.get("title"):
            out["title"] = repaired(unescaped(title[:MAX_TITLE]))
            if len(title) > MAX_TITLE:
                doc = with_note(doc, f"a title of {len(title)} characters was cut to {MAX_TITLE}")
        return {**out, "doc": doc, "elements": None, "segments": None}


def _doctype(page):
    """Return html5, xhtml1, html4, other or None, by the words Schäfer 2016 (Table 1) looks for.

    >>> _doctype('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">')
    'html4'
    """
    match = DOCTYPE.search(page, 0, HEAD)
    if not match:
        return None
    words = match[1].lower()
    if "xhtml 1" in words:
        return "xhtml1"
    if "html 4" in words:
        return "html4"
    return "html5" if words.strip() == "html" else "other"


OPTIONS = {
    "--max-bytes": {"type": whole(1), "default": MAX_BYTES},
    "--max-segments": {"type": whole(1), "default": MAX_SEGMENTS}}


def make(opts):
    try:
        name, parse = parser_named(opts.parser)
    except Missing as error:
        raise Unusable(str(error)) from None
    choice = None
    if opts.drop or opts.only:
        from .hosts.siteselectors import Choice
        choice = Choice(opts.drop or (), opts.only or ())
    step = Html2Text(parse=parse, choice=choice, template=template if opts.template else None, **{
        key: getattr(opts, key) for key in ("keep_html", "max_bytes", "max_segments", "marks",
                                            "meta", "url", "robots")})
    step.signature = [f"tree:{name}"]
    return step
