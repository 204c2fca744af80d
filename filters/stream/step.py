"""The step of a filter, from records or pages to others, as its `make` returns it."""
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..record import name_of, segments_of, with_dropped
from ..sources.units import Source


class Step:
    """A step of a chain, and attributes that the runner reads.

    Called with a record, it returns a list: [] drops the record, [record] hands it on, as this one
    does. A filter without state gives its function; one with a model, or with counts, is a class
    that defines __call__ and those of the attributes below that it needs.
    """

    #: Names and hashes of models, for --signature.
    signature: Sequence[str] = ()
    #: Where the records of the command come from; None: the input files.
    source: Source | None = None
    #: Whether it reads no more of segments than text, kind, role, scores, and what is hidden.
    reads_text: bool = False
    #: Where that is so, function from Pages and the number of one to the rows of its segments that
    #: may be kept, None for all of them: the step is given no others. None: all.
    may_keep: Callable[[Any, int], Any] | None = None
    #: Function from what the step returned, or a refused record, to bytes, or to an Output; what is
    #: either already stays. None: a line of JSON.
    write: Callable[..., Any] | None = None
    #: Factory of a container writer (Parquet), one per run. add(bytes) returns finished chunks,
    #: end() the rest.
    packing: Callable[[], Any] | None = None
    #: Factory of what holds the bytes written until the input of all runs has ended: see
    #: duplicates/readtwice.py.
    holding: Callable[[], Any] | None = None
    #: Whether the result is final text. With --lines it is printed as plain text; a bad record
    #: prints nothing.
    removes: bool = False
    #: Whether a document of which nothing is kept has no line in the output.
    is_silent: bool = False
    #: Returns the bytes that follow the last record.
    finish: Callable[[], bytes] | None = None
    #: Returns a line for stderr at the end, "" for none.
    note: Callable[[], str] = str
    #: (command name, step) of a chain of steps, whose last one writes; None: the step is one.
    stages: "list[tuple[str, Step]] | None" = None

    @cached_property
    def last(self) -> "Step":
        """The step that writes: the last one of a chain, or this one."""
        return self.stages[-1][1] if self.stages else self

    def __call__(self, record: Any) -> list[Any]:
        return [record]

    def restart(self) -> None:
        """Forget the records seen, before another input."""


class Holding(Step):
    """A step that takes records and gives them back later, some or all; it is called with each."""

    def check(self, record: Any) -> list[Any]:
        """Return [a record that is to be taken next]; it may raise BadRecord."""
        return [record]

    def add(self, place: str, record: dict[str, Any]) -> Iterable[tuple[str, Any]]:
        """Take a record, and its place; yield those that are given back now, as `rest` does."""
        raise NotImplementedError

    def rest(self) -> Iterable[tuple[str, Any]]:
        """Yield (place, record, or its line, or a BadRecord) of all that are held, in any order."""
        raise NotImplementedError


class Grouped(Holding):
    """A step of the consecutive records of one group; bad ones among them keep their places.

    function: called with a list of them, it returns as many in the same order.
    """

    def __init__(self, function: Callable[[list[Any]], list[Any]]) -> None:
        self._function = function
        self._error: Exception | None = None     # of the record that is given back
        self.restart()

    def restart(self) -> None:
        self._group: Hashable = None             # of the records held
        self._next: Hashable = None              # of the one that is taken next, None if it is bad
        self._held: list[tuple[str, Any, bool]] = []

    def group(self, record: dict[str, Any]) -> Hashable:
        """Return the name of the record's group, not None; it may raise BadRecord."""
        raise NotImplementedError

    def check(self, record: Any) -> list[Any]:
        self._next = self.group(record)
        return [record]

    def add(self, place: str, record: dict[str, Any]) -> Iterable[tuple[str, Any]]:
        group, self._next = self._next, None
        if group not in (None, self._group):
            yield from self.rest()
            self._group = group
        self._held.append((place, record, group is not None))
        if group is None and len(self._held) == 1:       # nothing is to come before it
            yield from self.rest()

    def rest(self) -> Iterable[tuple[str, Any]]:
        held, self._held = self._held, []
        good, failed = [record for _, record, is_good in held if is_good], None
        try:
            done = iter(self._function(good) if good else ())
        except Exception as failure:
            done, failed = iter(good), failure
        for place, record, is_good in held:
            self._error = failed if is_good else None
            yield place, next(done) if is_good else record
        self._error = None                       # which holds the records of the group

    def __call__(self, record: Any) -> list[Any]:
        if self._error:
            raise self._error
        return [record]


class PageStep(Step):
    """A step of pages: `of_pages` and its options. Records of a batch become Pages first.

    The output is the same at any size of the batch; a record alone is a batch of one.
    """

    def read(self, record: dict[str, Any]) -> Any:
        """Return the record as `of_records` takes it, or a list: the output for what is no page.

        What it returns may have `cut`, a note on text that was left out.
        Raises:  BadRecord.
        """
        return {**record, "segments": segments_of(record)}

    def of_records(self, read: list[Any]) -> Any:
        """Return the Pages after this step, of what `read` has returned for several records."""
        from ..columns.pages import pages_of
        return self.of_pages(pages_of(read))

    def of_pages(self, pages: Any) -> Any:
        """Return the Pages after this step; None in its place for a step that makes them."""
        return pages

    def __call__(self, record: dict[str, Any]) -> list[Any]:
        read = self.read(record)
        if isinstance(read, list):
            return read
        pages = self.of_records([read])
        return dropped(pages.record(0), *pages.gone[0]) if pages.gone else [pages.record(0)]


class Page(NamedTuple):
    """One of several Pages (columns/pages.py), in place of its record."""

    pages: Any
    number: int


class Dropped(list[Any]):
    """The output for a record that a step drops, and `why`: the runner counts them.

    why:     "" for a document of which it keeps nothing.
    record:  as --dropped writes it, None to write none.
    instead: a placeholder for the output, such as a line without text.
    """

    def __init__(self, why: str, record: dict[str, Any] | None = None,
                 instead: Sequence[Any] = ()) -> None:
        super().__init__(instead)
        self.why, self.record = why, record


def dropped(record: dict[str, Any] | None, why: str, rule: str, value: Any) -> Dropped:
    """Return the Dropped of a record, None if that is not kept, with doc.dropped."""
    return Dropped(why, record and with_dropped(record, rule, value))


def emptied(output: Sequence[Any], record: dict[str, Any] | None = None) -> Dropped:
    """Return the Dropped of a document of which nothing is kept; record: None if it has a line."""
    return Dropped("", record and with_dropped(record, "nothing kept",
                                               len(record.get("segments") or ())), output)


class Truncated(list[Any]):
    """The record without a part of its text, and a note on it, `cut`: the runner reports it."""

    def __init__(self, records: list[Any], cut: str) -> None:
        super().__init__(records)
        self.cut = cut


class FunctionStep(Step):
    """The step of a filter without state: its function."""

    def __init__(self, function: Callable[[Any], list[Any]]) -> None:
        self._function = function

    def __call__(self, record: Any) -> list[Any]:
        return self._function(record)


class Collector(Step):
    """A step without output for a refused record: most give a result at the end, by `finish`."""

    def write(self, _refused: Any) -> bytes:
        return b""


class Output(NamedTuple):
    """What a step has written, and what is said of it, beside its place and file: see Stages."""

    about: dict[str, Any]
    data: bytes


class Named(Step):
    """The last step of a chain, wrapped: the address of the page goes with its bytes.

    last:    the wrapped step, which returns bytes.
    """

    def __init__(self, last: Any) -> None:
        self.last_step = last
        self.packing, self.is_silent = last.packing, last.is_silent
        self.reads_text, self.may_keep = last.reads_text, last.may_keep

    def __call__(self, record: dict[str, Any]) -> list[Any]:
        output = self.last_step(record)
        about = {"name": address(record)}
        output[:] = [Output(about, data) for data in output]     # it may be Dropped
        return output

    def write(self, refused: Any) -> Output:
        """Return the Output of a bad record."""
        return Output({"name": address(refused)}, self.last_step.write(refused))


def address(record: dict[str, Any]) -> str:
    """Return the address of a page, where it has none its id."""
    url = record.get("url")
    return url if isinstance(url, str) else name_of(record)


class Packed:
    """An output that what is written goes to through a `packing`, a compressor, or both."""

    def __init__(self, out: Any, packing: Any = None, compressor: Any = None) -> None:
        self._out, self._packing, self._compressor = out, packing, compressor
        self.flush = out.flush

    def put(self, _about: Any, data: bytes) -> None:
        """Write the bytes of a page."""
        if not data:                     # where nothing can be judged nothing is begun
            return
        data = self._packing.add(data) if self._packing else data
        self._out.write(self._compressor.compress(data) if self._compressor else data)

    def end(self) -> None:
        """Write what is held back."""
        data = self._packing.end() if self._packing else b""
        if self._compressor:
            data = self._compressor.compress(data) + self._compressor.flush()
        self._out.write(data)
