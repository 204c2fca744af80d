"""From a file's bytes, or an archive's record, to the record of a page.

A page's charset, its HTTP headers and the coding of its body are undone here, in any process; a
page in a file of its own may have the wrapper of the program that saved it."""
import base64
import re
import struct
from collections.abc import Callable
from html import unescape
from itertools import pairwise
from typing import Any

from ...lm.rules import more_of, rules, values_of
from ..edge.bytestreams import numbered_lines
from ..edge.console import needs
from ..edge.jsonlines import encode
from ..errors import TRUNCATED, BadRecord, PassedOver, Unreadable, Unusable
from ..html.sniff import SNIFFED, WHOLE_PAGE
from ..lazypattern import LazyPattern
from ..record import MAX_BYTES, PAGE, Record, is_blank, object_of, with_note
from .archives import Entry
from .kinds import RESPONSE, check_page, no_page
from .responses import HTML, OTHER, VAGUE, Stated, begins_as_page, body_of, last_response, stated
from .units import CUT, Archived, File, Line

# ---------------- codes of languages, three letters (ISO 639-3) to two (ISO 639-1)

TWO_LETTERS = more_of(rules("iso639")["TWO_LETTERS"])


def two_letters(code):
    """Return the code of two letters for one of three; any other code as it is.

    >>> two_letters("pol"), two_letters("cze"), two_letters("de"), two_letters("ceb")
    ('pl', 'cs', 'de', 'ceb')
    """
    return TWO_LETTERS.get(code, code)


def language_of(header):
    """Return the first language that a WARC-Identified-Content-Language header names, or None.

    >>> language_of("deu,eng"), language_of("ceb"), language_of("")
    ('de', 'ceb', None)
    """
    first = (header or "").partition(",")[0].strip().lower()
    if not (first.isascii() and first.isalpha() and 2 <= len(first) <= 3):
        return None
    return two_letters(first)


# ---------------- a page in a file of its own

# What the makers of CleanEval put around a page, and what programs put into one that they save
WRAPPER, SAVED = (LazyPattern(values_of(rules("kinds")[name]).encode(), re.X)
                  for name in ("WRAPPER", "SAVED"))
WRAPPER_END = LazyPattern(rb"\s*</text>\s*\Z", re.I)

NO_URL = b"//internet.e-mail"        # by which Windows marks pages of its own

# The end of a page and the beginning of another; text between them, such as the names that tail
# writes; and what belongs to the beginning: a head, as of curl -i, a byte order mark
PAGE_TAG = LazyPattern(rb"(?P<end></html\s*>)|<(?:!doctype\s+html|html)[\s>]", re.I)
BETWEEN = LazyPattern(rb"(?>[^<]|<=|<\?xml[^>]*>|<!--(?>(?!-->).)*-->)*", re.I | re.S)
LEAD = LazyPattern(rb"HTTP/\d[^\n<]*\n(?:[\w-]+:[^\n]*\n)*\r?\n|\xef\xbb\xbf|<\?xml", re.I)
WITH_TEXT = LazyPattern(rb">\s*[^\s<]")

GLUED = LazyPattern(values_of(rules("kinds")["NO_BLANK"]), re.X)
MARKUP = LazyPattern("<[^<>]*>")
FACT = LazyPattern(r'\s(id|url|timestamp|title|lang)="(?!unknown")([^"]+)"')


def documents_in(source, most):
    """Yield (place, Line or BadRecord) of the documents of a corpus in our xml or vrt: as JSON.

    The text has a line for each <div>; tokens of vrt are joined, with blanks but for those before
    and behind punctuation marks that have none.
    most:    bytes of a document.
    """
    is_vrt = re.search(rb"<div[^>]*>\r?\n", source.head) is not None
    record, place, blocks, size = {}, "", [], 0
    for at, line, left_out in numbered_lines(source):
        text, size = line.decode("utf-8", "replace"), size + len(line) + left_out
        if text.startswith("<doc "):
            record = {name: unescape(value) for name, value in FACT.findall(text)}
            place, blocks, size = at, [], 0
        elif text == "</doc>":
            whole = "\n".join(map(" ".join, filter(None, blocks)))
            record["text"] = GLUED.sub("", whole) if is_vrt else whole
            yield place, Line(encode(record)) if size <= most else BadRecord(
                f"a document of over {most} bytes", "too_large", {"id": place})
            record = {}
        elif size <= most:
            if not is_vrt or text.startswith("<div") or not blocks:
                blocks.append([])
            blocks[-1] += filter(None, [unescape(MARKUP.sub("", text))])
    if record:
        yield place, BadRecord("the corpus breaks off in this document", TRUNCATED, record)


def pages_in(data):
    """Return the pages that stand one after the other in bytes, as cat writes them.

    >>> pages_in(b"<p>One.</html><html><p>Two.</html> <html></html>")
    [b'<p>One.</html>', b'<html><p>Two.</html> <html></html>']
    """
    ends = [at for at in map(data.find, (b"</html", b"</HTML")) if at >= 0]
    begins = [(LEAD.search(data, end.end(), begin.start()) or begin).start()
              for end, begin in pairwise(PAGE_TAG.finditer(data, min(ends)) if ends else ())
              if end["end"] and not begin["end"]
              and BETWEEN.fullmatch(data, end.end(), begin.start())]
    begins = [begin for begin, end in pairwise([*begins, len(data)])
              if WITH_TEXT.search(data, begin, end)]
    return [data[begin:end] for begin, end in pairwise([0, *begins, len(data)])]


def unwrapped(page):
    """Return (url and title as a page's wrapper states them; its bytes without the wrapper).

    >>> unwrapped(b"<!-- saved from url=(0016)http://a.example --><p>")[0]
    {'url': 'http://a.example'}
    """
    facts = {}
    wrapper = WRAPPER.match(page)
    if wrapper:
        from ..html.charset import decode_page
        url, title = (decode_page(part or b"")[0]
                      for part in (wrapper["url"] or wrapper["bare"], wrapper["title"]))
        facts = {"url": url} if url else {}
        if title:
            facts["title"] = unescape(title)
        page = WRAPPER_END.sub(b"\n", page[wrapper.end():])
    saved = SAVED.search(page[:SNIFFED])
    if saved and "url" not in facts:
        url = saved["url"] or b"http://" + saved["mirrored"].removeprefix(b"http://")
        if not url.endswith(NO_URL):
            facts["url"] = url.decode("utf-8", "replace")
    return facts, page


def whole(source, most):
    """Read a source, but `most` bytes of it at most; return (these bytes, a doc with notes).

    What follows a whole compressed page and is not compressed is dropped, as gzip does.
    Raises:  an error that bytestreams.broken knows, where compressed data is broken.
    """
    parts, missing, doc = [], most, {}
    try:
        while missing and (piece := source.stream.read1(missing)):
            parts.append(piece)
            missing -= len(piece)
    except Exception:
        if not (source.stream.members and source.stream.members.is_followed):
            raise
        doc = with_note(doc, "what is behind its compressed data was left out")
    return b"".join(parts), doc


# ---------------- records of pages

OF_PAGE = {*PAGE, "text", "segments", "errors"}     # a record has one of them
OF_SERVER = "server", "last-modified"    # headers of a response that are kept

# What maxminddb raises where a file is damaged: InvalidDatabaseError, and these without its module
# in C. RuntimeError is the base of both it and RecursionError.
DAMAGE = (RuntimeError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError,
          MemoryError, struct.error)
ISO_DATE = LazyPattern(r"\d{4}(?:-\d\d){0,2}(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?")


class Decoder:
    """Called with a place and what was read there (see units.py), it returns the record.

    max_bytes:  of a page, decompressed; a larger one is a BadRecord.
    raw:        give its bytes as html_b64 instead of html.
    any_status: take the pages of responses with any status, not only 2xx.
    json_lines: function from a place and a Line to its record; None: JSON lines are not read.
    geoip:      function from an IP address to the code of its country, or None.
    Raises:     BadRecord; PassedOver for what is no page.
    """

    def __init__(self, max_bytes: int = MAX_BYTES, raw: bool = False, any_status: bool = False,
                 json_lines: Callable[[str, Any], Record] | None = None,
                 geoip: Callable[[str], str | None] | None = None) -> None:
        self.max_bytes = max_bytes
        self.raw = raw
        self.any_status = any_status
        self.json_lines = json_lines
        self.geoip = geoip

    def __call__(self, place: str, unit: Any) -> Record:
        if isinstance(unit, Archived):
            return self._of_response(place, unit.data, unit.entry, unit.archive)
        if isinstance(unit, File):
            return self._of_file(place, unit)
        assert self.json_lines, "lines are read where there is a decoder for them"
        record = self.json_lines(place, unit)
        return record if unit.listed else with_page(record)      # html2text sees the others

    def check(self, status: int | None, type_: Stated) -> None:
        """Check that a response may be a page; status: None if it is not known.

        Raises:  PassedOver.
        """
        if status is not None and status // 100 != 2 and not self.any_status:
            raise PassedOver("other_status")
        if type_.verdict == OTHER:
            raise PassedOver(type_.not_html)

    def _of_file(self, name, file):
        record, page = {"id": name}, file.data
        if file.kind == "text":
            return self._with("text", record, page, doc=file.doc)
        if RESPONSE.match(page):         # as curl -i writes it
            return self._of_response(name, page, Entry(len(page), *[None] * 7), None)
        facts, page = unwrapped(page)
        return self._with("html", {**record, **facts}, page, doc=file.doc)

    def _of_response(self, place, data, entry, archive):
        """Return the record of a response, or of what an archive has in place of one.

        archive: the name of it, None for a page with its HTTP headers in a file.
        """
        url = (entry.url or "").removeprefix("<").removesuffix(">")     # wget 1.19 has them
        record = {"id": url or place}
        metadata = {"warc_file": archive} if archive else {}
        type_ = None
        try:
            status, header, body = last_response(data)
            content_type = entry.content_type if status is None else header("content-type")
            type_ = stated([content_type, entry.content_type, entry.payload_type])
            self.check(status, type_)
            facts = {"warc_offset": entry.place, "warc_length": entry.length,
                     "http_content_type": content_type, "ip": entry.ip,
                     **{f"http_{name.replace('-', '_')}": header(name) for name in OF_SERVER},
                     "country": self.geoip(entry.ip) if self.geoip and entry.ip else None}
            metadata |= {key: value for key, value in facts.items() if value is not None}
            record |= ({"url": url} if url else {}) | (
                {"timestamp": timestamp} if (timestamp := _iso(entry.date or "")) else {})
            body, is_whole = body_of(body, header, self.max_bytes)
        except BadRecord as error:
            if archive and type_ and type_.verdict != HTML:
                raise PassedOver(type_.not_html) from None
            error.record = {**record, "metadata": metadata} if archive else record
            raise

        is_part = entry.truncated or entry.segment
        notes = [f"{CUT} by the crawler: {entry.truncated}" if entry.truncated else None,
                 f"{CUT}: the first segment of a record in segments" if entry.segment else None,
                 entry.note, None if is_whole or is_part else f"{CUT}: its body has no end"]
        doc = {"notes": list(filter(None, notes))} if any(notes) else {}
        is_cut, is_page = entry.size > len(data), begins_as_page(body)
        if archive and entry.type.lower() == "conversion" and type_.type == "text/plain":  # of WET
            if language := language_of(entry.languages):
                record["lang"] = language
            return self._with("text", record, body, is_cut, None, doc, metadata)
        if archive and type_.verdict == VAGUE and not is_page:
            raise PassedOver(type_.not_html)
        if not is_page and (foreign := no_page(body[:SNIFFED])):         # whatever its type
            raise PassedOver(f"not_html: {foreign}")
        is_text = not archive and type_.type == "text/plain" and not is_page
        if not is_text and len(pages_in(body)) > 1:          # of a file each is a record
            doc = with_note(doc, "another page follows the end of the page")
        return self._with("text" if is_text else "html", record, body, is_cut, content_type, doc,
                          metadata)

    def _with(self, field, record, data, cut=False, content_type=None, doc=None, metadata=None):
        """Return the record with its page, "html", or plain text, "text", in that field.

        cut: whether data is not all of it.
        """
        more = {"metadata": metadata} if metadata else {}
        if cut or len(data) > self.max_bytes:
            raise BadRecord(f"a page of over {self.max_bytes} bytes", "too_large",
                            {**record, **more})
        if self.raw and field == "html":
            return {**record, "html_b64": base64.b64encode(data).decode(), "doc": doc or {}, **more}
        from ..html.charset import charset_of, decode_page
        text, charset, why, note = decode_page(data, charset_of(content_type), record.get("url"))
        doc = {"charset": charset, "charset_from": why, **(doc or {})}
        return {**record, field: text, "doc": with_note(doc, note) if note else doc, **more}


def with_page(record: Record) -> Record:
    """Return a record of JSON lines. Raises BadRecord where it has no page."""
    if not OF_PAGE.intersection(record):
        raise BadRecord('no page in it: "html", "html_b64", "text" or "segments" is required; '
                        "--html-key and --text-key name other fields", "no_page", record)
    return record


def _iso(date):
    """Return a date of WARC or ARC as ISO 8601, "" if it is not a date.

    >>> _iso("20080101120000"), _iso("2025-03-19T08:06:18Z"), _iso("yesterday")
    ('2008-01-01T12:00:00Z', '2025-03-19T08:06:18Z', '')
    """
    if len(date) == 14 and date.isdecimal():
        return "{}{}-{}-{}T{}:{}:{}Z".format(*(date[i:i + 2] for i in range(0, 14, 2)))
    return date if ISO_DATE.fullmatch(date) else ""


class Countries:
    """A reader of a .mmdb file: called with an IP address, it returns the country's code or None.

    Memory:  the file is mapped, not read.
    Raises:  Unusable without the maxminddb package, and where the part of the file that it needs is
             damaged; Unreadable for a file that is no such database.
    """

    def __init__(self, path):
        try:
            import maxminddb
        except ImportError:
            raise Unusable(needs("--geoip", "geoip")) from None
        self._path = path
        try:
            self._reader = maxminddb.open_database(path)
            self._versions = {4, self._reader.metadata().ip_version}
        except DAMAGE as error:
            raise Unreadable(path, f"not a database of MaxMind's format ({error})") from None

    def __call__(self, address):
        import ipaddress
        try:
            address = ipaddress.ip_address(address.strip())
        except ValueError:
            return None
        if address.version not in self._versions:
            return None
        try:
            entry = self._reader.get(address)
        except DAMAGE as error:
            raise Unusable(f"{self._path}: the database is damaged ({error})") from None
        for name in ("country", "registered_country"):
            country = entry.get(name) if isinstance(entry, dict) else None
            if isinstance(country, dict) and isinstance(country.get("iso_code"), str):
                return country["iso_code"]
        return None


# ---------------- the text of the page that a record holds

HOLDERS = [("html", str), ("html_b64", str), ("text", str), ("segments", list)]
HEAD = 4_096             # code points in which doctype and the html tag stand


def page_of(record, max_bytes):
    """Return (the page's text or None where the record has plain text, its "doc").

    max_bytes: of the page in UTF-8.
    Raises:   BadRecord, codes "no_html", "not_html", "too_large".
    """
    doc = object_of(record, "doc")
    held = held_field(record)
    if held == "html":
        page = record["html"]
        if not WHOLE_PAGE.match(page):                   # nearly all do
            head = page[:HEAD].encode("utf-8", "replace")
            if RESPONSE.match(head):
                data, _, doc = _behind_head(page.encode("utf-8", "surrogatepass"), doc, max_bytes)
                page = data.decode("utf-8", "surrogatepass")
                head = data[:HEAD]
            check_page(head)
        if len(page) > max_bytes or (len(page) > max_bytes // 4 and
                                     len(page.encode("utf-8", "replace")) > max_bytes):
            raise BadRecord(f"html of over {max_bytes} bytes", "too_large")
        return page, doc if "charset" in doc else {**doc, "charset": "utf-8",
                                                   "charset_from": "text"}
    if held == "html_b64":
        return _decoded(record["html_b64"], record, doc, max_bytes)
    if held:
        return None, doc
    if isinstance(record.get("html"), (bytes, bytearray, memoryview)):      # of scutch.pipe
        raise BadRecord('"html" is bytes: text is required, or base64 of them as "html_b64"',
                        "no_html")
    raise BadRecord("neither html nor text: --html-key or --text-key names the field that holds it",
                    "no_html")


def held_field(record):
    """Return the name of the field that holds the page or its text, None where there is none.

    A blank one is passed over where a later one has something.

    >>> held_field({"html": " ", "text": "Hi."}), held_field({"html": " ", "text": ""})
    ('text', 'html')
    """
    held = [name for name, kind in HOLDERS if isinstance(record.get(name), kind)]
    return next((name for name in held if not is_blank(record[name])), held[0] if held else None)


def _decoded(encoded, record, doc, max_bytes):
    from ..html.charset import charset_of
    try:
        data = base64.b64decode(encoded, validate=True)
    except ValueError:
        raise BadRecord('"html_b64" is not base64', "no_html") from None
    declared = object_of(record, "metadata").get("http_content_type")
    return decoded(data, charset_of(declared), record.get("url"), doc, max_bytes)


def decoded(data, charset, url, doc, max_bytes=MAX_BYTES):
    """Return (the text of a page's bytes, `doc` with their charset); a response without its head.

    charset: as the HTTP header has it, None where that is not known.
    Raises:   BadRecord, codes "not_html", "too_large", "bad_head", "bad_encoding".
    """
    from ..html.charset import decode_page
    if len(data) > max_bytes:
        raise BadRecord(f"html of over {max_bytes} bytes", "too_large")
    if RESPONSE.match(data):
        data, of_head, doc = _behind_head(data, doc, max_bytes)
        charset = charset or of_head
    check_page(data)
    page, codec, why, note = decode_page(data, charset, url)
    doc = {**doc, "charset": codec, "charset_from": why}
    return page, with_note(doc, note) if note else doc


def _behind_head(data, doc, max_bytes):
    """Return (the body of a saved response, the charset in its head or None, `doc` with notes)."""
    from ..html.charset import charset_of
    _, header, body = last_response(data)
    content_type = header("content-type")
    if (type_ := stated([content_type])).verdict == OTHER:
        raise BadRecord(f"{type_.type}, not a page", "not_html")
    body, is_whole = body_of(body, header, max_bytes)
    if len(body) > max_bytes:
        raise BadRecord(f"html of over {max_bytes} bytes", "too_large")
    if not is_whole:
        doc = with_note(doc, f"{CUT}: its body has no end")
    return body, charset_of(content_type), doc
