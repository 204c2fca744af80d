"""Options that cannot be, one row each of tests/refused.jsonl: one line says why, with status 2.

A row is one JSON object a line:

    words   the command, by the name of its module, and its options, as a shell takes them
    said    a part of the line, where it is not plain from the words
"""
import json
import shlex

import pytest

from utils import ROOT, SAMPLE_LINE, command_of, run

OF_COMMANDS = {}
for line in (ROOT / "tests" / "refused.jsonl").read_text("utf-8").splitlines():
    row = json.loads(line)
    module, *words = shlex.split(row["words"])
    OF_COMMANDS.setdefault(module, []).append((words, row.get("said", "")))


@pytest.mark.parametrize("module", OF_COMMANDS)
def test_options_are_refused(module, tmp_path):
    for words, said in OF_COMMANDS[module]:
        done = run(module, *words, data=SAMPLE_LINE, cwd=tmp_path)
        assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1), (words, done)
        assert done.err.startswith(command_of(module).split()[0].encode()), words
        assert said in done.err.decode(), words
