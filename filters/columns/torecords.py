"""From Columns to segments and elements of records."""
from ...lm.tagnames import KINDS
from ..record import Elements, Segments
from ..text.rows import numbers_of
from ..text.sentences import sentences_of
from ..text.textmarks import FIELD
from .columns import COUNTS


def elements_of_page(columns, page):
    """Return the elements of a page: lists of name, parent and words."""
    return Elements(map(list, element_rows(columns, page)))


def element_rows(columns, page):
    """Return an iterable of (name, parent, words) of the elements of a page."""
    rows = columns.element_rows(page)
    names = columns.names
    return zip(
        [names[number] for number in columns.element_tag[rows].tolist()],
        [parent - rows.start if parent >= 0 else -1
         for parent in columns.element_parent[rows].tolist()],
        columns.element_words[rows], strict=True)


def segments_of_page(columns, page):
    """Return the segments of a page, a dict each."""
    rows = columns.rows(page)
    first, names = int(columns.element_starts[page]), columns.names
    counts = [getattr(columns, name)[rows].tolist() for name in COUNTS]
    found = [
        {"text": text, "kind": KINDS[kind], "tag": names[tag], "element": element - first,
         "chars": chars, "words": words, "link_chars": link_chars, "link_words": link_words,
         "links": links, "markup_chars": markup_chars, "open_tags": open_tags,
         "close_tags": close_tags, "skipped": skipped, "after_close": after_close}
        for text, kind, tag, element, after_close, chars, words, link_chars, link_words, links,
        markup_chars, open_tags, close_tags, skipped in zip(
            columns.text[rows], columns.kind[rows].tolist(), columns.tag[rows].tolist(),
            columns.element[rows].tolist(), columns.after_close[rows].tolist(), *counts,
            strict=True)]
    _mark(found, "br", columns.br[rows])
    _mark(found, "hidden", columns.hidden[rows])
    for segment, marks in zip(found, columns.marks[rows] if columns.marks else [], strict=False):
        if marks:
            segment[FIELD] = marks
    cells = columns.cells[rows]
    for place in cells.nonzero()[0].tolist():
        found[place]["cells"] = numbers_of(int(cells[place]))
    if columns.segmented:
        spans = sentences_of([segment["text"] for segment in found])
        for segment, of_segment in zip(found, spans, strict=True):
            segment["sentences"] = of_segment
        _mark(found, "bar", columns.bar[rows])
    return Segments(found)


def _mark(segments, name, flags):
    for place in flags.nonzero()[0].tolist():
        segments[place][name] = True
