"""The recipes: each runs on the example crawl and gives what scutch-clean or scutch-chain gives."""
import ast
import csv
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest

from utils import ARCHIVES, BIN, ROOT, environment, records, requires, run

pytestmark = pytest.mark.slow

RECIPES = ROOT / "share" / "recipes"
PAGES = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))
CRAWL = ROOT / "share" / "examples" / "crawl.warc.gz"


def call(*words, status=0, cwd=None, **env):
    done = subprocess.run(words, cwd=cwd, capture_output=True, env=environment(**env), timeout=300)
    assert done.returncode == status, done.stderr.decode()
    return done.stderr.decode()


def unpacked(path):
    return gzip.decompress(path.read_bytes())


def test_each_recipe_is_in_the_list():
    files = {path.name for path in RECIPES.iterdir()} - {"README.md", "__pycache__"}
    readme = (RECIPES / "README.md").read_text("utf-8")
    assert files == set(re.findall(r"^\| `([\w.]+)` \|", readme, re.MULTILINE))
    assert all(os.access(RECIPES / name, os.X_OK) for name in files)


MIGRATIONS = ["fromtrafilatura.sh", "fromdatatrove.sh", "fromjustext.sh"]


@pytest.mark.parametrize("name", ["parallel.sh", "slurm.sh", "moses.sh", *MIGRATIONS])
def test_bash_takes_it(name):
    assert call("bash", "-n", RECIPES / name) == ""


@pytest.mark.parametrize("name, words", [
    ("parallel.sh", []), ("parallel.sh", ["out"]), ("moses.sh", []), ("moses.sh", ["out", "de"]),
    ("slurm.sh", []), ("slurm.sh", ["list"]), ("slurm.sh", ["list", "out"]),
    ("fromtrafilatura.sh", []), ("fromdatatrove.sh", ["en"]), ("fromjustext.sh", ["en"])])
def test_usage(name, words, tmp_path):
    """Also of slurm.sh without a cluster that says which task it is."""
    said = call(RECIPES / name, *words, status=2, cwd=tmp_path)
    assert said.startswith("usage: ") and name in said and said.count("\n") == 1
    assert not any(tmp_path.iterdir())


def test_parallel_that_is_missing_is_named(tmp_path):
    done = subprocess.run(["/bin/bash", RECIPES / "parallel.sh", "out", "a"], cwd=tmp_path,
                          capture_output=True, env={"PATH": str(tmp_path)})
    assert done.returncode == 2 and b"GNU parallel is missing" in done.stderr
    assert not any(tmp_path.iterdir())


def test_migrations_are_shorter_than_their_originals():
    guide = (ROOT / "share" / "doc" / "guide" / "othertools.md").read_text("utf-8")
    originals = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    for name, original in zip(MIGRATIONS, originals, strict=True):
        ast.parse(original)
        assert f"share/recipes/{name}" in guide
        recipe = [line for line in (RECIPES / name).read_text("utf-8").splitlines()
                  if line and line[0] != "#"]
        assert len(recipe) < len(list(filter(None, original.splitlines())))


@requires("jq")
def test_from_trafilatura():
    done = subprocess.run([RECIPES / "fromtrafilatura.sh", RECIPES.parent / "examples" / "pages"],
                          capture_output=True, env=environment(), timeout=300)
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode(), newline="")))
    cleaned = records(run("clean", "--meta", "--scope", "main", "--without", "comments",
                          "--favor", "precision", "--format", "jsonl", *map(str, PAGES)).out)
    dated = [record for record in cleaned
             if record["meta"].get("published") and len(record["text"]) >= 500]
    assert done.returncode == 0 and 3 < len(rows) < len(cleaned)
    assert [row["text"] for row in rows] == [record["text"] for record in dated]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"]) for row in rows)


@pytest.mark.skipif(not ARCHIVES, reason="archives are read by the extra [warc]")
def test_from_datatrove():
    done = subprocess.run([RECIPES / "fromdatatrove.sh", "en", CRAWL, CRAWL], capture_output=True,
                          env=environment(), timeout=300)
    kept = records(done.stdout)
    assert done.returncode == 0 and 3 < len(kept) < 9
    assert all(record["lang"] == "en" and "dropped" not in record["doc"] for record in kept)
    assert len({record["url"] for record in kept}) == len(kept), "no page of the second copy"


@pytest.mark.skipif(not ARCHIVES, reason="archives are read by the extra [warc]")
def test_from_justext():
    done = subprocess.run([RECIPES / "fromjustext.sh", "de", CRAWL], capture_output=True,
                          env=environment(), timeout=300)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0 and sum(line.startswith("<doc ") for line in lines) == 1
    assert "Moor" in lines and "<s>" in lines and lines[-1] == "</doc>"


@pytest.mark.parallel
@requires("parallel")
def test_parallel(tmp_path):
    out = tmp_path / "an out"
    spaced = tmp_path / "a page.html"
    shutil.copy(PAGES[1], spaced)
    call(RECIPES / "parallel.sh", out, PAGES[0], spaced)
    for path in PAGES[0], spaced:
        whole = unpacked(out / f"{path.name}.jsonl.gz")
        assert whole == run("clean", "--format", "jsonl", str(path)).out
    made = {path.name: path.stat().st_mtime_ns for path in out.glob("*.gz")}
    call(RECIPES / "parallel.sh", out, PAGES[0], spaced)
    assert {path.name: path.stat().st_mtime_ns for path in out.glob("*.gz")} == made
    call(RECIPES / "parallel.sh", out, PAGES[2], PAGES[0])        # another list
    assert (out / f"{PAGES[2].name}.jsonl.gz").exists()
    failed = tmp_path / "failed"
    call(RECIPES / "parallel.sh", failed, PAGES[0], tmp_path / "none.html", status=1)
    assert (failed / f"{PAGES[0].name}.jsonl.gz").exists()
    assert not (failed / "none.html.jsonl.gz").exists(), "a file is there only when it is whole"
    assert "No such file" in (failed / "none.html.log").read_text()
    (tmp_path / "other").mkdir()
    shutil.copy(PAGES[1], tmp_path / "other" / PAGES[0].name)
    assert f"several archives of one name: {PAGES[0].name}" in call(
        RECIPES / "parallel.sh", out, PAGES[0], tmp_path / "other" / PAGES[0].name, status=2)


def test_slurm(tmp_path):
    (tmp_path / "list").write_text("".join(f"{path}\n" for path in PAGES[:3]))
    out = tmp_path / "out"
    for _ in range(2):
        call(RECIPES / "slurm.sh", tmp_path / "list", out, SLURM_ARRAY_TASK_ID="2")
    made, = out.iterdir()
    assert made.name == f"{PAGES[1].name}.jsonl.gz"
    assert unpacked(made) == run("clean", "--format", "jsonl", str(PAGES[1])).out
    (tmp_path / "twice").write_text(f"{PAGES[0]}\nother/{PAGES[0].name}\n")
    assert "several archives of one name" in call(
        RECIPES / "slurm.sh", tmp_path / "twice", out, status=2, SLURM_ARRAY_TASK_ID="1")
    assert "no line 4" in call(RECIPES / "slurm.sh", tmp_path / "list", out, status=2,
                               SLURM_ARRAY_TASK_ID="4")


@pytest.mark.skipif(not shutil.which("sbatch"), reason="no Slurm cluster takes jobs here")
def test_slurm_takes_the_job(tmp_path):
    call("sbatch", "--test-only", "--array=1-2", RECIPES / "slurm.sh", "list", "out")


@requires("jq")
@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
def test_moses(tmp_path):
    first = call(RECIPES / "moses.sh", tmp_path, "de", CRAWL)
    assert first.splitlines()[-1] == "corpus.de" and len(first.splitlines()) == 5
    lines = (tmp_path / "corpus.de").read_text("utf-8").splitlines()
    assert len(lines) == len(set(lines)) > 30
    assert any("Moor" in line for line in lines) and not any(" the " in line for line in lines)
    assert call(RECIPES / "moses.sh", tmp_path, "de", CRAWL) == ""
    (tmp_path / "4.sentences.de").unlink()
    again = call(RECIPES / "moses.sh", tmp_path, "de", CRAWL)
    assert again.splitlines() == ["4.sentences.de", "corpus.de"]
    assert (tmp_path / "corpus.de").read_text("utf-8").splitlines() == lines


def test_mails(tmp_path):
    """Each mail is a record, whatever its bytes."""
    odd = tmp_path / "odd.mbox"
    odd.write_bytes(
        b"From a\nSubject: =?nonsense?q?a?=\nContent-Type: text/plain; charset=nonsense\n\n"
        b"\xff.\n\n"
        b"From b\nSubject: \xff\xfe\nMessage-ID: <b>\nDate: never\nContent-Type: image/png\n\n"
        b"\0\n\n"
        b"From c\nContent-Type: multipart/alternative; boundary=x\n\n"
        b"--x\nContent-Type: text/html\n\n<p>H\n\n"
        b"--x\nContent-Type: text/plain; charset=koi8-r\n\n\xf4.\n--x--\n")
    done = subprocess.run([RECIPES / "mails.py", CRAWL.parent / "list.mbox", odd],
                          capture_output=True, env=environment(), check=True)
    signed, quoting, shop, *others = records(done.stdout)
    assert signed["text"].startswith("Hello all,\n\nI mended")
    assert quoting["title"].endswith("à la longue") and "café" in quoting["text"]
    assert quoting["timestamp"] == "2025-03-03T12:30:00+01:00"
    assert shop["html"].startswith("<html>") and "text" not in shop
    assert [(one["id"], one.get("text")) for one in others] == [
        (f"{odd}:1", "\ufffd.\n"), ("<b>", ""), (f"{odd}:3", "Т.")]
    cleaned = run("clean", data=done.stdout).out.decode()
    assert "small glazing points" in cleaned and "Home" not in cleaned
    assert "no such file" in call(RECIPES / "mails.py", tmp_path / "none", status=1)
    single, packed = tmp_path / "single.eml", tmp_path / "list.mbox.gz"
    single.write_bytes(b"Message-ID: <d>\nSubject: D\n\nHi.\n")
    done = subprocess.run([RECIPES / "mails.py", single], capture_output=True, check=True)
    assert [(mail["id"], mail["text"]) for mail in records(done.stdout)] == [("<d>", "Hi.\n")]
    packed.write_bytes(gzip.compress(odd.read_bytes()))
    assert "neither a mailbox" in call(RECIPES / "mails.py", packed, status=1)


def test_datatrove(tmp_path):
    for name in "datatrove", "pyarrow", "cchardet", "magic", "warcio":       # its extra io
        pytest.importorskip(name, reason=f"{name} is not installed")
    from pyarrow import parquet
    (tmp_path / "in").mkdir()
    shutil.copy(CRAWL, tmp_path / "in")
    (tmp_path / "in" / "two.warc.gz").write_bytes(b"".join(
        page_record(number, page) for number, page in enumerate([
            b"<p>\xff no page \0", b"<nav><a href=/>Home</a></nav>",
            PAGES[0].read_bytes().decode("utf-8", "replace").encode()])))
    call(sys.executable, RECIPES / "datatrovesteps.py", tmp_path / "in", tmp_path / "out", "2",
         PYTHONPATH=os.pathsep.join([str(BIN), os.environ.get("PYTHONPATH", "")]))
    found = [row for path in sorted((tmp_path / "out").glob("*.parquet"))
             for row in parquet.read_table(path).to_pylist()]
    cleaned = {one["url"]: one for one in records(run("clean", "--format", "jsonl", CRAWL).out)}
    assert len(found) > len(cleaned) / 2
    others = {row["metadata"]["url"] for row in found} - cleaned.keys()
    assert {url for url in others if "example.org/" in url} == {"http://example.org/2"}
    of_crawl = [row for row in found if row["metadata"]["url"] in cleaned]
    assert {row["metadata"]["url"]: row["text"] for row in of_crawl}.items() <= {
        url: one["text"] for url, one in cleaned.items()}.items()
    assert all(row["metadata"]["title"] == cleaned[row["metadata"]["url"]]["title"]
               for row in of_crawl)
    left_out = cleaned.keys() - {row["metadata"]["url"] for row in of_crawl}
    assert all(len(cleaned[url]["text"]) < 100 for url in left_out), "menus, and pages of errors"


@pytest.mark.skipif(not find_spec("dolma"), reason="dolma is not installed")
def test_dolma(tmp_path):
    """Its tagger gives the scores of the commands, its mixer leaves out what is dirty."""
    texts = [run("clean", "--max", "1", str(path)).out.decode() for path in PAGES]
    texts += ["", "\0😀 Home | News\n\nThe wind 😀 blew all night.\u2028It was gone by noon."]
    documents = [{"id": str(number), "text": text, "source": "web"}
                 for number, text in enumerate(texts)]
    lines = "".join(json.dumps(document) + "\n" for document in documents).encode()
    folder = tmp_path / "wiki" / "documents"
    folder.mkdir(parents=True)
    (folder / "a.gz").write_bytes(gzip.compress(lines))
    shutil.copy(RECIPES / "dolmatagger.py", tmp_path)
    (tmp_path / "mix.json").write_text(json.dumps({"processes": 1, "streams": [{
        "name": "clean", "documents": [f"{folder}/*.gz"], "attributes": ["scutch"],
        "output": {"path": str(tmp_path / "mixed"), "max_size_in_bytes": 1_000_000},
        "span_replacement": [{"span": "$.attributes.scutch__scutch__combine", "min_score": 0.5,
                              "replacement": ""}]}]}))
    path = os.pathsep.join([str(BIN), os.environ.get("PYTHONPATH", "")])
    printed = ast.get_docstring(ast.parse((RECIPES / "dolmatagger.py").read_text("utf-8")))
    command = re.search(r"^    (dolma tag (?:.*\\\n)*.*)$", printed, re.MULTILINE)[1]
    for line in command, "dolma -c mix.json mix":
        call("bash", "-c", line, cwd=tmp_path, PYTHONPATH=path)
    tagged = unpacked(tmp_path / "wiki" / "attributes" / "scutch" / "a.gz")
    scored = records(run("chain", "segment, charlm, combine, quality", data=lines).out)
    mixed = {one["id"]: one["text"] for path in (tmp_path / "mixed").iterdir()
             for one in records(unpacked(path))}
    for document, row, record in zip(documents, records(tagged), scored, strict=True):
        assert (row["id"], record["id"]) == (document["id"],) * 2
        found = {name.rpartition("__")[2]: value for name, value in row["attributes"].items()}
        for name in "charlm", "combine":
            assert found[name] == [[*one["span"], one["scores"][name]]
                                   for one in record["segments"]]
        assert found["quality"][0][2] == record["doc"]["scores"]["quality"]
        kept = document["text"]
        for start, end, score in reversed(found["combine"]):
            kept = kept[:start] + kept[end:] if score >= 0.5 else kept
        assert mixed[document["id"]] == kept
    assert any(text != mixed[str(number)] for number, text in enumerate(texts))


def page_record(number, page):
    """Return an archive's record of a page."""
    content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    return gzip.compress(
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/%d\r\n"
        b"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-%012d>\r\n"
        b"WARC-Date: 2025-03-19T08:06:18Z\r\nContent-Type: application/http; "
        b"msgtype=response\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
        % (number, number, len(content), content))
