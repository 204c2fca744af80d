"""CDX, CDXJ and rows of JSON: lists of records, with their archive and their place in it.

Source:  archive.org/web/researcher/cdx_file_format.php and cdx_legend.php; for CDXJ the manual of
         pywb (github.com/webrecorder/pywb, docs/manual/indexing.rst); for JSON, the columnar
         index of Common Crawl (github.com/commoncrawl/cc-index-table), and what its server answers.
"""
import json
import os.path
import re
from typing import NamedTuple

from ..edge.compression import broken
from ..errors import TRUNCATED, BadRecord
from ..lazypattern import LazyPattern

LONGEST_LINE = 1 << 20   # bytes; urls can be data

INDEX_NAME = LazyPattern(r"\.(?:cdxj?|idx)(?:\.(?:gz|zst|bz2|xz))?$", re.I)
NUMBER = LazyPattern("[0-9]{1,18}")
# N url, b date, a url, m type, s status, k digest, r redirect, M meta, S length, V offset, g file
CDX_HEAD = LazyPattern(rb"([ \t])CDX\1")
# com,example)/ 20250319080618 {"url": ...}, after lines such as !OpenWayback-CDXJ 1.0
CDXJ_HEAD = LazyPattern(rb"(?:![^\n]*\n)*(?!!)[^\s{\"<]+ \d{4,14} \{ ?\"")
# Rows of JSON: the columnar index, or an answer of the index's server
ROW = LazyPattern(rb'\s*\{(?=[^\n]*"(?:warc_)?filename":\s*")'
                  rb'(?=[^\n]*"(?:warc_record_)?offset":\s*["\d])'
                  rb'(?![^\n]*"(?:\w*html\w*|\w*text|content|segments)":)')
# What CDX, and what CDXJ and the columnar index, call the fields of Listed
LETTERS = [("g",), ("V", "v"), ("m",), (), ("s",)]
NAMES = [("filename", "warc_filename"), ("offset", "warc_record_offset"),
         ("mime", "content_mime_type"), ("mime-detected", "content_mime_detected"),
         ("status", "fetch_status")]


class Listed(NamedTuple):
    """A line of an index: the archive's name, where in it the record begins, and its type."""

    file: str
    offset: int
    type: str            # media type, "warc/revisit" for a page that is not repeated, "-" unknown
    detected_type: str   # the same by its content, "-" where none is stated
    status: str          # of HTTP, "-" where there is none


def is_index(head):
    """Return whether the first bytes of a file are those of an index.

    >>> is_index(b" CDX N b a m s k r M S V g"), is_index(b'com,a)/ 2025 {"url": "http://a.com"}')
    (True, True)
    """
    return any(form.match(head) for form in (CDX_HEAD, CDXJ_HEAD, ROW))


def listed(stream):
    """Yield (line number, Listed or BadRecord) for the lines of an index, in order.

    The last one is a BadRecord where compressed data breaks off.
    """
    letters, separator, number = [], " ", 0
    try:
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE), b""), 1):
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            if CDX_HEAD.match(line):
                separator = text[0]
                letters = text.split(separator)[2:]
            elif text.strip() and not text.startswith("!"):
                yield number, _listed(text, letters, separator)
    except Exception as error:
        yield number + 1, BadRecord(broken(error), TRUNCATED)


def _listed(text, letters, separator):
    """Return the Listed of a line, or the BadRecord of one that is none."""
    try:
        names = LETTERS if letters else NAMES
        fields = (dict(zip(letters, text.split(separator), strict=False)) if letters
                  else json.loads(text[text.index("{"):]))
        file, offset, mime, detected, status = (
            next((fields[name] for name in each if fields.get(name) not in (None, "")), "-")
            for each in names)
        if NUMBER.fullmatch(str(offset)) and file != "-" and all(
                isinstance(value, str) for value in (file, mime, detected)):
            return Listed(file, int(offset), mime, detected, str(status))
    except (ValueError, AttributeError, RecursionError):
        pass
    return BadRecord("not a CDX or CDXJ line with an archive name and an offset", "bad_index")


def archive_beside(index, file):
    """Return the path of an archive that an index names, or None where there is none.

    The archive is looked for below the folder of the index, and in the folder archive beside that
    one, where crawlers have indexes/index.cdxj. It has the name as given, or its last part: Common
    Crawl lists paths on its servers, crawl-data/CC-MAIN-2025-08/segments/...
    """
    folder = os.path.dirname(index)
    inside = not os.path.isabs(file) and ".." not in file.split("/")
    for name in [file] * inside + [os.path.basename(file)]:
        for place in folder, os.path.normpath(os.path.join(folder, os.pardir, "archive")):
            path = os.path.join(place, name)
            if name and "\0" not in name and os.path.isfile(path):
                return path
    return None
