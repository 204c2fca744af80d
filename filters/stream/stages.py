"""The steps of a chain, each guarded, so that a bad record or a bug costs its record alone."""
import select
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, NamedTuple

from ..edge.console import complain, to_stderr
from ..edge.files import shown
from ..edge.jsonlines import encode
from ..errors import BadRecord, PassedOver, Unjudged, Unusable, kept
from ..record import has_error, name_of, with_error
from ..sources.units import UNITS, add_reason, as_record, decoded
from .step import Dropped, Emptied, Page, PageStep, as_step, outputs, record_of
from .timelimit import LATE

# ---------------- what goes wrong

BAD, CRASHED, CUT, FALLBACK = "bad", "crashed", "truncated", "fallback"
BAD_BEFORE, UNJUDGED = "bad_before", "unjudged"
# How many of a kind are reported: a page or an archive given by mistake has thousands of bad lines,
# and one bug may hit every record
REPORTED = {BAD: 10, CUT: 10, CRASHED: 1, FALLBACK: 1}


class Complaints:
    """Counts of what goes wrong, by kind; the first of a kind go to stderr.

    BAD: bad records; CRASHED: unexpected exceptions; CUT: good records with a part of their text
    left out; FALLBACK: batches redone record by record after an unexpected exception; BAD_BEFORE:
    records that an earlier command found bad; UNJUDGED: records lacking the value a limit needs.
    `reasons`: the (command, code) of bad records. quiet: none goes to stderr.
    """

    def __init__(self, quiet: bool = False) -> None:
        self.quiet = quiet
        self.counts: Counter[str] = Counter()
        self.reasons: set[tuple[str, str]] = set()

    def add(self, kind: str, name: str = "", message: str = "", code: str = "",
            trace: str = "") -> None:
        """Count one, and report it while there are few; name: of the command it is about."""
        self.counts[kind] += 1
        if code:
            self.reasons.add((name, code))
        if not self.quiet and self.counts[kind] <= REPORTED.get(kind, 0):
            to_stderr(trace)
            complain(name, message)

    def unreported(self, kind: str) -> int:
        """Return how many of a kind were counted but not reported."""
        return max(0, self.counts[kind] - REPORTED[kind])


    def taken(self) -> list[Any]:
        """Return what another process is to report: nothing, it is reported."""
        return []


class Noted(Complaints):
    """Complaints that another process will report: `calls` is a list of the arguments of `add`."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Any] = []

    def add(self, *args: str) -> None:
        self.calls.append(args)

    def taken(self) -> list[Any]:
        """Return the calls since the last time."""
        calls, self.calls = self.calls, []
        return calls


# ---------------- batches: as many records as the input has ready, within bounds

MOST_RECORDS = 48
FOR_JOBS = 24            # so that each of several has a part of some hundred pages
LONG = ("html", "html_b64", "text")  # fields
MOST_CHARACTERS = 4 << 20    # in these
MOST_MARKS = 60_000          # starts of tags, which determine the memory
OF_A_SEGMENT = 40            # marks: in a record that was read it takes as much as so many tags
EVERY, STRETCH = 16_384, 2_048       # characters of a long page; tags are counted in the latter
STDIN = 0


def batches_of(items: Iterable[tuple[str, Any]], most: int = MOST_RECORDS,
               reads_stdin: bool = False) -> Iterator[list[tuple[str, Any]]]:
    """Yield lists of (place, item) of an iterable, `most` at most, and within the bounds.

    An item is a record, a BadRecord, a line that passes as it is, or a unit not decoded yet.
    reads_stdin: whether they come from stdin: no batch waits for what has not come there.
    Raises:  what the iterable raises, after the items before it.
    """
    batch, characters, marks = [], 0, 0
    try:
        for place, item in items:
            batch.append((place, item))
            more = _size(item)
            characters, marks = characters + more[0], marks + more[1]
            if (len(batch) >= most or characters >= MOST_CHARACTERS or marks >= MOST_MARKS
                    or (reads_stdin and not _has_come())):
                yield batch
                batch, characters, marks = [], 0, 0
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def _size(item):
    """Return the (characters, marks) of an item; those of a unit are counted when it is decoded."""
    if isinstance(item, dict):
        texts = [value for name in LONG if isinstance(value := item.get(name), str)]
        html, segments = item.get("html"), item.get("segments")
        return sum(map(len, texts)), (
            (_tags_in(html) if isinstance(html, str) else 0)
            + (OF_A_SEGMENT * len(segments) if isinstance(segments, list) else 0))
    data = item.data if isinstance(item, UNITS) else item
    return len(data) if isinstance(data, bytes) else 0, 0


def _tags_in(page):
    """Return the number of tags in a page, roughly for a long one."""
    if len(page) <= EVERY:
        return page.count("<")
    return EVERY // STRETCH * sum(page.count("<", start, start + STRETCH)
                                  for start in range(0, len(page), EVERY))


def _has_come():
    """Return whether standard input can be read without waiting; buffered bytes do not count."""
    try:
        return bool(select.select([STDIN], [], [], 0)[0])
    except (OSError, ValueError):        # closed, or no such call for files
        return True


# ---------------- the steps

MOST_NAMED = 3           # documents of which nothing is kept
# What a step may raise for several pages at once; any other exception is a bug
EXPECTED = (BadRecord, Unusable, MemoryError)


class StoppedAtBadRecord(Exception):
    """The run ends here: --on-error stop."""


class Tally:
    """Counts of what has no line of its own in the output, of one process or several.

    skipped:  bad records left out; empty: documents of which nothing is kept; emptied: the names
              of the first of them.
    left_out: records that a step drops, by reason; dropped: lines of these for --dropped.
    passed_over: units that are no page, by reason.
    """

    def __init__(self) -> None:
        self.skipped = self.empty = 0
        self.emptied: list[str] = []
        self.dropped: list[bytes] = []
        self.left_out: Counter[str] = Counter()
        self.passed_over: Counter[str] = Counter()

    def add(self, other: "Tally") -> None:
        """Add the counts of another process, or of another batch."""
        self.skipped += other.skipped
        self.empty += other.empty
        self.emptied = (self.emptied + other.emptied)[:MOST_NAMED]
        self.dropped += other.dropped
        self.left_out.update(other.left_out)
        for why, count in other.passed_over.items():
            add_reason(self.passed_over, why, count)


class Done(NamedTuple):
    """The result of a batch.

    output:   bytes; written: how many records they hold; read: how many units they come from.
    complaints: the calls of Noted. stopped_by: the exception that ends the run, or None.
    """

    output: bytes
    written: int
    read: int
    tally: Tally
    complaints: Sequence[Any]
    stopped_by: Exception | None


class Refused(list[Any]):
    """The records in place of one that a step has refused, or failed on."""


class Stages:
    """The steps of a chain, each guarded so that a bad record or a bug costs itself alone.

    on_error: the treatment of bad records: "keep", with an entry in "errors"; "skip"; "stop", which
    raises StoppedAtBadRecord; "raise", which raises BadRecord and unexpected exceptions as such.
    decode:   function from (place, unit) to a record: see Source.

    `work` decodes units, sends them through the steps in batches and writes what comes out; `many`
    sends records through; `rest` yields the output for records still held when the input ends.
    `complaints` counts and reports errors, `tally` counts what does not come out; its `dropped`
    has lines if `keeps_dropped`.

    Pages go through a PageStep together. If that fails for several, they go through in halves,
    until the bad one stands alone. A step with a `group`, a function from a record to the name of
    its group, is called with a list of consecutive records of one group, and returns as many in
    the same order. Records are held until their group ends, bad ones among them.
    """

    def __init__(self, stages: Sequence[tuple[str, Any]], on_error: str = "keep",
                 decode: Callable[[str, Any], Any] = as_record) -> None:
        self.stages = [(name, as_step(step)) for name, step in stages]
        self.on_error = on_error
        self.decode = decode
        self.complaints = Complaints()
        self.tally = Tally()
        self.keeps_dropped = False
        self.notes: list[str] = []
        self.stopped_by: Exception | None = None     # Unusable: `many` returns what came before it
        self.limit: AbstractContextManager[None] = nullcontext()    # of a record, in each step
        self._held: list[list[Any]] = [[] for _ in stages]   # (place, record, whether it is good)
        self._group = [None for _ in stages]
        self._unexpected: tuple[str, Exception] | None = None    # of several pages at once
        self._reported = 0                       # records that were refused, or met a bug

    @property
    def gathers(self) -> bool:
        """Whether a step takes several records together."""
        return any(isinstance(step, PageStep) for _, step in self.stages)

    def noting(self) -> "Stages":
        """Return a copy for another process, with the same steps, which reports nothing."""
        stages = Stages(self.stages, self.on_error, self.decode)
        stages.keeps_dropped, stages.complaints = self.keeps_dropped, Noted()
        return stages

    def note(self) -> None:
        """Keep what the steps note of the input so far: the next belongs to another run."""
        self.notes = [part.note() for _, step in self.stages for part in (step, step.group) if part]

    # ---------------------------------------------------------------- units in, bytes out

    def work(self, units: Sequence[tuple[str, Any]], write: Callable[..., bytes],
             error: BadRecord | None = None) -> Done:
        """Return the Done of a batch of (place, unit).

        error:   a BadRecord for each record, which then goes through no stage.
        """
        return self._done(self._outputs_for(units, error), write, len(units))

    def end(self, write: Callable[..., bytes]) -> Done:
        """Return the Done of the records still held when the input has ended."""
        return self._done(self.rest(), write, 0)

    def _outputs_for(self, units, error):
        """Yield (place, output) of units."""
        if error is None:
            yield from self.over(self.reads(units))
            return
        for place, item in self.reads(units):
            record = item.record if isinstance(item, BadRecord) else item
            for bad in self._failed(self.stages[-1][0], record, error, place):
                yield place, bad

    def _done(self, placed, write, read):
        lines, stopped_by = [], None
        try:
            for place, item in placed:
                lines.append(self.line(item, write, place))
        except (StoppedAtBadRecord, Unusable) as ending:
            stopped_by = kept(ending)
        tally, self.tally = self.tally, Tally()
        return Done(b"".join(lines), len(lines), read, tally, self.complaints.taken(), stopped_by)

    def reads(self, units: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
        """Yield (place, record or BadRecord) of (place, unit); an exception among them stays."""
        return decoded(units, self._decoded, self.tally.passed_over)

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

    def line(self, record: Any, write: Callable[..., bytes], place: str) -> bytes:
        """Return the bytes written for a record; if that fails, for its simple fields alone.

        Simple fields are text, whole numbers, true, false and null.
        """
        name, last = self.stages[-1]
        if last.placed:
            write = partial(write, place=place)
        try:
            with self.limit:
                return write(record)
        except Exception as error:
            instead = self._failed(name, _flat(record), error, place)
        return b"".join(map(write, instead))

    # ---------------------------------------------------------------- records and pages through

    def __call__(self, item: Any, place: str = "record") -> list[Any]:
        """Return the output for a record, or for the BadRecord of a line."""
        return [output for _, output in self.over([(place, item)])]

    def over(self, items: Iterable[tuple[str, Any]], most: int = MOST_RECORDS
             ) -> Iterator[tuple[str, Any]]:
        """Yield (place, output) of an iterable of (place, item), in batches of `most` at most.

        Raises:  Unusable of a step, after the output for the items before.
        """
        for batch in batches_of(items, most):
            yield from self.many(batch)
            if self.stopped_by:
                raise self.stopped_by

    def many(self, batch: Sequence[tuple[str, Any]], first: int = 0) -> list[tuple[str, Any]]:
        """Return [(place, output)] for a batch of (place, record or BadRecord); OSErrors stay.

        first:   the number of the stage to which the batch has come.
        If a step raises Unusable, `stopped_by` is that, and only the output before it is returned.
        """
        reported, self.stopped_by = self._reported, None
        done = self._from(first, batch)
        if self._unexpected and self._reported == reported and self.on_error != "raise":
            self._report_fallback(*self._unexpected)
        self._unexpected = None              # its frames hold the pages
        return done

    def rest(self) -> Iterator[tuple[str, Any]]:
        """Yield (place, output) for the records still held."""
        for number in range(len(self.stages)):
            for batch in batches_of(self._released(number)):
                yield from self.many(batch, number + 1)
                if self.stopped_by:
                    raise self.stopped_by

    def _from(self, first, batch):
        """Return [(place, output)] for a batch that has come to a stage, see `many`."""
        for number in range(first, len(self.stages)):
            batch = self._through(number, batch)
            if self.stages[number][1].group:             # one may be larger than a batch
                done, before = [], self.stopped_by
                for part in batches_of(batch):
                    done += self._from(number + 1, part)
                    if self.stopped_by is not before:
                        break
                return done
        return [(place, record_of(item)) for place, item in batch]

    def _through(self, number, batch):
        """Return the batch behind a stage: all of it, or what came before the end of the run."""
        done = {}
        try:
            for row, output in self._outputs(number, batch):
                done[row] = output
        except Unusable as error:
            self.stopped_by = kept(error)
        end = next((row for row in range(len(batch)) if row not in done), len(batch))
        return [placed for row in range(end) for placed in done[row]]

    def _outputs(self, number, batch):
        """Yield (row of the batch, its output behind a stage, [(place, item)]), in any order."""
        name, step = self.stages[number]
        together: dict[int, list[Any]] = {}  # by the Pages of which they are, 0 for records
        for row, (place, item) in enumerate(batch):
            is_page = isinstance(step, PageStep)
            if isinstance(item, OSError):
                yield row, [(place, item)]
                continue
            if isinstance(item, Page):
                if is_page and step.of_pages:
                    together.setdefault(id(item.pages), []).append((row, place, item, None))
                    continue
                item = item.record(whole=self.keeps_dropped or not step.reads_text)
            if step.group:
                yield row, self._taken(number, item, place)
                continue
            output = self._guarded(name, step.read if is_page else step, item, place)
            if is_page and output is None:
                output = self._guarded(name, step.alone, item, place)
            elif is_page and not isinstance(output, Refused):
                together.setdefault(0, []).append((row, place, item, output))
                self._report_cut(name, output, place)
                continue
            yield row, self._counted(name, output, place)
        for several in together.values():
            yield from self._at_once(number, several)

    def _at_once(self, number, several):
        """Yield (row, its output) of pages that go through a stage together.

        several: [(row, place, item, what `read` returned for a record)].
        """
        name, step = self.stages[number]
        *_, item, _ = several[0]
        size = len(several)                  # of the parts that go again, as records
        if not isinstance(item, Page) or len(item.pages) == size:    # all that there were
            try:
                with self.limit:
                    done = outputs(step.of_pages(item.pages) if isinstance(item, Page)
                                   else step.of_records([read for *_, read in several]))
            except Exception as error:
                if size == 1 and not isinstance(item, Page):
                    row, place, *_ = several[0]
                    done = self._failed(name, item, error, place)
                    yield row, [(place, record) for record in done]
                    return
                if self._unexpected is None and not isinstance(error, EXPECTED):
                    self._unexpected = name, error
                is_late = getattr(error, "code", "") == LATE     # the others need not wait for it
                size = 1 if is_late else (size + 1) // 2
            else:
                for (row, place, *_), output in zip(several, done, strict=True):
                    yield row, [(place, output)]
                return
        for start in range(0, len(several), size):
            part = several[start:start + size]
            records = [(place, record_of(item)) for _, place, item, _ in part]
            yield from ((part[row][0], output) for row, output in self._outputs(number, records))

    def _counted(self, name, output, place):
        """Return [(place, item)] of a step's output, which is counted."""
        if type(output) is not list:         # as nearly all are
            self.count(output)
            self._report_cut(name, output, place)
        return [(place, item) for item in output]

    def count(self, output: Any) -> None:
        """Count a step's output if it is Emptied or Dropped; keep its record."""
        if isinstance(output, Emptied):
            self.tally.empty += 1
            if output.record and len(self.tally.emptied) < MOST_NAMED:
                self.tally.emptied.append(name_of(output.record))
        elif isinstance(output, Dropped):
            self.tally.left_out[output.why] += 1
        else:
            return
        if self.keeps_dropped and output.record is not None:
            self.tally.dropped.append(encode(output.record))

    def _report_cut(self, name, read, place):
        """Report that a step has left out a part of a record, as what it returned says."""
        if self.on_error != "raise" and (cut := getattr(read, "cut", "")):
            self.complaints.add(CUT, name, f"{place}: {cut}")

    def _taken(self, number, record, place):
        """Hold a record; return the output for the group that ended before it."""
        name, step = self.stages[number]
        group = self._guarded(name, step.group, record, place)
        if isinstance(group, Refused):
            bad = [(place, record, False) for record in group]
            if self._held[number]:
                self._held[number] += bad
                return []
            return [(place, record) for place, record, _ in bad]
        done = []
        if group != self._group[number]:
            done = self._released(number)
            self._group[number] = group
        self._held[number].append((place, record, True))
        return done

    def _released(self, number):
        """Return [(place, output)] for the records held, in their order."""
        name, step = self.stages[number]
        held, self._held[number] = self._held[number], []
        good = [record for _, record, fit in held if fit]
        try:
            done = [[record] for record in step(good)] if good else []
        except Exception as error:
            done = [self._failed(name, record, error, place) for place, record, fit in held if fit]
        of_good = iter(done)
        return [(place, item) for place, record, fit in held
                for item in (next(of_good) if fit else [record])]

    # ---------------------------------------------------------------- what goes wrong

    def _guarded(self, name, call, item, place):
        """Return the result of the call; if it fails, Refused."""
        if isinstance(item, BadRecord):
            return self._failed(name, item.record, item, place)
        try:
            with self.limit:
                return call(item)
        except Exception as error:
            return self._failed(name, item, error, place)

    def _failed(self, name, record, error, place):
        """Return what stands in place of a record on which a step has failed, Refused.

        Raises:  Unusable for a model that only this record needs, and for a disk that is full.
        """
        if isinstance(error, MemoryError):
            error = _no_memory()
        if self.on_error == "raise" or isinstance(error, Unusable):
            try:
                raise error
            finally:
                del error                # its traceback has this frame: a circle, with the page
        if isinstance(error, BadRecord):
            return self._refused(error.command or name, record, error, place)
        if isinstance(error, OSError) and error.filename is not None:
            raise Unusable(f"{shown(error.filename)}: {error.strerror or error}") from None
        self._report_bug(name, error, place)
        return Refused([with_error(record, name, "internal", _what(error))])

    def _refused(self, name, record, error, place):
        """Return Refused with the record and its entry, empty where bad records are left out.

        A record that was bad before is passed on as it is, without a complaint.
        """
        self._reported += 1
        known = has_error(record)
        if not known or self.on_error != "keep":
            self.complaints.add(BAD, name, f"{place}: {error}", error.code)
            if isinstance(error, Unjudged):
                self.complaints.add(UNJUDGED)
        if self.on_error == "stop":
            raise StoppedAtBadRecord
        if self.on_error == "skip":
            self.tally.skipped += 1
            return Refused()
        return Refused([record if known else with_error(record, name, error.code, str(error))])

    def _report_bug(self, name, error, place):
        self._reported += 1
        self.complaints.add(CRASHED, name, f"{place}: a bug in {name}, please report it "
                            f"({_what(error)})", "", _trace(error))

    def _report_fallback(self, name, error):
        """Report a bug in a step that took several pages; they were redone in smaller batches."""
        self.complaints.add(FALLBACK, name, f"internal error in {name}; the pages were redone in "
                            "smaller batches and the output is right: please report it "
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
