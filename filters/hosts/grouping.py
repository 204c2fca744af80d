"""Records grouped by host, and returned to their original order, in bounded memory.

Both are one external merge sort: lines are held up to IN_MEMORY bytes, then written in order to a
temporary file in TMPDIR; at the end the files are merged.

Options:
  --max-pages N     pages of a host that are compared, at most (default: {default})
  --max-segments N  segments of these pages, at most (default: {default})
  --buffer          read all input, in any order, before comparing pages
"""
import heapq
import json
import re

from ...lm.writing import naming
from ..edge.console import plural
from ..edge.jsonlines import decode, encode
from ..errors import BadRecord, Unusable
from ..record import elements_of, object_of, owners_of, segments_of
from ..sources.units import InFolder
from ..stream.options import whole
from ..stream.step import Grouped, Holding

IN_MEMORY = 64 << 20     # bytes of records held before they go to a file
OVERHEAD = 200           # bytes that Python needs for a record on top of its own
FAN_IN = 64              # files merged at once, all of them open
BUFFER = 1 << 18         # bytes of each that are read or written at a time
MAX_PAGES = 10_000       # of one host that are compared
MAX_SEGMENTS = 200_000   # of these pages; about 500 MB
NO_HOST = """no host in "url"; jq -c '.url = "https://HOST/" + .id' writes it"""
NOT_GROUPED = ("pages of {} come again after those of other hosts: sort them by host first, or "
               "give --buffer")


def _url_of(record):
    return record.get("url") or object_of(record, "metadata").get("url")


def host_of(record):
    """Return the host of a record's url, in lower case and without "www."; "" where it has none.

    The url may be in "metadata", as in documents of datatrove.

    >>> host_of({"url": "https://www.Example.org:8080/a"}), host_of({"url": "http://["})
    ('example.org', '')
    """
    url = _url_of(record)
    try:
        host = _split(url).hostname if isinstance(url, str) else None
    except ValueError:                   # Invalid IPv6 URL
        host = None
    return (host or "").rstrip(".").removeprefix("www.")


def hosts_above(host):
    """Return a host and those above it.

    >>> hosts_above("a.b.org")
    ['a.b.org', 'b.org', 'org']
    """
    parts = host.split(".")
    return [".".join(parts[place:]) for place in range(len(parts))]


def path_of(record):
    """Return what follows the host in a record's url, without the fragment; its id without a url.

    >>> path_of({"url": "http://a.example#top"}), path_of({"id": 7})
    ('/?', '7')
    """
    url = _url_of(record)
    if not isinstance(url, str) or not url:
        return str(record.get("id", ""))
    try:
        parts = _split(url)
    except ValueError:
        return url
    return f"{parts.path or '/'}?{parts.query}"


def _split(url):
    from urllib.parse import urlsplit  # takes 3 ms to import, and tempfile 5
    return urlsplit(url)


class HostGroups(Grouped):
    """The step of a function that works on the pages of one host.

    opts:    with max_pages and max_segments of a group, and buffer: whether to hold all input.
    Memory:  the names of the hosts seen.
    """

    def __init__(self, function, opts):
        self._buffer = opts.buffer
        self._most = opts.max_pages, opts.max_segments
        super().__init__(function)

    def restart(self):
        """Forget the pages seen, before another input."""
        super().restart()
        self._seen = set()
        self._host, self._part = "", 0
        self._sizes = [0, 0]             # pages and segments of this part of the host
        self._pages = self._alone = 0    # all pages, and those without a host

    def group(self, record):
        """Return the host of a record and the number of the part of it that is compared.

        A record without a host goes with the one before it.
        Raises:  Unusable for a host that comes again after another one; BadRecord.
        """
        size = len(segments_of(record))
        host = host_of(record)
        self._pages += 1
        self._alone += not host
        if self._buffer:
            return "", 0
        host = host or self._host
        if host != self._host:
            if host in self._seen:
                raise Unusable(NOT_GROUPED.format(host))
            self._seen.add(host)
            self._host, self._sizes = host, [0, 0]
        self._sizes = [self._sizes[0] + 1, self._sizes[1] + size]
        if any(held > most for held, most in zip(self._sizes, self._most, strict=True)):
            self._part += 1
            self._sizes = [1, size]
        return self._host, self._part

    def note(self):
        """Return the line for stderr at the end: see Step."""
        if not self._alone:
            return ""
        return f"{self._alone} of {plural(self._pages, 'page')} not compared: {NO_HOST}"


GROUP_OPTIONS = ["max_pages", "max_segments", "buffer"]
OPTIONS = {
    "--max-pages": {"type": whole(1), "default": MAX_PAGES},
    "--max-segments": {"type": whole(1), "default": MAX_SEGMENTS}}


class ByHost(Holding):
    """The step that gives records back by host, those of one host in the order they came.

    bound:   bytes held in memory, see Spool.
    """

    def __init__(self, bound=IN_MEMORY):
        self._bound = bound
        self.restart()

    def restart(self):
        """Forget the records seen, before another input."""
        self._spool, self._count = Spool(self._bound), 0

    def key(self, _place, record):
        """Return what records are ordered by, a tuple that ends in the number of this one."""
        self._count += 1
        return host_of(record), self._count

    def add(self, place, record):
        """Take a record, and its place."""
        self._spool.add(self.key(place, record), packed(place, record))
        return ()

    def rest(self):
        """Yield (place, record), or a BadRecord for what cannot be written; the place is numbered.
        """
        for (*_, number), data in self._spool:
            place, item = unpacked(data)
            place = InFolder.of(place, getattr(place, "file", None))
            place.number = number
            yield place, item


class InOrder(ByHost):
    """The step that gives back what ByHost gave by host, in the order in which that came there."""

    def key(self, place, _record):
        return (place.number,)


def packed(place, item):
    """Return two lines of an item, a record or BadRecord: what is said of it, and its record."""
    about = {"place": place, "file": getattr(place, "file", None)}
    if isinstance(item, BadRecord):
        return (encode({**about, "bad": [str(item), item.code, item.command]})
                + encode(item.record or {}))
    try:
        return encode(about) + encode(item)
    except BadRecord as error:           # nested too deeply to be written
        error.record = {"id": place}
        return packed(place, error)


def unpacked(lines):
    """Return the (place, item) of two lines."""
    about, record = map(decode, lines.splitlines())
    place = about["place"] if about["file"] is None else InFolder.of(about["place"], about["file"])
    if "bad" not in about:
        return place, record
    message, code, command = about["bad"]
    error = BadRecord(message, code, record)
    error.command = command
    return place, error


class Spool:
    """Lines that are added in any order and come out in the order of their keys.

    bound:   bytes held; the rest lies in unnamed temporary files.
    Raises:  OSError with the folder's name, where it is full.
    """

    def __init__(self, bound=IN_MEMORY):
        self._bound = bound
        self._held, self._size = [], 0
        self.levels = []                 # of files: FAN_IN of one become one of the next

    def add(self, key, data):
        """Take bytes under a key, a tuple of values of JSON whose first ones are unique in order.
        """
        self._held.append((key, data))
        self._size += len(data) + OVERHEAD
        if self._size > self._bound:
            self._held.sort()
            self._file(_written(self._held), 0)
            self._held, self._size = [], 0

    def __iter__(self):
        """Yield (key, data) of everything added; works once."""
        self._held.sort()
        files = [file for level in self.levels for file in level]
        yield from heapq.merge(self._held, *map(_read, files))

    def _file(self, file, level):
        if level == len(self.levels):
            self.levels.append([])
        files = self.levels[level]
        files.append(file)
        if len(files) == FAN_IN:
            self.levels[level] = []
            self._file(_written(heapq.merge(*map(_read, files))), level + 1)


def _written(entries):
    """Return a file of entries: for each a line with the key and the length, then the data."""
    import tempfile
    with naming("TMPDIR"):               # where no folder can be written to
        folder = tempfile.gettempdir()
    with naming(folder):
        file = tempfile.TemporaryFile(buffering=BUFFER)
        for key, data in entries:
            file.write(json.dumps([*key, len(data)]).encode() + b"\n" + data)
        file.seek(0)
    return file


def _read(file):
    with file:
        for line in iter(file.readline, b""):
            *key, size = json.loads(line)
            yield tuple(key), file.read(size)


# The units that scutch-docfreq and scutch-train docfreq count: texts of a page and their slots.

COUNTS = "templates.docfrequency.Counts"     # see load_model
MAX_COUNTED = 1_000      # pages of a host; a share of them has a standard error of 0.016 at most
DIGITS = re.compile("[0-9]+")


def slots_of(record, segments):
    """Return a number for each segment: the path of names and classes of the elements around it.

    All digits are equal: class="post-1374" is that of every post.

    >>> record = {"elements": [["p", -1, "n1"], ["p", -1, "n22"]]}
    >>> first, other, none = slots_of(record, [{"element": 0}, {"element": 1}, {}])
    >>> first == other != none
    True
    """
    from ...lm.templates.structure import path_hashes
    names, parents, words = elements_of(record)
    named = [f"{name} {DIGITS.sub('0', own)}" for name, own in zip(names, words, strict=True)]
    slots = path_hashes(named, parents, 0)
    return [slots[owner] if owner >= 0 else 0 for owner in owners_of(segments, len(slots))]


def add_page(counts, record):
    """Add a record's page to the counts; return whether it has a host: else it is not counted."""
    host = host_of(record)
    if host:
        counts.add(host, path_of(record), units_of(record))
    return bool(host)


def units_of(record):
    """Return the Units of a record: the texts of its segments, and the slot of each."""
    from ...lm.templates.docfrequency import Units
    segments = segments_of(record)
    return Units([segment["text"] for segment in segments], slots_of(record, segments))
