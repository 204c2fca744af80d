"""train wordlm: text, records, shards and ARPA files give the same model."""
import gzip
import json
import os
import random
import subprocess
import sys

import pytest

from scutch.lm.words.wordmodel import WordModel
from utils import BIN, DATA, environment, run, started

TEXT = gzip.decompress((DATA / "lmplz.txt.gz").read_bytes())
KN = ("--estimator", "kneser-ney", "--n", "3")


def trained(folder, *args, data=b"", status=0, **env):
    done = run("train_wordlm", "--out", "m", *args, data=data, cwd=folder, **env)
    assert done.status == status, done.err.decode()
    return done


def model_of(folder, *args, data=b""):
    done = trained(folder, *args, data=data)
    assert done.err == b""
    return (folder / "m").read_bytes()


def test_text_gz_stdin_and_records(tmp_path):
    (tmp_path / "text").write_bytes(TEXT)
    (tmp_path / "text.gz").write_bytes(gzip.compress(TEXT))
    due = model_of(tmp_path, "text")
    assert model_of(tmp_path, "text.gz") == due
    assert model_of(tmp_path, "--lines", data=TEXT) == due
    assert model_of(tmp_path, data=json.dumps({"text": TEXT.decode()}).encode()) == due
    segments = [{"text": line, "kind": "p"} for line in TEXT.decode().splitlines()]
    (tmp_path / "records").write_text(json.dumps({"segments": segments}) + "\n")
    assert model_of(tmp_path, "records") == due
    for name in "text", "records":
        (tmp_path / "marked").write_bytes(b"\xef\xbb\xbf" + (tmp_path / name).read_bytes())
        assert model_of(tmp_path, "marked") == due


def test_a_pipe_is_read_once(tmp_path):
    (tmp_path / "text").write_bytes(TEXT)
    due = model_of(tmp_path, "text")
    os.mkfifo(tmp_path / "pipe")
    writer = subprocess.Popen(["cp", "text", "pipe"], cwd=tmp_path)
    done = started("train_wordlm", "--lines", "--out", "m", "pipe", cwd=tmp_path)
    assert (writer.wait(60), done.status, (tmp_path / "m").read_bytes()) == (0, 0, due)


def test_sentences(tmp_path):
    report = trained(tmp_path, "--lines", data=b"One two. Three four.\n").out
    assert report.startswith(b"counted 7 1-grams, 7 2-grams\n")
    report = trained(tmp_path, "--lines", "--whole-lines", data=b"One two. Three four.\n").out
    assert report.startswith(b"counted 7 1-grams, 7 2-grams\n")
    sentences = {"segments": [{"text": "One two. three", "sentences": [[0, 3], [4, 14]]}]}
    report = trained(tmp_path, data=json.dumps(sentences).encode()).out
    assert report.startswith(b"counted 6 1-grams, 6 2-grams\n")


def test_shards(tmp_path):
    due = trained(tmp_path, *KN, "--lines", data=TEXT).out, (tmp_path / "m").read_bytes()
    lines = TEXT.splitlines(keepends=True)
    names = [f"part{i}" for i in range(16)]
    for i, name in enumerate(names):
        (tmp_path / name).write_bytes(b"".join(lines[i::16]))
    random.Random(1).shuffle(names)
    found = trained(tmp_path, *KN, *names).out, (tmp_path / "m").read_bytes()
    assert found == due
    found = trained(tmp_path, *KN, "--counts", "c", "--memory", "1M", *names)
    assert (found.out, (tmp_path / "m").read_bytes()) == due
    assert sorted(os.listdir(tmp_path / "c")) == sorted(f"{name}.counts" for name in names)
    counts = [f"c/{name}.counts" for name in reversed(names)]
    trained(tmp_path, *KN, "--counts-out", "all", *counts)
    assert (tmp_path / "m").read_bytes() == due[1]
    assert model_of(tmp_path, *KN, "all") == due[1]


def test_goes_on_where_it_stopped(tmp_path):
    (tmp_path / "a").write_bytes(TEXT)
    (tmp_path / "b").write_bytes(TEXT[:5000])
    trained(tmp_path, "--counts", "c", "a")
    made = os.stat(tmp_path / "c" / "a.counts").st_mtime_ns
    (tmp_path / "a").write_bytes(b"text that is not read again\n")
    os.utime(tmp_path / "a", ns=(made - 1, made - 1))
    trained(tmp_path, "--counts", "c", "a", "b")
    both = (tmp_path / "m").read_bytes()
    assert os.stat(tmp_path / "c" / "a.counts").st_mtime_ns == made
    assert model_of(tmp_path, "--lines", data=TEXT + TEXT[:5000]) == both
    os.utime(tmp_path / "a", ns=(made + 10**9, made + 10**9))     # it has changed
    trained(tmp_path, "--counts", "c", "a", "b")
    assert (tmp_path / "m").read_bytes() != both
    assert trained(tmp_path, "--counts", "c", "--lines", data=b"one\n").out.startswith(
        b"counted 3 1-grams"), "stdin is another text each time"
    of_b = run("train_wordlm", "--counts", "d", "b", cwd=tmp_path)
    assert of_b.status == 0
    run("train_wordlm", "--counts", "e", "--lines", "-", "b", data=b"one\n", cwd=tmp_path)
    assert run("train_wordlm", "--counts", "e", "b", cwd=tmp_path) == of_b, "stdin is apart"
    assert sorted(os.listdir(tmp_path / "c")) == ["a.counts", "b.counts"]


def test_arpa_out_and_in(tmp_path):
    trained(tmp_path, *KN, "--tokens", "white", "--arpa", "x.arpa", "--lines", data=TEXT)
    texts = ["the old man said", "never seen words here", ""]
    direct = WordModel.load(tmp_path / "m").score(texts)
    trained(tmp_path, "--source", "ours", "x.arpa")
    model = WordModel.load(tmp_path / "m")
    assert model.settings["tokens"] == "white" and model.settings["source"] == "ours"
    for a, b in zip(direct, model.score(texts), strict=True):
        assert a == pytest.approx(b, abs=0.02)     # values of an ARPA file are rounded less
    (tmp_path / "x.arpa.gz").write_bytes(gzip.compress((tmp_path / "x.arpa").read_bytes()))
    first = (tmp_path / "m").read_bytes()
    assert model_of(tmp_path, "--source", "ours", "x.arpa.gz") == first


def test_an_arpa_file_keeps_its_tokenisation(tmp_path):
    trained(tmp_path, *KN, "--arpa", "x.arpa", "--lines", data=TEXT)
    texts = ["The old man said: “It's 1984”.", "Never seen words, here."]
    direct = WordModel.load(tmp_path / "m").score(texts)
    for args in (), ("--tokens", "words"):
        trained(tmp_path, *args, "x.arpa")
        again = WordModel.load(tmp_path / "m")
        assert again.settings["tokens"] == "words"
        for a, b in zip(direct, again.score(texts), strict=True):
            assert a == pytest.approx(b, abs=0.02)
    done = trained(tmp_path, "--tokens", "white", "x.arpa", status=2)
    assert b"--tokens white: x.arpa has words\n" in done.err
    plain = (tmp_path / "x.arpa").read_bytes().partition(b"\n")[2]
    (tmp_path / "plain.arpa").write_bytes(plain)
    for args, due in ((), "white"), (("--tokens", "words"), "words"):
        trained(tmp_path, *args, "plain.arpa")
        assert WordModel.load(tmp_path / "m").settings["tokens"] == due


def test_options_that_counts_do_not_have(tmp_path):
    trained(tmp_path, "--lines", "--counts-out", "c", data=TEXT)
    for option, value, has in ("--n", "3", "2"), ("--tokens", "white", "words"):
        done = trained(tmp_path, option, value, "c", status=2)
        assert f"{option} {value}: the count files have {has}".encode() in done.err


def test_counts_that_are_cut_are_refused(tmp_path):
    trained(tmp_path, "--lines", "--counts-out", "cut.counts", data=b"a b\n")
    (tmp_path / "cut.counts").write_bytes((tmp_path / "cut.counts").read_bytes()[:-1])
    done = trained(tmp_path, "cut.counts", status=2)
    assert b"cut.counts: truncated or extended" in done.err and done.err.count(b"\n") == 1


def test_counts_of_another_kind_are_refused(tmp_path):
    trained(tmp_path, "--lines", "--n", "2", "--counts-out", "two", data=b"a b\n")
    trained(tmp_path, "--lines", "--n", "3", "--counts-out", "three", data=b"a b\n")
    done = trained(tmp_path, "two", "three", status=2)
    assert b"counts of {" in done.err


def test_bad_records_are_left_out_and_told(tmp_path):
    good = json.dumps({"text": TEXT.decode()}).encode() + b"\n"
    due = model_of(tmp_path, data=good)
    done = trained(tmp_path, data=b'{"id": 1}\n' + good + b"[]\n")
    assert done.err.count(b"\n") == 2 and (tmp_path / "m").read_bytes() == due
    trained(tmp_path, "--on-error", "stop", data=b'{"id": 1}\n' + good, status=3)


def test_a_run_that_is_terminated_leaves_no_folder(tmp_path):
    (tmp_path / "tmp").mkdir()
    with subprocess.Popen(
            [sys.executable, BIN / "scutch-train", "wordlm", "--lines", "--out", tmp_path / "m"],
            env={**environment(), "TMPDIR": str(tmp_path / "tmp")},
            stdin=subprocess.PIPE) as process:
        process.stdin.write(b"a b\n" * 20_000)      # more than the pipe holds: it runs
        process.stdin.flush()
        assert list((tmp_path / "tmp").iterdir())
        process.terminate()
        assert process.wait(60) == 143
    assert not list((tmp_path / "tmp").iterdir()) and not (tmp_path / "m").exists()


def test_counts_are_those_of_the_same_options(tmp_path):
    (tmp_path / "text").write_bytes(b"A b c. D e f. G h\nX y. Z w.\n")
    for options in ((), ("--whole-lines",)):
        alone = model_of(tmp_path, *options, "text")
        assert model_of(tmp_path, *options, "--counts", "kept", "text") == alone
        assert model_of(tmp_path, *options, "--counts", "kept", "text") == alone
    assert sorted(os.listdir(tmp_path / "kept")) == ["text.counts", "text.whole-lines.counts"]


def test_at_the_end_of_a_chain(tmp_path):
    texts = [f"A wind farm number {number}. It turns." for number in range(3000)]
    data = b"".join(json.dumps({"text": text}).encode() + b"\n" for text in texts)
    due = model_of(tmp_path, data=data)
    done = run("chain", "segment, train wordlm --out m", data=data, cwd=tmp_path)
    assert (done.status, (tmp_path / "m").read_bytes()) == (0, due)
