"""Exit statuses, complaints, their words, and stdout of a command."""
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..lazypattern import LazyPattern

if TYPE_CHECKING:
    import tempfile

# READER_GONE: as after SIGPIPE; stream/runner.py ends quietly where the pipe is closed
OK, BUG, UNUSABLE, STOPPED, READER_GONE = 0, 1, 2, 3, 141
INTERRUPTED = 130

ENDING = {signal.SIGTERM, signal.SIGHUP}

# Of a hostile page, on a terminal, with those that turn the direction of what follows
CONTROLS = LazyPattern("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")


def complain(command: str, message: str) -> None:
    """Write one line to stderr."""
    to_stderr(f"{command}: {CONTROLS.sub(' ', message)}\n")


def to_stderr(text: str) -> None:
    """Write text to stderr as it is; a stderr that is full or closed is no error."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        sys.stderr = None    # it is full; without this the exit status would become 120
    except AttributeError:
        pass                 # it is closed, so None


def show(name: str, text: str) -> int:
    """Write text to stdout; return the exit status: a full disk must show here, not at exit."""
    if sys.stdout is None:
        complain(name, "standard output: it is closed")
        return UNUSABLE
    try:
        encoding = sys.stdout.encoding or "utf-8"      # not every locale has all characters
        print(text.encode(encoding, "replace").decode(encoding), end="", flush=True)
    except BrokenPipeError:
        discard(sys.stdout)
        return READER_GONE
    except OSError as error:
        discard(sys.stdout)
        complain(name, f"standard output: {error.strerror}")
        return UNUSABLE
    return OK


def discard(out: Any, flush: bool = False) -> None:
    """Close stdout to further writing, also at exit.

    out:   stdout's buffer or stdout; it may be None without `flush`, which alone uses it.
    flush: first write what is buffered, where it was an input that failed.
    """
    if flush:
        try:
            out.flush()
        except OSError:
            pass
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)


@contextmanager
def folders_removed() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the process as they do, but remove its temporary folders.

    They come of kill, Slurm's time limit, a terminal that closes. What the process does with them
    by itself, such as nothing under nohup, stays; so it does in a thread, which cannot change it.
    """
    with _handled(signal.SIG_DFL, _ended):
        yield


def temporary_folder(prefix: str) -> "tempfile.TemporaryDirectory[str]":
    """Return a new temporary folder; within folders_removed a signal waits until it is made."""
    import tempfile  # takes 5 ms
    noted: list[int] = []
    with _handled(_ended, lambda number, _frame: noted.append(number)):
        folder = tempfile.TemporaryDirectory(prefix=prefix)
    if noted:
        folder.cleanup()
        _ended(noted[0], None)
    return folder


@contextmanager
def _handled(before, handler):
    """Handle the signals of ENDING that are handled as `before` otherwise, in the main thread."""
    numbers = []
    if threading.current_thread() is threading.main_thread():
        numbers = [number for number in ENDING if signal.getsignal(number) is before]
    try:
        for number in numbers:
            signal.signal(number, handler)
        yield
    finally:
        for number in numbers:
            signal.signal(number, before)


def _ended(number, _frame):
    raise SystemExit(128 + number)


def interruptible(run: Callable[[], int]) -> int:
    """Return the status of a run in which Ctrl-C raises KeyboardInterrupt, or INTERRUPTED.

    A launcher had let Ctrl-C end the process: see scutch/commands.py.
    """
    launched = signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    try:
        if launched:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run()
    except KeyboardInterrupt:
        discard(sys.stdout)
        return INTERRUPTED
    finally:
        if launched:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def typed(name: str) -> str:
    """Return an option, by the name of its value, as it is typed.

    >>> typed("skip_existing"), typed("output")
    ('--skip-existing', '-o')
    """
    return "-o" if name == "output" else f"--{name.replace('_', '-')}"


def plural(count: int, single: str, many: str = "") -> str:
    """Return a count and what is counted; many: the plural, `single` with an s if not given.

    >>> plural(1, "page"), plural(0, "page"), plural(2, "tag was", "tags were")
    ('1 page', '0 pages', '2 tags were')
    """
    return f"{count} {single if count == 1 else many or single + 's'}"


def needs(what: str, extra: str) -> str:
    """Return the message on what takes the packages of an extra, with the command for them.

    That names the checkout in which scutch runs, or from which it was installed (PEP 610), if any.
    """
    import json
    from importlib import metadata  # takes milliseconds
    from urllib.parse import unquote
    checkout = os.path.realpath(os.path.join(__file__, *[os.pardir] * 3))
    if not os.path.exists(os.path.join(checkout, "pyproject.toml")):
        try:
            told = json.loads(metadata.distribution("scutch").read_text("direct_url.json") or "{}")
        except metadata.PackageNotFoundError:
            told = {}
        checkout = unquote(told["url"].removeprefix("file://")) if "dir_info" in told else "scutch"
    place = "." if checkout == os.getcwd() else checkout
    return f"{what} needs one more package: pip install '{place}[{extra}]'"
