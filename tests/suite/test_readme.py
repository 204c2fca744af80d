"""The README: its examples print what they say.

In a block marked ```console each line that begins with "$ " is a command, what follows is its
output; a line "..." stands for any lines. They run from top to bottom in one folder where only
share/ is, as a reader would try them; `pytest --update` writes what they print into the README, and
fails where that was something else. A block marked ```pycon is a session of Python. What is to
be installed stands in blocks marked ```sh: .ci/run runs it.
"""
import doctest
import re
import shutil

import pytest

from utils import ARCHIVES, ROOT, shell

README = ROOT / "README.md"
TEXT = README.read_text("utf-8")
COMMAND = re.compile(r"^(\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*))", re.MULTILINE)
TOOLS = ["jq", "parallel"]     # a command that needs one that is not there is passed over


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "share").symlink_to(ROOT / "share")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
def test_console_blocks(folder, request):
    missing = {tool for tool in TOOLS if not shutil.which(tool)}
    wrong, text = [], TEXT
    for block in blocks("console"):
        ran = block
        for whole, command, output in COMMAND.findall(block):
            if missing & set(command.split()):
                continue
            done = shell(command, cwd=folder)
            pattern = re.escape(output).replace(re.escape("...\n"), r"(?s:.*)")
            if done.err or not re.fullmatch(pattern, done.out.decode()):
                printed = f"$ {command}\n{done.out.decode()}"
                wrong.append(printed + done.err.decode())
                ran = ran.replace(whole, printed)
        text = text.replace(block, ran)
    if request.config.getoption("--update"):
        README.write_text(text, "utf-8")
    assert blocks("console")
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


def test_results_are_those_of_the_table():
    printed, rows = {}, None
    for line in (ROOT / "share" / "bench" / "accuracy.txt").read_text("utf-8").splitlines():
        if found := re.match(r"([\w-]+): \d+ pages$", line):
            rows = printed[found[1]] = {}
        elif rows is not None and (found := re.match(r"(\S.*?) {2,}(\d+\.\d\d) ", line)):
            rows.setdefault(found[1], f"{float(found[2]):.1f}")        # the first column, F
    results = TEXT.partition("\n## Results\n")[2].partition("\n## ")[0]
    head, _, *table = [[cell.strip() for cell in line.strip("|").split("|")]
                       for line in results.splitlines() if line.startswith("|")]
    sets = [cell.partition(",")[0] for cell in head[1:]]
    assert table
    for name, *cells in table:
        name = re.sub(r"`scutch-charlm --model (\w+)`| [\d.]+$", r"\1", name).strip("`").lower()
        assert cells == [printed[one][name] for one in sets], name
