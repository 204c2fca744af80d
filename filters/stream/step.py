"""What a filter's `make` returns: a step from a record to the records that come out."""
from collections.abc import Callable, Hashable, Iterable, MutableMapping, Sequence
from typing import Any

from ..sources.units import as_record


class Step:
    """A step of a chain, and attributes that the runner reads.

    Called with a record, it returns a list: [] drops the record, [record] hands it on. A filter
    without state gives its function; one with a model, or with counts, is a class that defines
    __call__ and those of the attributes below that it needs.
    """

    #: Names and hashes of models, for --signature.
    signature: Sequence[str] = ()
    #: What is read, (place, what `decode` takes or BadRecord or OSError); None: the input files.
    source: Iterable[tuple[str, Any]] | None = None
    #: From a place, and what was read there, to its record; it may raise BadRecord, or PassedOver
    #: where there is none.
    decode: Callable[[str, Any], Any] = staticmethod(as_record)
    #: More entries for --stats, as they are at the end.
    counts: MutableMapping[str, Any] | None = None
    #: Function from what the step returned to bytes; None: a line of JSON.
    write: Callable[[Any], bytes] | None = None
    #: Makes, for each run, what turns the bytes written into a file of another kind: `add` takes
    #: them and returns those of the file that are complete, `end` returns the last ones.
    packing: Callable[[], Any] | None = None
    #: Whether it leaves the text that is wanted: with --lines plain text comes out, not records,
    #: and none of a bad record.
    removes: bool = False
    #: Returns the bytes that follow the last record.
    finish: Callable[[], bytes] | None = None
    #: From a record to the name of its group. The step is then called with the list of records of
    #: each group, those that follow one another, and returns as many in the same order.
    group: Callable[[dict[str, Any]], Hashable] | None = None
    #: Called before another input, to forget what `group` has seen.
    restart: Callable[[], None] | None = None
    # The batch version of __call__, for several pages in columns (columns/pages.py); it gives the
    # same output as one record at a time. Where a page fails, and after a step without it, records
    # are taken one at a time. It has up to four parts, in this order:
    #: From a record to an item, None for a record that needs __call__. Its `cut` says what text was
    #: left out, "" where none was.
    prepared: Callable[[dict[str, Any]], Any] | None = None
    #: From a list of such items to Pages.
    gathered: Callable[[list[Any]], Any] | None = None
    #: From Pages to Pages.
    of_pages: Callable[[Any], Any] | None = None
    #: From Pages to a list of what comes out for each page.
    emitted: Callable[[Any], list[Any]] | None = None
    #: The batch version of __call__ without columns: a list of records in, as many out, in order.
    of_records: Callable[[list[dict[str, Any]]], list[dict[str, Any]]] | None = None
    #: Returns a line for stderr at the end, "" for none.
    note: Callable[[], str] = str
    #: (command name, step) of a chain of steps; None: the step is one.
    stages: "list[tuple[str, Step]] | None" = None
    #: The Stages that the records of `source` went through already: they count bad records, too.
    before: Sequence[Any] = ()

    def __call__(self, record: Any) -> list[Any]:
        raise NotImplementedError


class LeftOut(list[Any]):
    """What a step returns for a record that it drops, and `why`: the runner counts them.

    record:  as --dropped writes it, None for none.
    instead: what comes out nevertheless, such as a line without text.
    """

    def __init__(self, why: str, record: dict[str, Any] | None = None,
                 instead: Sequence[Any] = ()) -> None:
        super().__init__(instead)
        self.why, self.record = why, record


class Shortened(list[Any]):
    """The record of a step that left out a part of its text, and `what`: the runner reports it."""

    def __init__(self, records: list[Any], what: str) -> None:
        super().__init__(records)
        self.what = what


class FunctionStep(Step):
    """The step of a filter without state: its function."""

    def __init__(self, function: Callable[[Any], list[Any]], signature: Sequence[str] = ()) -> None:
        self._function = function
        self.signature = signature

    def __call__(self, record: Any) -> list[Any]:
        return self._function(record)


class Collector(Step):
    """A step that takes in all records and gives one result at the end, with `finish`."""

    def write(self, _refused: Any) -> bytes:
        """Return no bytes: a bad record is reported and leaves no line in the result."""
        return b""


class Packed:
    """The output of a run whose step has a `packing`, which what is written goes through."""

    def __init__(self, out: Any, packing: Any) -> None:
        self._out, self._packing, self.flush = out, packing, out.flush

    def write(self, data: bytes) -> None:
        self._out.write(self._packing.add(data))


def as_step(found: Step | Callable[[Any], list[Any]]) -> Step:
    """Return the Step for what a filter's `make` returned, a Step or a plain function."""
    return found if isinstance(found, Step) else FunctionStep(found)
