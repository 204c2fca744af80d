"""Runs of a step: from its source, or the input files, to stdout."""
import argparse
import gc
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO

from ...lm.writing import naming
from ..edge import console
from ..edge.compression import compressor
from ..edge.files import shown
from ..edge.frames import Unframed
from ..errors import TRUNCATED, Unusable, kept
from ..sources.units import Source, add_reason
from .batches import Batch, batches_of
from .complaints import BAD
from .inputs import decoder, units_from
from .options import MAX_SECONDS
from .printedlines import writer
from .progress import with_progress
from .stages import LAST, Stages, StoppedAtBadRecord
from .step import Packed, Step
from .summary import Summary
from .timelimit import TimeLimit

if TYPE_CHECKING:
    from .workers import Workers

OUTPUT_BUFFER = 1 << 16  # bytes


def workers(opts: argparse.Namespace, stages: Stages,
            write: Callable[[Any], bytes], name: str) -> "Workers | None":
    """Return the Workers that --jobs or --max-seconds asks for, None for this process alone."""
    jobs, seconds = getattr(opts, "jobs", 1), getattr(opts, "max_seconds", None)
    if jobs == 1 and not seconds:
        return None
    from .workers import Workers
    return Workers(stages, write, jobs, MAX_SECONDS if seconds is None else seconds, name)


def _seconds_alone(opts, stages):
    """Return the seconds that a record may take in this process alone; 0 for any time."""
    is_limited = (hasattr(opts, "max_seconds") and opts.max_seconds is None and opts.jobs == 1
                  and not any(step.finish for _, step in stages))
    return MAX_SECONDS if is_limited else 0


class Runs:
    """Runs of a command one after the other, such as one for each file; they share processes.

    Called with the options of a run, it returns the status. All runs have the same shared options.
    step, opts, name: as in `run`.
    """

    def __init__(self, step: Step, opts: argparse.Namespace, name: str) -> None:
        gc.freeze()                       # modules and models stay
        self.step, self.name = step, name
        self.stages = step.stages or [(name, step)]
        self.write = step.last.write or writer(step.last, opts)
        self._workers: Workers | None = None
        self.held = step.last.holding() if step.last.holding else None
        self.limit = TimeLimit(_seconds_alone(opts, self.stages))

    def through(self, opts: argparse.Namespace) -> Stages:
        """Return the stages for another run."""
        source = self.step.source
        stages = Stages(self.stages, opts.on_error, source.decode if source else decoder(opts))
        stages.limit = self.limit
        stages.complaints.quiet = opts.quiet
        if getattr(opts, "dropped", None):
            stages.dropped = []
        return stages

    def __call__(self, opts: argparse.Namespace) -> int:
        return self.begun(opts).end()

    def begun(self, opts: argparse.Namespace) -> "Run":
        """Return a run; its `end` returns the status.

        Where output is held its input is read, and others may begin before it ends.
        """
        if self._workers and not self._workers.is_idle:      # the last run ended before its input
            self._close()
        if not self._workers:
            self._workers = workers(opts, self.through(opts), self.write, self.name)
        run = Run(self, opts, self._workers)
        run.begin()
        return run

    def _close(self):
        if self._workers:
            self._workers.close()
            self._workers = None

    def __enter__(self):
        self.limit.start()
        return self

    def __exit__(self, *_error):
        self.limit.stop()
        self._close()
        if self.held:
            self.held.close()


class Run:
    """One run of a command: its counts of records read and written, and the status so far."""

    def __init__(self, runs: Runs, opts: argparse.Namespace, workers: "Workers | None") -> None:
        self.last, self.opts, self.name, self.write = runs.step.last, opts, runs.name, runs.write
        self.source = runs.step.source or Source(units_from(opts), goes_ahead=True)
        self.through = runs.through(opts)
        self.workers = workers
        self.stdout = getattr(opts, "stdout", None)      # the file, or folder, of scutch-clean -o
        self.tree: Any = getattr(opts, "tree", None)     # an OutputTree in place of stdout
        self.dropped: BinaryIO | None = None             # the file of --dropped
        for before in self.source.before:
            before.dropped, before.limit = self.through.dropped, runs.limit
        self.read = self.written = 0
        self.status = console.OK
        self.is_whole = False            # whether all input is read
        self.is_lost = False             # whether all records are bad, for the same reason
        self.held: Any = runs.held and runs.held.part()
        self.stopped_by: Exception | None = None         # before the output

    @property
    def is_last(self) -> bool:
        """Whether what ended this run ends others, too."""
        return bool(self.stopped_by) or self.status > console.UNUSABLE

    def begin(self) -> None:
        """Read the input if the output is held."""
        try:
            if self.through.dropped is not None:
                self.dropped = open(self.opts.dropped, "wb")
            if self.held:
                self._run_to_end(self.held)
        except (OSError, MemoryError) as error:
            self.stopped_by = kept(error)

    def end(self) -> int:
        """Write the output, after reading the input if it was not held; return the status."""
        out: BinaryIO | None = None
        try:
            out = open(1, "wb", buffering=OUTPUT_BUFFER, closefd=False)
            if self.stopped_by:
                raise self.stopped_by
            through = Packed(out, self.last.packing and self.last.packing(),
                             compressor(getattr(self.opts, "compress", None)))
            if self.held:
                self._release(through)
            elif self.tree:
                self._run_to_end(self.tree)
            else:
                self._run_to_end(Unframed(through) if self.last.placed else through)
            self._write_dropped(self.through.dropped or [])
            if self.dropped:
                with naming(self.opts.dropped):
                    self.dropped.close()
            if not self.tree and (self.written or self.status == console.OK):
                through.end()
            out.flush()                   # a full disk must show here, not at exit
        except BrokenPipeError:           # under `| head` we end quietly, as cat does
            console.discard(out)
            return console.READER_GONE
        except OSError as error:
            console.discard(out, flush=error.filename is not None)
            place = error.filename or self.stdout or "standard output"
            self._unusable(f"{place}: {kept(error).strerror or error}")
        except MemoryError:               # of the input: a record's own costs that record alone
            self._unusable("there is too little memory")
        except KeyboardInterrupt:
            console.discard(out)
            return console.INTERRUPTED
        return self._report()

    def _run_to_end(self, out):
        """Send all records through the stages; report the error that ends the run early."""
        try:
            stopped_by = self._records(out)
            self._write_records(out, self.through.rest(), LAST)   # they came before what stopped it
            if stopped_by:
                raise stopped_by
            self.is_whole = True
            if self.last.finish:
                if self.read and self.through.complaints.counts[BAD] >= self.read:
                    self.status = console.UNUSABLE    # no good record, so no result
                elif self.status == console.OK:       # no result of a part of the input
                    out.write(self.last.finish())
        except StoppedAtBadRecord:
            self.status = console.STOPPED
        except Unusable as error:
            self._unusable(str(kept(error)))
        finally:
            for stages in (*self.source.before, self.through):
                stages.note()

    def _release(self, out):
        """Write what is held."""
        self.written = 0
        for about, output in self.held.released():
            self.through.count(output)
            for data in output:
                if self.tree:
                    self.tree.put(about, data)
                else:
                    out.write(data)
            self.written += len(output)
            self._write_dropped(self.through.dropped)

    def _records(self, out):
        """Send the records through the stages; return the exception that stopped them, or None."""
        stopped_by = self._stopped(self._send_all, out)       # what came before is under way
        return self._stopped(self._drain_workers, out) or stopped_by

    def _stopped(self, call, out):
        """Call; return the exception that ends the run, None if the call completes."""
        try:
            call(out)
        except (StoppedAtBadRecord, Unusable, OSError) as error:
            if isinstance(error, OSError) and error.filename is None:
                raise                     # it is the output that failed
            return kept(error)
        return None

    def _send_all(self, out):
        """Send the units of the source through the stages, in batches.

        A record goes through all record-wise filters before the next is read; also when the source
        cannot read ahead.
        """
        stages = self.through.stages
        alone = len(stages) > 1 or not self.source.goes_ahead
        together = bool(self.workers) or not alone or any(step.gathers for _, step in stages)
        items = self._units() if self.workers else self.through.reads(self._units())
        for batch in batches_of(items, Batch.of(self.opts, together)):
            if self.workers:
                self._accept(out, self.workers.send(batch))
            else:
                self._write(out, batch)
            if self.opts.line_buffered:        # who waits for the output sends no more
                self._drain_workers(out)
                out.flush()

    def _units(self):
        """Yield (place, unit) of the source; report an input that cannot be read."""
        for place, unit in with_progress(self.source.items, self.name, self.opts):
            if self.tree and (isinstance(unit, OSError) or getattr(unit, "code", "") == TRUNCATED):
                self.tree.breaks_off(place)
            if isinstance(unit, OSError):
                self._unusable(f"{shown(unit.filename)}: {unit.strerror}")
                continue
            if not self.workers:           # what is sent to them may come after what ends the run
                self.read += 1
            yield place, unit

    def _write(self, out, batch):
        """Write the output of the stages for a batch of records."""
        for (place, _), records in zip(batch, self.through.many(batch), strict=False):
            self._write_records(out, records, place)
        self._write_dropped(self.through.dropped)
        if self.through.stopped_by:
            raise self.through.stopped_by

    def _write_dropped(self, lines):
        """Write the lines of dropped records to the file of --dropped."""
        if self.dropped:
            with naming(self.opts.dropped):
                self.dropped.writelines(lines)
            if self.through.dropped is lines:
                self.through.dropped.clear()

    def _drain_workers(self, out):
        if self.workers and not self.through.stopped_by:
            self._accept(out, self.workers.rest())

    def _accept(self, out, batches):
        """Write and report the results of workers, up to the one that ends the run."""
        for done in batches:
            out.write(done.output)
            self.read += done.read
            self.written += done.written
            self.through.skipped += done.skipped
            self.through.empty += done.empty
            self.through.emptied += done.emptied
            self.through.left_out.update(done.left_out)
            for why, count in done.passed_over.items():
                add_reason(self.through.passed_over, why, count)
            self._write_dropped(done.dropped)
            for call in done.complaints:
                self.through.complaints.add(*call)
            if done.stopped_by:
                self.through.stopped_by = done.stopped_by
                raise done.stopped_by

    def _write_records(self, out, records, place):
        for record in records:
            out.write(self.through.line(record, self.write, place))
        self.written += len(records)

    def _unusable(self, message):
        console.complain(self.name, message)
        self.status = console.UNUSABLE

    def _report(self):
        """Report errors, and with --stats all counts; return the exit status."""
        summary = Summary(self.source, self.through, self.read)
        # what is wrong with all records is wrong with the run; -o asks when all files are done
        self.is_lost = summary.all_alike and self.opts.on_error != "skip"
        if self.status == console.OK and (
                summary.incomplete or (self.is_lost and not self.stdout)):
            self.status = console.UNUSABLE
        failed = self.status != console.OK
        for message in summary.messages(failed) if failed or not self.opts.quiet else ():
            console.complain(self.name, message)
        if self.opts.stats:
            about = {"command": self.name, **({"file": self.stdout} if self.stdout else {})}
            console.to_stderr(json.dumps({**about, **summary.stats(self.written)}) + "\n")
        return console.BUG if summary.crashed and self.status == console.OK else self.status
