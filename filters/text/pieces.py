"""Segments put together and taken apart: br-lines, cells of a table row, preformatted prose."""
import re
from itertools import accumulate, pairwise

from ..errors import BadRecord
from ..record import Elements
from .lines import (
    BULLET,
    BULLETS,
    NUMBER,
    columns,
    goes_on,
    joined,
    spaceless,
    width_of,
    with_next,
    wrapped,
)
from .paragraphs import paragraphs
from .words import count_words

SUMMED = ("link_chars", "link_words", "links", "markup_chars", "open_tags", "close_tags")
OF_ITS_TEXT = ("sentences", "bar")
CELLS = frozenset(["td", "th"])
MAX_CELL_WORDS = 25
NUMBERS = tuple("(123456789")    # no letters: "a. M." is no item where nothing else says so

# A word of prose, with what may stand around it; "git", but not "--global" or "outside()"
PROSE_WORD = re.compile(r"""(?<!\S)["'(“‘]*[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?"')”’…]*(?!\S)""")
SYMBOL = re.compile(r"[{}\[\]<>=;|\\$#@*&^~_%+/`]")
SENTENCE_END = re.compile(r"""[^\W\d_][.!?]["')”’]?(?!\S)""")
# What was seen on the pages of CleanEval and WCXB that have <pre> of several lines: 145 and 1369
MIN_PROSE_WORDS = 0.8    # of the words
MIN_WORDS_A_LINE = 4
MAX_SYMBOLS = 0.04       # of the characters that are not space
MAX_WORDS_A_SENTENCE = 60


def merged(parts, text, **changes):
    """Return the segments as one with this text; their counts are added.

    `skipped` and `after_close` are what stood before the first. Words and characters are those
    of the text, so they differ from the sums where a space or a hyphen's break went or came.
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
    return out


def split(segment, pieces):
    """Return segments of a segment's pieces; its counts are shared out by characters, exactly.

    pieces: [(text, kind)]; link_words are shared out by words, so that none has more than words.
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
    for piece in out[1:]:
        piece.pop("br", None)
        for name, nothing in ("skipped", 0), ("after_close", False):
            if name in piece:
                piece[name] = nothing
    return out


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


def join_lines(segments):
    """Return the segments, lines that only a <br> parts joined where a paragraph goes on."""
    out, first = [], 0
    while first < len(segments):
        end = first + 1
        element = segments[first].get("element")
        while end < len(segments) and segments[end].get("element") == element:
            end += 1
        group = segments[first:end]
        out += join(group) if any(segment.get("br") for segment in group) else group
        first = end
    return out


def join(group):
    """Return the segments of one element, wrapped lines joined."""
    measured = [(columns(segment["text"]), with_next(segment["text"], after["text"])
                 if after and after.get("br") else 0)
                for segment, after in zip(group, [*group[1:], None], strict=True)]
    width = width_of(measured)
    width = width if wrapped(measured, width) else 0
    paragraphs = [[group[0]]]
    for before, segment in pairwise(group):
        if (segment.get("br") and segment.get("hidden") == before.get("hidden")
                and goes_on(before["text"], segment["text"], width)):
            paragraphs[-1].append(segment)
        else:
            paragraphs.append([segment])
    return [merged(lines, joined([line["text"] for line in lines])) if len(lines) > 1 else lines[0]
            for lines in paragraphs]


def mark_items(segments):
    """Return the segments, paragraphs made items of a list where they and a neighbour begin so.

    "2. Dry it." beside "1. Wash." is an item, "1. Introduction" alone is none.
    """
    marks = [mark(segment["text"]) if segment.get("kind") == "p" else "" for segment in segments]
    return [{**segment, "kind": "l"} if mark and mark in around else segment
            for segment, mark, *around in zip(segments, marks, ["", *marks], [*marks[1:], ""],
                                              strict=False)]


def mark(text):
    """Return the bullet that a text begins with, "1" for a number, "" for nothing of the kind."""
    first = text[:1] or " "              # other programs' records may hold an empty text
    if first in BULLETS:
        return first if BULLET.match(text) else ""
    return "1" if first in "(123456789" and NUMBER.match(text) else ""


def join_rows(segments, elements):
    """Return the segments, the cells of each row of a data table joined by tabs.

    elements: as in the record; cells are its td and th. A row is taken as data if each of its
    cells is one short segment; in layout tables they hold several, or long ones.
    """
    if type(elements) is Elements and not any(one[0] in CELLS for one in elements):
        return segments
    cells, rows = _places(segments, elements)
    out, first = [], 0
    while first < len(segments):
        end = first + 1
        while end < len(segments) and rows[end] == rows[first] >= 0:
            end += 1
        row = segments[first:end]
        if len(row) > 1 and len(set(cells[first:end])) == len(row) and all(map(_is_cell, row)):
            out.append(merged(row, "\t".join(segment["text"] for segment in row), kind="t",
                              tag="tr", element=rows[first]))
        else:
            out += row
        first = end
    return out


def _places(segments, elements):
    """Return (cells, rows): for each segment the index of the td or th and the tr it is in, or -1.

    Raises:  BadRecord if elements or a segment's place among them is not as in FIELDS.
    """
    cell_of = []
    try:
        for tag, parent, _ in elements:
            if tag in CELLS:
                cell_of.append(len(cell_of))
            else:
                cell_of.append(-1 if tag == "table" or parent < 0 else cell_of[parent])
        cell_of.append(-1)           # of element -1, none
        cells = [cell_of[segment.get("element", -1)] for segment in segments]
        parents = [elements[cell][1] if cell >= 0 else -1 for cell in cells]
        return cells, [row if row >= 0 and elements[row][0] == "tr" else -1 for row in parents]
    except (IndexError, TypeError, ValueError):
        raise BadRecord('"elements", or a segment\'s place among them, is not as html2text writes '
                        "it", "bad_elements") from None


def _is_cell(segment):
    return (segment["kind"] == "p" and not segment.get("hidden")
            and segment["text"].count(" ") < MAX_CELL_WORDS)


def split_prose(segments):
    """Return the segments, preformatted text in paragraphs where it is prose and not code."""
    out = []
    for segment in segments:
        text = segment["text"]
        if segment.get("kind") == "c" and "\n" in text and is_prose(text):
            out += split(segment, [(text, kind) for text, kind, *_ in paragraphs(text, dump=False)])
        else:
            out.append(segment)
    return out


def is_prose(text):
    """Say whether preformatted text is prose: letters to a mailing list, RFCs, poems, not code.

    >>> is_prose("I see no harm\\nin it. Do you?"), is_prose("git add x\\ngit commit -m y\\n")
    (True, False)
    """
    words = text.split()
    solid = sum(map(len, words))
    if not text.isascii() and 2 * sum(map(spaceless, text)) > solid:
        return True
    lines = sum(1 for line in text.split("\n") if line and not line.isspace())
    return (len(words) >= MIN_WORDS_A_LINE * lines
            and len(SYMBOL.findall(text)) <= MAX_SYMBOLS * solid
            and len(PROSE_WORD.findall(text)) >= MIN_PROSE_WORDS * len(words)
            and MAX_WORDS_A_SENTENCE * len(SENTENCE_END.findall(text)) >= len(words))
