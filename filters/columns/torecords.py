"""From Pages to records."""
from ...lm.tagnames import KINDS
from ..record import Elements, Segments, fill
from ..text.rows import numbers_of
from ..text.splitmerge import finish
from ..text.textmarks import FIELD
from .segmentcolumns import COUNTS


def record_of(pages, page):
    """Return the record of one of the Pages; elements that were given have not changed."""
    made = {"elements": elements_of_page(pages, page)} if pages.given is None else {}
    return {**pages.records[page], **made, "segments": segments_of_page(pages, page)}


def elements_of_page(pages, page):
    """Return the elements of a page: lists of name, parent and words."""
    return Elements(map(list, element_rows(pages, page)))


def element_rows(pages, page):
    """Return an iterable of (name, parent, words) of the elements of a page."""
    rows = pages.element_rows(page)
    names = pages.names
    return zip(
        [names[number] for number in pages.element_tag[rows].tolist()],
        [parent - rows.start if parent >= 0 else -1
         for parent in pages.element_parent[rows].tolist()],
        pages.element_words[rows], strict=True)


def segments_of_page(pages, page):
    """Return the segments of a page, a dict each."""
    rows = pages.rows(page)
    segments = Segments(_made(pages, page, rows) if pages.given is None
                        else map(dict, pages.given[rows]))
    if pages.segmented:
        finish(segments, pages.bar[rows].tolist())
    for added in pages.added:
        if added == "role":
            for segment, role in zip(segments, pages.roles[rows], strict=True):
                segment["role"] = role
        else:
            for name in getattr(pages, added):
                fill(segments, added, name, pages.values(added, name, rows))
    return segments


def _made(pages, page, rows):
    """Return the segments of a page that html2text made."""
    first, names = int(pages.element_starts[page]), pages.names
    counts = [getattr(pages, name)[rows].tolist() for name in COUNTS]
    segments = [
        {"text": text, "kind": KINDS[kind], "tag": names[tag], "element": element - first,
         "chars": chars, "words": words, "link_chars": link_chars, "link_words": link_words,
         "links": links, "markup_chars": markup_chars, "open_tags": open_tags,
         "close_tags": close_tags, "skipped": skipped, "after_close": after_close}
        for text, kind, tag, element, after_close, chars, words, link_chars, link_words, links,
        markup_chars, open_tags, close_tags, skipped in zip(
            pages.text[rows], pages.kind[rows].tolist(), pages.tag[rows].tolist(),
            pages.element[rows].tolist(), pages.after_close[rows].tolist(), *counts, strict=True)]
    for name in "br", "hidden":
        for place in getattr(pages, name)[rows].nonzero()[0].tolist():
            segments[place][name] = True
    for segment, marks in zip(segments, pages.marks[rows] if pages.marks else [], strict=False):
        if marks:
            segment[FIELD] = marks
    cells = pages.cells[rows]
    for place in cells.nonzero()[0].tolist():
        segments[place]["cells"] = numbers_of(int(cells[place]))
    return segments
