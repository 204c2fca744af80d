"""Plain text in, for --lines: one segment per line, an empty line between documents."""
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from ..edge.console import complain
from ..edge.jsonlines import decode
from ..errors import BadRecord, Unreadable
from ..record import MAX_SEGMENTS, Record, has_error
from ..wording import plural

CONTINUED = "continued"  # the document continues in the next record


def documents(lines: Iterable[tuple[str, bytes, int]]) -> Iterator[tuple[str, Record]]:
    """Yield (place, record) for each document of plain text: lines up to an empty one.

    lines:   of numbered_lines.
    A longer document than MAX_SEGMENTS is several records; all but the last have "continued".
    """
    segments: list[dict[str, Any]] = []
    first, told = "", False
    for place, line, left_out in lines:
        text = line.decode("utf-8-sig", "replace").strip()
        if left_out:
            _complain(f"{place}: a line too long, {plural(left_out, 'byte')} of it left out")
        if not told and "\ufffd" in text and "\ufffd".encode() not in line:
            _complain(f"{place}: not UTF-8: invalid bytes become U+FFFD, in this and later lines")
            told = True
        if text:
            first = first or place
            segments.append({"text": text, "kind": "p", "chars": len(text)})
        if text and len(segments) > MAX_SEGMENTS:
            last = segments.pop()
            yield first, {"id": first, "segments": segments, CONTINUED: True}
            segments, first = [last], place
        elif segments and not text:
            yield first, {"id": first, "segments": segments}
            segments, first = [], ""
    if segments:
        yield first, {"id": first, "segments": segments}


def is_record(line: bytes) -> bool:
    """Return whether a line is a record that a filter wrote: with "segments", or refused.

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
    """Refuse a page or an archive that was given in place of plain text, by its first bytes."""
    from ..html.sniff import WHOLE_PAGE
    from ..sources.kinds import kind_of
    from ..sources.otherformats import binary_format, is_utf16
    is_page = WHOLE_PAGE.match(head.decode("utf-8-sig", "replace"))
    if is_page or kind_of(head, name)[0] in ("warc", "arc"):
        raise Unreadable(name, "a page or an archive, not lines of plain text: scutch-clean reads "
                               "it, without --lines")
    if is_utf16(head):
        raise Unreadable(name, "UTF-16, not lines of plain text in UTF-8: iconv -f UTF-16 -t UTF-8 "
                               "makes UTF-8 of it")
    if other_format := binary_format(head):
        raise Unreadable(name, f"{other_format}, not lines of plain text{other_format.advised}")
