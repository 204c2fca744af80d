"""emit - write the text of the segments to keep, in one of several formats.

In:      records with "segments"; where no limit is of these also with "text", which passes as it
         is, in text and other formats of paragraphs each line as one.
Out:     text       one segment per line, an empty line after each document
         sentences  one sentence per line, as scutch-segment has found them; with --columns a row
                    each, without empty lines, such as id,lang,text
         lines      the text, with the scores in tab-separated columns
         tsv        one document per line: id, tab, text with \\n, \\t and \\\\ for line breaks,
                    tabs and backslashes; scutch reads it by --schema tsv
         csv        a table with a header, a row for each document
         jsonl      the record with "text", less html, segments and elements; with --schema
                    or --id-key, --text-key by these names
         dolma      id, text, source, added, created, metadata, and attributes: for each score
                    its spans [start, end, score] in code points of text
         datatrove  text, id, metadata
         parquet    a Parquet file, for > or scutch-clean -o: id, url, text, title, lang,
                    timestamp, authors, date; meta, by field; scores, a list of name, start,
                    end and score as in dolma; more, all other fields of the record as JSON
         xml        <doc> with a <div> for each segment, its letter and score in bpc and bpv
         vrt        the same for the Corpus Workbench, one token per line
         tei        TEI P5, a <TEI> for each document, with a header of what scutch-meta has found;
                    with --corpus all in one <teiCorpus>
         markdown   headings with their level, lists with their depth, tables, fenced code and
                    quotations, by the elements around a segment; all else is escaped. Where
                    scutch-html2text --marks ran, code in text, and languages of fences
         html       an <article> for each document, of headings, paragraphs, lists, tables, code,
                    quotations and figures, with nothing of the page's own markup
Drops:   the segments outside --keep, --max and --min, those of --without, all but those of
         --only-roles, and all of a document beyond --min-f, --min-precision or --max-quality,
         counted on stderr. Where any of these is given, hidden segments go, but for those that the
         model of --keep auto knows to be text.
         In text, sentences, lines, markdown, xml, vrt, tei and html a document of which nothing is
         kept leaves no trace but on stderr, a count and three names, and in --dropped by the rule
         "nothing kept"; the others have a line for each record, with empty text.
         Where the text is not that of the record, what another program notes of places in that,
         such as the attributes of Dolma, is left out, with a note in doc.notes.
Bad:     neither segments nor text; without the value that decides a segment or document, and with
         a limit of segments plain text, with status 2. Nothing of such a record is kept; the
         formats with one document per line say why in errors. Where the first record has none of
         them nothing is written.
Memory:  one record; with parquet also the rows of a group, 10,000 or 16 MB, about three times.

html is valid and safe to show: none of it is of the page but text and addresses, of http, https,
ftp, mailto and tel. scutch-view shows what was kept and why.
Text has spaces for the tabs between cells, and keeps the lines of code, except empty ones, with
their tabs; in lines a segment of several lines becomes one.
What scutch-meta has found is in "meta" of jsonl; in "metadata" of dolma and datatrove as author,
date, sitename and so on; in attributes of <doc> of xml and vrt, unknown where it is missing; in the
header of tei, whose own scores, letters and roles are attributes in the namespace urn:scutch.
--meta shows it in markdown, too, and --columns in csv and tsv.
<doc> of xml and vrt has the scores quality and f of the document. Where scutch-quality has run it
has badness, by texrex's names: bdv, and in bdc a letter for each five, a to j, unknown for a text
of less than 100 words.
--marks shows what scutch-html2text --marks has found in text: in xml, vrt and tei by <code>, by <hi
rend> with bold, italic, sub, sup or strikethrough, and by <ref target>; images by <graphic>, which
vrt does not have; in jsonl by "marks", of the joined text. In vrt they are around whole tokens,
without an index inside one (cwb-encode: -S code:0+lang -S hi:1+rend -S ref:0+target). --links,
--images and --emphasis show them in html and markdown: **strong**, *emphasised*, ~~deleted~~, or
tags such as <em> where such marks would not be read as these. An image beside text that is left
out, such as its caption, is kept where the nearest running text is, but not in teasers, menus and
the like. In formats of one document per line --images lists the addresses of all shown images in
meta.images, a column of csv: those of the kept text first, each part in the order of the page.
In vrt white space separates tokens, and punctuation marks at either end are tokens of their own;
encode it with cwb-encode -xsB -c utf8 -S doc:0+id+url+timestamp+lang+title -S div:0+type+bpc+bpv
-S s:0, with any other fields added to doc, each after a plus.
With --structure xml has <table>, <list>, with rend="numbered", and <quote> around the <div>s in
them, and level in those of headings; without it it is flat, as cwb-encode -S div:0 reads it.
With --mark-repeats, xml and vrt have text that the document has before in <dup idx="7" of="3">: the
numbers, from 0, of this <div> and of the first with this text (cwb-encode: -S dup:0+idx+of). In
tei they are attributes, scutch:idx and scutch:of.
--sentences writes the places of sentences in the text of jsonl: jq '.text[$from:$to]' has one.
--text markdown and --text html put such a text into the formats of one document per line, in place
of plain text; dolma and parquet then have no scores, which are about places in that.
--split-comments puts readers' comments, by their role, into a field of their own, "comments" (in
"metadata" of dolma and datatrove, in "more" of parquet), and in xml and tei into a <div
type="comments"> at the end.
--mark-ppl LIMIT keeps the sentences that scutch-prune --wordlm LIMIT would remove, and marks them
as PyPlexity does: <ppl 5321.7>Home About</ppl>. It works with the formats of plain text and JSON.

Options, of which -h shows --format --meta --links --marks --by --keep --max --without --max-quality
--dropped:
  + sinks.formats
  --mark-ppl LIMIT  mark the sentences over this perplexity per token, or over a percentile,
                    pN:FILE; needs the scores of scutch-wordlm
  + selection.sentencelimits

Examples:
  scutch-tag scored.jsonl | scutch-emit --keep a-e > clean.txt
  scutch-emit --format dolma --by charlm scored.jsonl | gzip > documents.jsonl.gz
  scutch-emit --format html --keep auto --images scored.jsonl > articles.html
  scutch-emit --format lines --max 0.2 scored.jsonl | cut -f 1
"""
import sys
from functools import partial

from . import stream
from .errors import BadRecord, Unusable
from .record import plain_text, segments_of
from .selection.keptpictures import with_images, with_pictures
from .selection.segments import Judging, Selection, in_turn, left_out
from .selection.sentencelimits import limit_of, limits_of, marked
from .sinks.document import without_comments
from .sinks.formats import LISTING, RECORD, ROWS, format_of, packing_of, shown_of, sink
from .sinks.jsonformats import OF_COMMENTS, document, fitting, with_places
from .stream.inputs import given_back
from .stream.printedlines import joined_text, printed
from .stream.step import Step, emptied

TEXT = sink("text")
PLAIN = {"text", "tsv", "csv", "jsonl", "datatrove", RECORD}    # without the segments' evidence
MARKUP = {"xml", "vrt", "tei", "html", "markdown"}      # formats with marks of their own
HAS_FORMATS = True       # --format lines, in place of --score-columns
OF_ITS_OUTPUT = {"schema", "text_key", "id_key"}     # shared options: how jsonl names fields


def emit(record, select=segments_of, write=TEXT, rows=False, shape=None):
    """Return [the record's bytes in the output], Dropped where nothing is kept.

    select:  function from a record to its kept segments.
    write:   function from a record and its kept segments to bytes: see sinks.
    rows:    whether that is a line for each document; else each line of plain text is a segment.
    shape:   function from a record and its kept segments to what is written, such as `shaped`.

    >>> emit({"id": "a", "segments": [{"text": "Hi.\\x00"}]}, write=sink("jsonl"))
    [b'{"id":"a","text":"Hi. "}\\n']
    """
    segments = select(record)
    if plain_text(record) is not None and (shape or not rows):
        segments = [{**segment, "text": line} for segment in segments
                    for line in segment["text"].split("\n")]
    kept = printed(segments)
    if shape:
        record, kept = shape(record, kept)
    done = [write(fitting(record, kept), kept)]
    return done if kept else emptied(done, None if rows else record)


def shaped(record, kept, render, split, images):
    """Return (the record, the kept segments) with texts in another shape.

    images:  whether meta.images lists those of the page.
    render:  function from both to their text as bytes, which is then that of one segment, or None.
    split:   whether the text of comments is a field of its own.
    """
    def text_of(segments):
        return render(record, segments).decode().rstrip("\n") if render else joined_text(segments)
    if images:
        record = with_images(record, kept)
    if split:
        if record.get("comments") is not None:
            raise BadRecord('"comments", which --split-comments would overwrite: rename them')
        kept, comments = without_comments(kept)
        record = with_places({**record, "comments": text_of(comments)}, [] if render else comments,
                             OF_COMMENTS)
    return record, [{"text": text_of(kept), "kind": "p"}] if render and kept else kept


class Emit(Step):
    """The step: from a record to [bytes], or to [a record] in the format RECORD.

    rows: see emit.
    plain: whether the format shows nothing of segments but their text: see Step.reads_text.
    may_keep: see Step.
    packing: see Step.
    limits: DocumentLimits of records of which nothing is kept, None for none.
    shape: see emit.
    """

    def __init__(self, select, write, rows, plain=False, packing=None, limits=None, shape=None,
                 may_keep=None):
        self.select, self.packing, self._limits, self._shape = select, packing, limits, shape
        self._write, self._rows = write, rows
        self.is_silent = not rows
        self.reads_text, self.may_keep = plain, may_keep
        self.write = None if write is document else self._placeholder

    def __call__(self, record):
        """Return [the bytes of a record]."""
        beyond = self._limits and self._limits(record)
        if beyond:
            return left_out(record, beyond, self.write)
        return emit(record, self.select, self._write, self._rows, self._shape)

    def _placeholder(self, refused):
        """Return the bytes of a refused record, without its text."""
        return self._write(refused, [])


def of_marked_sentences(record, limits):
    """Return the segments of a record with marks around the sentences beyond `limits`."""
    return list(map(marked, record.get("segments"), limits(record)))


def of_pictures(record, select):
    """Return the segments that `select` keeps, with the pictures beside them."""
    return with_pictures(record, select(record))


OPTIONS = {"--mark-ppl": {"type": limit_of}}


def make(opts):
    name = format_of(opts)
    select = Selection(opts)
    of_documents = Judging(select.of_documents) if select.of_documents else None
    if not select.by_letter:
        stream.refuse(sys.modules[__name__], opts, ["letters"], "without --keep LETTERS")
    plain = name in PLAIN and not (
        opts.marks or opts.images or opts.sentences or opts.text or opts.split_comments)
    limits, may_keep = limits_of(opts, opts.mark_ppl), select.may_keep
    if limits:
        if {name, opts.text} & MARKUP:
            raise Unusable(f"--mark-ppl is for plain text, not for {opts.text or name}")
        plain, select = False, in_turn(partial(of_marked_sentences, limits=limits), select)
    choose = Judging(select)
    if opts.images or opts.marks:
        choose = partial(of_pictures, select=choose)
    shape, of_fields = None, opts.split_comments and name not in MARKUP
    is_listing = opts.images and name in LISTING
    if opts.text or of_fields or is_listing:
        render = sink(opts.text, shown=shown_of(opts)) if opts.text else None
        shape = partial(shaped, render=render, split=of_fields, images=is_listing)
    if name == RECORD:
        return Emit(choose, document, True, plain, shape=shape, may_keep=may_keep)
    write = sink(name, **vars(opts), names=given_back(opts), shown=shown_of(opts))
    packing = packing_of(name, opts.columns, opts.corpus)
    return Emit(choose, write, name in ROWS, plain, packing, of_documents, shape, may_keep)
