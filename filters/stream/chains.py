"""A chain of filters as a step: "html2text, segment, charlm --model en, tag"."""
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..edge.bytestreams import LONGEST_SHOWN
from ..edge.jsonlines import plain_object
from ..errors import BadRecord, Unusable
from ..record import Record, as_line
from .batches import MOST_RECORDS
from .order import check_order
from .spec import Filter, filters_of
from .stages import Stages
from .step import Step
from .timelimit import timed

OWN = frozenset(["segments", "elements"])
CHAINS = 16              # chains that are kept, each for other options; all share their models

class Chain(Step):
    """A chain of filters: a step from a record to the list that comes out.

    filters:  Filters, or their description as scutch-chain takes it, "segment, charlm --model en".
    on_error: the treatment of bad records: see Stages.
    Memory:  the models of its filters. Only `filters` is copied to other processes.
    Raises:  Unusable for an unknown filter, option or model, and for a filter that lacks what only
             another one can write: see order.py.
    """

    def __init__(self, filters: str | Sequence[Filter], on_error: str = "keep") -> None:
        self.filters, self.on_error = filters, on_error
        parts = [part for filter in (filters_of(filters) if isinstance(filters, str) else filters)
                 for part in filter.parts()]
        check_order(parts)
        self.stages: list[tuple[str, Any]] = [(part.command, part.step()) for part in parts]
        for name, step in self.stages[:-1]:
            if step.write:
                raise Unusable(f"{name} ends a chain, no filter can follow it")
        steps = [step for _, step in self.stages]
        self.signature = [part for step in steps for part in step.signature]
        self._through = Stages(self.stages, on_error)
        self.limit = self._through.limit

    def within(self, seconds: float, record: Record) -> list[Any]:
        """Return what comes out for a record; a bad one where that takes longer, 0 for any time."""
        with timed(seconds) as self._through.limit:
            return self(record)

    def __call__(self, record: Any, place: str = "record") -> list[Any]:
        """Return the records that come out; where scutch-emit is last, the bytes it writes."""
        return list(self._written(self._through.over([_item(record, place)])))

    def over(self, records: Iterable[Record], seconds: float = 0) -> Iterator[Any]:
        """Yield the output for an iterable of records: records, or bytes.

        Where filters take several pages at a time, some are read before the first comes out. A
        filter that gives one result at the end, such as scutch-eval, gives it here, too.
        """
        with timed(seconds) as self.limit:
            if not self.last.packing:
                yield from self.items(records)
                return
            packing = self.last.packing()
            for output in self.items(records):
                if data := packing.add(output):
                    yield data
            yield packing.end()

    def items(self, records: Iterable[Record | BadRecord]) -> Iterator[Any]:
        """Yield the output before any `packing`, a row each.

        A BadRecord, of an unreadable line, goes through as in the commands.
        """
        self._through = Stages(self.stages, self.on_error)       # without what a last one held
        self._through.limit = self.limit
        for _, step in self.stages:
            if step.group:
                step.group.restart()
        together = self.on_error in ("keep", "skip") and self._through.gathers
        items = (_item(record, f"record {number}") for number, record in enumerate(records, 1))
        yield from self._written(self._through.over(items, MOST_RECORDS if together else 1))
        yield from self._written(self._through.rest())
        if self.last.finish:
            yield self.last.finish()

    def _written(self, placed):
        write = self.last.write
        return (self._through.line(item, write, place) if write else item for place, item in placed)

    def __reduce__(self):
        return Chain, (self.filters, self.on_error)


@lru_cache(CHAINS)
def chain_of_pages(*filters: Filter) -> Chain:
    """Return the chain of these filters, made once; called with a bad page it raises BadRecord.

    Raises:  Unusable for a format that is a file of many pages, too.
    """
    chain = Chain(filters, on_error="raise")
    if chain.last.packing:
        raise Unusable("--format csv or parquet is a file of many pages: scutch-clean writes it, "
                       "and scutch.pipe gives its bytes")
    return chain


def _item(record, place):
    """Return (place, record); of what is not a dict a BadRecord, whose "line" is that as text."""
    if isinstance(record, BadRecord):
        return str(record.record.get("id", place)), record
    if not isinstance(record, dict):
        line = record if isinstance(record, bytes) else str(record).encode("utf-8", "replace")
        return place, BadRecord(f"a dict is required, this is {type(record).__name__}",
                                "bad_record", {"id": place, **as_line(line[:LONGEST_SHOWN])})
    name = str(record.get("id", place))
    try:
        return name, plain_object(record, OWN)
    except RecursionError:
        return name, BadRecord("nested too deeply", "nested", {"id": name})
    except Exception as error:           # of a value's own str()
        return name, BadRecord(f"a value that cannot be written ({error!r})", "bad_record",
                               {"id": name})
