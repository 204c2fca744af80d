"""Runs a command in a fork of this process, which saves the start of Python.

The launcher runs as from a shell, on file descriptors of its own, but the modules that all
commands share are imported already. Tests of the start or end of a process, such as a full disk,
need a new process: utils.started.
"""
import os
import runpy
import signal
import sys
import tempfile
import traceback
from contextlib import suppress
from functools import cache
from threading import Thread

CAN_FORK = sys.platform.startswith("linux")
LONGEST = 300            # seconds


@cache
def warm():
    """Import what commands import when they need it, and read the models of scutch-clean, once."""
    import scutch
    with suppress(ImportError):
        import lightgbm  # noqa: F401    takes two seconds; starts no thread yet
    for fast in True, False:
        scutch.clean("<!doctype html><p>Farms at sea, and on land.", fast=fast)


def forked(launcher, args, data, cwd, environment):
    """Return (exit status, stdout, stderr) of a launcher that reads the data from a pipe."""
    warm()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        source, sink = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.close(sink)
                for number, stream in enumerate([source, out.fileno(), err.fileno()]):
                    os.dup2(stream, number)
                _run(launcher, args, cwd, environment)
            finally:
                os._exit(1)
        os.close(source)
        feeder = Thread(target=_feed, args=(sink, data))
        feeder.start()
        _, ended = os.waitpid(child, 0)
        feeder.join()
        return os.waitstatus_to_exitcode(ended), _content(out), _content(err)


def _run(launcher, args, cwd, environment):
    """In the child, run the script as the interpreter would, and exit."""
    signal.alarm(LONGEST)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    if cwd:
        os.chdir(cwd)
    sys.argv = [str(launcher), *map(str, args)]
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
    status = 1
    try:
        runpy.run_path(str(launcher), run_name="__main__")
        status = 0
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
    for stream in sys.stdout, sys.stderr:
        if stream:
            stream.flush()
    os._exit(status)


def _feed(sink, data):
    with suppress(BrokenPipeError), open(sink, "wb") as stream:
        stream.write(data)


def _content(stream):
    stream.seek(0)
    return stream.read()
