"""read - turn WARC and ARC archives, HTML files and directories into records with "html".

In:      WARC and ARC archives, WACZ, WET files, CDX and CDXJ indexes of archives, HTML files, also
         with HTTP headers before them (curl -i), plain text, JSON lines, Parquet, directories;
         plain, .gz, .zst, .bz2 or .xz, recognised by their first bytes.
Out:     a record for each page: id (its url, else its file), url, timestamp, html, doc (charset
         and how it is known), metadata (archive, place in it, IP address, content type, server and
         last-modified of the response); title from the tag that CleanEval's makers put around a
         page, which is removed. Plain text and the texts of a WET file are text in place of html,
         with the language that it states as lang. JSON lines are passed on, and a row of Parquet
         is a record.
Drops:   responses whose headers state a type that surely is not HTML, such as image/png, those of
         any other type but HTML, text/plain too, that do not begin like a page, and those of HTML
         that are data of a program, such as JSON or a style sheet; those with a status other than
         2xx; requests and the like; pages that --drop-urls or --only-urls
         leaves out. --stats counts them, by type, too; one line on stderr has the last, another
         says where no page is left, or over half of the responses were no HTML.
Bad:     a page over --max-bytes, or that cannot be decompressed; a JSON object without a page; an
         archive that is damaged or truncated, after the whole records before that place (status 2
         if it is truncated). A
         record with a wrong length is read as far as it goes, with a note in doc; one line on
         stderr where the next record had to be searched for. So has a truncated page, by the
         crawler or within its coding; one line says how many are.
Memory:  one page; with --group-by-host 64 MB, and the pages on disk, in TMPDIR; 200 bytes for each
         line of a list of addresses.

An index, also rows of Common Crawl's columnar index in JSON or Parquet, gives the pages it lists,
in its order, from the archives it names, which must lie in its folder, or in archive/ beside that.
A WACZ gives those of its archives, and of WACZ files in it; unpacked, or as a crawl of Browsertrix
or pywb, the lists of pages and archives beside archive/ repeat them and are passed over.
Directories are read with all they contain, in the order of names, but links that lead out of them,
which one line on stderr counts; a file there is a page if its name ends in .html or the like, or if
it begins like a page, and its JSON lines are records if they have a field of a page. Of a page that
ArchiveBox has in several forms one is read; the folders of what belongs to saved pages, and those
of git and the like, are passed over. Pages one after the other in a file are records each, and so
are the documents of an xml or vrt of scutch-emit. JSON lines may have others among them, such as
those of a program's log, which are bad records. A file that cannot be opened, or has another format
(ZIP, PDF, CSV, HAR, a list of addresses, a corpus in vertical format ...), or is named .cdx, .cdxj
or .idx and is no such index, is named on stderr, with a tool that reads it; the others are read,
and the status is 2.

Options, of which -h shows --names --raw --group-by-host --any-status --drop-urls --only-urls
--text-key --html-key --id-key --max-bytes:
  --names           FILE, or stdin, lists the names of the inputs, one a line or each ended by a NUL
  --raw             write the bytes of a page as html_b64, instead of html
  --group-by-host   write the pages grouped by host, in the order of the hosts' names, www. left
                    out; pages without a url come first
  --any-status      also read pages of responses with a status other than 2xx
  + hosts.addresslists
  --text-key NAME   input field that holds plain text
  --html-key NAME   input field that holds HTML
  --id-key NAME     input field that names the document
  --geoip FILE.mmdb
                    write the country of the server, by the IP address in the archive and this file
                    in MaxMind's format; needs scutch[geoip]
  --max-bytes N     bytes of a page, decompressed, at most (default: {default})

Examples:
  scutch-read crawl.warc.gz | scutch-html2text > pages.jsonl
  find mirror -name '*.html' -print0 | scutch-read --names > pages.jsonl
  scutch-read --drop-urls blocked.txt crawl.warc.gz > pages.jsonl
  scutch-read --group-by-host crawl.warc.gz more.cdx | scutch-html2text > pages.jsonl
"""
from argparse import Namespace
from collections import Counter

from .hosts.addresslists import choosing
from .hosts.grouping import ByHost
from .record import MAX_BYTES
from .sources.decoding import Countries, Decoder, with_page
from .sources.pagesources import names_in, units_of
from .sources.units import Source
from .stream.inputs import decoder
from .stream.options import whole
from .stream.step import Step

READS_RECORDS = False
WRITES_RECORDS = True


OPTIONS = {"--max-bytes": {"type": whole(1), "default": MAX_BYTES}}


def make(opts):
    passed_over = Counter(not_html=0, other_status=0, other_records=0)
    of_line = decoder(Namespace(**{**vars(opts), "schema": "auto", "lines": False}))
    names = names_in(opts.files or ["-"]) if opts.names else opts.files
    decode = Decoder(opts.max_bytes, opts.raw, opts.any_status,
                     lambda place, line: with_page(of_line(place, line)),
                     Countries(opts.geoip) if opts.geoip else None)
    units = units_of(names or ["-"], decode, passed_over)
    step = ByHost() if opts.group_by_host else Step()      # which hands its source's records on
    step.source = Source(units, choosing(decode, opts), passed_over)
    return step
