"""The processes of scutch-serve and their work; one that takes too long is ended, others go on.

A job is a line of JSON, {"kind": "clean" or "view", "path", "name", "options"}. The answer is a
line of JSON, {"status", "length"}, and `length` bytes: the result, or an error message as text.
"""
import json
import queue
import subprocess
import sys
import threading

from ..edge.console import discard
from ..edge.jsonlines import encode
from ..errors import BadRecord, Unusable, kept
from ..sources.pagesources import read_pages
from ..stream.chains import Filter, chain_of_pages, filter_of, filter_of_keywords
from ..viewing.pagedata import page_data

# With -c Python looks for modules in the working folder; it is to look where this process does
START = """
import sys
sys.path[:] = sys.argv[1:]
from scutch.filters.serving.processes import main
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


# ---------------- the work of a process

MOST_PAGES = 200         # of an archive that are shown
OF_COMBINE = {"scope", "favor"}
OK, BAD_REQUEST, BAD_PAGE = 200, 400, 422


def _records(path, name):
    """Yield the records of an input; raise the BadRecord or OSError of one."""
    for number, (_, record) in enumerate(read_pages([path])):
        if isinstance(record, BadRecord):
            raise record
        if isinstance(record, OSError):
            raise BadRecord(record.strerror)
        yield {**record, "id": name} if number == 0 and record.get("id") == path else record


def clean(path, name, options):
    """Return the output of scutch-clean for a file, as bytes."""
    chain = chain_of_pages(_asked({**options, "format": options.get("format") or "text"}))
    return b"".join(out for record in _records(path, name) for out in chain(record))


def view(path, name, options):
    """Return the data and index rows of a file's pages, as in scutch-view, as JSON."""
    _asked(options)          # refuses those that scutch-clean has not
    of_clean = _asked({key: value for key, value in options.items() if key in OF_COMBINE}).parts()
    combine, = (filter for filter in of_clean if filter.name == "combine")
    chain = chain_of_pages(filter_of("html2text", {"keep_html": True}), Filter("segment"),
                           Filter("charlm"), combine, Filter("role"), Filter("tag"))
    pages = [page_data(_with_sentences(done)) for record in _records(path, name)
             for done in chain(record)][:MOST_PAGES]
    return encode({"pages": [page for page, _ in pages], "rows": [row for _, row in pages]})


def _with_sentences(record):
    """Return a record with the perplexity of its sentences, if its language has a model.

    Its scores stay as the chain wrote them, since scutch-clean decides by one of them.
    """
    try:
        scored, = chain_of_pages(Filter("wordlm"))(record)
    except BadRecord:
        return record
    if not any(tokens for segment in scored["segments"]
               for _, tokens in segment["sentence_log10p"]):
        return record
    return {**scored, "scorers": record["scorers"]}


def _asked(options):
    """Return scutch-clean as a Filter, with a request's options; none may name a file."""
    return filter_of_keywords("clean", options, may_name_files=False)


JOBS = {"clean": clean, "view": view}


def answer(job):
    """Return (status, bytes) for a job."""
    try:
        return OK, JOBS[job["kind"]](job["path"], job["name"], job["options"])
    except Unusable as error:
        return BAD_REQUEST, str(kept(error)).encode("utf-8", "replace")
    except BadRecord as error:
        return BAD_PAGE, str(kept(error)).encode("utf-8", "replace")


def main():
    """Answer the jobs on stdin, until stdin ends or the server is gone."""
    out = sys.stdout.buffer
    sys.stdout = sys.stderr      # no other line may come between the answers
    try:
        for line in sys.stdin.buffer:
            status, data = answer(json.loads(line))
            out.write(json.dumps({"status": status, "length": len(data)}).encode() + b"\n" + data)
            out.flush()
    except BrokenPipeError:
        discard(out)


if __name__ == "__main__":
    main()
