"""Plain text in and out, for --lines: one segment per line, an empty line between documents."""
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from ..edge.console import complain
from ..edge.lines import numbered_lines
from ..errors import Unreadable
from ..record import MAX_SEGMENTS, Record, rounded, score_of, scorers_of
from ..wording import plural

CONTINUED = "continued"  # the document continues in the next record


def documents(name: str) -> Iterator[tuple[str, Record]]:
    """Yield (place, record) for each document of a file of plain text: lines up to an empty one.

    A longer one than MAX_SEGMENTS is several records; all but the last have "continued".
    """
    segments: list[dict[str, Any]] = []
    first, told = "", False
    for place, line, left_out in numbered_lines([name], _refuse_unless_text):
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


def _complain(message):
    complain(os.path.basename(sys.argv[0]), message)


def _refuse_unless_text(name, head):
    """Refuse a page or an archive that was given in place of plain text, by its first bytes."""
    from ..html.sniff import WHOLE_PAGE
    from ..sources.formats import binary_format, is_utf16
    from ..sources.kinds import kind_of
    is_page = WHOLE_PAGE.match(head.decode("utf-8-sig", "replace"))
    if is_page or kind_of(head, name)[0] in ("warc", "arc"):
        raise Unreadable(name, "a page or an archive, not lines of plain text: scutch-clean reads "
                               "it, without --lines")
    if is_utf16(head):
        raise Unreadable(name, "UTF-16, not lines of plain text in UTF-8: iconv -f UTF-16 -t UTF-8 "
                               "makes UTF-8 of it")
    if found := binary_format(head):
        raise Unreadable(name, f"{found}, not lines of plain text{found.advised}")


def as_lines(record: Record, segments: Iterable[dict[str, Any]], columns: bool) -> bytes:
    """Return segments as plain text: one per line, and an empty line where the record ends.

    columns: whether each line carries the segment's scores, in the order of "scorers".
    """
    names = scorers_of(record) if columns else []
    return paragraphs(record, ("\t".join([flat(segment["text"]), *_columns(segment, names)])
                               for segment in segments))


def paragraphs(record: Record, rows: Iterable[str]) -> bytes:
    """Return the lines of a record, and an empty line where it ends."""
    body = "".join(row + "\n" for row in rows)
    end = "" if record.get(CONTINUED) is True else "\n"
    return (body + end).encode("utf-8", "replace")


def flat(text: str) -> str:
    """Return a text on one line, with single spaces."""
    if text.isprintable() and "  " not in text and text[:1] != " " != text[-1:]:
        return text                      # most are; the space alone is both white and printable
    return " ".join(text.split())


def _columns(segment, names):
    scores = (score_of(segment, name) for name in names)
    return ["" if score is None else str(rounded(score)) for score in scores]
