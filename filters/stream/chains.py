"""A chain of filters by its description: "html2text, segment, charlm --model en, tag"."""
import importlib
import importlib.util
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..edge.plainvalues import plain_object
from ..edge.rawlines import LONGEST_SHOWN
from ..errors import BadRecord, Unusable
from ..record import Record, as_line
from .batches import MOST_RECORDS, Batch, batches_of
from .options import command_name, stage_options
from .runner import made
from .stages import Stages
from .step import Step

FILTERS = __package__.rpartition(".")[0]
OWN = frozenset(["segments", "elements"])
FIRST = "html2text"      # what makes segments of a page, which have no scores yet

# What may contain a comma, then the comma, then any other character; shlex reads the pieces.
PIECE = re.compile(r"""
    '[^']*'                  # a word in single quotes
  | "(?:\\.|[^"\\])*"        # in double quotes
  | \\.                      # an escaped character
  | ,
  | [^,]
""", re.VERBOSE | re.DOTALL)


class Chain(Step):
    """A chain of filters by its description: a step from a record to the list that comes out.

    filters:  "segment, charlm --model en, tag", as scutch-chain takes it; or the words of each, its
              name first.
    on_error: what becomes of a bad record: see Stages.
    Memory:  the models of its filters. Only `filters` is copied to other processes.
    Raises:  Unusable for an unknown filter, option or model.
    """

    def __init__(self, filters: str | Sequence[Sequence[str]], on_error: str = "keep") -> None:
        self.filters, self.on_error = filters, on_error
        self.stages: list[tuple[str, Any]] = []
        before: list[str] = []
        for words in split(filters) if isinstance(filters, str) else filters:
            self.stages += _stages(words, before)
            before.append(words[0].removeprefix("scutch-"))
        for name, step in self.stages[:-1]:
            if step.write:
                raise Unusable(f"{name} ends a chain, no filter can follow it")
        steps = [step for _, step in self.stages]
        self.signature = [part for step in steps for part in step.signature]
        self._through = Stages(self.stages, on_error)

    def __call__(self, record: Any, place: str = "record") -> list[Any]:
        """Return the records that come out; where scutch-emit is last, the bytes it writes."""
        outputs = self._through.many([_item(record, place)])
        if self._through.stopped_by and not outputs:
            raise self._through.stopped_by
        return self._written(outputs[0])

    def over(self, records: Iterable[Record]) -> Iterator[Any]:
        """Yield the output for an iterable of records: records, or bytes.

        Where filters take several pages at a time, some are read before the first comes out. A
        filter that gives one result at the end, such as scutch-eval, gives it here, too.
        """
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
        for _, step in self.stages:
            if step.group:
                step.group.restart()
        together = self.on_error in ("keep", "skip") and any(
            step.gathers for _, step in self.stages)
        for batch in batches_of((_item(record, f"record {number}")
                                 for number, record in enumerate(records, 1)),
                                Batch(MOST_RECORDS if together else 1)):
            for output in self._through.many(batch):
                yield from self._written(output)
            if self._through.stopped_by:
                raise self._through.stopped_by
        yield from self.rest()
        if self.last.finish:
            yield self.last.finish()

    def rest(self) -> list[Any]:
        """Return the output for the records that filters still hold when the input has ended."""
        return self._written(self._through.rest())

    def _written(self, records):
        if self.last.write is None:
            return records
        return [self._through.line(item, self.last.write, "record") for item in records]

    def __reduce__(self):
        return Chain, (self.filters, self.on_error)


def _item(record, place):
    """Return (place, record), or (place, BadRecord) where it is not a dict."""
    if isinstance(record, BadRecord):
        return str(record.record.get("id", place)), record
    if not isinstance(record, dict):
        return place, _no_record(record, place)
    name = str(record.get("id", place))
    try:
        return name, plain_object(record, OWN)
    except RecursionError:
        return name, BadRecord("nested too deeply", "nested", {"id": name})
    except Exception as error:           # of a value's own str()
        return name, BadRecord(f"a value that cannot be written ({error!r})", "bad_record",
                               {"id": name})


def _no_record(item, place):
    """Return the BadRecord of an item that is not a dict; its "line" is the item as text."""
    line = item if isinstance(item, bytes) else str(item).encode("utf-8", "replace")
    return BadRecord(f"a dict is required, this is {type(item).__name__}", "bad_record",
                     {"id": place, **as_line(line[:LONGEST_SHOWN])})


def split(spec: str) -> list[list[str]]:
    """Return the words of each filter, its name first.

    >>> split("html2text, emit --source 'a, b'")
    [['html2text'], ['emit', '--source', 'a, b']]
    """
    parts = [""]
    for piece in PIECE.findall(spec):
        if piece == ",":
            parts.append("")
        else:
            parts[-1] += piece
    try:
        filters = [shlex.split(part) for part in parts]
    except ValueError as error:
        raise Unusable(f"{spec!r}: {error}") from None
    if not all(filters):
        raise Unusable(f"{spec!r}: a comma-separated list of filters is required")
    return filters


def _is_module(name):
    return name.isidentifier() and importlib.util.find_spec(f"{FILTERS}.{name}")


def _name_of(words):
    """Return (name of the module of a filter, its options): train charlm is train_charlm."""
    name, *others = words
    name = name.removeprefix("scutch-")
    if others and _is_module(f"{name}_{others[0]}"):
        return f"{name}_{others[0]}", others[1:]
    return name, others


def _stages(words, before):
    """Return [(command name, step)] of a filter and its options; scutch-clean has several.

    before:  the names of the filters before it; after html2text, only they have written scores.
    """
    name, words = _name_of(words)
    if not _is_module(name):
        raise Unusable(f"{name}: no filter of this name")
    module = importlib.import_module(f"{FILTERS}.{name}")
    if not hasattr(module, "make") or not getattr(module, "READS_RECORDS", True):
        raise Unusable(f"{name}: not a filter from records to records")
    command = command_name(module)
    try:
        opts = stage_options(module, words)
        by = getattr(opts, "by", None)
        if by is not None and FIRST in before and by not in before:
            raise Unusable(f"--by {by}: no filter before it writes that score")
        if hasattr(module, "stages"):
            return module.stages(opts)
        step = made(module, opts)
    except Unusable as error:
        raise Unusable(f"{command}: {error}") from None
    if step.stages is not None:
        raise Unusable(f"{command} is a chain itself")
    return [(command, step)]
