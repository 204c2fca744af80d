"""The steps of the scutch-dedup pipe; `LC_ALL=C sort` runs between them.

sketch  records                   same rank name sketch id    of each document
bands   SKETCHES, sorted          key rank same               of each band of each text
pairs   these, sorted             better's same and rank, worse's same and rank
join    SKETCHES, pairs, sorted   worse's, better's, better's sketch
compare SKETCHES, these, sorted   of those alike: worse's rank and same, better's same, similarity
cluster these, sorted             better's same, worse's same, similarity
list    SKETCHES, these, sorted   same name similarity settings id
texts   records                   text page sentences         of each segment, or of sentences
count   these, sorted, each once  text count first sentences  of the texts of two pages or more

`same` is the hash of a text; `rank` and `name` decide which of its documents stays. The first
document of a text stands for all of them. The bytes of the last table do not depend on sharding or
order of the documents. `sentences` is how many make a text, 0 where segments do.

Tables of numbers are lines of text that LC_ALL=C sort puts in order, read and written as arrays.
Every column has a fixed width: hexadecimal digits, or a sketch in base64. A last column may have
any text without a line break.
"""
import base64
import json
from functools import partial
from itertools import islice

import numpy as np

from ...lm.arrays import begins_of_runs
from ...lm.sketches import BANDS, PLACES, candidates, estimates, kept, keys_of, rows_of
from ..edge.bytestreams import open_bytes, shown
from ..errors import Unusable
from ..sources.units import Source
from ..stream.step import Collector, Step
from .comparedtexts import Batches, Counted

SKETCH = -1              # the width of a column of sketches
PADDING = -PLACES % 3    # bytes after a sketch, for its settings: base64 has four digits for three
DIGITS = (PLACES + PADDING) // 3 * 4
HEX = np.frombuffer(b"0123456789abcdef", np.uint8)
VALUES = np.full(256, 255, np.uint8)
VALUES[HEX] = np.arange(16)
ROWS = 1 << 13           # lines read at a time


class Table:
    """A kind of line: {column: its number of hexadecimal digits, or SKETCH}.

    has_text: whether a text follows these columns.
    """

    def __init__(self, has_text=False, **widths):
        self.widths, self.has_text = widths, has_text
        self._fields = np.dtype([field for name, width in widths.items() for field in (
            (name, np.uint8, (DIGITS if width == SKETCH else width,)), (f"-{name}", np.uint8))])

    def lines(self, texts=None, **columns):
        """Return the lines of arrays of the columns, bytes; texts: a list of bytes."""
        rows = np.zeros(len(next(iter(columns.values()))), self._fields)
        for name, width in self.widths.items():
            rows[name] = (_base64(columns[name]) if width == SKETCH else
                          _hexadecimal(columns[name], width))
            rows[f"-{name}"] = ord("\t")
        if texts is None:
            rows[f"-{name}"] = ord("\n")
            return rows.tobytes()
        data, size = rows.tobytes(), rows.itemsize
        return b"".join(data[at * size:(at + 1) * size] + text + b"\n"
                        for at, text in enumerate(texts))

    def read(self, names):
        """Yield (place, {column: array}) of batches of lines; "text" is a list of bytes.

        Raises:  Unusable for a line that is not of this table; OSError.
        """
        for name in names or ["-"]:
            with open_bytes(name) as stream:
                number = 1
                while lines := list(islice(stream, ROWS)):
                    place = f"{shown(name)}:{number}"
                    yield place, self._columns(lines, place)
                    number += len(lines)

    def _columns(self, lines, place):
        size = self._fields.itemsize
        texts = [line[size:].rstrip(b"\n") for line in lines]
        data = b"".join([line[:size] for line in lines])
        if len(data) != size * len(lines) or (not self.has_text and any(texts)):
            raise Unusable(f"{place}: this line or a later one lacks the columns of this table")
        rows = np.frombuffer(data, self._fields)
        ends = {name: ord("\t") for name in self.widths}
        if not self.has_text:
            ends[name := next(reversed(ends))] = ord("\n")
        columns = {"text": texts}
        try:
            for name, width in self.widths.items():
                if (rows[f"-{name}"] != ends[name]).any():
                    raise ValueError
                columns[name] = (_from_base64(rows[name]) if width == SKETCH else
                                 _from_hexadecimal(rows[name]))
        except ValueError:
            raise Unusable(f"{place}: this, or a line below, is damaged") from None
        return columns


def _hexadecimal(numbers, width):
    shifts = np.arange(4 * width - 4, -1, -4).astype(np.uint64)
    return HEX[(np.asarray(numbers, np.uint64)[:, None] >> shifts) & np.uint64(15)]


def _from_hexadecimal(digits):
    values = VALUES[digits]
    if (values > 15).any():
        raise ValueError
    out = np.zeros(len(digits), np.uint64)
    for column in values.T:
        out = out << np.uint64(4) | column
    return out


def _base64(sketches):
    data = base64.b64encode(np.ascontiguousarray(sketches).tobytes())
    return np.frombuffer(data, np.uint8).reshape(-1, DIGITS)


def _from_base64(digits):
    data = base64.b64decode(np.ascontiguousarray(digits).tobytes(), validate=True)
    return np.frombuffer(data, np.uint8).reshape(-1, PLACES + PADDING)


SKETCHES = Table(same=16, rank=12, name=16, sketch=SKETCH, has_text=True)
KEYS = Table(key=12, rank=12, same=16)
PAIRS = Table(better=16, better_rank=12, worse=16, worse_rank=12)
JOINED = Table(worse=16, worse_rank=12, better=16, better_rank=12, sketch=SKETCH)
ALIKE = Table(worse_rank=12, worse=16, better_rank=12, better=16, similarity=4)
CLUSTERS = Table(better=16, worse=16, similarity=4)
LIST = Table(same=16, similarity=4, name=16, settings=4, has_text=True)
TEXTS = Table(text=16, page=16, sentences=2)
COUNTS = Table(text=16, count=8, first=16, sentences=2)
SAME = 0xffff            # similarity, in ten-thousandths, of documents of one text
MOST = np.uint64(10_000)


def ten_thousandths(similarity):
    """Return estimates as whole numbers."""
    return np.rint(similarity * float(MOST)).astype(np.uint64)


class Writer(Collector):
    """A step from records to lines: `add` returns [bytes] for a record, `rest` for those held."""

    def __init__(self, add, rest=bytes):
        self._add, self.finish = add, rest

    def __call__(self, record):
        return self._add(record)


def sketch(reader):
    """Return the step from records to SKETCHES."""
    batches = Batches()
    return Writer(lambda record: [sketch_lines(reader.columns(batch), reader.settings)
                                  for batch in batches.add(reader(record))],
                  lambda: b"".join(sketch_lines(reader.columns(batch), reader.settings)
                                   for batch in batches.rest()))


def sketch_lines(columns, settings):
    """Return the lines of some Columns."""
    end = np.frombuffer(settings.to_bytes(PADDING, "big"), np.uint8)
    ends = np.broadcast_to(end, (len(columns.same), PADDING))
    return SKETCHES.lines([json.dumps(name).encode() for name in columns.ids],
                          same=columns.same, rank=columns.rank, name=columns.name,
                          sketch=np.append(columns.sketch, ends, 1))


def texts(record, counted):
    """Return [lines of TEXTS] of a record; counted: a Counted."""
    text, page = counted(record)
    return [TEXTS.lines(text=text, page=np.full(len(text), page, np.uint64),
                        sentences=np.full(len(text), counted.sentences))]


def in_order(names, settings):
    """Yield (rows, is_first, new) of sorted SKETCHES: {column: array}, and for each row a bool.

    is_first: whether the row is the first of its text.
    new:      0 or 1, the index of the first new row: the last row of a batch comes again in the
              next one.
    Raises:   Unusable for lines that are not sorted, or not made with these settings.
    """
    ending = np.frombuffer(settings.to_bytes(PADDING, "big"), np.uint8)
    last, last_is_first = None, True
    for place, rows in SKETCHES.read(names):
        if (rows["sketch"][:, PLACES:] != ending).any():
            raise Unusable(f"{place}: sketches of another version, or of other --words, --fold or "
                           "--keep")
        rows["text"] = np.array(rows["text"], object)
        if last:
            rows = {name: np.concatenate([last[name], rows[name]]) for name in rows}
        _check_order(place, rows["same"])
        is_first = begins_of_runs(rows["same"])
        is_first[0] = last_is_first
        yield rows, is_first, int(last is not None)
        last, last_is_first = {name: rows[name][-1:] for name in rows}, is_first[-1]


def _check_order(place, values):
    if (values[1:] < values[:-1]).any():
        raise Unusable(f"{place}: not sorted: LC_ALL=C sort is required")


def _firsts(names, settings):
    """Yield {column: array} of the rows of SKETCHES that stand for a text."""
    for rows, is_first, new in in_order(names, settings):
        yield {name: values[new:][is_first[new:]] for name, values in rows.items()}


def bands(names, settings, threshold):
    """Yield the lines of KEYS of sorted SKETCHES."""
    rows = rows_of(threshold)
    for firsts in _firsts(names, settings):
        for band in range(BANDS):
            yield "stdin", KEYS.lines(key=keys_of(firsts["sketch"], rows, band),
                                      rank=firsts["rank"], same=firsts["same"])


def pairs(names):
    """Yield the lines of PAIRS of sorted KEYS."""
    held = {name: np.zeros(0, np.uint64) for name in KEYS.widths}
    for place, rows in KEYS.read(names):
        rows = {name: np.concatenate([held[name], rows[name]]) for name in held}
        _check_order(place, rows["key"])
        end = rows["key"].searchsorted(rows["key"][-1])     # the last run may go on
        yield place, _pair_lines({name: values[:end] for name, values in rows.items()})
        held = {name: values[end:] for name, values in rows.items()}
    yield "stdin", _pair_lines(held)


def _pair_lines(rows):
    better, worse = candidates(rows["key"]).T
    return PAIRS.lines(better=rows["same"][better], better_rank=rows["rank"][better],
                       worse=rows["same"][worse], worse_rank=rows["rank"][worse])


def _looked_up(table, column, names, settings):
    """Yield pairs of {column: array}: rows of a table on stdin, and of SKETCHES that of each text.

    column: of the table, with the text. Both tables are sorted by it.
    Raises:  Unusable for a text that is not in the sketches.
    """
    known, last = _firsts(names, settings), None
    unlisted = f": names a text that {names[0]} does not list: use the sketches of the same run"
    firsts = next(known, None)
    for place, rows in table.read([]):
        wanted = rows[column]
        if last is not None:
            _check_order(place, np.append(last, wanted))
        last, start = wanted[-1:], 0
        while start < len(wanted):
            if firsts is None:
                raise Unusable(place + unlisted)
            end = wanted.searchsorted(firsts["same"][-1], "right") if len(firsts["same"]) else 0
            if end > start:
                at = firsts["same"].searchsorted(wanted[start:end])
                if (firsts["same"][at] != wanted[start:end]).any():
                    raise Unusable(place + unlisted)
                yield ({name: values[start:end] for name, values in rows.items()},
                       {name: values[at] for name, values in firsts.items()})
                start = end
            if start < len(wanted):
                firsts = next(known, None)


def join(names, settings):
    """Yield the lines of JOINED of PAIRS on stdin."""
    for rows, firsts in _looked_up(PAIRS, "better", names, settings):
        rows.pop("text")
        yield "stdin", JOINED.lines(**rows, sketch=firsts["sketch"])


def compare(names, settings, threshold):
    """Yield the lines of ALIKE of JOINED on stdin."""
    for rows, firsts in _looked_up(JOINED, "worse", names, settings):
        alike = estimates(rows["sketch"][:, :PLACES], firsts["sketch"][:, :PLACES])
        enough = alike >= threshold
        yield "stdin", ALIKE.lines(
            similarity=ten_thousandths(alike[enough]),
            **{name: rows[name][enough] for name in ALIKE.widths if name != "similarity"})


def cluster(names):
    """Yield the lines of CLUSTERS of sorted ALIKE."""
    gone = {}
    for place, rows in ALIKE.read(names):
        before = len(gone)
        better, worse = rows["better"].tolist(), rows["worse"].tolist()
        gone = kept(better, worse, gone)
        where = {pair: at for at, pair in enumerate(zip(better, worse, strict=True))}
        new = [(gone[same], same) for same in islice(reversed(gone), len(gone) - before)]
        at = [where[pair] for pair in new]
        yield place, CLUSTERS.lines(better=rows["better"][at], worse=rows["worse"][at],
                                    similarity=rows["similarity"][at])


def duplicates(names, settings):
    """Yield the lines of LIST of sorted SKETCHES, and of CLUSTERS on stdin."""
    for rows, is_first, _ in in_order(names, settings):
        second = (is_first[:-1] & ~is_first[1:]).nonzero()[0]
        yield "stdin", list_lines(rows["same"][second], np.full(len(second), SAME),
                                  rows["name"][second], rows["text"][second], settings)
    for rows, firsts in _looked_up(CLUSTERS, "better", names, settings):
        yield "stdin", list_lines(rows["worse"], rows["similarity"], firsts["name"],
                                  firsts["text"], settings)


def list_lines(same, similarity, name, ids, settings):
    """Return the lines of LIST of some texts; ids: of the documents kept, JSON."""
    return LIST.lines(ids, same=same, similarity=similarity, name=name,
                      settings=np.full(len(same), settings))


def count(names):
    """Yield the lines of COUNTS of sorted TEXTS, each once."""
    pages, (text, first, sentences) = 0, np.zeros((3, 0), np.uint64)     # of the last text
    for place, rows in TEXTS.read(names):
        _check_order(place, np.append(text, rows["text"]))
        starts = begins_of_runs(rows["text"]).nonzero()[0]
        columns = [rows[name][starts] for name in ("text", "page", "sentences")]
        counts = np.diff(starts, append=len(rows["text"]))
        if len(text) and text[0] == columns[0][0]:
            counts[0] += pages
            columns[1][0] = first[0]
        else:
            yield place, count_lines(text, np.array([pages] * len(text)), first, sentences)
        yield place, count_lines(columns[0][:-1], counts[:-1], columns[1][:-1], columns[2][:-1])
        pages, (text, first, sentences) = counts[-1], (column[-1:] for column in columns)
    yield "stdin", count_lines(text, np.array([pages] * len(text)), first, sentences)


def count_lines(text, pages, first, sentences):
    """Return the lines of COUNTS of the texts that several pages have; first: the least of them."""
    many = pages > 1
    return COUNTS.lines(text=text[many], count=pages[many], first=first[many],
                        sentences=sentences[many])


def step_of(part, reader, threshold, names, sentences):
    """Return the step of a part of the pipe; names: of its files. sentences: see Counted."""
    if part == "sketch":
        return sketch(reader)
    if part == "texts":
        return Writer(partial(texts, counted=Counted(sentences, reader.folded)))
    settings = reader.settings
    step = Step()                        # it hands the lines of its source on
    step.source = Source({
        "bands": partial(bands, names, settings, threshold), "pairs": partial(pairs, names),
        "join": partial(join, names, settings), "cluster": partial(cluster, names),
        "compare": partial(compare, names, settings, threshold), "count": partial(count, names),
        "list": partial(duplicates, names, settings)}[part]())
    return step
