"""Segments merged, split and finished: counts are added up, or divided; rows of data tables."""
from itertools import accumulate, pairwise

from ..errors import BadRecord
from .linebreaks import is_bar, joined
from .textmarks import CODE, FIELD, joined_marks, marks_of, split_marks
from .words import count_words

# Segments merged and split; their counts are added up, or divided.

SUMMED = ("link_chars", "link_words", "links", "markup_chars", "open_tags", "close_tags")
# Lists of scutch-wordlm and scutch-dedup, an item a sentence
ALIGNED = ("sentence_log10p", "sentence_unknown", "sentence_repeats")
OF_ITS_TEXT = ("sentences", *ALIGNED, "bar")


def merged(parts, text, **changes):
    """Return the segments as one with this text; their counts are added up.

    `skipped` and `after_close` are those of the first. Words and characters are those of the text,
    so they differ from the sums where a space or a hyphenation was added or removed.
    """
    out = {**parts[0], "text": text, **changes, "chars": len(text), "words": count_words(text)}
    for name in SUMMED:
        if name in out:
            out[name] = sum(_count(part, name) for part in parts)
    for name, most in ("link_chars", out["chars"]), ("link_words", out["words"]):
        if name in out:
            out[name] = min(out[name], most)
    ends = [part["span"] for part in parts if isinstance(part.get("span"), list)]
    if ends:
        out["span"] = [*ends[0][:1], *ends[-1][1:]]
    for name in OF_ITS_TEXT:
        out.pop(name, None)
    if any(part.get("cells") != out.get("cells") for part in parts):
        out.pop("cells", None)
    return _with_marks(out, parts) if any(FIELD in part for part in parts) else out


def _with_marks(segment, parts):
    """Return a merged segment with the marks of its parts, before "cells"."""
    marks = joined_marks([(part["text"], marks_of(part)) for part in parts], segment["text"])
    others = {name: segment[name] for name in segment if name not in (FIELD, "cells")}
    cells = {"cells": segment["cells"]} if "cells" in segment else {}
    return {**others, **({FIELD: marks} if marks else {}), **cells}


def split(segment, pieces):
    """Return a segment for each piece of one; its counts are divided by characters, exactly.

    pieces: [(text, kind)]; link_words are divided by words, so that no piece has more of them.
    """
    chars = [len(text) for text, _ in pieces]
    words = [count_words(text) for text, _ in pieces]
    shares = {}
    for name in SUMMED:
        if name in segment:
            count, weights = _count(segment, name), words if name == "link_words" else chars
            most = sum(weights) if name.startswith("link_") else count
            shares[name] = _shares(min(count, most), weights)
    out = [{**segment, "text": text, "kind": kind, "chars": chars[i], "words": words[i],
            **{name: share[i] for name, share in shares.items()}}
           for i, (text, kind) in enumerate(pieces)]
    if FIELD in segment:
        _divide_marks(segment, out)
    for piece in out[1:]:
        piece.pop("br", None)
        for name, nothing in ("skipped", 0), ("after_close", False):
            if name in piece:
                piece[name] = nothing
    return out


def _divide_marks(segment, pieces):
    """Give each piece of a segment the marks of its text; prose in <pre> has no language."""
    of_pieces = split_marks(marks_of(segment), segment["text"], [piece["text"] for piece in pieces])
    for piece, marks in zip(pieces, of_pieces, strict=True):
        if piece["kind"] != "c":
            marks = [mark for mark in marks if mark[2] != CODE or len(mark) == 3]
        if marks:
            piece[FIELD] = marks
        else:
            del piece[FIELD]


def _shares(count, weights):
    """Return whole numbers in proportion to the weights, with the sum `count`.

    >>> _shares(5, [2, 2, 3])
    [1, 1, 3]
    """
    ends = [0, *accumulate(weights)]
    return [count * end // ends[-1] - count * start // ends[-1] if ends[-1] else 0
            for start, end in pairwise(ends)]


def _count(segment, name):
    count = segment.get(name, 0)
    if not isinstance(count, int):
        raise BadRecord(f'"{name}" of a segment is not a whole number', "bad_segments")
    return count


# Rows of data tables: the cells of each are joined into one segment.

CELLS = frozenset(["td", "th"])
MAX_CELL_WORDS = 25
MOST_CELLS = 62          # of a row, if some of them are empty; their numbers are bits of an int64


def data_rows(rows, cells, tables, is_line, fits, text):
    """Return a list for each row of a data table: of each cell the places of its segments.

    A row is data if each of its cells shows one short segment; in layout tables they show several,
    or long ones. Where a table has such a row, those of its others are data, too, whose cells show
    lines that only <br> separates.

    rows:    for each row of a table the places of its segments that are not hidden.
    By place: cells, tables, the segment's; is_line, whether only a <br> is before it; fits,
             whether it may be all of a cell; text.
    """
    shown = []
    for row in rows:
        parts = []
        for place in row:
            if parts and cells[place] == cells[parts[-1][0]] and is_line[place]:
                parts[-1].append(place)
            else:
                parts.append([place])
        if (len(parts) > 1 and len({cells[part[0]] for part in parts}) == len(parts)
                and all(fits[place] for place in row)
                and all(sum(text[place].count(" ") + 1 for place in part) <= MAX_CELL_WORDS
                        for part in parts)):
            shown.append(parts)
    data = {tables[parts[0][0]] for parts in shown if _is_plain(parts)}
    return [parts for parts in shown if _is_plain(parts) or tables[parts[0][0]] in data]


def _is_plain(parts):
    return all(len(part) == 1 for part in parts)


def text_of_row(parts, text):
    """Return the text of a row; parts: see data_rows. text: by place."""
    return "\t".join(joined([text[place] for place in part]) for part in parts)


def numbers_of_cells(segment):
    """Return the column numbers of a segment's cells, [] where it states none.

    >>> numbers_of_cells({"cells": [0, 2]}), numbers_of_cells({"cells": [2, 0]})
    ([0, 2], [])
    """
    numbers = segment.get("cells")
    fit = (isinstance(numbers, list) and {*map(type, numbers)} == {int}
           and all(before < number < MOST_CELLS for before, number in pairwise([-1, *numbers])))
    return numbers if fit else []


def bits_of(numbers):
    """Return whole numbers from 0 on as the bits of one."""
    return sum({1 << number for number in numbers})


def numbers_of(bits):
    """Return the list of bits that are set.

    >>> numbers_of(bits_of([2, 0, 2]))
    [0, 2]
    """
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


# The fields that every segment has: kind, counts, sentences, and whether it is a bar.

NO_BAR = frozenset("ct")     # table rows and code have vertical bars of their own


def are_bars(segments):
    """Return whether each segment is a navigation bar, a list of bool."""
    return [segment.get("kind") not in NO_BAR and is_bar(segment["text"]) for segment in segments]


def finish(segments, bars, sentences):
    """Add these fields, in place, to the segments without sentences.

    bars, sentences: whether each is a navigation bar; the spans of its sentences.
    """
    for segment, bar, spans in zip(segments, bars, sentences, strict=True):
        if "sentences" in segment:
            continue
        segment["sentences"] = spans
        segment.setdefault("kind", "p")
        if "words" not in segment:           # --lines
            segment.update(chars=len(segment["text"]), words=count_words(segment["text"]))
        if bar:
            segment["bar"] = True
