"""The one runner: lines in, records through the filter's steps, lines out.

A filter is a module with a docstring, its manual, which declares its own options (see options.py),
and `make(opts)`, which returns its step: a function from a record to a list of records, or from
Pages to Pages. `main(module, argv)` does all the rest. Nothing here is for one filter alone.

step.py says what a step may carry for the runner.
"""
import argparse
import gc
import json
import os
import stat
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, BinaryIO

from ...lm.writing import naming
from ..edge import console
from ..edge.bytestreams import compressor, position, shown, size_of
from ..edge.console import plural, to_stderr
from ..errors import TRUNCATED, Unusable, kept
from ..sources.units import OUTSIDE, UNWANTED, WRONG_LENGTHS, Source
from . import stages
from .inputs import check_schema, decoder, units_from
from .options import MAX_SECONDS, command_name, options, signature
from .printedlines import writer
from .step import FunctionStep, Packed, Step

if TYPE_CHECKING:
    from .workers import Workers

OUTPUT_BUFFER = 1 << 16  # bytes


def main(module: ModuleType, argv: Sequence[str] | None = None) -> int:
    """Run the filter in `module` as a command; return its exit status."""
    return run_with(module, options(module).parse_intermixed_args(argv))


def run_with(module: ModuleType, opts: argparse.Namespace) -> int:
    """Run the filter in `module` with these options; return its exit status."""
    name = command_name(module)

    def call() -> int:
        _check_lines(opts)
        check_schema(opts)
        step = made(module, opts)
        if step.last.write and getattr(opts, "score_columns", False):
            raise Unusable("--score-columns is for filters that write records; scutch-emit has "
                           "--format lines")
        if opts.signature:
            return console.show(name, signature(name, step, opts) + "\n")
        return console.interruptible(partial(run, step, opts, name))
    return reported(name, call)


def reported(name: str, call: Callable[[], int]) -> int:
    """Return the status that a call returns, UNUSABLE where it raises Unusable or OSError."""
    try:
        return call()
    except Unusable as error:
        console.complain(name, str(error))
    except OSError as error:
        if error.filename is None:
            raise
        console.complain(name, f"{shown(str(error.filename))}: {error.strerror}")
    return console.UNUSABLE


def _check_lines(opts):
    """Raise Unusable for --score-columns where the output is not lines of text."""
    if not hasattr(opts, "score_columns"):           # scutch-read and emit, whose --raw is another
        return
    columns = opts.score_columns
    if columns and not opts.lines:
        raise Unusable("--score-columns needs --lines")
    if getattr(opts, "raw", False) and not columns and not hasattr(opts, "max"):
        raise Unusable("--raw needs --score-columns")


def made(module: Any, opts: argparse.Namespace, inside: bool = False) -> Step:
    """Return the step of a filter; numpy, if the filter imports it, runs on one thread.

    Processes use the cores. Raises Unusable for a file that cannot be opened.
    inside:  whether the step is part of a chain: some filters have another one there, `stage`.
    """
    make = getattr(module, "stage", module.make) if inside else module.make
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        step = make(opts)
    except OSError as error:
        raise Unusable(f"{error.filename}: {error.strerror}") from None
    return step if isinstance(step, Step) else FunctionStep(step)


def run(step: Step, opts: argparse.Namespace, name: str) -> int:
    """Send each record of a step's source, or of the input files, through it; return the status.

    step:    a Step: see step.py.
    opts:    the parsed shared options.
    name:    the running command's.
    """
    with Runs(step, opts, name) as runs:
        return runs(opts)


def workers(opts: argparse.Namespace, through: stages.Stages,
            write: Callable[[Any], bytes], name: str) -> "Workers | None":
    """Return the Workers that --jobs or --max-seconds asks for, None for this process alone."""
    jobs, seconds = getattr(opts, "jobs", 1), getattr(opts, "max_seconds", None)
    if jobs == 1 and not seconds:
        return None
    from .workers import Workers
    return Workers(through, write, jobs, MAX_SECONDS if seconds is None else seconds, name)


def _seconds_alone(opts, through):
    """Return the seconds that a record may take in this process alone; 0 for any time."""
    is_limited = (hasattr(opts, "max_seconds") and opts.max_seconds is None and opts.jobs == 1
                  and not any(step.finish for _, step in through))
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
        self.limit = stages.TimeLimit(_seconds_alone(opts, self.stages))

    def through(self, opts: argparse.Namespace) -> stages.Stages:
        """Return the stages for another run."""
        source = self.step.source
        decode = source.decode if source else decoder(opts)
        through = stages.Stages(self.stages, opts.on_error, decode)
        through.limit = self.limit
        through.keeps_dropped = bool(getattr(opts, "dropped", None))
        return through

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

    def into_files(self, targets: Iterable[tuple[str, str | None]],
                   begun: Callable[[str, str], "Run"]) -> int:
        """Return the status of runs into files: the highest, UNUSABLE if all records are bad alike.

        targets: inputs and the paths of their outputs, as outputs.places yields them.
        begun:   function from both to the Run; its output goes to its tree, or to a file at the
                 path.
        Where output is held, all input is read before the first of it is written.
        """
        from ..edge.outputs import WHOLE, written

        def started():
            for name, path in targets:
                run = path and begun(name, path)
                yield run, path
                if run and run.is_last:
                    return

        status, lost = console.OK, []    # of each run with records, whether all are bad alike
        for run, path in list(started()) if self.held else started():
            if not run:
                here = console.UNUSABLE
            else:
                here = run.into_tree() if run.tree else written(path, run.end, self.name)
                if run.read:
                    lost.append(run.is_lost)
            status = max(status, here)
            if here > max(WHOLE | {console.UNUSABLE}):       # stopped, or interrupted
                break
        return console.UNUSABLE if status == console.OK and lost and all(lost) else status

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
        self.through, self.workers, self.tally = runs.through(opts), workers, stages.Tally()
        self.tally.is_quiet = opts.quiet
        self.stdout = getattr(opts, "stdout", None)      # the file, or folder, of scutch-clean -o
        self.tree: Any = getattr(opts, "tree", None)     # an OutputTree in place of stdout
        self.dropped: BinaryIO | None = None             # the file of --dropped
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
            if self.through.keeps_dropped:
                self.dropped = open(self.opts.dropped, "wb")
            if self.held:
                self._run_to_end(self.held)
        except (OSError, MemoryError) as error:
            self.stopped_by = kept(error)

    def into_tree(self) -> int:
        """Write the output to the tree; return the status."""
        status = console.UNUSABLE        # of a run that raises
        try:
            status = self.end()
        finally:
            status = self.tree.close(status, self.is_whole)
        return status

    def end(self) -> int:
        """Write the output, after reading the input if it was not held; return the status."""
        out: BinaryIO | None = None
        try:
            out = open(1, "wb", buffering=OUTPUT_BUFFER, closefd=False)
            if self.stopped_by:
                raise self.stopped_by
            through = Packed(out, self.last.packing and self.last.packing(),
                             compressor(getattr(self.opts, "compress", None)))
            (self._release if self.held else self._run_to_end)(self.tree or through)
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
        ended_by = None
        try:
            try:
                for done in self._batches(out):
                    self._accept(out, done)
            except (stages.StoppedAtBadRecord, Unusable, OSError) as error:
                if isinstance(error, OSError) and error.filename is None:
                    raise                 # it is the output that failed
                ended_by = kept(error)
            for done in self.through.end(self.write):    # what was held came before that
                self._accept(out, done)
            if ended_by:
                raise ended_by
            self.is_whole = True
            if self.last.finish:
                if self.read and self.tally.counts[stages.BAD] >= self.read:
                    self.status = console.UNUSABLE    # no good record, so no result
                elif self.status == console.OK:       # no result of a part of the input
                    out.put(None, self.last.finish())
        except stages.StoppedAtBadRecord:
            self.status = console.STOPPED
        except Unusable as error:
            self._unusable(str(kept(error)))
        finally:
            self.through.note()

    def _batches(self, out):
        """Yield the Done of each batch of units; an error of the input comes after what it gave.

        A record goes through all record-wise filters before the next is read; also when the source
        cannot read ahead. So it does with --line-buffered, and where a bad record ends the run.
        """
        opts, through, ended_by = self.opts, self.through, None
        together = self.workers or through.gathers or (
            len(through.stages) == 1 and self.source.goes_ahead)
        if not together or opts.line_buffered or opts.on_error == "stop":
            most = 1
        else:
            most = stages.FOR_JOBS if getattr(opts, "jobs", 1) > 1 else stages.MOST_RECORDS
        try:
            reads_stdin = not opts.files or "-" in opts.files
            for batch in stages.batches_of(self._units(), most, reads_stdin):
                yield from (self.workers.send(batch) if self.workers
                            else [through.work(batch, self.write)])
                if opts.line_buffered:    # who waits for the output sends no more
                    yield from self.workers.rest() if self.workers else ()
                    out.flush()
        except (stages.StoppedAtBadRecord, Unusable, OSError) as error:
            ended_by = error
        yield from self.workers.rest() if self.workers else ()
        if ended_by:
            raise ended_by

    def _units(self):
        """Yield (place, unit) of the source; report an input that cannot be read."""
        for place, unit in with_progress(self.source.items, self.name, self.opts):
            if self.tree and (isinstance(unit, OSError) or getattr(unit, "code", "") == TRUNCATED):
                self.tree.breaks_off(place)
            if isinstance(unit, OSError):
                self._unusable(f"{shown(unit.filename)}: {unit.strerror}")
            else:
                yield place, unit

    def _accept(self, out, done):
        """Write and report what is Done; raise what ends the run."""
        for about, data in done.output:
            out.put(about, data)
        self.read += done.read
        self.written += len(done.output)
        self.tally.add(done.tally)
        self._write_dropped(self.tally)
        if done.stopped_by:
            raise done.stopped_by

    def _release(self, out):
        """Write what is held."""
        self.written = 0
        for about, output in self.held.released():
            self.tally.take(output, self.through.keeps_dropped)
            for data in output:
                out.put(about, data)
            self.written += len(output)
            self._write_dropped(self.tally)

    def _write_dropped(self, tally):
        """Write the lines of dropped records to the file of --dropped."""
        if self.dropped and tally.dropped:
            with naming(self.opts.dropped):
                self.dropped.writelines(tally.dropped)
        tally.dropped.clear()

    def _unusable(self, message):
        console.complain(self.name, message)
        self.status = console.UNUSABLE

    def _report(self):
        """Report errors, and with --stats all counts; return the exit status."""
        summary = Summary(self.source, self.through, self.tally, self.read)
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
        has_bug = self.status == console.OK and summary.all.counts[stages.CRASHED]
        return console.BUG if has_bug else self.status


# The counter on stderr.

EVERY = 0.1              # seconds between two numbers
OF_RECORDS = "{desc}: {postfix[0]} records [{elapsed}, {postfix[1]:.0f} a second]"
OF_BYTES = "{desc}: {percentage:3.0f}%|{bar}| {postfix[0]} records [{elapsed}<{remaining}]"


def with_progress(items: Iterable[Any], name: str, opts: argparse.Namespace) -> Iterable[Any]:
    """Return the items, counted on stderr as they pass, if options and terminal allow."""
    if opts.progress == "on" or (opts.progress == "auto" and _is_free()):
        of_lists = getattr(opts, "names", False) or getattr(opts, "null", False)
        return _counted(items, name, opts.files, None if of_lists else size_of(opts.files))
    return items


def _is_free():
    """Return whether stderr is a terminal, and stdout a file or a device that nobody reads."""
    if not os.isatty(2):
        return False
    try:
        mode = os.fstat(1).st_mode
    except OSError:                      # it is closed
        return False
    return stat.S_ISREG(mode) or (stat.S_ISCHR(mode) and not os.isatty(1))


def _counted(items, name, files, size):
    """Yield the items. size: bytes of all files, None where it is unknown."""
    from tqdm import tqdm
    terminal = SimpleNamespace(write=to_stderr, flush=lambda: None, fileno=lambda: 2)
    counts, shown = [0, 0.0], 0.0        # records, and records a second
    start = position(files)              # after the files of an earlier run, gold or lists
    began = time.monotonic()
    with tqdm(desc=name, file=terminal, total=size or None, postfix=counts,
              bar_format=OF_BYTES if size else OF_RECORDS) as bar:
        for item in items:
            yield item
            counts[0] += 1
            now = time.monotonic()
            if now - shown >= EVERY:
                counts[1] = counts[0] / max(now - began, EVERY)
                bar.n = min(position(files) - start, size) if size else counts[0]
                bar.refresh()
                shown = now
        bar.n = size or counts[0]


# The messages at the end of a run.

MOST_SHOWN = 5           # types of responses that were no HTML, in a message


class Summary:
    """The counts of a run.

    read:     records, also the dropped ones; units that are no page do not count.
    all:      the Tally of all.
    all_alike: whether all but those that were bad before are bad, for the same reason.
    incomplete: whether an input breaks off, or a record lacks the value a limit needs.
    """

    def __init__(self, source: Source, through: stages.Stages, tally: stages.Tally,
                 read: int) -> None:
        """source, through: the command's. tally, read: of the units that came to `through`."""
        self.all, counts = tally, tally.counts
        self.incomplete = bool(counts[stages.UNJUDGED]) or any(
            code == TRUNCATED for _, code in self.all.reasons)
        self._is_silent = through.stages[-1][1].is_silent
        no_pages = tally.passed_over.total() - tally.passed_over[TRUNCATED]
        self.read = read - no_pages
        self.all_alike = (counts[stages.BAD] >= self.read - counts[stages.BAD_BEFORE]
                          and len(self.all.reasons) == 1)
        self._counts, self._types = Counter[str](), Counter[str]()
        for reasons in (source.passed_over, self.all.passed_over):
            for reason, count in reasons.items():
                why, _, media_type = reason.partition(": ")
                self._counts[why] += count
                if media_type:
                    self._types[media_type] += count
        self._notes = dict.fromkeys(through.notes)

    def messages(self, failed: bool) -> Iterator[str]:
        """Yield lines for stderr; failed: whether stderr has an error that ended the run."""
        if not self.read and self._counts.total() and not failed:
            yield "no page found; passed over: " + ", ".join(
                f"{why.replace('_', ' ')} ({count})"
                for why, count in self._counts.items() if count and why != WRONG_LENGTHS)
        elif self.read and (others := self._types.total()) > self.read:
            types = ", ".join(f"{media_type} ({count})"
                              for media_type, count in self._types.most_common(MOST_SHOWN))
            more = ", ..." if len(self._types) > MOST_SHOWN else ""
            yield f"{others} of {others + self.read} responses were no HTML: {types}{more}"
        if self.read and (unwanted := self._counts[UNWANTED]):
            count = plural(self.read + unwanted, "address", "addresses")
            yield f"left out {unwanted} of {count} by --drop-urls or --only-urls"
        if self.read and (links := self._counts[OUTSIDE]):
            yield f"passed over {plural(links, 'link')} out of the folders that were named"
        if wrong := self._counts[WRONG_LENGTHS]:
            yield (f"{plural(wrong, 'record')} with a wrong length in the archive: what follows it "
                   "may be in its page, see doc.notes")
        if cut := self._counts[TRUNCATED]:
            yield f"{plural(cut, 'page is', 'pages are')} truncated in the input, see doc.notes"
        counts = self.all.counts
        bad, empty = counts[stages.BAD], counts[stages.EMPTY]
        if more := bad - self.all.reported[stages.BAD]:
            yield plural(more, "more bad record")
        if more := counts[stages.CUT] - self.all.reported[stages.CUT]:
            yield f"{plural(more, 'more text')} cut: doc.notes has how much"
        if counts[stages.SKIPPED]:
            yield f"left out {plural(counts[stages.SKIPPED], 'bad record')}"
        if counts[stages.CRASHED] > 1:
            yield f"{counts[stages.CRASHED]} records met a bug; each has it in errors"
        if 1 < self.read <= bad:
            yield f"all {bad} records are bad"
        elif counts[stages.BAD_BEFORE] and bad and self.read <= bad + counts[stages.BAD_BEFORE]:
            yield f"{plural(bad, 'record is', 'records are')} bad, and all others were before"
        yield from filter(None, self._notes)
        if empty and self._is_silent:
            names = ", ".join(self.all.emptied) + ", ..." * (empty > stages.MOST_NAMED)
            yield (f"{empty} of {plural(self.read, 'document')} "
                   f"{'has' if empty == 1 else 'have'} no line in the output: nothing is kept "
                   f"of {'it' if empty == 1 else 'them'}: {names}")
        if self.all.left_out:
            yield left_out(self.all.left_out, self.read)

    def stats(self, written: int) -> dict[str, Any]:
        """Return the counts for --stats; written: records in the output."""
        counts = self.all.counts
        return {"read": self.read, "written": written, "bad": counts[stages.BAD],
                "skipped": counts[stages.SKIPPED], "left_out": self.all.left_out.total(),
                "empty": counts[stages.EMPTY], "internal": counts[stages.CRASHED], **self._counts,
                **({"not_html_types": dict(self._types.most_common())} if self._types else {})}


def left_out(reasons: "Counter[str]", read: int) -> str:
    """Return the line with the number of dropped records, by reason; read: records read.

    >>> left_out(Counter({"without a language": 2}), 2)
    'left out all of 2 records: 2 without a language'
    """
    count = reasons.total()
    each = ", ".join(f"{number} {why}" for why, number in sorted(reasons.items()))
    return f"left out {'all' if count == read else count} of {plural(read, 'record')}: {each}"
