"""The README: its examples print what they say.

In a block marked ```console each line that begins with "$ " is a command, what follows is its
output; a line "..." stands for any lines. They run from top to bottom in one folder where only
share/ is, as a reader would try them. A block marked ```pycon is a session of Python. What is to
be installed stands in blocks marked ```sh: .ci/run runs it.
"""
import doctest
import re
import shutil

import pytest

from utils import ARCHIVES, ROOT, shell

TEXT = (ROOT / "README.md").read_text("utf-8")
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
TOOLS = ["jq", "parallel"]     # a command that needs one that is not there is passed over


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "share").symlink_to(ROOT / "share")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
def test_console_blocks(folder):
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    wrong, ran = [], 0
    for command, output in COMMAND.findall("".join(blocks("console"))):
        if set(missing) & set(command.split()):
            continue
        done = shell(command, cwd=folder)
        pattern = re.escape(output).replace(re.escape("...\n"), r"(?s:.*)")
        if done.err or not re.fullmatch(pattern, done.out.decode()):
            wrong.append(f"$ {command}\n{done.out.decode()}{done.err.decode()}")
        ran += 1
    assert ran
    assert not wrong, "these print something else:\n" + "".join(wrong)


def test_python_blocks(folder):
    runner = doctest.DocTestRunner()
    for block in blocks("pycon"):
        test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
        assert runner.run(test).failed == 0
    assert runner.tries


def test_the_commands_that_install_are_those_of_ci():
    install, test = "".join(blocks("sh")).splitlines()
    assert install.endswith("scutch-clean share/examples/crawl.warc.gz")
    found = re.search(r'grep -m 1 "(.*?)" README.md', (ROOT / ".ci" / "run").read_text())
    assert re.findall(f"^.*{found[1]}.*$", TEXT, re.MULTILINE) == [test]
