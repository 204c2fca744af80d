"""Plain text in, for --lines: one segment per line, an empty line between documents."""
import os
import sys
from collections.abc import Iterable, Iterator

from ..edge.console import complain
from ..edge.jsonlines import decode
from ..errors import BadRecord, Unreadable
from ..record import MAX_SEGMENTS, Record, has_error
from ..wording import plural

CONTINUED = "continued"  # the document continues in the next record


def documents(lines: Iterable[tuple[str, bytes, int]]) -> Iterator[tuple[str, Record]]:
    """Yield (place, record) for each document of plain text: lines up to an empty one.

    lines:   of numbered_lines. A document that is not UTF-8 is decoded as a page is.
    A document longer than MAX_SEGMENTS is several records; all but the last have "continued".
    """
    reported = False
    for document, is_whole in _gathered(lines):
        record, reported = _record(document, reported)
        yield record["id"], record if is_whole else {**record, CONTINUED: True}


def _gathered(lines):
    """Yield (a list of (place, line), whether it is the end of a document)."""
    document: list[tuple[str, bytes]] = []
    for place, line, left_out in lines:
        if left_out:
            _complain(f"{place}: a line too long, {plural(left_out, 'byte')} of it left out")
        is_empty = not line.decode("utf-8-sig", "replace").strip()
        if document and (is_empty or len(document) == MAX_SEGMENTS):
            yield document, is_empty
            document = []
        if not is_empty:
            document.append((place, line))
    if document:
        yield document, True


def _record(document, reported):
    """Return (the record of a document's lines, whether text that is not UTF-8 has been reported,
    now or before)."""
    try:
        texts = [line.decode("utf-8-sig") for _, line in document]
    except UnicodeDecodeError:
        from ..html.anybytes import decoded
        from ..html.charset import decode_page
        codec = decode_page(b"\n".join(line for _, line in document))[1]
        texts = [decoded(line, codec).removeprefix("\ufeff") for _, line in document]
        if not reported:
            place = next(place for place, line in document if not _is_utf8(line))
            _complain(f"{place}: not UTF-8: its document is read as {codec}, and later ones that "
                      "are not by their bytes, too")
        reported = True
    segments = [{"text": text, "kind": "p", "chars": len(text)}
                for text in map(str.strip, texts) if text]
    return {"id": document[0][0], "segments": segments}, reported


def _is_utf8(line):
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_record(line: bytes) -> bool:
    """Return whether a filter wrote this line: a record with "segments", or a refused one.

    >>> is_record(b'{"id":"a","segments":[]}'), is_record(b'{"name": "JSON in a text"}')
    (True, False)
    """
    if not line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return False
    try:
        record = decode(line)
    except BadRecord:
        return False
    return isinstance(record.get("segments"), list) or has_error(record)


def _complain(message):
    complain(os.path.basename(sys.argv[0]), message)


def refuse_unless_text(name: str, head: bytes) -> None:
    """Raise Unreadable for a page or an archive in place of plain text, by its first bytes."""
    from ..html.sniff import WHOLE_PAGE
    from ..sources.kinds import binary_format, is_utf16, kind_of
    is_page = WHOLE_PAGE.match(head.decode("utf-8-sig", "replace"))
    if is_page or kind_of(head, name)[0] in ("warc", "arc"):
        raise Unreadable(name, "a page or an archive, not lines of plain text: scutch-clean reads "
                               "it, without --lines")
    if is_utf16(head):
        raise Unreadable(name, "UTF-16, not lines of plain text in UTF-8: iconv -f UTF-16 -t UTF-8 "
                               "makes UTF-8 of it")
    if other_format := binary_format(head):
        raise Unreadable(name, f"{other_format}, not lines of plain text{other_format.advised}")
