"""dedup: the same documents go however the work is cut; the pipe and sort give the same list."""
import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import pytest

from scutch.filters import dedup, stream
from scutch.filters.duplicates import comparedtexts, pipes
from scutch.filters.duplicates.comparedtexts import Counted
from scutch.filters.duplicates.corpus import TextCounts
from scutch.filters.edge.jsonlines import encode
from scutch.filters.record import segments_of
from scutch.lm.hashing import hash_of
from utils import ROOT, environment, launcher, lines, not_installed, records, requires, run, shell

WORDS = [f"w{number}" for number in range(3000)]
PIPE = """export LC_ALL=C
scutch-dedup bands sketches | sort | scutch-dedup pairs | sort -u | scutch-dedup join sketches \\
  | sort | scutch-dedup compare sketches | sort | scutch-dedup cluster | sort \\
  | scutch-dedup list sketches | sort > duplicates"""


def corpus(count, seed=1):
    """Return documents of one to 120 words, two fifths of them copies, exact or with changes."""
    generator = random.Random(seed)
    out = []
    for number in range(count):
        words = generator.choices(WORDS, k=generator.choice([1, 4, 5, 30, 120]))
        if out and generator.random() < 0.4:
            share = generator.choice([0, 0.01, 0.02, 0.05])
            words = [generator.choice(WORDS) if generator.random() < share else word
                     for word in generator.choice(out)["text"].split()]
        out.append({"id": f"d{number}", "text": " ".join(words),
                    "timestamp": f"2025-01-{generator.randrange(1, 29):02}T00:00:00Z"})
    return out


def written(folder, name, found):
    (folder / name).write_bytes(lines(found))


def gone(found):
    return {one["id"]: one["doc"] for one in found if "duplicate_of" in one.get("doc", {})}


def marked(found, *args):
    done = run("dedup", *args, data=lines(found))
    assert done.status == 0, done.err
    return records(done.out)


@pytest.fixture(scope="module")
def pages():
    return corpus(700)


@pytest.fixture(scope="module")
def result(pages):
    return marked(pages)


def reader(*args):
    return comparedtexts.Reader(stream.options(dedup).parse_args(args))


def test_a_duplicate_is_like_the_one_that_stays(pages, result):
    assert [one["id"] for one in result] == [one["id"] for one in pages], "nothing is removed"
    found = gone(result)
    assert 100 < len(found) < 400
    when = {one["id"]: one["timestamp"] for one in pages}
    for name, doc in found.items():
        assert doc["duplicate_of"] not in found
        assert 0.7 <= doc["similarity"] <= 1
        assert when[doc["duplicate_of"]] <= when[name]
    texts = {one["text"] for one in pages}
    stays = [one["text"] for one in result if one["id"] not in found]
    assert len(stays) == len(set(stays)) < len(texts)


def test_the_order_does_not_count(pages, result):
    mixed = random.Random(2).sample(pages, len(pages))
    assert gone(marked(mixed)) == gone(result)


@pytest.mark.long
@requires("sort")
@pytest.mark.parametrize("shards", [1, 16])
def test_the_pipe_gives_the_same_list_for_any_shards(pages, result, shards, tmp_path):
    mixed = random.Random(shards).sample(pages, len(pages))
    for shard in range(shards):
        written(tmp_path, f"{shard}.jsonl", mixed[shard::shards])
    done = shell("for f in *.jsonl; do scutch-dedup sketch $f | LC_ALL=C sort > $f.part; done; "
                 f"LC_ALL=C sort -m *.part > sketches; {PIPE}", cwd=tmp_path)
    assert done.status == 0 and not done.err, done.err
    found = {}
    for shard in range(shards):       # each marked by itself, as GNU parallel would
        found |= gone(marked(mixed[shard::shards], "--duplicates", str(tmp_path / "duplicates")))
    assert found == gone(result)


def test_files_are_marked_together(pages, result, tmp_path):
    written(tmp_path, "a.jsonl", pages[:300])
    written(tmp_path, "b.jsonl", pages[300:])
    names = [str(tmp_path / name) for name in ("a.jsonl", "b.jsonl")]
    done = run("dedup", "-o", str(tmp_path / "out"), *names)
    assert done.status == 0 and b"MB of memory" in done.err and b"MB of disk" in done.err
    again = run("dedup", "-o", str(tmp_path / "twice"), names[0], names[0], str(tmp_path / "none"),
                str(tmp_path / "out" / "a.jsonl.jsonl"), names[1])
    assert again.status == 2 and b"none: No such file" in again.err
    assert [(tmp_path / "twice" / f"{name}.jsonl.jsonl").read_bytes() for name in "ab"] == [
        (tmp_path / "out" / f"{name}.jsonl.jsonl").read_bytes() for name in "ab"]
    made = b"".join((tmp_path / "out" / f"{name}.jsonl.jsonl").read_bytes() for name in "ab")
    assert records(made) == result


@pytest.mark.parametrize("options", ["", "--segments", *(
    pytest.param(options, marks=pytest.mark.long) for options in (
        "--on-error skip", "--lines --raw --score-columns", "--schema hplt --keep newest"))])
def test_lines_of_any_kind_come_out_as_their_records_do(pages, options, tmp_path):
    """Lines that the suite has written pass the second reading as they are, and no others."""
    generator = random.Random(5)
    with open(tmp_path / "a", "wb") as file:
        for number, page in enumerate(pages):
            page = {**page, **generator.choice([{}, {"x": 1e-7}, {"doc": {"chars": 3}}])}
            data = generator.choice([
                encode(page)[:-1], encode(page)[:-1], json.dumps(page).encode(), b"{bad", b"[1]",
                json.dumps(page, separators=(",", ":")).replace("w", "\\u0077").encode(),
                b'{"id":1,"id":2,"text":"w1"}', b'{"id":"no text"}', b'{"text":"w2 w3"}',
                b'{"id":"e","text":" "}', b'{"id":"s","segments":[{"text":"w%d"}]}' % number])
            file.write(data + generator.choice([b"\n", b"\n", b"\r\n", b"\n\n"]))
    done = shell(f"scutch-dedup {options} a > whole; scutch-dedup {options} -o out a", cwd=tmp_path)
    assert done.status == 0, done.err
    assert (tmp_path / "out" / "a.jsonl").read_bytes() == (tmp_path / "whole").read_bytes() != b""
    if not options:
        records_in = [json.loads(line) for line in open(tmp_path / "whole", "rb")]
        assert (tmp_path / "whole").read_bytes() == b"".join(map(encode, records_in))
        assert len(gone(records_in)) > 100 and any("errors" in record for record in records_in)


def test_in_a_chain_and_exactly(pages, result):
    done = run("chain", "dedup", data=lines(pages))
    assert records(done.out) == result
    exact = gone(marked(pages, "--verify", "exact"))
    assert len(exact.keys() ^ gone(result).keys()) <= 0.05 * len(exact)
    for name in exact.keys() & gone(result).keys():
        assert abs(exact[name]["similarity"] - gone(result)[name]["similarity"]) < 0.15


@pytest.mark.parametrize("keep", ["first", "newest", "longest"])
def test_which_one_stays(keep):
    text = " ".join(WORDS[:80])
    some = [{"id": "new", "timestamp": "2025-05-01T00:00:00Z", "text": text + " and"},
            {"id": "old", "timestamp": "2024-05-01T00:00:00Z", "text": text},
            {"id": "undated", "text": text + " and more of it"}]
    stays = {"first": "old", "newest": "new", "longest": "undated"}[keep]
    assert {doc["duplicate_of"] for doc in gone(marked(some, "--keep", keep)).values()} == {stays}


@requires("sort")
def test_segments_are_counted_as_docfreq_counts(tmp_path):
    generator = random.Random(4)
    texts = [f"Text {number}" for number in range(300)]
    some = [{"id": str(number), "url": f"http://h{number % 7}.example/{number % 90}",
             "segments": [{"text": one} for one in generator.choices(texts, k=20)]}
            for number in range(120)]
    having = {}
    for one in some:
        for segment in segments_of(one):
            having.setdefault(segment["text"], set()).add(one["url"])
    found = marked(some, "--segments")
    for one in found:
        for segment in one["segments"]:
            others = len(having[segment["text"]]) - 1
            assert segment.get("repeats", 0) == others and ("repeats" in segment) == (others > 0)
    written(tmp_path, "a", some[:50])
    written(tmp_path, "b", some[50:])
    done = shell("export LC_ALL=C; for f in b a; do scutch-dedup texts $f | sort -u > $f.texts; "
                 "done; sort -m -u b.texts a.texts | scutch-dedup count > repeats", cwd=tmp_path)
    assert done.status == 0, done.err
    counts = TextCounts(tmp_path, Counted(0, str))
    for one in some:
        counts.add(one)
    counts.write_list(tmp_path / "list")
    assert (tmp_path / "list").read_bytes() == (tmp_path / "repeats").read_bytes() != b""
    by_list = marked(some, "--repeats", str(tmp_path / "repeats"))
    assert [one["segments"] for one in by_list] == [one["segments"] for one in found]


# ------------------------------------------------------------------ hostile input

@pytest.mark.parametrize("text", ["word " * 1_000_000, "x" * 5_000_000, "界" * 300_000, "\0\ud800"])
def test_one_word_a_million_times(text):
    some = [{"id": "a", "text": text}, {"id": "b", "text": text + " "}, {"id": "c", "text": "no"}]
    assert len(gone(marked(some))) == (1 if comparedtexts.HAS_WORD.search(text) else 0)


@pytest.mark.long
@requires("sort", "wc")
def test_many_equal_documents(tmp_path):
    count = 10_000
    with open(tmp_path / "same.jsonl", "w") as file:
        file.writelines(f'{{"id": "d{number}", "text": "all of them have this text"}}\n'
                        for number in range(count))
    done = shell("scutch-dedup same.jsonl | scutch-prune --duplicates; "
                 "scutch-dedup sketch same.jsonl | LC_ALL=C sort > sketches; "
                 f"{PIPE}; wc -l < duplicates", cwd=tmp_path)
    kept, listed = done.out.splitlines()
    assert json.loads(kept)["text"] and int(listed) == 1


@pytest.fixture(scope="module")
def sketches(tmp_path_factory, pages):
    folder = tmp_path_factory.mktemp("sketches")
    if not shutil.which("sort"):
        pytest.skip(not_installed(["sort"]))
    written(folder, "pages", pages)
    shell("scutch-dedup sketch pages | LC_ALL=C sort > sketches", cwd=folder)
    return folder / "sketches"


@pytest.mark.parametrize("damage, what", [
    (lambda data: data[:1000], b"lacks the columns"),
    (lambda data: data.replace(b"\t", b" ", 1), b"damaged"),
    (lambda data: b"g" + data[1:], b"damaged"), (lambda data: b"\xff" + data[1:], b"damaged"),
    (lambda data: data.replace(b"A", b"*"), b"damaged"),
    (lambda data: b"\n" + data, b"lacks the columns"),
    (lambda data: b"\n".join(data.split(b"\n")[::-1][1:]), b"not sorted"),
    (lambda data: random.Random(1).randbytes(5000), b"lacks the columns"),
])
def test_damaged_sketches(sketches, damage, what, tmp_path):
    (tmp_path / "bad").write_bytes(damage(sketches.read_bytes()))
    for part in "bands", "list":
        done = run("dedup", part, str(tmp_path / "bad"))
        assert done.status == 2 and what in done.err and done.err.count(b"\n") == 1


@pytest.mark.parametrize("part", ["pairs", "cluster", "count", "join", "compare", "list"])
def test_a_part_that_gets_the_lines_of_another(part, sketches):
    more = [str(sketches)] if part in ("join", "compare", "list") else []
    done = run("dedup", part, *more, data=b"0123456789abcdef\tno\n")
    assert done.status == 2 and b"lacks the columns of this table" in done.err


def test_sketches_and_lists_of_other_settings(sketches, pages, tmp_path, monkeypatch):
    for args in ["--words", "4"], ["--fold", "case"], ["--keep", "longest"]:
        done = run("dedup", "bands", *args, str(sketches))
        assert done.status == 2 and b"of another version, or of other" in done.err
    line = pipes.list_lines([1], [pipes.SAME], [2], [b'"a"'], reader().settings)
    (tmp_path / "list").write_bytes(line)
    done = run("dedup", "--duplicates", str(tmp_path / "list"), "--fold", "none", data=lines(pages))
    assert done.status == 2 and b"of another version, or of other" in done.err
    (tmp_path / "list").write_bytes(line.replace(b'"a"', b'"a'))
    done = run("dedup", "--duplicates", str(tmp_path / "list"), data=lines(pages))
    assert done.status == 2 and b"damaged" in done.err
    before = reader().settings
    monkeypatch.setattr(comparedtexts, "VERSION", comparedtexts.VERSION + 1)
    assert reader().settings != before


# ---------- scutch-dedup -o reads its files twice: what they do meanwhile, and what ends the run

COUNT = 4_000


def repeated(count=COUNT, words=40):
    """Return lines of documents, every seventh of which comes twice."""
    generator = random.Random(1)
    out = []
    for number in range(count):
        text = " ".join(f"w{generator.randrange(3000)}" for _ in range(words))
        out += [json.dumps({"id": f"d{number}{copy}", "text": text}, separators=(",", ":")) + "\n"
                for copy in ("a", "b")[:1 + (number % 7 == 0)]]
    return out


def longer(lines):
    lines[2] = lines[2].replace('"text":"', '"text":"x')


def same_length(lines):
    lines[-1] = lines[-1].replace("w1", "w2")


def swapped(lines):
    lines[1:3] = lines[2:0:-1]


CHANGES = {"junk": lambda lines: lines.__setitem__(2, "junk\n"), "longer": longer,
           "same length": same_length, "swapped": swapped,
           "shorter": lambda lines: lines.__delitem__(slice(-100, None)),
           "added": lambda lines: lines.append('{"id":"new","text":"New."}\n'),
           "empty": lambda lines: lines.clear()}


# Runs the command; when it has read its files, b takes the place of a
CHANGING = """
import os, sys
from scutch.filters import dedup
from scutch.filters.duplicates.readtwice import Again
read = Again.all_read
def then_changed(*arguments):
    read(*arguments)
    os.replace("b", "a")
Again.all_read = then_changed
sys.exit(dedup.main(sys.argv[1:]))
"""


@pytest.mark.parametrize("options, pack, change", [
    *(pytest.param("", bytes, change, marks=[pytest.mark.long] * (number % 2))
      for number, change in enumerate(CHANGES)), ("", gzip.compress, "junk"),
    ("", gzip.compress, "shorter"), ("--segments", bytes, "longer"), ("--lines", bytes, "added")])
def test_a_file_that_changes_between_its_readings(options, pack, change, tmp_path):
    """Lines without a mark once passed as they were by then, with status 0."""
    lines = repeated(300)
    if options == "--segments":
        lines = [line.replace('"text":', '"segments":[{"text":')[:-2] + "}]}\n" for line in lines]
    (tmp_path / "a").write_bytes(pack("".join(lines).encode()))
    CHANGES[change](lines)
    (tmp_path / "b").write_bytes(pack("".join(lines).encode()))
    done = subprocess.run([sys.executable, "-c", CHANGING, *options.split(), "-o", "out", "a"],
                          cwd=tmp_path, capture_output=True, check=False,
                          env=environment(PYTHONPATH=str(ROOT / "bin")))
    assert done.returncode == 2 and b"has changed since it was read first" in done.stderr
    assert b"Traceback" not in done.stderr
    assert [name for name in os.listdir(tmp_path / "out") if not name.endswith(".part")] == []


@pytest.mark.parametrize("count, words", [
    (10, 40), (1_001, 40), pytest.param(1_000, 40, marks=pytest.mark.long),
    pytest.param(4_000, 150, marks=pytest.mark.long)])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_the_number_of_documents_is_foretold(count, words, pack, tmp_path):
    """The bytes read ahead, a megabyte, once counted as those of the first thousand documents."""
    lines = repeated(count, words)
    data = "".join(lines).encode()
    (tmp_path / "a").write_bytes(pack(data[:len(data) // 3]))
    (tmp_path / "b").write_bytes(pack(data[len(data) // 3:]))
    done = run("dedup", "-o", str(tmp_path / "out"), str(tmp_path / "a"), str(tmp_path / "b"))
    told = int(done.err.decode().split("about ")[1].split(" ")[0].replace(",", ""))
    assert told == pytest.approx(len(lines), rel=0.03, abs=1)


BETWEEN = """
import os, signal
from scutch.filters.edge.console import folders_removed, temporary_folder
made = os.mkdir
os.mkdir = lambda *args: (made(*args), os.kill(os.getpid(), signal.SIGTERM))
with folders_removed():
    temporary_folder("scutch-")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals on Windows")
def test_a_signal_that_comes_when_the_folder_is_made(tmp_path):
    done = subprocess.run([sys.executable, "-c", BETWEEN], check=False,
                          env=environment(PYTHONPATH=str(ROOT / "bin"), TMPDIR=str(tmp_path)))
    assert done.returncode == 128 + signal.SIGTERM and os.listdir(tmp_path) == []


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals on Windows")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("words", [["dedup"], ["dedup", "-o", "out"], ["chain", "dedup, prune"],
                                   ["clean", "--dedup"]], ids=" ".join)
def test_a_signal_leaves_no_folder(words, number, tmp_path):
    (tmp_path / "a").write_text("".join(repeated()) * 3)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with subprocess.Popen([sys.executable, launcher(words[0]), *words[1:], "a"], cwd=tmp_path,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          env=environment(TMPDIR=str(temporary))) as process:
        # not the file by which Python tries the folder, before anything is done
        while process.poll() is None and not list(temporary.glob("scutch-*")):
            time.sleep(0.01)
        assert list(temporary.glob("scutch-*"))
        process.send_signal(getattr(signal, number))
        errors = process.stderr.read()
    assert process.returncode == 128 + getattr(signal, number) and b"Traceback" not in errors
    assert os.listdir(temporary) == []


# ---------- sentences in a row that several pages have: --sentences, scutch-prune --repeats

TREES = "oak elm ash yew".split()


def sentence_pages(count=40, seed=5):
    """Return pages of segments of a few sentences, drawn from few sentences."""
    generator = random.Random(seed)
    made = []
    for number in range(count):
        segments = []
        for _ in range(generator.randrange(4)):
            row = [f"The {word} is cut." for word in generator.choices(
                TREES, k=generator.choice([1, 2, 3]))]
            ends = [sum(map(len, row[:place + 1])) + place for place in range(len(row))]
            segments.append({"text": " ".join(row), "sentences": [
                [end - len(one), end] for one, end in zip(row, ends, strict=True)]})
        made.append({"id": str(number), "url": f"http://h{number % 30}.example/",
                     "segments": segments})
    return made


def sentences(page):
    return [segment["text"][start:end] for segment in page["segments"]
            for start, end in segment["sentences"]]


def plainly(some, size):
    """Return for each page its sentences' counts of other pages, by looking at all of them."""
    having = {}
    for page in some:
        row = sentences(page)
        for start in range(len(row) - size + 1):
            having.setdefault(tuple(row[start:start + size]), set()).add(page["url"])
    counts = []
    for page in some:
        row = sentences(page)
        most = [0] * len(row)
        for start in range(len(row) - size + 1):
            urls = having[tuple(row[start:start + size])]
            first = min(urls, key=lambda url: hash_of(f"{url[7:-1]} /?"))
            if page["url"] != first:
                for place in range(start, start + size):
                    most[place] = max(most[place], len(urls) - 1)
        counts.append(most)
    return counts


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_counts_are_those_of_a_plain_version(size):
    some = sentence_pages()
    done = run("dedup", "--sentences", str(size), data=lines(some))
    assert (done.status, done.err) == (0, b"")
    wanted = plainly(some, size)
    for page, marked, counts in zip(some, records(done.out), wanted, strict=True):
        ours = [count for segment in marked["segments"] for count in segment.get(
            "sentence_repeats", [0] * len(segment["sentences"]))]
        assert ours == counts, page
    assert (size == 5) or any(map(any, wanted))
    pruned = run("prune", "--repeats", "1", data=done.out)
    for page, left, counts in zip(some, records(pruned.out), wanted, strict=True):
        assert sentences(left) == [one for one, count in zip(sentences(page), counts, strict=True)
                                   if not count]
        assert not any(any(segment.get("sentence_repeats", [])) for segment in left["segments"])


@requires("sort")
def test_the_pipe_says_the_same(tmp_path):
    some = sentence_pages(60)
    (tmp_path / "a").write_bytes(lines(some[:20]))
    (tmp_path / "b").write_bytes(lines(some[20:]))
    done = shell("export LC_ALL=C; for f in b a; do scutch-dedup texts --sentences 2 $f | sort -u "
                 "> $f.texts; done; sort -m -u b.texts a.texts | scutch-dedup count > repeats;"
                 "cat a b | scutch-dedup --sentences 2 > whole;"
                 "scutch-dedup --sentences 2 -o out a b 2> said; cat out/* | cmp - whole;"
                 "scutch-chain 'dedup --sentences 2' a b | cmp - whole;"
                 "scutch-dedup --sentences 2 --repeats repeats a b", cwd=tmp_path)
    by_list, whole = records(done.out), records((tmp_path / "whole").read_bytes())
    assert [page["segments"] for page in by_list] == [page["segments"] for page in whole]
    assert done.out.count(b"sentence_repeats") > 20
    for wrong in [], ["--sentences", "3"]:
        done = run("dedup", *wrong, "--repeats", "repeats", "a", cwd=tmp_path)
        assert done.status == 2 and b"the texts of 2 sentences, 0 for segments" in done.err


def test_a_row_across_segments_and_pages_that_are_too_short():
    counted = Counted(3, str)
    short = {"segments": [{"text": "Hi. Ho.", "sentences": [[0, 3], [4, 7]]}]}
    assert len(counted(short)[0]) == len(counted({"segments": []})[0]) == 0
    assert len(counted({"segments": [*short["segments"], {"text": "Ha."}, {"text": " "}]})[0]) == 1
