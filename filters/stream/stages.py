"""The steps of a chain, each guarded, so that a bad record or a bug costs its record alone."""
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from ..edge.files import shown
from ..edge.jsonlines import encode
from ..errors import BadRecord, PassedOver, Unjudged, Unusable, kept
from ..record import has_error, name_of, with_error
from ..sources.units import as_record, decoded
from .complaints import BAD, BAD_BEFORE, CRASHED, CUT, FALLBACK, UNJUDGED, Complaints
from .step import Dropped, Emptied, Truncated, as_step
from .timelimit import TimeLimit
from .underway import UnderWay

MOST_NAMED = 3           # documents of which nothing is kept
LAST = "last record"     # the place of those that are released at the end


class StoppedAtBadRecord(Exception):
    """The run ends here: --on-error stop."""


class Stages:
    """The steps of a chain, each guarded so that a bad record costs itself alone.

    on_error: the treatment of bad records: "keep", with an entry in "errors"; "skip"; "stop", which
    raises StoppedAtBadRecord; "raise", which raises BadRecord and unexpected exceptions as such.
    decode:   function from (place, unit) to a record: see Source.

    `reads` makes records of units. A call with a record returns its output, a list of records;
    `rest` returns the output for records still held when the input ends. `complaints` counts and
    reports errors. Counts: `skipped`, bad records left out; `empty`, documents of which nothing is
    kept; `left_out`, records that a step drops, by reason; `passed_over`, units that are no page,
    by reason. `dropped`, if it is a list, gets a line for each record of `left_out`.

    A step with a `group`, a function from a record to the name of its group, is called with a list
    of consecutive records of one group, and returns as many in the same order. Records are held
    until their group ends, bad ones among them.
    """

    def __init__(self, stages: Sequence[tuple[str, Any]], on_error: str = "keep",
                 decode: Callable[[str, Any], Any] = as_record) -> None:
        self.stages = [(name, as_step(step)) for name, step in stages]
        self.on_error = on_error
        self.decode = decode
        self.complaints = Complaints()
        self.skipped = 0
        self.empty = 0
        self.emptied: list[str] = []     # the names of the first of them
        self.left_out: Counter[str] = Counter()
        self.passed_over: Counter[str] = Counter()
        self.dropped: list[bytes] | None = None
        self.notes: list[str] = []
        self._placed = bool(self.stages) and self.stages[-1][1].placed
        self._held = [[] for _ in stages]        # (record, whether the step is to see it)
        self._group = [None for _ in stages]
        self.stopped_by: Exception | None = None      # see `many`
        self.limit = TimeLimit()                 # of the time of each record, in each step
        self._reported = 0                           # records that were refused, or met a bug

    def note(self) -> None:
        """Keep what the steps note of the input so far: the next belongs to another run."""
        self.notes = [part.note() for _, step in self.stages for part in (step, step.group) if part]

    def reads(self, units: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
        """Yield (place, record or BadRecord) of (place, unit); an exception among them stays."""
        return decoded(units, self._decoded, self.passed_over)

    def _decoded(self, place, unit):
        """Return the record of a unit; a bug in its decoder costs it alone."""
        try:
            with self.limit:
                record = self.decode(place, unit)
            if (self.decode is not as_record and isinstance(record, dict)    # or its line
                    and has_error(record)):
                self.complaints.add(BAD_BEFORE)
            return record
        except BadRecord as error:
            error.record = error.record or {"id": place}     # it took too long
            raise
        except (PassedOver, Unusable):
            raise
        except MemoryError:
            raise _no_memory({"id": place}) from None
        except Exception as error:
            self._report_bug(self.stages[0][0], error, place)
            raise BadRecord(_what(error), "internal", {"id": place}) from None

    def __call__(self, item: Any, place: str = "record") -> list[Any]:
        """Return the output for a record, or for the BadRecord of a line."""
        records = [item]
        for number in range(len(self.stages)):
            records = self._stage(number, records, place)
        return records

    def many(self, items: Sequence[tuple[str, Any]]) -> list[list[Any]]:
        """Return the output for each of several (place, item), lists of records.

        Pages go through a step together if it can take them so. If a step raises Unusable,
        `stopped_by` is that exception, and only the output before it is returned.
        """
        batch = UnderWay(items, self.limit)
        reported = self._reported
        for number, (name, step) in enumerate(self.stages):
            is_kept = self.dropped is not None and step.is_silent    # with its segments
            takes = not is_kept and batch.is_taken_by(step)
            through = batch.through(name, step, takes)
            for row in sorted(through):
                self.count(batch.done[row])
            prepares = step.gathers and not takes
            try:
                for row, (place, _) in enumerate(items[:len(batch.done)]):
                    if row in through:
                        continue
                    if prepares:
                        self._prepare(number, batch, row, place)
                    else:
                        batch.done[row] = self._stage(number, batch.done[row], place)
                for row in batch.gather(name, step) if prepares else ():
                    batch.done[row] = self._stage(number, batch.done[row], items[row][0])
            except Unusable as error:
                self.stopped_by = kept(error)
                batch.cut(row)
        batch.to_records()
        if batch.unexpected and self._reported == reported and self.on_error != "raise":
            self._report_fallback(*batch.unexpected)
        batch.unexpected = None                  # its frames hold the pages
        return batch.done

    def _prepare(self, number, batch, row, place):
        """Prepare a row of one record for a PageStep; send any other row through it."""
        name, step = self.stages[number]
        records = batch.done[row]
        if len(records) != 1 or isinstance(records[0], BadRecord):
            batch.done[row] = self._stage(number, records, place)
            return
        prepared, refused = self._guarded(
            name, lambda record: [step.prepared(record)], records[0], place)
        if prepared is None:
            batch.done[row] = refused
        elif prepared[0] is None:
            batch.done[row] = self._stage(number, records, place)
        else:
            cut = getattr(prepared[0], "cut", "")
            if cut and self.on_error != "raise":
                self.complaints.add(CUT, name, f"{place}: {cut}")
            batch.prepared.append((row, prepared[0]))

    def rest(self) -> list[Any]:
        """Return the output for the records still held."""
        records = []
        for number in range(len(self.stages)):
            records = self._stage(number, records, LAST) + self._released(number, LAST)
        return records

    def _stage(self, number, records, place):
        name, step = self.stages[number]
        done = []
        if step.group:
            for record in records:
                done += self._taken(number, record, place)
        else:
            for record in records:
                output, refused = self._guarded(name, step, record, place)
                done += refused if output is None else output
                self.count(output)
                if isinstance(output, Truncated) and self.on_error != "raise":
                    self.complaints.add(CUT, name, f"{place}: {output.what}")
        return done

    def count(self, output: Any) -> None:
        """Count a step's output if it is Emptied or Dropped; keep its record."""
        if isinstance(output, Emptied):
            self.empty += 1
            if output.record and len(self.emptied) < MOST_NAMED:
                self.emptied.append(name_of(output.record))
        elif isinstance(output, Dropped):
            self.left_out[output.why] += 1
        else:
            return
        if self.dropped is not None and output.record is not None:
            self.dropped.append(encode(output.record))

    def _guarded(self, name, call, item, place):
        """Return (the result of the call, []); if it fails, (None, the records in its place)."""
        if isinstance(item, BadRecord):
            return None, self._refused(item.command or name, item.record, item, place)
        try:
            with self.limit:
                return call(item), []
        except BadRecord as error:
            return None, self._refused(error.command or name, item, error, place)
        except Unusable:                 # a model that only this record needs
            raise
        except Exception as error:
            return None, self._crash(name, item, error, place)

    def _taken(self, number, record, place):
        """Hold a record; return the output for the group that ended before it."""
        name, step = self.stages[number]
        group, refused = self._guarded(name, step.group, record, place)
        if group is None:
            if not self._held[number]:
                return refused
            self._held[number] += [(bad, False) for bad in refused]
            return []
        done = []
        if group != self._group[number]:
            done = self._released(number, place)
            self._group[number] = group
        self._held[number].append((record, True))
        return done

    def _released(self, number, place):
        """Return the output for the records held, each in its place."""
        name, step = self.stages[number]
        held, self._held[number] = self._held[number], []
        good = [record for record, fit in held if fit]
        if not good:
            return [record for record, _ in held]
        try:
            records = step(good)
        except Unusable:
            raise
        except Exception as error:
            return [other for record, fit in held
                    for other in (self._crash(name, record, error, place) if fit else [record])]
        done = iter(records)
        return [next(done) if fit else record for record, fit in held]

    def refused(self, item: Any, error: BadRecord, place: str) -> list[Any]:
        """Return the records in place of one refused before any step, [] if it is left out."""
        record = item.record if isinstance(item, BadRecord) else item
        return self._refused(error.command or self.stages[-1][0], record, error, place)

    def line(self, record: Any, write: Callable[..., bytes], place: str) -> bytes:
        """Return the bytes written for a record; if that fails, for its simple fields alone.

        Simple fields are text, whole numbers, true, false and null.
        """
        name = self.stages[-1][0]
        if self._placed:
            write = partial(write, place=place)
        try:
            with self.limit:
                return write(record)
        except BadRecord as error:
            instead = self._refused(name, _flat(record), error, place)
        except Exception as error:
            instead = self._crash(name, _flat(record), error, place)
        return b"".join(map(write, instead))

    def _refused(self, name, record, error, place):
        """Return [the record with its entry], or [] where bad records are left out.

        A record that was bad before is passed on as it is, without a complaint.
        """
        if self.on_error == "raise":
            try:
                raise error
            finally:
                del error                # its traceback has this frame: a circle, with the page
        self._reported += 1
        known = has_error(record)
        if not known or self.on_error != "keep":
            self.complaints.add(BAD, name, f"{place}: {error}", error.code)
            if isinstance(error, Unjudged):
                self.complaints.add(UNJUDGED)
        if self.on_error == "stop":
            raise StoppedAtBadRecord
        if self.on_error == "skip":
            self.skipped += 1
            return []
        return [record if known else with_error(record, name, error.code, str(error))]

    def _crash(self, name, record, error, place):
        if isinstance(error, MemoryError):
            return self._refused(name, record, _no_memory(), place)
        if self.on_error == "raise":
            try:
                raise error
            finally:
                del error                # its traceback has this frame: a circle, with the page
        if isinstance(error, OSError) and error.filename is not None:    # a disk that is full
            raise Unusable(f"{shown(error.filename)}: {error.strerror or error}") from None
        self._report_bug(name, error, place)
        return [with_error(record, name, "internal", _what(error))]

    def _report_bug(self, name, error, place):
        self._reported += 1
        self.complaints.add(CRASHED, name, f"{place}: a bug in {name}, please report it "
                            f"({_what(error)})", "", _trace(error))

    def _report_fallback(self, name, error):
        """Report a bug in a step that took several pages; they were redone one by one."""
        self.complaints.add(FALLBACK, name, f"internal error in {name}; the pages were redone one "
                            "by one and the output is right: please report it "
                            f"({_what(error)})", "", _trace(error))


def _no_memory(record=None):
    return BadRecord("it takes more memory than there is", "memory", record)


def _what(error):
    return f"{type(error).__name__}: {error}"


def _trace(error):
    return "".join(traceback.format_exception(error))


def _flat(record):
    return {key: value for key, value in record.items()
            if value is None or isinstance(value, (str, int))}
