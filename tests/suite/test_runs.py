"""Runs of a command, a row each: what it reads, and all that it writes; options that cannot be.

A row of tests/runs.jsonl is one JSON object a line:

    label   what it shows
    run     the command, by the name of its module, and its options, as a shell takes them; or a
            pipe of commands
    files   {name: content} of the folder in which it runs
    in      its input, as a content
    status, out, err   0 and nothing where absent; records in `out` are a list
    made    {name: content} of the files that it has written

A content is a text, a list of records, {"gzip": a content}, {codec: a text}, or {"cut": a number of
bytes that it lacks at its end, "of": a content}.

`pytest --update -n 0 tests/suite/test_runs.py` writes status, out and err anew: read the diff, and
explain it in the commit message.

A row of tests/refused.jsonl has options that a command refuses in one line, with status 2:

    words   as run above
    said    a part of the line, where it is not plain from the words
"""
import gzip
import json
import shlex

import pytest

from utils import ROOT, SAMPLE_LINE, command_of, lines, run, shell

RUNS, REFUSED = ROOT / "tests" / "runs.jsonl", ROOT / "tests" / "refused.jsonl"


def rows(path):
    return list(map(json.loads, path.read_text("utf-8").split("\n")[:-1]))


def module_of(row):
    return row.get("words", row.get("run")).split()[0]


def rows_of(path):
    """Return [module] of the rows of a file, each once."""
    return list(dict.fromkeys(map(module_of, rows(path))))


def content(value):
    """Return the bytes of a content."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, list):
        return lines(value)
    if "cut" in value:
        return content(value["of"])[:-value["cut"]]
    (codec, inner), = value.items()
    return gzip.compress(content(inner)) if codec == "gzip" else inner.encode(codec)


def shown(out):
    """Return an output as a row has it: records, a text, or one that is compressed."""
    if out.startswith(b"\x1f\x8b"):
        return {"gzip": shown(gzip.decompress(out))}
    try:
        found = list(map(json.loads, out.split(b"\n")[:-1]))
    except ValueError:
        return out.decode()
    is_whole = b"".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "backslashreplace") + b"\n" for record in found) == out
    return found if found and is_whole else out.decode()


def files_in(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def done(row, folder):
    """Return the row with what the command did."""
    folder.mkdir()
    for name, value in row.get("files", {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content(value))
    before, data = files_in(folder), content(row.get("in", ""))
    ran = (shell(row["run"], data, folder) if row["run"].startswith("scutch-") else
           run(*shlex.split(row["run"]), data=data, cwd=folder))
    made = {name: shown(data) for name, data in files_in(folder).items()
            if before.get(name) != data}
    found = {"status": ran.status, "out": shown(ran.out), "err": ran.err.decode(), "made": made}
    return {name: value for name, value in row.items() if name not in found} | {
        name: value for name, value in found.items() if value}


@pytest.mark.parametrize("module", rows_of(RUNS))
def test_runs(module, tmp_path, request):
    known = rows(RUNS)
    found = [done(row, tmp_path / str(number)) if module_of(row) == module else row
             for number, row in enumerate(known)]
    if request.config.getoption("--update"):
        RUNS.write_bytes("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found)
                         .encode("utf-8", "backslashreplace"))
    assert [pair for pair in zip(found, known, strict=True) if pair[0] != pair[1]] == []


@pytest.mark.parametrize("module", rows_of(REFUSED))
def test_options_are_refused(module, tmp_path):
    for row in rows(REFUSED):
        if module_of(row) == module:
            words, said = shlex.split(row["words"])[1:], row.get("said", "")
            ran = run(module, *words, data=SAMPLE_LINE, cwd=tmp_path)
            assert (ran.status, ran.out, ran.err.count(b"\n")) == (2, b"", 1), (words, ran)
            assert ran.err.startswith(command_of(module).split()[0].encode()), words
            assert said in ran.err.decode(), words
