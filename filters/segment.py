"""segment - refine blocks into segments, break plain text into them, find the sentences.

In:      records with "segments" as html2text makes them, else with "text" (plain text).
Out:     the same records with "segments" of kind p, h, l, t or c, each with its "sentences".
Drops:   plain text beyond 5.5 MB, with a note; of dumps of the Lynx browser, the numbers before
         links, the list of addresses at the end, and marks of pictures.
Bad:     neither segments nor text; segments or elements that are not as described.
Memory:  one record.

Blocks of HTML: lines separated by <br> are joined where they are one paragraph, wrapped by hand,
and text that a hidden element interrupts;
cells of a data table's row become one segment, with tabs between them; preformatted text that is
prose is split as plain text is, code stays whole, its lines in elements of their own, too, without
line numbers that are elements. Counts are added up or divided exactly.

Plain text: an empty line ends a paragraph. In a document with wrapped lines, a full line continues
in the next; in one with long lines (WET files, Trafilatura), each is a paragraph. Items of lists,
headings and table rows are recognised; "span" says where in "text" a segment stood.

Fields between vertical bars and the like (navigation, footers) are marked "bar". Segments that
have sentences already are left as they are, so segmenting twice changes nothing.

Examples:
  scutch-html2text pages.jsonl | scutch-segment > segments.jsonl
  scutch-segment --text-key raw_content shard.json.gz | scutch-charlm
"""
import sys
from dataclasses import replace

from . import stream
from .errors import BadRecord
from .record import MAX_SEGMENTS, MAX_TEXT, Segments, object_of, segments_of, with_note
from .stream.numbers import whole
from .stream.step import Shortened, Step
from .text.bars import is_bar
from .text.codelines import join_code
from .text.interruptions import join_interrupted
from .text.items import mark_items
from .text.linebreaks import join_lines
from .text.paragraphs import MAX_LINES, paragraphs, plain_lines
from .text.preformatted import split_prose
from .text.rows import join_rows
from .text.sentences import sentences_of
from .text.splitmerge import merged
from .text.words import count_words
from .wording import plural

NO_BAR = frozenset("ct")     # table rows and code have vertical bars of their own


def segment(record, *, max_segments=MAX_SEGMENTS):
    """Return [the record with its segments refined].

    max_segments: the segments from this one on are merged into it, with a note in doc.notes.

    >>> segment({"text": "Hi. Mr. Li?"})[0]["segments"][0]["sentences"]
    [[0, 3], [4, 11]]
    """
    if record.get("segments") is None:
        found, notes = _of_plain_text(_text(record), max_segments)
    else:
        found, notes = segments_of(record), []
        if not all("sentences" in one for one in found):
            found = split_prose(join_code(found, record.get("elements") or []))
            found = join_interrupted(join_lines(found))
            found = join_rows(found, record.get("elements") or [])
            found = mark_items(found)
        rest = found[max_segments - 1:]
        if len(rest) > 1:
            last = merged(rest, " ".join(one["text"] for one in rest))
            found = [*found[:max_segments - 1], last]
            notes.append(_merged(len(rest) - 1, max_segments))
    for note in notes:
        record = {**record, "doc": with_note(object_of(record, "doc"), note)}
    spans = iter(sentences_of([one["text"] for one in found if "sentences" not in one]))
    return [{**record, "segments": Segments([_finished(one, spans) for one in found])}]


def _text(record):
    text = record.get("text")
    if not isinstance(text, str):
        raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of "html", '
                        "--text-key names the field of plain text",
                        "no_text")
    return text


def _characters_within(text, most):
    """Return how many characters at the start of a text take at most this many bytes of UTF-8.

    >>> _characters_within("caf\u00e9s", 4), _characters_within("caf\u00e9s", 5)
    (3, 4)
    """
    if 4 * len(text) <= most:
        return len(text)
    return len(text.encode(errors="replace")[:most].decode(errors="ignore"))


def _within_limit(text):
    """Return (the text up to MAX_TEXT, how much is left out in words, "" for nothing)."""
    kept = _characters_within(text, MAX_TEXT)
    if kept == len(text):
        return text, ""
    return text[:kept], plural(len(text) - kept, "character of an overlong text was",
                               "characters of an overlong text were") + " left out"


def _of_plain_text(text, max_segments):
    """Return (the segments of a text, notes); it shows no links, so they have no counts of them."""
    text, cut = _within_limit(text)
    notes = [cut] if cut else []
    text = plain_lines(text)
    if text.count("\n") > MAX_LINES:
        notes.append(f"lines over {MAX_LINES} were taken as one")
    found = paragraphs(text)
    rest = found[max_segments - 1:]
    if len(rest) > 1:                    # before words are counted, which takes time
        last = (" ".join(text for text, *_ in rest), *rest[0][1:3], rest[-1][3])
        found = [*found[:max_segments - 1], last]
        notes.append(_merged(len(rest) - 1, max_segments))
    return [{"text": shown, "kind": kind, "chars": len(shown), "words": count_words(shown),
             "span": [start, end]} for shown, kind, start, end in found], notes


def _merged(count, most):
    """Return the note on segments merged into the last.

    >>> _merged(1, 20)
    '1 segment over 20 was merged into the last one'
    """
    return plural(count, f"segment over {most} was",
                  f"segments over {most} were") + " merged into the last one"


def _finished(one, spans):
    """Return a segment with the fields that every segment has; spans: the next sentences."""
    if "sentences" in one:
        return one
    text = one["text"]
    done = {**one, "sentences": next(spans)}
    done.setdefault("kind", "p")
    if "words" not in done:              # --lines
        done.update(chars=len(text), words=count_words(text))
    if done["kind"] not in NO_BAR and is_bar(text):
        done["bar"] = True
    return done


class Segment(Step):
    """The step, of one record, or of several pages at a time."""

    def __init__(self, max_segments):
        self._max_segments = max_segments

    def __call__(self, record):
        found = segment(record, max_segments=self._max_segments)
        _, cut = _within_limit(record["text"]) if record.get("segments") is None else ("", "")
        return Shortened(found, cut) if cut else found

    def of_pages(self, pages):
        """Return the Pages with their segments refined."""
        from .columns.refining import refined
        return replace(pages, columns=refined(pages.columns, self._max_segments))


def arguments(parser):
    parser.add_argument("--max-segments", type=whole(1), default=MAX_SEGMENTS, metavar="N",
                        help="segments beyond this number are merged into the last one (default: "
                             "%(default)s)")


def make(opts):
    return Segment(opts.max_segments)


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
