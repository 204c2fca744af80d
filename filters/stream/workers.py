"""Processes that share the work of a chain; the output stays in the order of the input.

Each process is a fork of this one, with its models. It gets a batch of units, decodes them and
returns the bytes of the output. A process that dies, or exceeds the time of a record, is replaced;
its batch is done again record by record, to tell the record at fault, which alone is bad.
"""
import gc
import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from typing import Any

from ..edge.console import ENDING, discard
from ..errors import BadRecord, Unusable
from .stages import Done, Stages, late
from .step import Holding

AHEAD = 4                # batches a process that may be done before the first one that is not
# Warm-up page: it loads lazy modules (ftfy) before the fork; without it each process spends 120 ms.
FIRST = ("first", {"id": "first", "html": "<p>caf\u00c3\u00a9</p>"})



class Workers:
    """Processes for the stages of a chain.

    write:       function from the output of the stages to bytes.
    max_seconds: the longest time of a record; 0 for any time.
    name:        of the command, for errors of processes.
    Raises:      Unusable where steps cannot be shared: they hold records, or count them.
    """

    def __init__(self, stages: Stages, write: Callable[[Any], bytes], jobs: int,
                 max_seconds: float, name: str) -> None:
        for stage, step in stages.stages:
            if step.finish or isinstance(step, Holding):
                raise Unusable(f"{stage} needs all records in one process: --jobs 1")
        stages.work([FIRST], write)
        self._stages, self._write, self._max_seconds = stages, write, max_seconds
        self._name = name
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        gc.freeze()
        self._results: deque[list[Done]] = deque()     # of the batches given, empty if under way
        self._most_done = AHEAD * jobs
        while len(self._idle) < jobs:
            self._idle.append(self._started())

    def send(self, units: Sequence[tuple[str, Any]]) -> list[Done]:
        """Give a batch of (place, unit) to a process; return the results that are next in order."""
        while not self._idle or self._is_far_ahead():
            self._wait()
        worker = self._idle.pop()
        worker.results = []
        self._results.append(worker.results)
        worker.give(units)
        self._busy.append(worker)
        return self._in_order()

    def rest(self) -> list[Done]:
        """Return the results of all batches that are still under way."""
        while self._busy:
            self._wait()
        return self._in_order()

    @property
    def is_idle(self) -> bool:
        """Whether no batch is under way, so that another run may begin."""
        return not self._results

    def close(self) -> None:
        """End all processes."""
        for worker in [*self._idle, *self._busy]:
            worker.end()
        self._idle, self._busy = [], []

    def _is_far_ahead(self):
        """Return whether many finished batches wait for the first one."""
        is_done = list(map(bool, self._results))
        return is_done[:1] == [False] and sum(is_done) >= self._most_done

    def _started(self):
        try:
            return _Worker(self._stages, self._write,
                           [worker.connection for worker in [*self._idle, *self._busy]])
        except OSError as error:         # of open files, processes or memory there are too many
            raise Unusable(f"no process could be started: {error.strerror}") from None

    def _in_order(self):
        done = []
        while self._results and self._results[0]:
            done += self._results.popleft()
        return done

    def _wait(self):
        """Take results as soon as a process has one, or is late."""
        wait([worker.connection for worker in self._busy], self._seconds_left())
        for worker in list(self._busy):
            if worker.connection.poll():
                done = worker.done()
            elif self._max_seconds and worker.seconds() > self._max_seconds:
                done = None
            else:
                continue
            self._busy.remove(worker)
            if done is None:
                worker = self._again(worker)
            else:
                worker.results.append(done)
            self._idle.append(worker)

    def _seconds_left(self):
        """Return the seconds until the first process is late, None without a limit."""
        if not self._max_seconds:
            return None
        return max(0.0, min(self._max_seconds - worker.seconds() for worker in self._busy))

    def _again(self, worker):
        """Do a batch record by record; return the process at hand."""
        units, results = worker.units, worker.results
        # a record alone that took too long is at fault; a process may die of something else
        is_known = len(units) == 1 and worker.process.is_alive()
        for unit in units:
            done = None
            if not is_known:
                worker, done = self._alone(worker, unit)
            if not done:
                error = self._error(worker)
                worker, done = self._alone(worker, unit, error)
            if not done:                 # it is what was read that cannot be decoded
                place, _ = unit
                nameless = BadRecord(str(error), error.code, {"id": place})
                done = self._stages.work([(place, nameless)], self._write, error)
            results.append(done)
            if done.stopped_by:
                break
        return self._replaced(worker)

    def _alone(self, worker, unit, error=None):
        """Let a process do a batch of one; return (the process, its Done or None)."""
        worker = self._replaced(worker)
        worker.give([unit], error)
        is_there = worker.connection.poll(self._max_seconds or None)
        return worker, worker.done() if is_there else None

    def _replaced(self, worker):
        """Return the process if it waits for work, else a new one in its place."""
        if worker.waits:
            return worker
        worker.end()
        return self._started()

    def _error(self, worker):
        """Return the BadRecord of a record during which a process died or was late."""
        if worker.process.is_alive():
            error = late(self._max_seconds)
        else:
            error = BadRecord("the process that worked on it died", "died")
        error.command = self._name
        return error


class _Worker:
    """A process, its batch, where the batch's results go, and the time of its start.

    others: connections to the other processes. A fork inherits them and closes them, so that it
            ends if this process is killed.
    """

    def __init__(self, stages, write, others):
        forking = multiprocessing.get_context("fork")
        self.connection, other = forking.Pipe()
        self.process = forking.Process(
            target=_work, args=(other, [self.connection, *others], stages, write), daemon=True)
        start(self.process)
        other.close()                      # so that its end shows here
        self.units, self.results, self.since = [], [], 0.0
        self.waits = True

    def give(self, units, error=None):
        """Give the process a batch; with an error, it reports that for each record instead."""
        self.units, self.since, self.waits = units, time.monotonic(), False
        try:
            self.connection.send((units, error))
        except OSError:                    # it died: that shows where it is to answer
            pass

    def done(self):
        """Return the Done of its batch, None if the process died."""
        try:
            result = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            return None
        self.waits = True
        return result

    def seconds(self):
        return time.monotonic() - self.since

    def end(self):
        self.connection.close()
        self.process.kill()
        self.process.join()


def start(process: Any) -> None:
    """Start a process; Ctrl-C waits meanwhile: what it raised in a fork would be lost."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection, inherited, stages, write):
    """Answer each batch until the other end closes."""
    for other in inherited:
        other.close()
    discard(None)                          # what comes out goes through the connection
    for number in {signal.SIGINT, *ENDING}:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        while True:
            units, error = connection.recv()
            connection.send(stages.work(units, write, error))
    except (EOFError, OSError):            # the process that gives the batches has ended
        return

