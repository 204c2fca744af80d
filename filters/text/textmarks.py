"""Marks of a segment: which stretches of its text are code, links, emphasis and the like.

A mark is [start, end, kind] in code points of the text; that of a link has the address as a fourth
value, that of code in <pre> the language. That of an image, which is between two characters, has
its address and the alternative text; then the address of the link around it, "" for none; then,
where it was not among the text, the element in which it stands.
"""
import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import NamedTuple

FIELD = "marks"
CODE, LINK, IMAGE = "code", "link", "image"
KINDS = (CODE, "strong", "em", LINK, IMAGE, "sub", "sup", "del")
LENGTHS = {CODE: (3, 4), LINK: (3, 4), IMAGE: (5, 6, 7)}     # of marks; of other kinds 3
LINK_OF_IMAGE, ELEMENT_OF_IMAGE = 5, 6   # places of values in the mark of an image
DEEPEST = 16             # marks one in the other; html2text writes one of a kind
FAR = 200                # code points between two words of a text where it has lost some
SOLID = re.compile(r"\S")
WORD = re.compile(r"\S+")


class Span(NamedTuple):
    """A stretch of a text, from start to end, that is now in a piece, from `begin` on."""

    start: int
    end: int
    piece: int
    begin: int


def marks_of(segment):
    """Return the marks of a segment as lists, outer ones first; malformed marks, and marks that
    cross others, are dropped.

    >>> marks_of({"text": "a b c", "marks": [[2, 5, "em"], [0, 3, "code"], [4, 9, "sub"], 7]})
    [[0, 3, 'code']]
    """
    marks = segment.get(FIELD)
    return nested(filter(_is_mark, marks), len(segment["text"])) if isinstance(marks, list) else []


def nested(marks, size):
    """Return the marks of a text of this size, outer ones first, without those that cross others.
    """
    out, ends = [], []
    for mark in in_order(marks):
        start, end = mark[:2]
        while ends and ends[-1] <= start:
            ends.pop()
        if end <= (ends[-1] if ends else size) and start <= size and len(ends) < DEEPEST:
            out.append(mark)
            if start < end:
                ends.append(end)
    return out


def in_order(marks):
    """Return marks as they are written: by their starts, outer ones first."""
    return sorted(marks, key=lambda mark: (mark[0], -mark[1]))


def _is_mark(mark):
    if not isinstance(mark, list) or len(mark) < 3 or {*map(type, mark[:2])} != {int}:
        return False
    start, end, kind, *more = mark
    return (kind in KINDS if isinstance(kind, str) else False) and (
        len(mark) in LENGTHS.get(kind, (3,)) and all(isinstance(value, str) for value in more[:3])
        and all(type(value) is int and value >= 0 for value in more[3:])
        and (0 <= start < end or (kind == IMAGE and 0 <= start == end)))


def shown_picture(mark):
    """Return the mark of an image as outputs have it: without its element, or a link that is "".

    >>> shown_picture([0, 0, "image", "/a.png", "A", "", 7])
    [0, 0, 'image', '/a.png', 'A']
    """
    link = [link for link in mark[LINK_OF_IMAGE:ELEMENT_OF_IMAGE] if link]
    return [*mark[:LINK_OF_IMAGE], *link]


def language_of(marks):
    """Return the language that marks of code in <pre> state, "" for none.

    >>> language_of([[0, 3, "link", "a"], [0, 9, "code", "python"]])
    'python'
    """
    return next((mark[3] for mark in marks if mark[2] == CODE and len(mark) > 3), "")


def code_inside(marks):
    """Return marks, as marks_of returns them, with code inside of all others: it is cut where links
    and images are in it, and emphasis in it is dropped.

    >>> code_inside([[0, 9, "code"], [2, 4, "link", "a"], [5, 6, "em"]])
    [[0, 2, 'code'], [2, 4, 'link', 'a'], [2, 4, 'code'], [4, 9, 'code']]
    """
    codes = []
    for start, end, kind, *_ in marks:
        if kind == CODE and (not codes or start >= codes[-1][1]):
            codes.append([start, end])
    starts = [start for start, _ in codes]
    others = []
    for mark in marks:
        start, end, kind = mark[:3]
        row = bisect_right(starts, start) - 1
        inside = row >= 0 and end <= codes[row][1] and [start, end] != codes[row]
        if kind != CODE and not (inside and kind not in (LINK, IMAGE)):
            others.append(mark)
    cuts = sorted({place for mark in others for place in mark[:2]})
    for start, end in codes:
        places = [start, *cuts[bisect_right(cuts, start):bisect_left(cuts, end)], end]
        others += [[*pair, CODE] for pair in pairwise(places)]
    return sorted(others, key=lambda mark: (mark[0], mark[2] != IMAGE, -mark[1], mark[2] == CODE))


def joined_marks(parts, text):
    """Return the marks of a text that was joined.

    parts: [(text, its marks)]; a text without a part in the joined one is passed over. Between
           them is only white space.

    >>> joined_marks([("a", [[0, 1, "em"]]), ("1", []), ("b c", [[2, 3, "sub"]])], "a\\tb c")
    [[0, 1, 'em'], [4, 5, 'sub']]
    """
    joined, done = [], 0
    for part, marks in parts:
        solid = SOLID.search(text, done)
        start = (solid.start() if solid else len(text)) - (len(part) - len(part.lstrip()))
        if start >= 0 and text.startswith(part, start):
            done = start + len(part)
            for begin, end, *what in marks:
                _append(joined, [start + begin, start + end, *what], text)
    return joined


def _append(marks, mark, text):
    """Append a mark; lines of code in one language are one."""
    last = marks[-1] if marks else None
    if last and mark[2] == CODE and mark[2:] == last[2:] and len(mark) > 3 and (
            not SOLID.search(text, last[1], mark[0])):
        last[1] = mark[1]
    else:
        marks.append(mark)


def split_marks(marks, text, pieces):
    """Return a list of marks for each piece of a text, which may have lost words and white space.

    >>> split_marks([[0, 9, "em"]], "> One\\n> two", ["One", "two"])
    [[[0, 3, 'em']], [[0, 1, 'em']]]
    """
    spans, done = [], 0
    for number, piece in enumerate(pieces):
        for word in WORD.finditer(piece):
            start = text.find(word[0], done, done + len(word[0]) + FAR)
            if start >= 0:
                done = start + len(word[0])
                spans.append(Span(start, done, number, word.start()))
    return carried(marks, spans, len(pieces))


def moved_marks(marks, text, other):
    """Return the marks of a text as those of another with the same words.

    >>> moved_marks([[5, 8, "em"]], "One\\n two", "One two")
    [[4, 7, 'em']]
    """
    return marks if text == other or not marks else split_marks(marks, text, [other])[0]


def carried(marks, spans, pieces=1):
    """Return a list of marks for each piece of a text; spans: the Spans of all, ascending."""
    of_pieces = [[] for _ in range(pieces)]
    if not spans:
        return of_pieces
    starts, ends = [span.start for span in spans], [span.end for span in spans]
    for start, end, *what in marks:
        if start == end:                 # an image
            span = spans[min(bisect_left(ends, start), len(spans) - 1)]
            place = span.begin + min(max(start, span.start), span.end) - span.start
            of_pieces[span.piece].append([place, place, *what])
            continue
        row, after = bisect_right(ends, start), bisect_left(starts, end)
        while row < after:
            first = spans[row]
            row = min(after, bisect_right(spans, first.piece, row, key=lambda span: span.piece))
            last = spans[row - 1]
            of_pieces[first.piece].append([first.begin + max(start - first.start, 0),
                                           last.begin + min(end, last.end) - last.start, *what])
    return of_pieces
