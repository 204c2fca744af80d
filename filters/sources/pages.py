"""Records of pages, from archives, files and directories."""
import base64
import os
import re
from collections import Counter
from itertools import islice

from ..edge.compression import broken
from ..errors import TRUNCATED, BadRecord, Unreadable
from ..html.sniff import SNIFFED, looks_like_html
from ..lazypattern import LazyPattern
from ..record import MAX_BYTES, with_note
from .formats import binary_page
from .indexes import INDEX_NAME
from .iso639 import language_of
from .kinds import ARCHIVE_NAME, PAGE_NAME, RESPONSE, open_source

OVERHEAD = 1 << 20       # bytes of headers, chunk sizes and wrapping that may come on top

RECORDS_NAME = LazyPattern(r"\.(?:jsonl|ndjson)(?:\.\w{2,4})?$", re.I)
RECORD_FIELD = LazyPattern(rb'"(?:html|html_b64|text|segments|content|raw_content|[htp])":\s*["\[]')

HTML_TYPES = {"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"}
# Types that servers give to pages among others, "no-type" and the like in ARC where they gave none
VAGUE_TYPES = {"", "-", "no-type", "unk", "unknown/unknown", "application/unknown", "*/*",
               "text/plain", "text/xml", "application/xml", "application/octet-stream"}

# What the makers of CleanEval put around each page; the encoding in it is their guess.
WRAPPER = LazyPattern(rb"""
    <text\ id= (?: "(?P<url>[^"]*)" | (?P<bare>[^>\s]*) )
    (?: \s+title="(?P<title>[^"]*)" )?
    (?: \s+\w+="[^"]*" ){0,9} [^>]* > [ \t]*\r?\n?
    """, re.X)
WRAPPER_END = LazyPattern(rb"\s*</text>\s*\Z", re.I)

OF_SERVER = "server", "last-modified"    # headers of a response that are kept

ISO_DATE = LazyPattern(r"\d{4}(?:-\d\d){0,2}(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?")


def read_pages(names, *, max_bytes=MAX_BYTES, raw=False, any_status=False, counts=None,
               json_lines=None, geoip=None):
    """Yield (place, record) for each page of files, archives and directories, in order.

    In place of a record there may be a BadRecord, or the OSError of an unreadable input.
    names:      of files and directories; "-" is stdin.
    max_bytes:  of a page, decompressed; a larger one becomes a BadRecord.
    raw:        give its bytes as html_b64 instead of html.
    any_status: give the pages of responses with any status, not only 2xx.
    counts:     a Counter of what was passed over.
    json_lines: function from a Source of JSON lines, and whether it was found in a directory, to
                what is yielded for them; without it they are a BadRecord.
    geoip:      function from an IP address to the code of its country, or None.
    """
    if isinstance(names, (str, bytes)):
        raise TypeError("a list of names is required, this is one name")
    counts = Counter() if counts is None else counts
    pages = _Pages(max_bytes, raw, any_status, counts, json_lines, geoip)
    for name in names:
        if name != "-" and os.path.isdir(name):
            yield from pages.directory(name)
        else:
            yield from pages.file(name)


class _Pages:
    """The pages of one input after the other; settings as in read_pages."""

    def __init__(self, max_bytes, raw, any_status, counts, json_lines, geoip):
        self.max_bytes = max_bytes
        self.raw = raw
        self.any_status = any_status
        self.counts = counts
        self.json_lines = json_lines
        self.geoip = geoip

    def directory(self, top):
        """Yield the pages of the files in a directory and below."""
        unreadable, is_empty = [], True
        for folder, folders, files in os.walk(top, onerror=unreadable.append):
            folders.sort()
            is_empty = is_empty and not files
            for path in (os.path.join(folder, name) for name in sorted(files)):
                if os.path.isfile(path):
                    yield from self.file(path, found=True)
                elif os.path.islink(path) and not os.path.exists(path):
                    yield path, Unreadable(path, "a broken link")
        yield from ((error.filename, error) for error in unreadable)
        if is_empty and not unreadable:
            self._pass_over("empty_folders")

    def file(self, name, found=False):
        """Yield the pages of a file; found: in a directory, where it may be anything."""
        source = None
        try:
            source = open_source(name)
            yield from self._of(source, found)
        except OSError as error:
            yield name, error if error.filename else Unreadable(name, error.strerror)
        finally:
            if source:
                source.close()

    def _of(self, source, found):
        if source.kind in ("warc", "arc"):
            return self._of_archive(source)
        if source.kind == "index" and not found:      # a folder's archives are read themselves
            return self._of_index(source)
        if source.kind == "parquet" and self.json_lines:
            source.rows()
            return self.json_lines(source, found)
        if source.kind == "records" and self.json_lines and (not found or holds_pages(source)):
            return self.json_lines(source, found)
        if found and not ((PAGE_NAME.search(source.name) and source.kind in ("html", "empty"))
                          or looks_like_html(source.head)):
            return self._pass_over("not_html")
        if source.kind == "empty" and (source.name == "stdin" or ARCHIVE_NAME.search(source.name)
                                       or INDEX_NAME.search(source.name)):
            return []
        page = self._of_page(source)
        return [(source.name, page)] if page else []

    def _of_page(self, source):
        """Return the record of a file that is one page or plain text, or what is wrong with it.

        Returns [] for a response that is not a page.
        """
        record = {"id": source.name}
        if source.kind == "records":
            return BadRecord("JSON lines, not an HTML page", "not_html", record)
        if source.format:
            return Unreadable(source.name, f"{source.format}, not a page{source.format.advised}")
        try:
            page = source.stream.read(self.max_bytes + OVERHEAD)
        except Exception as error:
            why = broken(error)
            if why is None:
                raise
            return BadRecord(why, TRUNCATED, record)
        if source.kind == "text":
            return self._with("text", record, page)
        if RESPONSE.match(page):
            return self._of_response(record, page)
        wrapper = WRAPPER.match(page)
        if wrapper:
            from ..html.charset import decode_page
            url, title = (decode_page(part or b"")[0]
                          for part in (wrapper["url"] or wrapper["bare"], wrapper["title"]))
            record = {"id": url, "url": url} if url else record
            if title:
                from html import unescape
                record["title"] = unescape(title)
            page = WRAPPER_END.sub(b"\n", page[wrapper.end():])
        return self._with("html", record, page)

    def _of_response(self, record, body):
        """Return the record of a page with its HTTP headers before it, as curl -i writes them."""
        from .responses import body_of, last_response
        try:
            status, header, body = last_response(body)
        except ImportError:
            return Unreadable(record["id"], "HTTP headers before a page need one more package: "
                                            "pip install 'scutch[warc]'")
        content_type = header("content-type") or ""
        media_type = _media_type(content_type)
        if why := self._why_no_page(status, media_type):
            return self._pass_over(why)
        try:
            body, is_whole = body_of(body, header, self.max_bytes)
        except BadRecord as error:
            error.record = record
            return error
        metadata = {"http_content_type": content_type, **_of_server(header)}
        metadata = {key: value for key, value in metadata.items() if value}
        is_text = media_type == "text/plain" and not looks_like_html(body)
        return self._with("text" if is_text else "html", record, body, False, content_type,
                          _with_cut_off({}, is_whole), metadata)

    def _of_archive(self, source):
        """Yield the pages of an archive."""
        from .archives import entries
        for entry in entries(source, self.max_bytes + OVERHEAD):
            yield from self._of_one(entry, source.name)

    def _of_index(self, source):
        """Yield the pages that an index lists."""
        from .indexes import archive_beside, listed
        missing = set()
        for number, item in listed(source.stream):
            place = f"{source.name}:{number}"
            if isinstance(item, BadRecord):
                item.record = {"id": place}
                yield place, item
            elif not self._passes_over(item):
                path = archive_beside(source.path, item.file)
                if path:
                    yield from self._at(path, item.offset, place)
                elif item.file not in missing:
                    missing.add(item.file)
                    yield place, Unreadable(item.file, "no such archive beside the index "
                                                       f"{source.name}")

    def _at(self, path, offset, place):
        """Yield the page of the archive's record that begins at this byte, as listed."""
        from .archives import entries
        try:
            archive = open_source(path, offset)
        except OSError as error:
            yield place, error
            return
        try:
            if archive.kind not in ("warc", "arc"):
                yield place, BadRecord(f"no record begins at byte {offset} of {archive.name}",
                                       "bad_index", {"id": place})
                return
            for entry in islice(entries(archive, self.max_bytes + OVERHEAD), 1):
                yield from self._of_one(entry, archive.name)
        finally:
            archive.close()

    def _passes_over(self, item):
        """Return whether a record is not a page by its line in an index; count it then."""
        status, media_type = item.status, item.type.lower()
        why = "other_records" if media_type == "warc/revisit" else self._why_no_page(
            int(status) if status.isdecimal() else None, media_type)
        if why:
            self._pass_over(why)
        return bool(why)

    def _of_one(self, entry, archive):
        """Yield the page of an archive's record, if it is one, or the BadRecord of a broken one."""
        if isinstance(entry, BadRecord):
            yield entry.record["id"], entry
            return
        place = f"{archive}:{entry.begin if entry.place is None else entry.place}"
        record = self._of_entry(entry, place, archive)
        if record:
            yield place, record

    def _of_entry(self, entry, place, archive):
        """Return the record for an archive's record, a BadRecord, or None if it is not a page."""
        from .responses import body_of, last_response
        kind = (entry.type or "").lower()
        if kind not in ("response", "resource", "conversion"):
            return self._pass_over("other_records")
        status, header, body = last_response(entry.content)
        content_type = entry.content_type if status is None else header("content-type")
        media_type = _media_type(content_type)
        is_text = kind == "conversion" and media_type == "text/plain"       # of a WET file
        if why := self._why_no_page(status, media_type):
            return self._pass_over(why)

        url = (entry.url or "").removeprefix("<").removesuffix(">")     # wget 1.19 has them
        record = {"id": url or place} | ({"url": url} if url else {})
        if timestamp := _iso(entry.date or ""):
            record["timestamp"] = timestamp
        metadata = {"warc_file": archive, "warc_offset": entry.place, "warc_length": entry.length,
                    "http_content_type": content_type, "ip": entry.ip, **_of_server(header)}
        if self.geoip and entry.ip:
            metadata["country"] = self.geoip(entry.ip)
        metadata = {key: value for key, value in metadata.items() if value is not None}
        doc = with_note({}, f"cut off by the crawler: {entry.truncated}") if entry.truncated else {}
        if entry.segment:
            doc = with_note(doc, "cut off: the first segment of a record in segments")
        if entry.note:
            doc = with_note(doc, entry.note)
        try:
            body, is_whole = body_of(body, header, self.max_bytes)
        except BadRecord as error:
            if media_type not in HTML_TYPES:
                return self._pass_over("not_html")
            error.record = {**record, "metadata": metadata}
            return error
        doc = _with_cut_off(doc, is_whole or bool(entry.truncated or entry.segment))
        cut = entry.size > len(entry.content)
        if is_text:
            if language := language_of(entry.languages):
                record["lang"] = language
            return self._with("text", record, body, cut, None, doc, metadata)
        vague = media_type in VAGUE_TYPES
        if binary_page(body[:SNIFFED]) or (vague and not looks_like_html(body)):
            return self._pass_over("not_html")
        return self._with("html", record, body, cut, content_type, doc, metadata)

    def _why_no_page(self, status, media_type):
        """Return why a response cannot be a page, as `counts` has it; None if it may be one.

        status: None if it is not known.
        """
        if status is not None and status // 100 != 2 and not self.any_status:
            return "other_status"
        return None if media_type in HTML_TYPES or media_type in VAGUE_TYPES else "not_html"

    def _pass_over(self, why):
        self.counts[why] += 1
        return []

    def _with(self, field, record, data, cut=False, content_type=None, doc=None, metadata=None):
        """Return the record with its page (html) or plain text, or a BadRecord if it is too large.

        cut: whether data is not all of it.
        """
        more = {"metadata": metadata} if metadata else {}
        if cut or len(data) > self.max_bytes:
            return BadRecord(f"a page of over {self.max_bytes} bytes", "too_large",
                             {**record, **more})
        if self.raw and field == "html":
            return {**record, "html_b64": base64.b64encode(data).decode(), "doc": doc or {}, **more}
        from ..html.charset import charset_of, decode_page
        text, charset, why = decode_page(data, charset_of(content_type))
        return {**record, field: text,
                "doc": {"charset": charset, "charset_from": why, **(doc or {})}, **more}


def _of_server(header):
    """Return the headers that describe the server and its copy, None where they are absent."""
    return {f"http_{name.replace('-', '_')}": header(name) for name in OF_SERVER}


def _media_type(content_type):
    """Return the type of a Content-Type header, without its parameters; "" for None."""
    return (content_type or "").partition(";")[0].strip().lower()


def _with_cut_off(doc, is_whole):
    return doc if is_whole else with_note(doc, "cut off: its compressed body has no end")


def holds_pages(source):
    """Return whether JSON lines in a folder are records: other files there may be JSON, too."""
    return RECORDS_NAME.search(source.name) or RECORD_FIELD.search(source.head)


def _iso(date):
    """Return a date of WARC or ARC as ISO 8601, "" if it is not a date.

    >>> _iso("20080101120000"), _iso("2025-03-19T08:06:18Z"), _iso("yesterday")
    ('2008-01-01T12:00:00Z', '2025-03-19T08:06:18Z', '')
    """
    if len(date) == 14 and date.isdecimal():
        return "{}{}-{}-{}T{}:{}:{}Z".format(*(date[i:i + 2] for i in range(0, 14, 2)))
    return date if ISO_DATE.fullmatch(date) else ""
