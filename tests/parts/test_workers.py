"""Several processes for one chain: the same bytes, and failing processes."""
import json
import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from crawls import page, response, warc

from scutch.filters.edge import outputs
from scutch.filters.edge.jsonlines import encode
from scutch.filters.errors import BadRecord, PassedOver, Unusable
from scutch.filters.sources.units import Line
from scutch.filters.stream import runner, workers
from scutch.filters.stream.stages import Stages, Tally
from scutch.filters.stream.step import Collector, FunctionStep, Grouped
from scutch.filters.stream.workers import Workers
from utils import ARCHIVES, SAMPLE, environment, launcher, records, run

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes fork here")

LINES = b"".join(json.dumps({**SAMPLE, "id": f"a{number}"}).encode() + b"\n" if number % 7 != 3
                 else b"no record\n" for number in range(60))
CHAIN = "html2text, segment, charlm, tag"


def upper(record):
    """Return the record in capitals; some records end the process."""
    if record["text"] == "hang":
        time.sleep(60)
    if record["text"].startswith("killed once "):
        try:
            os.mkdir(record["text"].removeprefix("killed once "))
        except FileExistsError:
            return [{"id": record["id"], "text": "DONE"}]
        os.kill(os.getpid(), signal.SIGKILL)
    if record["text"].startswith("nap"):
        time.sleep(float(record["text"][3:]))
    if record["text"] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if record["text"] == "crash":
        raise ZeroDivisionError
    if record["text"] == "refuse":
        raise BadRecord("not this one", "refused")
    return [{"id": record["id"], "text": record["text"].upper()}]


def all_of(texts, size=3, jobs=2, on_error="keep", max_seconds=2.0):
    """Return (records, complaints, how it ended) for texts in batches of this size."""
    stages = Stages([("scutch-upper", FunctionStep(upper))], on_error)
    workers = Workers(stages, encode, jobs, max_seconds, "scutch-x")
    try:
        items = [(f"place {number}", {"id": str(number), "text": text})
                 for number, text in enumerate(texts)]
        found = [done for start in range(0, len(items), size)
                 for done in workers.send(items[start:start + size])] + workers.rest()
    finally:
        workers.close()
    return (records(b"".join(line for done in found for _, line in done.output)),
            [call for done in found for call in done.tally.waiting],
            [done.stopped_by for done in found if done.stopped_by])


@pytest.mark.parametrize("jobs", ["2", "5"])
@pytest.mark.parametrize("args", [("clean", "--format", "jsonl"), ("chain", CHAIN),
                                  ("chain", CHAIN, "--on-error", "skip"),
                                  ("clean", "--scope", "main", "--on-error", "skip")])
def test_the_same_bytes_complaints_and_counts(args, jobs):
    alone = run(*args, "--stats", data=LINES)
    assert len(alone.err.splitlines()) > 1
    assert run(*args, "--stats", "--jobs", jobs, data=LINES) == alone


def test_the_order_is_that_of_the_input():
    texts = [f"text {number}" for number in range(40)]
    found, calls, ended = all_of(texts, size=1, jobs=4)
    assert [one["text"] for one in found] == [text.upper() for text in texts]
    assert calls == ended == []


def test_nothing_is_written_behind_the_bad_record_that_ends_the_run():
    """More was read ahead, and --stats says so."""
    alone = run("chain", CHAIN, "--on-error", "stop", data=LINES)
    assert alone.status == 3 and len(records(alone.out)) == 3
    assert run("chain", CHAIN, "--on-error", "stop", "--jobs", "4", data=LINES) == alone


@pytest.mark.parametrize("text, code, message", [
    ("hang", "timeout", "it took more than 0.5 seconds"),
    ("die", "died", "the process that worked on it died"),
])
@pytest.mark.parametrize("size", [1, 4])
def test_a_process_that_does_not_come_back_costs_one_record(size, text, code, message):
    found, calls, _ = all_of(["a", "b", text, "c", "d"], size, max_seconds=0.5)
    assert [one["text"] for one in found] == ["A", "B", text, "C", "D"]
    error, = found[2]["errors"]
    assert (error["command"], error["code"], error["message"]) == ("scutch-x", code, message)
    assert calls == [("bad", "scutch-x", f"place 2: {message}", "")]


@pytest.mark.parametrize("size", [1, 4])
def test_a_process_that_was_killed_once_costs_nothing(size, tmp_path):
    found, calls, _ = all_of(["a", f"killed once {tmp_path / 'x'}", "b"], size)
    assert [one["text"] for one in found] == ["A", "DONE", "B"] and calls == []


def test_processes_hold_no_lock_of_an_output(tmp_path):
    """Else what they still work on would keep the next run from writing there."""
    path = str(tmp_path / "a")
    assert outputs.written(path, lambda: closed_in_a_fork(tmp_path / "b"), "scutch-x") == 0
    assert (tmp_path / "b").read_text() == "[True]"


def closed_in_a_fork(path):
    """Have a fork write whether it has closed the files that are being written; return 0."""
    child = os.fork()
    if not child:
        path.write_text(str([file.closed for file in outputs.CLAIMED]))
        os._exit(0)
    os.waitpid(child, 0)
    return 0


@pytest.mark.parametrize("size", [1, 4])
def test_the_time_of_a_record_is_its_own(size):
    """A quick neighbour leaves it no more time, and a slow one no less."""
    found, _, _ = all_of(["nap0.4", "nap0.4", "nap1.5", "a", "nap0.4"], size, max_seconds=1.0)
    assert ["errors" in one for one in found] == [False, False, True, False, False]


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_processes_end_with_the_one_that_was_killed(jobs, tmp_path):
    """They would keep its stderr open, and the lock of its output."""
    words = ["clean", "--jobs", jobs, "--max-seconds", "60", "-o", str(tmp_path / "out")]
    process = subprocess.Popen([sys.executable, launcher(words[0]), *words[1:]],
                               stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    process.stdin.write(LINES)
    process.stdin.flush()
    while not list(tmp_path.glob("out/*.part")):
        time.sleep(0.05)
    time.sleep(0.5)                                          # the processes have begun
    process.kill()
    process.communicate(timeout=30)                          # returns once nobody holds stderr
    assert run(*words, data=LINES).status == 0


def test_a_reader_that_waits_for_each_record_gets_it():
    process = subprocess.Popen(
        [sys.executable, launcher("chain"), "tag", "--jobs", "3", "--line-buffered"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
    for number in range(3):
        process.stdin.write(json.dumps({**SAMPLE, "id": f"a{number}"}).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == f"a{number}"
    process.stdin.close()
    assert (process.stdout.read(), process.wait(30)) == (b"", 0)


def test_bad_records_and_bugs_are_told_by_the_first_process():
    found, calls, _ = all_of(["refuse", "crash", "a"])
    assert [one["errors"][0]["code"] if "errors" in one else "" for one in found] == [
        "refused", "internal", ""]
    assert [kind for kind, *_ in calls] == ["bad", "crashed"]


def test_the_first_bad_record_ends_the_run():
    found, _, ended = all_of(["a", "refuse", "b"], size=1, on_error="stop")
    assert [one["text"] for one in found] == ["A", "B"]      # what came after it is not written:
    assert len(ended) == 1                                   # see the runner


class Counts(Collector):
    finish = len


@pytest.mark.parametrize("step", [Grouped(len), Counts()])
def test_steps_that_need_all_records_have_one_process(step):
    with pytest.raises(Unusable, match="scutch-x needs all records in one process: --jobs 1"):
        Workers(Stages([("scutch-x", step)]), encode, 2, 1.0, "scutch-x")


def test_bad_records_go_to_other_processes_whole():
    import pickle
    error = BadRecord("why", "code", {"id": "a"})
    error.command = "scutch-x"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == ("why", vars(error))


def test_what_waits_is_counted_once_and_said_by_the_tally_of_the_run(capsys):
    batch, run_of_all = Tally(waiting=[]), Tally()
    batch.complain("bad", "scutch-x", "why", "bad_record")
    assert capsys.readouterr().err == ""
    run_of_all.add(batch)
    assert capsys.readouterr().err == "scutch-x: why\n"
    assert (run_of_all.counts, run_of_all.reported) == ({"bad": 1}, {"bad": 1})


def test_one_process_with_a_limit_of_seconds():
    done = run("clean", "--max-seconds", "60", "--format", "jsonl", data=LINES)
    assert done == run("clean", "--format", "jsonl", data=LINES)
    for seconds, shared in (60.0, True), (0.0, False), (None, False):
        opts = SimpleNamespace(jobs=1, max_seconds=seconds)
        stages = Stages([("scutch-upper", FunctionStep(upper))], "keep")
        found = runner.workers(opts, stages, encode, "scutch-x")
        assert (found is not None) == shared
        if found:
            found.close()


def test_jobs_change_no_signature():
    assert run("clean", "--signature", "--jobs", "3") == run("clean", "--signature")


class Interrupted:
    """A process that receives Ctrl-C while it starts.

    The signal goes to this thread: commands have one alone, pytest's workers have more.
    """

    started = False

    def start(self):
        signal.raise_signal(signal.SIGINT)
        self.started = True


def test_ctrl_c_waits_until_a_process_is_started():
    process = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        workers.start(process)
    assert process.started


# ---------- what is read is decoded elsewhere, at the cost of itself alone

ARCHIVE = b"".join([
    warc(b"GET / HTTP/1.1\r\n\r\n", kind="request"),
    *(warc(response(page(number)), f"http://example.org/{number}") for number in range(30)),
    warc(response(b"\x89PNG\r\n\x1a\n" + b"\0" * 90, Content_Type="image/png")),
    warc(response(page(31), status="404 Not Found")),
    warc(response(b"\x1f\x8bno gzip", Content_Encoding="gzip"), "http://example.org/broken"),
    warc(response(page(32)), "http://example.org/last"), b"no record\r\n"])


def decode(_place, line):
    """Return the record of a Line; some are fatal where they are decoded."""
    if line.data == b"bug":
        raise ZeroDivisionError
    if line.data == b"memory":
        raise MemoryError
    if line.data == b"bad":
        raise BadRecord("not this one", "refused", {"id": "b"})
    if line.data == b"over":
        raise PassedOver("not_html")
    if line.data == b"hang":
        time.sleep(60)
    if line.data == b"die":
        os.kill(os.getpid(), signal.SIGKILL)
    return {"id": line.data.decode()}


def stages():
    return Stages([("scutch-x", FunctionStep(lambda record: [record]))], "keep", decode)


def lines_of(*words):
    return [(f"place {number}", Line(word.encode())) for number, word in enumerate(words)]


@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
@pytest.mark.parametrize("args", [("--jobs", "2"), ("--jobs", "5", "--on-error", "skip"),
                                  ("--max-seconds", "60"), ("--jobs", "2", "--line-buffered")])
def test_an_archive_in_several_processes(args, tmp_path):
    (tmp_path / "a.warc").write_bytes(ARCHIVE)
    words = ["clean", "--format", "jsonl", "--stats", "a.warc"]
    error = [word for word in args if word in ("--on-error", "skip")]
    alone = run(*words, *error, cwd=tmp_path)
    stats = json.loads(alone.err.splitlines()[-1])
    assert (stats["other_status"], stats["not_html"], stats["other_records"]) == (1, 1, 1)
    assert (stats["read"], stats["bad"]) == (33, 2)
    assert len(records(alone.out)) == (31 if error else 33)
    assert run(*words, *args, cwd=tmp_path) == alone


@pytest.mark.parametrize(("word", "code", "crashed"), [("bug", "internal", 1),
                                                       ("memory", "memory", 0)])
def test_what_fails_in_a_decoder_costs_itself(word, code, crashed, capfd):
    through = stages()
    found = [record for place, item in through.reads(lines_of("a", word, "c"))
             for record in through(item, place)]
    assert [record["id"] for record in found] == ["a", "place 1", "c"]
    assert [error["code"] for error in found[1]["errors"]] == [code]
    assert through.tally.counts["crashed"] == crashed
    assert ("ZeroDivisionError" in capfd.readouterr().err) == bool(crashed)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes fork here")
@pytest.mark.parametrize(("word", "code"), [("hang", "timeout"), ("die", "died")])
def test_what_kills_its_decoder_is_named_by_its_place(word, code):
    workers = Workers(stages(), encode, 2, 0.5, "scutch-x")
    units = lines_of("a", "over", word, "d", "e")
    try:
        done = workers.send(units) + workers.rest()
    finally:
        workers.close()
    found = records(b"".join(line for one in done for _, line in one.output))
    assert [record["id"] for record in found] == ["a", "place 2", "d", "e"]
    assert [error["code"] for error in found[1]["errors"]] == [code]
    assert sum(one.tally.passed_over.get("not_html", 0) for one in done) == 1
