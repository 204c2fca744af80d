"""Pages as lines of JSON, the bytes that edge.jsonlines writes of their records, made at once."""
from ..edge.jsonlines import holds_float
from .torecords import element_rows, segments_of_page

try:
    import orjson
except ImportError:
    orjson = None


def lines_of(pages):
    """Return for each of the Pages its line, or its record where it has to be written by itself."""
    if not orjson or pages.scores or pages.raw:
        return pages.as_records()
    return [_line(pages, page) for page in range(len(pages.records))]


def _line(pages, page):
    """Return the line of a page; what scutch makes of it has no float, and no deep nesting."""
    record, columns = pages.records[page], pages.columns
    others = {key: value for key, value in record.items() if key not in ("elements", "segments")}
    if holds_float(others):
        return pages.record(page)
    try:
        return orjson.dumps({**record, "elements": list(element_rows(columns, page)),
                             "segments": segments_of_page(columns, page)}) + b"\n"
    except TypeError:                    # see encode
        return pages.record(page)
