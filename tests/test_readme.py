"""The README: its console blocks print what they say.

In a block marked ```console each line that begins with "$ " is a command, what follows is its
output; a line "..." stands for any lines. Commands run in a folder where only share/ is. Those
that install something are what .ci/run runs.
"""
import re

import pytest

from utils import ROOT, shell

README = ROOT / "README.md"
INSTALLS = re.compile(r"\bpip install\b|\bgit clone\b")


def commands():
    text = README.read_text("utf-8") if README.exists() else ""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for command, output in re.findall(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", block,
                                          re.MULTILINE):
            if not INSTALLS.search(command):
                yield pytest.param(command, output, id=command[:60])


@pytest.mark.parametrize("command, output", list(commands()))
def test_console_block(command, output, tmp_path):
    (tmp_path / "share").symlink_to(ROOT / "share")
    done = shell(command, cwd=tmp_path)
    assert done.err == b""
    pattern = re.escape(output).replace(re.escape("...\n"), r"(?s:.*)")
    assert re.fullmatch(pattern, done.out.decode()), done.out.decode()
