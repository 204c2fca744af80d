"""Pages as lines of JSON, the bytes that edge.jsonlines writes of their records, made at once."""
from ..edge.jsonlines import holds_float
from .torecords import element_rows, record_of, records_of, segments_of_page

try:
    import orjson
except ImportError:
    orjson = None


def lines_of(pages):
    """Return for each of the Pages its line, or its record where it has to be written by itself."""
    if not orjson or pages.scores or pages.raw or pages.given is not None:
        return records_of(pages)
    return [_line(pages, page) for page in range(len(pages.records))]


def _line(pages, page):
    """Return the line of a page; what scutch makes of it has no float, and no deep nesting."""
    record = pages.records[page]
    others = {key: value for key, value in record.items() if key not in ("elements", "segments")}
    if holds_float(others):
        return record_of(pages, page)
    try:
        return orjson.dumps({**record, "elements": list(element_rows(pages, page)),
                             "segments": segments_of_page(pages, page)}) + b"\n"
    except TypeError:                    # see encode
        return record_of(pages, page)
