"""The processes of scutch-serve; a process that takes too long is ended, the others go on."""
import json
import queue
import subprocess
import sys
import threading

from ..errors import BadRecord

# With -c Python looks for modules in the working folder; it is to look where this process does
START = """
import sys
sys.path[:] = sys.argv[1:]
from scutch.filters.serving.worker import main
main()
"""


class Busy(Exception):
    """No process was free in time."""


class Processes:
    """Several processes, each with its own models; any thread may call `ask`.

    Processes are started anew, not forked: threads are running here.
    max_seconds: the longest time of a job, and its longest wait for a process.
    """

    def __init__(self, number, max_seconds):
        self.max_seconds = max_seconds
        self._idle = queue.LifoQueue()       # the one that was used last has its models
        for _ in range(number):
            self._idle.put(Process())

    def ask(self, job):
        """Return (status, bytes) for a job of worker.py.

        Raises:  Busy; BadRecord, codes "timeout" and "died".
        """
        try:
            process = self._idle.get(timeout=self.max_seconds)
        except queue.Empty:
            raise Busy from None
        try:
            return process.ask(job, self.max_seconds)
        finally:
            self._idle.put(process if process.is_alive() else Process())


class Process:
    """A process, started at its first job."""

    def __init__(self):
        self.running = None

    def is_alive(self):
        """Return whether the process can take another job."""
        return self.running is None or self.running.poll() is None

    def ask(self, job, max_seconds):
        """Return (status, bytes) for a job."""
        self.running = self.running or _started()
        late = threading.Event()

        def end():
            late.set()
            self.running.kill()
        timer = threading.Timer(max_seconds, end)
        timer.start()
        try:
            self.running.stdin.write(json.dumps(job).encode() + b"\n")
            self.running.stdin.flush()
            head = json.loads(self.running.stdout.readline() or b"null")
            data = self.running.stdout.read(head["length"]) if head else b""
        except OSError:                      # it died before it had the job
            head = None
        finally:
            timer.cancel()
        if head and len(data) == head["length"]:
            return head["status"], data
        self.running.kill()
        self.running.wait()
        self.running.stdin.close()
        self.running.stdout.close()
        if late.is_set():
            raise BadRecord(f"it took more than {max_seconds:g} seconds", "timeout")
        raise BadRecord("the process that worked on it died", "died")


def _started():
    # in a session of its own, since Ctrl-C is for the server: with it stdin ends
    return subprocess.Popen([sys.executable, "-c", START, *filter(None, sys.path)],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
