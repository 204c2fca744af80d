"""From a file's bytes, or an archive's record, to the record of a page.

A page's charset, its HTTP headers and the coding of its body are undone here, in any process.
"""
import base64
from collections.abc import Callable
from typing import Any

from ..errors import BadRecord, PassedOver
from ..html.sniff import SNIFFED
from ..lazypattern import LazyPattern
from ..record import MAX_BYTES, PAGE, Record, with_note
from .iso639 import language_of
from .kinds import RESPONSE, no_page
from .responses import HTML, OTHER, VAGUE, Stated, begins_as_page, body_of, last_response, stated
from .saved import pages_in, unwrapped
from .units import CUT, Archived, File

OF_PAGE = {*PAGE, "text", "segments", "errors"}     # a record has one of them
OF_SERVER = "server", "last-modified"    # headers of a response that are kept

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
            return self._of_archived(place, unit)
        if isinstance(unit, File):
            return self._of_file(place, unit)
        assert self.json_lines, "lines are read where there is a decoder for them"
        record = self.json_lines(place, unit)
        if not OF_PAGE.intersection(record):
            raise BadRecord('no page in it: "html", "html_b64", "text" or "segments" is required; '
                            "--html-key and --text-key name other fields", "no_page", record)
        return record

    def check(self, status: int | None, type_: Stated) -> None:
        """Check that a response may be a page; status: None if it is not known.

        Raises:  PassedOver.
        """
        if status is not None and status // 100 != 2 and not self.any_status:
            raise PassedOver("other_status")
        if type_.verdict == OTHER:
            raise PassedOver(type_.not_html)

    def _check_body(self, body: bytes) -> None:
        """Check that a body is no data of a program, whatever its type; PassedOver names it."""
        if not begins_as_page(body) and (foreign := no_page(body[:SNIFFED])):
            raise PassedOver(f"not_html: {foreign}")

    def _of_file(self, name, file):
        record, page = {"id": name}, file.data
        if file.kind == "text":
            return self._with("text", record, page, doc=file.doc)
        if RESPONSE.match(page):
            return self._of_response(record, page)
        facts, page = unwrapped(page)
        return self._with("html", {**record, **facts}, page, doc=file.doc)

    def _of_response(self, record, body):
        """Return the record of a page with its HTTP headers before it, as curl -i writes them."""
        try:
            status, header, body = last_response(body)
        except BadRecord as error:
            error.record = record
            raise
        content_type = header("content-type") or ""
        type_ = stated([content_type])
        self.check(status, type_)
        try:
            body, is_whole = body_of(body, header, self.max_bytes)
        except BadRecord as error:
            error.record = record
            raise
        metadata = {"http_content_type": content_type, **_of_server(header)}
        metadata = {key: value for key, value in metadata.items() if value}
        self._check_body(body)
        is_text = type_.type == "text/plain" and not begins_as_page(body)
        return self._with("text" if is_text else "html", record, body, False, content_type,
                          _with_truncated({}, is_whole), metadata)

    def _of_archived(self, place, unit):
        """Return the record for an archive's record."""
        entry = unit.entry
        try:
            status, header, body = last_response(unit.data)
        except BadRecord as error:
            error.record = {"id": entry.url or place, "metadata": {"warc_file": unit.archive}}
            raise
        content_type = entry.content_type if status is None else header("content-type")
        type_ = stated([content_type, entry.content_type, entry.payload_type])
        is_text = entry.type.lower() == "conversion" and type_.type == "text/plain"    # of WET
        self.check(status, type_)

        url = (entry.url or "").removeprefix("<").removesuffix(">")     # wget 1.19 has them
        record = {"id": url or place} | ({"url": url} if url else {})
        if timestamp := _iso(entry.date or ""):
            record["timestamp"] = timestamp
        metadata = {"warc_file": unit.archive, "warc_offset": entry.place,
                    "warc_length": entry.length, "http_content_type": content_type,
                    "ip": entry.ip, **_of_server(header)}
        if self.geoip and entry.ip:
            metadata["country"] = self.geoip(entry.ip)
        metadata = {key: value for key, value in metadata.items() if value is not None}
        doc = with_note({}, f"{CUT} by the crawler: {entry.truncated}") if entry.truncated else {}
        if entry.segment:
            doc = with_note(doc, f"{CUT}: the first segment of a record in segments")
        if entry.note:
            doc = with_note(doc, entry.note)
        try:
            body, is_whole = body_of(body, header, self.max_bytes)
        except BadRecord as error:
            if type_.verdict != HTML:
                raise PassedOver(type_.not_html) from None
            error.record = {**record, "metadata": metadata}
            raise
        doc = _with_truncated(doc, is_whole or bool(entry.truncated or entry.segment))
        cut = entry.size > len(unit.data)
        if is_text:
            if language := language_of(entry.languages):
                record["lang"] = language
            return self._with("text", record, body, cut, None, doc, metadata)
        if type_.verdict == VAGUE and not begins_as_page(body):
            raise PassedOver(type_.not_html)
        self._check_body(body)
        return self._with("html", record, body, cut, content_type, doc, metadata)

    def _with(self, field, record, data, cut=False, content_type=None, doc=None, metadata=None):
        """Return the record with its page, "html", or plain text, "text", in that field.

        cut: whether data is not all of it.
        """
        more = {"metadata": metadata} if metadata else {}
        if cut or len(data) > self.max_bytes:
            raise BadRecord(f"a page of over {self.max_bytes} bytes", "too_large",
                            {**record, **more})
        if field == "html" and len(pages_in(data)) > 1:          # of a file each is a record
            doc = with_note(doc or {}, "another page follows the end of the page")
        if self.raw and field == "html":
            return {**record, "html_b64": base64.b64encode(data).decode(), "doc": doc or {}, **more}
        from ..html.charset import charset_of, decode_page
        text, charset, why, note = decode_page(data, charset_of(content_type), record.get("url"))
        doc = {"charset": charset, "charset_from": why, **(doc or {})}
        return {**record, field: text, "doc": with_note(doc, note) if note else doc, **more}


def _of_server(header):
    """Return the headers that describe the server and its copy, None where they are absent."""
    return {f"http_{name.replace('-', '_')}": header(name) for name in OF_SERVER}


def _with_truncated(doc, is_whole):
    return doc if is_whole else with_note(doc, f"{CUT}: its body has no end")


def _iso(date):
    """Return a date of WARC or ARC as ISO 8601, "" if it is not a date.

    >>> _iso("20080101120000"), _iso("2025-03-19T08:06:18Z"), _iso("yesterday")
    ('2008-01-01T12:00:00Z', '2025-03-19T08:06:18Z', '')
    """
    if len(date) == 14 and date.isdecimal():
        return "{}{}-{}-{}T{}:{}:{}Z".format(*(date[i:i + 2] for i in range(0, 14, 2)))
    return date if ISO_DATE.fullmatch(date) else ""
