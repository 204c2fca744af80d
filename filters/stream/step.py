"""The step of a filter, from a record to a list of records, as its `make` returns it."""
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ..record import with_dropped
from ..sources.units import Source


class Step:
    """A step of a chain, and attributes that the runner reads.

    Called with a record, it returns a list: [] drops the record, [record] hands it on. A filter
    without state gives its function; one with a model, or with counts, is a class that defines
    __call__ and those of the attributes below that it needs.
    """

    #: Names and hashes of models, for --signature.
    signature: Sequence[str] = ()
    #: Where the records of the command come from; None: the input files.
    source: Source | None = None
    #: Function from what the step returned to bytes; None: a line of JSON.
    write: Callable[..., bytes] | None = None
    #: Whether `write` takes the place, too, and its bytes are frames: see named.py.
    placed: bool = False
    #: Factory of a container writer (Parquet), one per run. add(bytes) returns finished chunks,
    #: end() the rest.
    packing: Callable[[], Any] | None = None
    #: Factory of what holds the bytes written until the input of all runs has ended: see
    #: duplicates/waitingoutput.py.
    holding: Callable[[], Any] | None = None
    #: Whether the result is final text. With --lines it is printed as plain text; a bad record
    #: prints nothing.
    removes: bool = False
    #: Whether a document of which nothing is kept has no line in the output.
    is_silent: bool = False
    #: Returns the bytes that follow the last record.
    finish: Callable[[], bytes] | None = None
    #: Names the group of each record. The step is then called with a list of consecutive records
    #: of one group, and returns as many in the same order.
    group: "Grouping | None" = None
    #: Whether the step makes Pages of several records, and so takes them together: see PageStep.
    gathers: bool = False
    #: Returns a line for stderr at the end, "" for none.
    note: Callable[[], str] = str
    #: (command name, step) of a chain of steps, whose last one writes; None: the step is one.
    stages: "list[tuple[str, Step]] | None" = None

    @property
    def last(self) -> "Step":
        """The step that writes: the last one of a chain, or this one."""
        return self.stages[-1][1] if self.stages else self

    def __call__(self, record: Any) -> list[Any]:
        raise NotImplementedError


class Grouping:
    """Called with a record, it returns the name of the record's group; it may raise BadRecord."""

    def __call__(self, record: dict[str, Any]) -> Hashable:
        raise NotImplementedError

    def restart(self) -> None:
        """Forget the records seen, before another input."""

    def note(self) -> str:
        """Return a line for stderr at the end, "" for none."""
        return ""


class PageStep(Step):
    """A step that takes several pages together, in Pages (columns/pages.py), at less cost.

    The output is the same as page by page. Called with a record, the step takes a batch of one.
    If a batch fails, its pages are done one by one, to tell which is bad.
    """

    def takes(self, pages: Any) -> bool:
        """Return whether the step takes Pages of the step before; else they become records first.

        Segments of records from the input have fields of their own: see Pages.given.
        Roles are a record's last field, so a step that adds fields after them must work on records.
        """
        return pages.roles is None if self.gathers else pages.given is None

    def prepared(self, record: dict[str, Any]) -> Any:
        """Return the record in the form that `gathered` takes; None if it must go `alone`.

        The form may have `cut`, a note on text that was left out.
        """
        return None

    def gathered(self, prepared: list[Any]) -> Any:
        """Return the Pages of several prepared records."""
        from ..columns.fromrecords import pages_of
        return pages_of(prepared)

    def of_pages(self, pages: Any) -> Any:
        """Return the output for Pages: Pages, or a list of records for each page."""
        return pages

    def alone(self, record: dict[str, Any]) -> list[Any]:
        """Return the output for a record that `prepared` does not take."""
        return [record]

    def __call__(self, record: dict[str, Any]) -> list[Any]:
        page = self.prepared(record)
        return self.alone(record) if page is None else listed(self.of_pages(self.gathered([page])))


def listed(output: Any) -> list[Any]:
    """Return the output of a PageStep, Pages or a list, as a list."""
    if isinstance(output, list):
        return output
    from ..columns.torecords import records_of
    return records_of(output)


class Dropped(list[Any]):
    """The output for a record that a step drops, and `why`: the runner counts them.

    record:  as --dropped writes it, None to write none.
    instead: a placeholder for the output, such as a line without text.
    """

    def __init__(self, why: str, record: dict[str, Any] | None = None,
                 instead: Sequence[Any] = ()) -> None:
        super().__init__(instead)
        self.why, self.record = why, record


class Emptied(list[Any]):
    """The output for a document of which a step keeps nothing: the runner counts them.

    record: as --dropped writes it where the output has no line for it, else None.
    """

    def __init__(self, output: Sequence[Any], record: dict[str, Any] | None = None) -> None:
        super().__init__(output)
        self.record = record and with_dropped(record, "nothing kept",
                                              len(record.get("segments") or ()))


class Truncated(list[Any]):
    """The record without a part of its text, and a note on it, `what`: the runner reports it."""

    def __init__(self, records: list[Any], what: str) -> None:
        super().__init__(records)
        self.what = what


class FunctionStep(Step):
    """The step of a filter without state: its function, of records or of those of a group."""

    def __init__(self, function: Callable[[Any], list[Any]],
                 group: Grouping | None = None) -> None:
        self._function, self.group = function, group

    def __call__(self, record: Any) -> list[Any]:
        return self._function(record)


class Collector(Step):
    """A step that takes in all records and gives one result at the end, with `finish`."""

    def write(self, _refused: Any) -> bytes:
        return b""


class Packed:
    """An output that what is written goes to through a `packing`, a compressor, or both."""

    def __init__(self, out: Any, packing: Any = None, compressor: Any = None) -> None:
        self._out, self._packing, self._compressor = out, packing, compressor
        self.flush = out.flush

    def write(self, data: bytes) -> None:
        data = self._packing.add(data) if self._packing else data
        self._out.write(self._compressor.compress(data) if self._compressor else data)

    def end(self) -> None:
        """Write what is held back."""
        data = self._packing.end() if self._packing else b""
        if self._compressor:
            data = self._compressor.compress(data) + self._compressor.flush()
        self._out.write(data)


def as_step(made: Step | Callable[[Any], list[Any]]) -> Step:
    """Return the Step made of a Step or of a plain function, as a filter's `make` returns them."""
    return made if isinstance(made, Step) else FunctionStep(made)
