"""serve: the answers of its API, and requests that it refuses."""
import http.client
import json
import socket
import threading
import time

import pytest

from scutch.filters.errors import BadRecord, Unusable
from scutch.filters.serving import processes
from scutch.filters.serving.processes import Busy, Processes
from scutch.filters.serving.server import Labelling
from servers import asked, served
from utils import ARCHIVES, ROOT, run

COPIES = 300             # of the example archive: half a minute's work
LIMIT = 4                # seconds
EXAMPLES = ROOT / "share" / "examples"
BLOG = (EXAMPLES / "pages" / "blog.html").read_bytes()


@pytest.fixture(scope="module")
def port():
    with served("--max-bytes", "200000") as found:
        yield found


@pytest.mark.parametrize("options", [
    {}, {"scope": "main", "format": "markdown"}, {"favor": "recall", "without": "comments"},
    {"format": "xml"}, {"format": "jsonl"}, {"format": "html"}, {"max": "0.2", "by": "charlm"},
    {"meta": "1", "format": "markdown"},
    {"wordlm": "5000", "no_context": "1"}])
def test_the_same_bytes_as_the_command(port, options):
    words = [f"--{name.replace('_', '-')}" + (f"={value}" if value != "1" else "")
             for name, value in options.items()]
    wanted = run("clean", *words, "blog.html", cwd=EXAMPLES / "pages")
    query = "&".join(f"{name}={value}" for name, value in {**options, "name": "blog.html"}.items())
    status, headers, data = asked(port, f"/clean?{query}", BLOG)
    assert (status, data) == (200, wanted.out)
    assert headers["Content-Type"].startswith("text/") and "Set-Cookie" not in headers


def test_json_archives_and_plain_text(port):
    body = json.dumps({"html": "<p>Farms at sea.", "max": 1, "without": ["caption"]})
    assert asked(port, "/clean", body, content_type="application/json")[2] == b"Farms at sea.\n\n"
    long = "%00/%F0%9F%98%80%20\'" * 90 + ".htm"
    for name, kept in {"": b"a\nb\n\n", "x.txt": b"a\nb\n\n", "..": b"a\nb\n\n",
                       "x.html": b"a b\n\n", long: b"a b\n\n"}.items():
        assert asked(port, f"/clean?max=1&name={name}", b"a\n\nb")[2] == kept      # by its name
    if ARCHIVES:
        archive = (EXAMPLES / "crawl.warc.gz").read_bytes()
        status, _, data = asked(port, "/clean", archive)
        assert (status, data) == (200, run("clean", str(EXAMPLES / "crawl.warc.gz")).out)


@pytest.mark.parametrize("given, text", [
    ({"html": "<meta charset=iso-8859-1><p>Zo\u00eb"}, "Zo\u00eb"), ({"html": "?<p>hi\0"}, "?\nhi"),
    ({"html": "<p>hi", "format": None}, "hi"), ({"html": "<p>hi", "format": ""}, "hi")])
def test_text_in_json_is_text(port, given, text):
    """Whatever charset it declares or seems to have, and in the usual format."""
    status, _, data = asked(port, "/clean", json.dumps({"max": 1, **given}),
                            content_type="application/json")
    assert (status, data.decode()) == (200, text + "\n\n")


@pytest.mark.parametrize("query", ["lang=de", "format=jsonl&lang=de", "format=markdown&max=0"])
def test_nothing_is_kept(port, query):
    status, headers, data = asked(port, f"/clean?{query}", BLOG)
    assert (status, data) == (204, b"")
    assert not {"Content-Length", "Content-Type"} & headers.keys()
    assert asked(port, "/clean?format=jsonl&max=0", BLOG)[0] == 200


def test_the_data_of_the_view(port):
    status, headers, data = asked(port, "/view?scope=article&name=b.html", BLOG)
    found = json.loads(data)
    assert (status, headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert found["rows"][0]["id"] == "b.html" and found["pages"][0]["by"] == "combine"
    assert "<span data-s=" in found["pages"][0]["page"]
    assert found["pages"][0]["scorers"] == ["charlm", "combine"]
    assert found["pages"][0]["sentences"][11][0][1] == len("The window over the stairs is older "
                                                           "than anybody in this street.")
    polish = '<html lang="pl"><p>Wiatraki na morzu zamieniają dzień i noc w prąd, a śnieg leży.'
    page, = json.loads(asked(port, "/view", polish.encode())[2])["pages"]
    assert page["texts"] and "sentences" not in page          # no model of its language


@pytest.mark.parametrize(("path", "body", "status"), [
    ("/clean?model=charlm%3D/etc/passwd", "<p>a", 400), ("/clean?keep=zz", "<p>a", 400),
    ("/clean?source=x", "<p>a", 400), ("/clean?wordlm=p95:/etc/passwd", "<p>a", 400),
    ("/clean?with=nothing", "<p>a", 400),
    ("/view?scope=all", "<p>a", 400), ("/clean", b"%PDF-1.4\n%\xe2\xe3", 422),
    ("/clean", b'{"id": "a", "html": "<p>a"}\n', 422), ("/clean", "x" * 200_001, 413),
    ("/clean?format=parquet", "<p>a", 400), ("/clean?format=csv", "<p>a", 400),
    ("/clean?drop=@/etc/passwd", "<p>a", 400),
    ("/other", "<p>a", 404), ("/clean/../../etc/passwd", "<p>a", 404),
    ("/clean?" + "a=b&" * 60, "<p>a", 400)])
def test_what_is_wrong_is_said(port, path, body, status):
    found, headers, data = asked(port, path, body)
    assert found == status and data.count(b"\n") <= 1 and b"Traceback" not in data
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("body", ["[]", "{}", '{"html": 3}', "{", "[" * 100_000])
def test_a_body_that_is_not_the_object(port, body):
    assert asked(port, "/clean", body, content_type="application/json")[0] == 400


@pytest.mark.parametrize("headers", [
    {"Host": "evil.example"}, {"Host": "evil.example:8765"}, {"Host": ""},
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"},
    {"Sec_Fetch_Site": "same-site"}])
def test_pages_of_other_sites_do_not_reach_it(port, headers):
    for body in None, "<p>a":
        assert asked(port, "/" if body is None else "/clean", body, **headers)[0] == 403


def test_names_that_are_allowed_reach_it():
    with served("--allow-host", "Clean.example") as port:
        for host in "clean.example", "clean.example:443":
            status, _, data = asked(port, "/", Host=host, Origin=f"https://{host}")
            assert status == 200 and data.startswith(b"<!doctype html>")
        assert asked(port, "/", Host="clean.example", Origin="https://evil.example")[0] == 403
        status, _, data = asked(port, "/", Host="a.clean.example:80")
        assert status == 403 and b"--allow-host a.clean.example\n" in data
        assert asked(port, "/health", Host="10.0.0.7:8765")[2] == b"ok\n"     # of a cluster


def test_its_own_page_does(port):
    own = f"127.0.0.1:{port}"
    status, headers, data = asked(port, "/", Origin=f"http://{own}", Sec_Fetch_Site="same-origin")
    assert status == 200 and b"connect-src 'self'" in data and b"{" + b"scope}" not in data
    assert headers["X-Frame-Options"] == "DENY" and "Access-Control-Allow-Origin" not in headers
    assert asked(port, "/clean", "<p>a", Host=f"localhost:{port}")[0] == 200
    assert asked(port, "/clean", method="PUT", body="x")[0] == 501


def test_lengths_that_are_not_there(port):
    for length in "x", "-1":
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.putrequest("POST", "/clean")
        connection.putheader("Content-Length", length)
        connection.endheaders()
        assert connection.getresponse().status == 411
        connection.close()


@pytest.mark.parametrize(("line", "length", "status"), [
    ("POST /clean", "9" * 5000, 400), ("POST /clean", "0" * 5000 + "3", 400),
    ("POST /clean", "9" * 18, 413), ("POST http://[/clean", "3", 400),
    ("POST http://[::1]/clean", "3", 204), ("GET http://[/", "3", 400),
    ("GET http://a]/", "3", 400), ("GET http://[::1]/", "3", 200)])
def test_numbers_and_addresses_that_are_none(port, line, length, status):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                           f"Content-Length: {length}\r\n\r\n<p>".encode())
        assert int(connection.recv(1000).split()[1]) == status


# ------------------------------------------------------------- processes that take too long

# Answers with the name of the job after so many seconds, or dies
WORKER = """
import json, sys, time
for line in sys.stdin:
    job = json.loads(line)
    if job["name"] == "dies": sys.exit(1)
    time.sleep(job["seconds"])
    data = job["name"].encode()
    sys.stdout.write(json.dumps({"status": 200, "length": len(data)}) + "\\n" + job["name"])
    sys.stdout.flush()
"""


@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
def test_what_takes_long_is_ended_while_pages_go_on():
    archive = (EXAMPLES / "crawl.warc.gz").read_bytes() * COPIES

    def clean(body, found):
        began = time.monotonic()
        status, _, data = asked(port, "/clean", body)
        found.append((status, data, time.monotonic() - began))
    with served("--max-seconds", str(LIMIT)) as port:
        alone, slow, others = [], [], []
        clean(BLOG, alone)
        thread = threading.Thread(target=clean, args=(archive, slow))
        thread.start()
        while thread.is_alive():
            clean(BLOG, others)
        clean(BLOG, others)
        (status, said, took), = slow
    kept = run("clean", str(EXAMPLES / "pages" / "blog.html")).out
    assert (status, said) == (504, b"it took more than 4 seconds\n") and took >= LIMIT
    assert {answer[:2] for answer in [*alone, *others]} == {(200, kept)}
    assert len(others) > 2 and max(answer[2] for answer in others) < LIMIT


def test_one_that_takes_forever_is_ended_while_others_go_on(monkeypatch):
    monkeypatch.setattr(processes, "START", WORKER)
    pool, raised = Processes(2, 1.5), []

    def slow():
        try:
            pool.ask({"name": "slow", "seconds": 1000})
        except BadRecord as error:
            raised.append(error.code)
    thread = threading.Thread(target=slow)
    began = time.monotonic()
    thread.start()
    answers = [pool.ask({"name": f"n{number}", "seconds": 0}) for number in range(20)]
    assert answers == [(200, f"n{number}".encode()) for number in range(20)]
    thread.join()
    assert raised == ["timeout"] and time.monotonic() - began < 10
    for _ in range(2):
        with pytest.raises(BadRecord, match="died"):
            pool.ask({"name": "dies", "seconds": 0})
    assert pool.ask({"name": "again", "seconds": 0}) == (200, b"again")


def test_all_busy(monkeypatch):
    monkeypatch.setattr(processes, "START", WORKER)
    pool = Processes(1, 0.5)
    pool.ask({"name": "first", "seconds": 0})
    idle = pool._idle.get()                  # as while a job is under way
    with pytest.raises(Busy):
        pool.ask({"name": "second", "seconds": 0})
    pool._idle.put(idle)
    assert pool.ask({"name": "third", "seconds": 0}) == (200, b"third")


# ---------- serve --label: labels and classes given by hand are gold

def labels_of(port, page, labels):
    return asked(port, "/labels", json.dumps({"page": page, "labels": labels}),
                 content_type="application/json")


def write_segments(path, *names):
    """Write a record of three segments under each name."""
    segments = [{"text": text, "kind": kind, "scores": {"x": 0.2}}
                for text, kind in (("Home", "l"), ("Wind", "h"), ("Farms at sea.", "p"))]
    path.write_text("".join(json.dumps(
        {"id": name, "lang": "en", "segments": segments, "scorers": ["x"]}) + "\n"
        for name in names))


def test_labels_are_gold(tmp_path):
    write_segments(tmp_path / "in", "a", "b")
    (tmp_path / "gold").write_text(json.dumps({"id": "other", "text": "Kept as it is."}) + "\n")
    words = ["--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold")]
    with served(*words) as port:
        found = json.loads(asked(port, "/labels")[2])
        assert found["labels"] == [None, None] and len(found["pages"]) == 2
        assert found["classes"] == [["clean", True], ["dirty", False]]
        assert labels_of(port, 1, ["dirty", "clean", "clean"])[0] == 200
        assert labels_of(port, 1, ["dirty", "clean", "dirty"])[0] == 200
        for page, labels in ((2, ["clean"] * 3), (0, ["clean"]), (0, [1, 0, 1]),
                             ("0", ["clean"] * 3), (None, None), (True, ["clean"] * 3),
                             (0, ["clean", "dirty", "headline"]), (0, ["clean", "dirty", []])):
            assert labels_of(port, page, labels)[0] == 400
        assert asked(port, "/labels", "{}", Origin="http://evil.example")[0] == 403
        other, gold = map(json.loads, (tmp_path / "gold").read_text().splitlines())
        assert other == {"id": "other", "text": "Kept as it is."}
        assert gold == {"id": "b", "lang": "en", "text": "Wind", "clean": [False, True, False],
                        "segments": [{"kind": "h", "text": "Wind"}]}
    with served(*words) as port:                     # it goes on where it was
        assert json.loads(asked(port, "/labels")[2])["labels"] == [
            None, ["dirty", "clean", "dirty"]]
    done = run("eval", "--gold", str(tmp_path / "gold"), "--measures", "bow", "--json",
               str(tmp_path / "in"))
    assert done.status == 0 and json.loads(done.out)["rows"]["records"]["missing"] == 1


def test_classes_are_gold_whose_agreement_is_measured(tmp_path):
    write_segments(tmp_path / "in", "a", "b")
    for annotator, last in ("ann", "text"), ("bob", "comment"):
        words = ["--label", str(tmp_path / "in"), "--gold", str(tmp_path / annotator)]
        with served(*words, "--classes", "assessors") as port:
            assert json.loads(asked(port, "/labels")[2])["classes"] == [
                ["text", True], ["headline", True], ["comment", True], ["related", False],
                ["boilerplate", False]]
            assert labels_of(port, 0, ["boilerplate", "headline", last])[0] == 200
            assert labels_of(port, 1, ["related", "headline", "text"])[0] == 200
            assert labels_of(port, 1, ["dirty", "clean", "clean"])[0] == 400
        with served(*words, "--classes", "assessors") as port:          # it goes on where it was
            assert json.loads(asked(port, "/labels")[2])["labels"] == [
                ["boilerplate", "headline", last], ["related", "headline", "text"]]
    gold = json.loads((tmp_path / "ann").read_text().splitlines()[0])
    assert gold == {
        "id": "a", "lang": "en", "text": "Wind\nFarms at sea.", "clean": [False, True, True],
        "segments": [{"kind": "h", "text": "Wind"}, {"kind": "p", "text": "Farms at sea."}],
        "classes": [{"class": "boilerplate", "text": "Home"}, {"class": "headline", "text": "Wind"},
                    {"class": "text", "text": "Farms at sea."}]}
    done = run("label", "--gold", str(tmp_path / "bob"), str(tmp_path / "in"))
    assert [one["label_class"] for one in json.loads(done.out.splitlines()[0])["segments"]] == [
        "boilerplate", "headline", "comment"]
    done = run("eval", "--gold", str(tmp_path / "ann"), "--agreement", str(tmp_path / "bob"),
               "--json", str(tmp_path / "in"))
    agreed = json.loads(done.out)["agreement"]
    assert (agreed["agree"], agreed["kappa"]) == (100, 1)
    assert agreed["classes"]["segments"] == 6 and agreed["classes"]["kappa"] < 1


def test_classes_of_a_file(tmp_path):
    write_segments(tmp_path / "in", "a", "b", "c")
    (tmp_path / "classes").write_text("main  text clean\r\n\n__proto__ dirty\nmenu dirty")
    (tmp_path / "gold").write_text("".join(json.dumps(one) + "\n" for one in [
        {"id": "a", "text": "Wind", "clean": [False, True, False]},
        {"id": "b", "text": "Farms at sea.",
         "classes": [{"class": "__proto__", "text": "Home"},
                     {"class": "main text", "text": "Farms at sea."}]}]))
    words = ["--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold")]
    with served(*words, "--classes", str(tmp_path / "classes")) as port:
        found = json.loads(asked(port, "/labels")[2])
        assert found["classes"] == [["main text", True], ["__proto__", False], ["menu", False]]
        assert found["labels"] == [["menu", "main text", "menu"],
                                   ["__proto__", "menu", "main text"], None]
    for other in [], ["--classes", "assessors"]:         # which would lose the classes of page b
        done = run("serve", *words, *other)
        assert done == (2, b"", f"scutch-serve: {tmp_path / 'gold'}: b has the class __proto__: "
                                "--classes is to name it\n".encode())


def two_pages(tmp_path, *names):
    (tmp_path / "in").write_text("".join(json.dumps(
        {"id": name, "segments": [{"text": text, "kind": "p"} for text in ("Wind", str(number))],
         "scorers": []}) + "\n" for number, name in enumerate(names)))
    return Labelling(str(tmp_path / "in"), str(tmp_path / "gold"))


def test_true_and_false_are_labels_of_two_classes(tmp_path):
    write_segments(tmp_path / "in", "a")
    with served("--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold")) as port:
        for label, status in ((True, 200), (1, 400), (None, 400)):
            body = json.dumps({"page": 0, "clean": [False, label, True]})
            assert asked(port, "/labels", body, content_type="application/json")[0] == status
    assert json.loads((tmp_path / "gold").read_text())["clean"] == [False, True, True]


def test_pages_of_one_id_have_gold_of_their_own(tmp_path):
    for _ in range(2):                               # the second goes on where the first was
        labelling = two_pages(tmp_path, "a", "a#2", "a", "a")
        assert labelling.renamed == {"a#3": "a", "a#4": "a"}
        for number in range(4):
            labelling.save(number, [["clean", "dirty"][number % 2], "clean"])
        labelling.close()
    gold = list(map(json.loads, (tmp_path / "gold").read_text().splitlines()))
    assert [(one["id"], one["clean"]) for one in gold] == [
        ("a", [True, True]), ("a#2", [False, True]), ("a#3", [True, True]), ("a#4", [False, True])]
    labelling = two_pages(tmp_path, "a", "a")
    labelling.close()
    with served("--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold"),
                said=b"scutch-serve: %b: the id a comes again; the gold of this page is a#2: give "
                     b"each an id of its own\n" % str(tmp_path / "in").encode()) as port:
        assert json.loads(asked(port, "/labels")[2])["labels"] == [["clean"] * 2,
                                                                 ["dirty", "clean"]]


def test_one_server_writes_a_gold(tmp_path):
    pytest.importorskip("fcntl", reason="no locks here")
    first = two_pages(tmp_path, "a", "b")
    for _ in range(2):                               # the lock goes with the file
        with pytest.raises(Unusable, match="gold: another scutch-serve writes it"):
            two_pages(tmp_path, "a", "b")
        first.save(0, ["clean", "clean"])
    first.close()
    two_pages(tmp_path, "a", "b").close()


@pytest.mark.parametrize("name", ["gold", "gold.part"])
def test_a_link_is_not_followed(tmp_path, name):
    (tmp_path / "kept").write_text("kept")
    (tmp_path / name).symlink_to(tmp_path / "kept")
    with pytest.raises(OSError, match="a link, or no file") as caught:
        two_pages(tmp_path, "a", "b").save(0, ["clean", "clean"])
    assert caught.value.filename == str(tmp_path / name)
    assert (tmp_path / "kept").read_text() == "kept"
