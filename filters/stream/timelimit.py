"""A limit on the time of a record in the one process of a run, by a timer: see workers.py, too.

Work in C is interrupted when it returns to Python. The time of a stopped process (Ctrl-Z) does not
count. Only a main thread has a timer, and none is set if the timer is in use already. In a program
that uses scutch as a library it is set where that asks for it.
"""
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType, TracebackType

from ..errors import BadRecord, Unusable

LATE = "timeout"         # the code of a record that took too long
TICKS = 30               # of the timer in the time of the limit


class TimeLimit:
    """A context that raises BadRecord, code LATE, when work takes longer than the limit.

    The timer runs from `start` to `stop`; it raises again at each tick if the error was caught.
    seconds: 0 for any time.
    """

    __slots__ = ("_left", "_seconds", "runs")

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
    """Return a context with a running TimeLimit, as a program asks for one; without for 0 seconds.

    Raises:  Unusable where no timer can be set.
    """
    if not seconds:
        yield nullcontext()
        return
    limit = TimeLimit(seconds)
    limit.start()
    if not limit.runs:
        raise Unusable("max_seconds needs the main thread, and a timer and SIGALRM that nothing "
                       "else uses; elsewhere end a process that takes too long")
    try:
        yield limit
    finally:
        limit.stop()


def late(seconds: float) -> BadRecord:
    """Return the error of a record that took too long."""
    return BadRecord(f"it took more than {seconds:g} seconds", LATE)
