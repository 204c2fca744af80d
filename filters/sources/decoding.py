"""From a file's bytes, or an archive's record, to the record of a page.

A page's charset, its HTTP headers and the coding of its body are undone here, in any process.
"""
import base64
import struct
from collections.abc import Callable
from typing import Any

from ..errors import BadRecord, PassedOver, Unreadable, Unusable
from ..html.sniff import SNIFFED
from ..lazypattern import LazyPattern
from ..record import MAX_BYTES, PAGE, Record, with_note
from ..wording import needs
from .archives import Entry
from .iso639 import language_of
from .kinds import RESPONSE, no_page
from .responses import HTML, OTHER, VAGUE, Stated, begins_as_page, body_of, last_response, stated
from .saved import pages_in, unwrapped
from .units import CUT, Archived, File

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
