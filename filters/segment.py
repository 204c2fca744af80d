"""segment - refine blocks into segments, break plain text into them, find the sentences.

In:      records with "segments" as html2text makes them, else with "text" (plain text).
Out:     the same records with "segments" of kind p, h, l, t or c, each with its "sentences".
Drops:   plain text beyond 5.5 MB, with a note; of dumps of the Lynx browser, the numbers before
         links, the list of addresses at the end, and marks of pictures.
Bad:     neither segments nor text; segments or elements that are not as described.
Memory:  up to 48 records.

Blocks of HTML: lines separated by <br> are joined where they are one paragraph wrapped by hand, and
so is text interrupted by a hidden element. The cells of a data table's row become one segment, with
tabs between them. So do the short parts, such as amount, unit and name, of each of three or more
items of a list or rows of boxes, with blanks. Preformatted prose is split like plain text; code
stays whole, also where each line is an element, and loses line numbers that are elements. Counts
are added up or divided exactly.

Plain text: an empty line ends a paragraph. In a document with wrapped lines, a full line continues
in the next; in one with long lines (WET files, Trafilatura), each is a paragraph. Items of lists,
headings and table rows are recognised; "span" says where in "text" a segment stood.

Fields between vertical bars and the like (navigation, footers) are marked "bar". Segments that
have sentences already are left as they are, so segmenting twice changes nothing.

Options:
  --max-segments N  segments beyond this number are merged into the last one (default: {default})

Examples:
  scutch-html2text pages.jsonl | scutch-segment > segments.jsonl
  scutch-segment --text-key raw_content shard.json.gz | scutch-charlm
"""
from itertools import count
from operator import lt

from .edge.console import plural
from .errors import BadRecord
from .record import MAX_SEGMENTS, MAX_TEXT, Elements, Segments, object_of, segments_of, with_note
from .stream.options import whole
from .stream.step import PageStep, Truncated
from .text.paragraphs import MAX_LINES, paragraphs, plain_lines
from .text.sentences import sentences_of
from .text.splitmerge import are_bars, finish
from .text.words import count_words


def segment(record, *, max_segments=MAX_SEGMENTS):
    """Return [the record with its segments refined].

    max_segments: the segments from this one on are merged into it, with a note in doc.notes.

    >>> segment({"text": "Hi. Mr. Li?"})[0]["segments"][0]["sentences"]
    [[0, 3], [4, 11]]
    """
    return Segment(max_segments)(record)


def _check_elements(record, segments):
    """Raise BadRecord if elements, or places of segments among them, are not as in fields.tsv."""
    elements = record.get("elements") or []
    if type(elements) is Elements:
        return
    places = [block.get("element", -1) for block in segments]
    try:
        parents = list(zip(*elements, strict=True))[1] if elements else []
        fit = all(map(lt, parents, count())) and max(places, default=-1) <= len(elements)
    except (IndexError, TypeError, ValueError):
        fit = False
    if not fit:
        raise BadRecord('"elements", or a segment\'s place among them, is not as html2text writes '
                        "it", "bad_elements")


def _text(record):
    text = record.get("text")
    if not isinstance(text, str):
        raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of "html", '
                        "--text-key names the field of plain text",
                        "no_text")
    return text


def _within_limit(text, most=MAX_TEXT):
    """Return (the text up to `most` bytes of UTF-8, how much is dropped, in words, "" for nothing).

    >>> _within_limit("caf\u00e9s", 4)[0], _within_limit("caf\u00e9s", 5)[0]
    ('caf', 'caf\u00e9')
    """
    kept = len(text)
    if 4 * kept > most:
        kept = len(text.encode(errors="replace")[:most].decode(errors="ignore"))
    if kept == len(text):
        return text, ""
    return text[:kept], plural(len(text) - kept, "character of an overlong text was",
                               "characters of an overlong text were") + " left out"


def _of_plain_text(text, max_segments):
    """Return (the segments of a text, notes); it shows no links, so they have no counts of them."""
    text, notes = plain_lines(text), []
    if text.count("\n") > MAX_LINES:
        notes.append(f"lines over {MAX_LINES} were taken as one")
    shown_parts = paragraphs(text)
    rest = shown_parts[max_segments - 1:]
    if len(rest) > 1:                    # before words are counted, which takes time
        last = (" ".join(text for text, *_ in rest), *rest[0][1:3], rest[-1][3])
        shown_parts = [*shown_parts[:max_segments - 1], last]
        notes.append(_merged(len(rest) - 1, max_segments))
    return [{"text": shown, "kind": kind, "chars": len(shown), "words": count_words(shown),
             "span": [start, end]} for shown, kind, start, end in shown_parts], notes


def _merged(count, most):
    """Return the note on segments merged into the last.

    >>> _merged(1, 20)
    '1 segment over 20 was merged into the last one'
    """
    return plural(count, f"segment over {most} was",
                  f"segments over {most} were") + " merged into the last one"


class Segment(PageStep):
    """The step; plain text goes by itself, without numpy."""

    def __init__(self, max_segments):
        self._most = max_segments

    def read(self, record):
        """Return the record if it has segments to refine, else [it]: segmented, or plain text."""
        if record.get("segments") is None:
            return self._of_text(record)
        segments = segments_of(record)
        if len(segments) <= self._most and all("sentences" in segment for segment in segments):
            return [record]
        _check_elements(record, segments)
        return {**record, "segments": segments}

    def of_pages(self, pages):
        """Return the Pages with their segments refined."""
        from .columns.refining import refined
        return refined(pages, self._most, _merged)

    def _of_text(self, record):
        """Return [the record], which has plain text, with its segments."""
        text, cut = _within_limit(_text(record))
        segments, notes = _of_plain_text(text, self._most)
        for note in filter(None, [cut, *notes]):
            record = {**record, "doc": with_note(object_of(record, "doc"), note)}
        spans = sentences_of([segment["text"] for segment in segments])
        finish(segments, are_bars(segments), spans)
        done = [{**record, "segments": Segments(segments)}]
        return Truncated(done, cut) if cut else done


OPTIONS = {"--max-segments": {"type": whole(1), "default": MAX_SEGMENTS}}


def make(opts):
    return Segment(opts.max_segments)
