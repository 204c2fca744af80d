"""Pages as lines of JSON, the bytes that stream.jsonlines writes of their records, made at once."""
from functools import lru_cache

import numpy as np

from ..stream.jsonlines import holds_float
from ..text.sentences import sentences
from .columns import COUNTS
from .names import KINDS
from .writing import element_rows

try:
    import orjson
except ImportError:
    orjson = None

DELETE = "\x7f"          # no text of html2text holds it, and JSON writes it as it is
NUMBERS = ("element", *COUNTS)
# What stands in a segment's object, part by part: its text, kind and tag, then number by number
# behind its name, then its flags, with its sentences among them
TEXT, KIND, FIRST_NUMBER = 1, 2, 3
NAMES = [f',"{name}":'.encode() for name in COUNTS]
FLAGS = FIRST_NUMBER + 2 * len(NUMBERS) - 1
SENTENCES, LAST, PARTS = FLAGS + 1, FLAGS + 2, FLAGS + 3


def lines_of(pages):
    """Return for each of the Pages its line, or its record where it has to be written by itself."""
    if not orjson or pages.scores or pages.raw:
        return pages.as_records()
    return [_line(pages, page) for page in range(len(pages.records))]


def _line(pages, page):
    record, columns = pages.records[page], pages.columns
    try:
        line = orjson.dumps({**record, "elements": orjson.Fragment(_elements(columns, page)),
                             "segments": orjson.Fragment(_segments(columns, page))})
    except TypeError:                    # see encode
        return pages.record(page)
    others = {key: value for key, value in record.items() if key not in ("elements", "segments")}
    return pages.record(page) if holds_float(others) else line + b"\n"


def _elements(columns, page):
    return orjson.dumps(list(element_rows(columns, page)))


def _segments(columns, page):
    """Return the segments of a page as JSON: parts in their order, joined at once."""
    rows = columns.rows(page)
    count = rows.stop - rows.start
    if not count:
        return b"[]"
    text = columns.text[rows]
    parts = [b""] * (PARTS * count)
    parts[0::PARTS] = [b'{"text":"'] * count
    parts[TEXT::PARTS] = _strings(text)
    parts[KIND::PARTS] = map(_kind_and_tag, columns.kind[rows].tolist(),
                             map(columns.names.__getitem__, columns.tag[rows].tolist()))
    numbers = np.stack([getattr(columns, name)[rows] for name in NUMBERS])
    numbers[0] -= columns.element_starts[page]
    digits = orjson.dumps(numbers.ravel().tolist())[1:-1].split(b",")
    for place in range(len(NUMBERS)):
        parts[FIRST_NUMBER + 2 * place::PARTS] = digits[place * count:(place + 1) * count]
    for place, name in enumerate(NAMES):
        parts[FIRST_NUMBER + 2 * place + 1::PARTS] = [name] * count
    flags = [getattr(columns, name)[rows].tolist() for name in ("after_close", "br", "hidden")]
    parts[FLAGS::PARTS] = map(_flags, *flags)
    if columns.segmented:
        parts[SENTENCES::PARTS] = [b',"sentences":' + orjson.dumps(sentences(one)) for one in text]
    ends = b"},", b',"bar":true},'
    bars = columns.bar[rows] if columns.segmented else np.zeros(count, bool)
    parts[LAST::PARTS] = map(ends.__getitem__, bars.tolist())
    return b"[" + b"".join(parts)[:-1] + b"]"


def _strings(text):
    """Return texts as strings of JSON, without quotes, a list of bytes."""
    strings = orjson.dumps(DELETE.join(text))[1:-1].split(DELETE.encode())
    if len(strings) == len(text):
        return strings
    return [orjson.dumps(one)[1:-1] for one in text]


@lru_cache(1 << 10)
def _kind_and_tag(kind, tag):
    return b'","kind":"%b","tag":%b,"element":' % (KINDS[kind].encode(), orjson.dumps(tag))


@lru_cache(8)
def _flags(after_close, br, hidden):
    return (b',"after_close":' + (b"true" if after_close else b"false")
            + b',"br":true' * br + b',"hidden":true' * hidden)
