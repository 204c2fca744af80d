"""The steps of a chain, each guarded, so that a bad record or a bug costs its record alone."""
import select
import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import chain, islice, takewhile
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from ..edge.bytestreams import shown
from ..edge.console import complain, to_stderr
from ..edge.jsonlines import encode
from ..errors import BadRecord, PassedOver, Unjudged, Unusable, kept
from ..record import has_error, name_of, with_error
from ..sources.units import UNITS, add_reason, as_record, decoded
from .step import Dropped, Holding, Output, Page, PageStep, dropped

# What is counted, and said.

BAD, CRASHED, CUT, FALLBACK = "bad", "crashed", "truncated", "fallback"
BAD_BEFORE, UNJUDGED, SKIPPED, EMPTY = "bad_before", "unjudged", "skipped", "empty"
# How many of a kind are reported: a page or an archive given by mistake has thousands of bad lines,
# and one bug may hit every record
REPORTED = {BAD: 10, CUT: 10, CRASHED: 1, FALLBACK: 1}
MOST_NAMED = 3           # documents of which nothing is kept


class Tally:
    """Counts of a run, or of a batch of it; the first complaints of a kind go to stderr.

    counts:   BAD: bad records; CRASHED: unexpected exceptions; CUT: good records with a part of
              their text left out; FALLBACK: batches redone in halves after an unexpected exception;
              BAD_BEFORE: records that an earlier command found bad; UNJUDGED: records lacking the
              value a limit needs; SKIPPED: bad records left out; EMPTY: documents of which nothing
              is kept.
    reported: how many of them were reported.
    reasons:  the (command, code) of bad records. emptied: the names of the first empty documents.
    left_out: records that a step drops, by reason; dropped: lines of these, for --dropped.
    passed_over: units that are no page, by reason.
    waiting:  complaints that the tally of the run is to report; None: they are reported here, but
              not if it is_quiet.
    """

    def __init__(self, waiting: list[Any] | None = None) -> None:
        self.counts: Counter[str] = Counter()
        self.reported: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()
        self.passed_over: Counter[str] = Counter()
        self.reasons: set[tuple[str, str]] = set()
        self.emptied: list[str] = []
        self.dropped: list[bytes] = []
        self.waiting, self.is_quiet = waiting, False

    def complain(self, kind: str, name: str, message: str, code: str = "", trace: str = "") -> None:
        """Count one, and report it while there are few; name: of the command it is about."""
        self.counts[kind] += 1
        if code:
            self.reasons.add((name, code))
        self._report(kind, name, message, trace)

    def _report(self, kind, name, message, trace):
        if self.waiting is not None:
            self.waiting.append((kind, name, message, trace))
        elif self.reported[kind] < REPORTED[kind]:
            self.reported[kind] += 1
            if not self.is_quiet:
                to_stderr(trace)
                complain(name, message)

    def take(self, output: Any, keeps_dropped: bool) -> None:
        """Count a step's output if it is Dropped; keep the line of its record if asked."""
        if not isinstance(output, Dropped):
            return
        if output.why:
            self.left_out[output.why] += 1
        else:
            self.counts[EMPTY] += 1
            if output.record and len(self.emptied) < MOST_NAMED:
                self.emptied.append(name_of(output.record))
        if keeps_dropped and output.record is not None:
            self.dropped.append(encode(output.record))

    def add(self, other: "Tally") -> None:
        """Add the counts of a batch, or of other steps, and report what waits there."""
        for name in "counts", "reported", "left_out":
            getattr(self, name).update(getattr(other, name))
        self.reasons |= other.reasons
        self.emptied = (self.emptied + other.emptied)[:MOST_NAMED]
        self.dropped += other.dropped
        for why, count in other.passed_over.items():
            add_reason(self.passed_over, why, count)
        for complaint in other.waiting or ():
            self._report(*complaint)


# Batches: as many records as the input has ready, within bounds.

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
        html, segments, marks = item.get("html"), item.get("segments"), 0
        if isinstance(html, str):        # tags are counted in parts of a long page
            part = STRETCH if len(html) > EVERY else EVERY
            marks = EVERY // part * sum(html.count("<", start, start + part)
                                        for start in range(0, len(html), EVERY))
        if isinstance(segments, list):
            marks += OF_A_SEGMENT * len(segments)
        return sum(map(len, texts)), marks
    data = item.data if isinstance(item, UNITS) else item
    return len(data) if isinstance(data, bytes) else 0, 0


def _has_come():
    """Return whether standard input can be read without waiting; buffered bytes do not count."""
    try:
        return bool(select.select([STDIN], [], [], 0)[0])
    except (OSError, ValueError):        # closed, or no such call for files
        return True


# A limit on the time of a record in the one process of a run, by a timer: see workers.py, too.
#
# Work in C is interrupted when it returns to Python. The time of a stopped process (Ctrl-Z) does
# not count. Only a main thread has a timer, and none is set if the timer is in use already. In a
# program that uses scutch as a library it is set where that asks for it.

LATE = "timeout"         # the code of a record that took too long
TICKS = 30               # of the timer in the time of the limit


class TimeLimit:
    """A context that raises BadRecord, code LATE, when work takes longer than the limit.

    The timer runs from `start` to `stop`; it raises again at each tick if the error was caught.
    seconds: 0 for any time.
    """

    def __init__(self, seconds: float = 0) -> None:
        self._seconds = seconds
        self._left: int | None = None    # ticks, None where nothing is under way
        self.runs = False

    def __enter__(self) -> None:
        self._left = TICKS

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None,
                 _trace: TracebackType | None) -> None:
        self._left = None

    def start(self) -> None:
        """Set the timer, if that is possible."""
        if not self._seconds:
            return
        if (signal.getitimer(signal.ITIMER_REAL)[0]      # such as of who started the command
                or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL):
            return
        try:
            signal.signal(signal.SIGALRM, self._tick)
        except ValueError:               # not the main thread
            return
        signal.siginterrupt(signal.SIGALRM, False)       # libraries in C need not expect it
        signal.setitimer(signal.ITIMER_REAL, *[self._seconds / TICKS] * 2)
        self.runs = True

    def stop(self) -> None:
        """End the timer."""
        if self.runs:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            self.runs = False

    def _tick(self, _signal: int, frame: FrameType | None) -> None:
        if self._left is None or (frame and frame.f_code is TimeLimit.__exit__.__code__):
            return                       # or it is done
        self._left -= 1
        if self._left < 0:
            raise late(self._seconds)


@contextmanager
def timed(seconds: float) -> Iterator[AbstractContextManager[None]]:
    """Return a context with a running TimeLimit, as a program asks for one; 0 for any time.

    Raises:  Unusable where no timer can be set.
    """
    limit = TimeLimit(seconds)
    limit.start()
    if seconds and not limit.runs:
        raise Unusable("max_seconds needs the main thread, and a timer and SIGALRM that nothing "
                       "else uses; elsewhere end a process that takes too long")
    try:
        yield limit
    finally:
        limit.stop()


def late(seconds: float) -> BadRecord:
    """Return the error of a record that took too long."""
    return BadRecord(f"it took more than {seconds:g} seconds", LATE)


# The steps.

# What a step may raise for several pages at once; any other exception is a bug
EXPECTED = (BadRecord, Unusable, MemoryError)


class StoppedAtBadRecord(Exception):
    """The run ends here: --on-error stop."""


class Done(NamedTuple):
    """The result of a batch.

    output:   [(what is said of them, bytes)]; read: how many units they come from.
    stopped_by: the exception that ends the run, or None.
    """

    output: list[tuple[Any, bytes]]
    read: int
    tally: Tally
    stopped_by: Exception | None


class Stages:
    """The steps of a chain, each guarded so that a bad record or a bug costs itself alone.

    on_error: the treatment of bad records: "keep", with an entry in "errors"; "skip"; "stop", which
    raises StoppedAtBadRecord; "raise", which raises BadRecord and unexpected exceptions as such.
    decode:   function from (place, unit) to a record: see Source.

    `work` decodes units, sends them through the steps in batches and writes what comes out; `over`
    sends records through; `rest` yields the output for records still held when the input ends.
    `tally` counts and reports errors and what does not come out, with the lines of dropped records
    if `keeps_dropped`; `work` gives that of its batch, which reports nothing.

    Pages go through a PageStep together. If that fails for several, they go through in halves,
    until the bad one stands alone. A Holding step gives records back when their group, or the
    input, ends.
    """

    def __init__(self, stages: Sequence[tuple[str, Any]], on_error: str = "keep",
                 decode: Callable[[str, Any], Any] = as_record) -> None:
        self.stages = list(stages)
        self.on_error = on_error
        self.decode = decode
        self.tally = Tally()
        self.keeps_dropped = False
        self.notes: list[str] = []
        self.stopped_by: Exception | None = None     # Unusable: what came before it comes out
        self._ended_at: int | None = None            # the number of the stage that raised it
        self.limit: AbstractContextManager[None] = nullcontext()    # of a record, in each step

    @property
    def gathers(self) -> bool:
        """Whether a step takes several records together."""
        return any(isinstance(step, PageStep) for _, step in self.stages)

    def note(self) -> None:
        """Keep what the steps note of the input so far: the next belongs to another run."""
        self.notes = [step.note() for _, step in self.stages]

    # Units in, bytes out.

    def work(self, units: Sequence[tuple[str, Any]], write: Callable[..., Any],
             error: BadRecord | None = None) -> Done:
        """Return the Done of a batch of (place, unit).

        error:   a BadRecord for each record, which then goes through no stage.
        """
        self.tally = Tally(waiting=[])
        items = self.reads(units)
        return self._done(self._refused(items, error) if error else self.over(items), write,
                          len(units))

    def end(self, write: Callable[..., Any]) -> Iterator[Done]:
        """Yield the Dones of the records still held when the input has ended, some at a time."""
        is_over = False

        def outputs():
            nonlocal is_over
            try:
                yield from self.rest()
            finally:
                is_over = True
        held = outputs()
        while not is_over:
            self.tally = Tally(waiting=[])
            yield self._done(islice(held, MOST_RECORDS), write, 0)

    def _done(self, outputs, write, read):
        """Return the Done of an iterable of (place, output)."""
        parts, stopped_by = [], None
        try:
            for place, item in outputs:
                parts += self.parts(item, write, place)
        except (StoppedAtBadRecord, Unusable) as ending:
            stopped_by = kept(ending)
        return Done(parts, read, self.tally, stopped_by)

    def _refused(self, items, error):
        """Yield (place, what stands in its place) of items that all meet an error."""
        for place, item in items:
            record = item.record if isinstance(item, BadRecord) else item
            for bad in self._failed(self.stages[-1][0], record, error, place):
                yield place, bad

    def reads(self, units: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
        """Yield (place, record or BadRecord) of (place, unit); an exception among them stays."""
        return decoded(units, self._decoded, self.tally.passed_over)

    def _decoded(self, place, unit):
        """Return the record of a unit; a bug in its decoder costs it alone."""
        try:
            with self.limit:
                record = self.decode(place, unit)
            if isinstance(record, dict) and has_error(record):       # or its line
                self.tally.counts[BAD_BEFORE] += 1
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

    def parts(self, record: Any, write: Callable[..., Any], place: str) -> list[tuple[Any, bytes]]:
        """Return [(what is said of it, bytes)] written for a record, which may be written already;
        if that fails, for its simple fields alone.

        Simple fields are text, whole numbers, true, false and null.
        """
        try:
            with self.limit:
                written = [record if isinstance(record, (bytes, Output)) else write(record)]
        except Exception as error:
            flat = {key: value for key, value in record.items()
                    if value is None or isinstance(value, (str, int))}
            written = list(map(write, self._failed(self.stages[-1][0], flat, error, place)))
        return [({**data.about, "place": place, "file": getattr(place, "file", None)}, data.data)
                if isinstance(data, Output) else (None, data) for data in written]

    # Records and pages through the stages.

    def __call__(self, item: Any, place: str = "record") -> list[Any]:
        """Return the output for a record, or for the BadRecord of a line."""
        return [output for _, output in self.over([(place, item)])]

    def over(self, items: Iterable[tuple[str, Any]], most: int = MOST_RECORDS, first: int = 0
             ) -> Iterator[tuple[str, Any]]:
        """Yield (place, output) of (place, record or BadRecord).

        most:    records of a batch. first: the number of the stage to which they have come.
        Raises:  Unusable of a step, after the output for the items before.
        """
        self.stopped_by = self._ended_at = None
        batches: Iterable[Sequence[tuple[str, Any]]] = batches_of(self._until_end(items), most)
        for number, (_, step) in enumerate(self.stages[first:], first):
            batches = map(partial(self._through, number), batches)
            if isinstance(step, Holding):        # it gives back more than a batch
                batches = batches_of(chain.from_iterable(batches))
        for batch in batches:
            for place, item in batch:
                yield place, item.pages.record(item.number) if isinstance(item, Page) else item
        if self.stopped_by:
            raise self.stopped_by

    def rest(self) -> Iterator[tuple[str, Any]]:
        """Yield (place, output) for the records still held."""
        most = 1 if self.on_error == "stop" else MOST_RECORDS
        for number, (_, step) in enumerate(self.stages):
            if isinstance(step, Holding):
                yield from self.over(self._given_back(number, step.rest()), most, number + 1)

    def _until_end(self, items):
        """Yield what an iterable has until a stage has ended the run."""
        for item in items:
            yield item
            if self.stopped_by:
                return

    def _through(self, number, batch):
        """Return the batch behind a stage: all of it, or what came before the end of the run."""
        done = {}
        try:
            if self._ended_at != number:     # with an earlier part of the batch
                for row, output in self._outputs(number, batch):
                    done[row] = output
        except Unusable as error:
            self.stopped_by, self._ended_at = kept(error), number
        return [placed for row in takewhile(done.__contains__, range(len(batch)))
                for placed in done[row]]

    def _outputs(self, number, batch):
        """Yield (row of the batch, its output behind a stage, [(place, item)]), in any order."""
        name, step = self.stages[number]
        is_page, together = isinstance(step, PageStep), {}   # by their Pages, 0 for records
        for row, (place, item) in enumerate(batch):
            if isinstance(item, Page):
                if is_page and step.of_pages:
                    together.setdefault(id(item.pages), []).append((row, place, item, None))
                    continue
                is_whole = self.keeps_dropped or not step.reads_text
                item = item.pages.record(item.number, is_whole, None if is_whole else step.may_keep)
            if isinstance(step, Holding):
                yield row, [given for record in self._guarded(name, step.check, item, place)
                            for given in self._given_back(number, step.add(place, record))]
                continue
            output = self._guarded(name, step.read if is_page else step, item, place)
            if (type(output) is not list and self.on_error != "raise"
                    and (cut := getattr(output, "cut", ""))):
                self.tally.complain(CUT, name, f"{place}: {cut}")
            if isinstance(output, list):
                if type(output) is not list:     # as nearly all are
                    self.tally.take(output, self.keeps_dropped)
                yield row, [(place, each) for each in output]
            else:
                together.setdefault(0, []).append((row, place, item, output))
        for several in together.values():
            yield from self._at_once(number, several)

    def _at_once(self, number, several):
        """Yield (row, its output) of what goes through a stage together, all or in halves.

        several: [(row, place, a Page, None)], or [(row, place, record, what `read` returned)].
        """
        name, step = self.stages[number]
        row, place, item, _ = several[0]
        is_page, size = isinstance(item, Page), len(several)
        before, pages, bug = self.tally.counts.total(), None, ()
        try:
            with self.limit:
                if not is_page:
                    pages = step.of_records([read for *_, read in several])
                elif len(item.pages) == size:    # else some are gone, and the others records again
                    pages = step.of_pages(item.pages)
        except Exception as error:
            if size == 1 and not is_page:
                yield row, [(place, bad) for bad in self._failed(name, item, error, place)]
                return
            if not isinstance(error, EXPECTED):
                bug = _what(error), _trace(error)
            is_late = getattr(error, "code", "") == LATE     # the others need not wait for it
            size = 1 if is_late else (size + 1) // 2
        if pages is not None:
            for page, (row, place, *_) in enumerate(several):
                if why := pages.gone.get(page):
                    record = pages.record(page) if self.keeps_dropped else None
                    self.tally.take(dropped(record, *why), self.keeps_dropped)
                yield row, [] if why else [(place, Page(pages, page))]
            return
        for start in range(0, len(several), size):
            part = several[start:start + size]
            records = [(place, item.pages.record(item.number) if is_page else item)
                       for _, place, item, _ in part]
            yield from ((part[row][0], output) for row, output in self._outputs(number, records))
        if bug and self.tally.counts.total() == before and self.on_error != "raise":
            what, trace = bug
            self.tally.complain(
                FALLBACK, name, f"internal error in {name}; the pages were redone in smaller "
                f"batches and the output is right: please report it ({what})", "", trace)

    def _given_back(self, number, items):
        """Yield (place, output) of (place, item) that a Holding step gives back."""
        name, step = self.stages[number]
        for place, item in items:
            yield from ((place, output) for output in self._guarded(name, step, item, place))

    # What goes wrong.

    def _guarded(self, name, call, item, place):
        """Return the result of the call; if it fails, what stands in place of that."""
        if isinstance(item, BadRecord):
            return self._failed(name, item.record, item, place)
        try:
            with self.limit:
                return call(item)
        except Exception as error:
            return self._failed(name, item, error, place)

    def _failed(self, name, record, error, place):
        """Return what stands in place of a record on which a step has failed: [it with an entry],
        [] where bad records are left out.

        A record that was bad before is passed on as it is, without a complaint.
        Raises:  Unusable for a model that only this record needs, and for a disk that is full.
        """
        if isinstance(error, MemoryError):
            error = _no_memory()
        if self.on_error == "raise" or isinstance(error, Unusable):
            try:
                raise error
            finally:
                del error                # its traceback has this frame: a circle, with the page
        if isinstance(error, OSError) and error.filename is not None:
            raise Unusable(f"{shown(error.filename)}: {error.strerror or error}") from None
        if not isinstance(error, BadRecord):
            self._report_bug(name, error, place)
            return [with_error(record, name, "internal", _what(error))]
        name, known = error.command or name, has_error(record)
        if not known or self.on_error != "keep":
            self.tally.complain(BAD, name, f"{place}: {error}", error.code)
            if isinstance(error, Unjudged):
                self.tally.counts[UNJUDGED] += 1
        if self.on_error == "stop":
            raise StoppedAtBadRecord
        if self.on_error == "skip":
            self.tally.counts[SKIPPED] += 1
            return []
        return [record if known else with_error(record, name, error.code, str(error))]

    def _report_bug(self, name, error, place):
        self.tally.complain(CRASHED, name, f"{place}: a bug in {name}, please report it "
                            f"({_what(error)})", "", _trace(error))


def _no_memory(record=None):
    return BadRecord("it takes more memory than there is", "memory", record)


def _what(error):
    return f"{type(error).__name__}: {error}"


def _trace(error):
    return "".join(traceback.format_exception(error))
