"""Runs a command in a fork of a small process that has imported what all commands share.

That saves the start of Python. The launcher runs as from a shell, on file descriptors of its own.
The process is not that of the tests, since a fork takes longer the more memory a process holds;
its objects are frozen, so that the garbage collector of a fork does not touch, and copy, them.
Tests of the start or end of a process, such as a full disk, need a new one: utils.started.
"""
import gc
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Thread

CAN_FORK = sys.platform.startswith("linux")
LONGEST = 300            # seconds
LARGEST = 1 << 17        # bytes of a request
# What takes two seconds to import and 150 MB: a process of its own has it
HEAVY = dict.fromkeys(["scutch-train combine", "scutch-train shallow"], "lightgbm")
STARTED = []             # [(socket, process)]


def forked(launcher, args, data, cwd, environment):
    """Return (exit status, stdout, stderr) of a launcher that reads the data from a pipe."""
    server = _server(HEAVY.get(" ".join([launcher.name, *map(str, args[:1])])))
    request = json.dumps([str(launcher), [*map(str, args)], str(cwd or os.getcwd()), environment])
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        source, sink = os.pipe()
        socket.send_fds(server, [request.encode()], [source, out.fileno(), err.fileno()])
        os.close(source)
        feeder = Thread(target=_feed, args=(sink, data))
        feeder.start()
        status = int(server.recv(LARGEST))
        feeder.join()
        return status, _content(out), _content(err)


@cache
def _server(heavy):
    """Return the socket of a new process that forks, with one more module imported."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        command = [sys.executable, __file__, str(its.fileno()), *[heavy] * bool(heavy)]
        STARTED.append((ours, subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[its.fileno()],
            env={**os.environ, "PYTHONHASHSEED": "2", "PYTHONPATH": os.pathsep.join(sys.path)})))
        return ours


def end():
    """End the processes that fork; what they took then counts as time of the tests."""
    for ours, process in STARTED:
        ours.close()
        process.wait()


def main(descriptor, *modules):
    """Fork for each request, until the tests are over and their end of the socket is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module in modules:
        with suppress(ImportError):
            import_module(module)
    warm()
    gc.freeze()
    with socket.socket(fileno=int(descriptor)) as tests:
        while True:
            request, descriptors, *_ = socket.recv_fds(tests, LARGEST, 3)
            if not request:
                return
            child = os.fork()
            if not child:
                try:
                    tests.close()
                    for number, received in enumerate(descriptors):
                        os.dup2(received, number)
                    _run(*json.loads(request))
                finally:
                    os._exit(1)
            for received in descriptors:
                os.close(received)
            _, ended = os.waitpid(child, 0)
            tests.send(b"%d" % os.waitstatus_to_exitcode(ended))


def warm():
    """Import what commands import when they need it, and read the models of scutch-clean."""
    import scutch
    from scutch import filters
    for module in pkgutil.iter_modules(filters.__path__):
        import_module(f"scutch.filters.{module.name}")
    scutch.clean("<!doctype html><p>Farms at sea, and on land.")


def _run(launcher, args, cwd, environment):
    """In the child, run the script as the interpreter would, and exit."""
    signal.alarm(LONGEST)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    sys.argv = [launcher, *args]
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
    status = 1
    try:
        runpy.run_path(launcher, run_name="__main__")
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


if __name__ == "__main__":
    main(*sys.argv[1:])
