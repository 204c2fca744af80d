"""README.md and the pages of share/doc: examples print what they show, figures are those measured.

In a block marked ```console each line that begins with "$ " is a command, what follows is its
output; a line "..." stands for any lines. The blocks of a page run in order in one folder
that has only share/, as a reader would run them; `pytest --update` writes their output into the
page, and fails if it changed. A command that needs a program that is not installed is left out, and
so are later ones that need a file that it makes; the test of the page then ends as skipped, which
names the program. A block marked ```pycon is a session of Python. Blocks marked ```sh
say what to install: .ci/run runs them.
"""
import doctest
import re
import shutil
from importlib.util import find_spec

import pytest

from utils import ARCHIVES, BIN, ROOT, not_installed, shell

pytestmark = [pytest.mark.slow, pytest.mark.extras]

README = ROOT / "README.md"
DOCUMENTS = {str(path.relative_to(ROOT)): path
             for path in [README, *sorted((ROOT / "share" / "doc").rglob("*.md"))]}
GUIDE = [name for name in DOCUMENTS if name.startswith("share/doc/guide")]
# also those that link to pages of share/doc
LINKING = {**DOCUMENTS, **{str(path.relative_to(ROOT)): path for path in [
    ROOT / "CHANGELOG.md", ROOT / ".github" / "CONTRIBUTING.md",
    *sorted((ROOT / "share").glob("[!d]*/*.md"))]}}
MOST_WORDS = {"README.md": 1000, **dict.fromkeys(GUIDE, 2000)}
COMMAND = re.compile(r"^(\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*))", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
TOOLS = {"jq", "parallel"}     # programs that a minimal Debian lacks
MADE = re.compile(r"(?:>|--out|-o) *([^\s>&|)]+)")      # a file that a command writes


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def with_blocks(language):
    """Return the names of the documents that have a block of this kind."""
    return [name for name, path in DOCUMENTS.items() if blocks(path.read_text("utf-8"), language)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "share").symlink_to(ROOT / "share")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
@pytest.mark.parametrize("name", with_blocks("console"))
def test_console_blocks(name, folder, request):
    missing = {tool for tool in TOOLS if not shutil.which(tool)}
    text = DOCUMENTS[name].read_text("utf-8")
    wrong, lacking, unmade = [], set(), set()
    for block in blocks(text, "console"):
        ran = block
        for whole, command, output in COMMAND.findall(block):
            words = set(re.split(r"[\s;|&()=]+", command))
            unmade = {file for file in unmade if not (folder / file).exists()}
            if words & (missing | unmade):
                lacking |= words & missing
                unmade |= set(MADE.findall(command))
                continue
            done = shell(command, cwd=folder)
            pattern = re.escape(output).replace(re.escape("...\n"), r"(?s:.*)")
            if done.err or not re.fullmatch(pattern, done.out.decode()):
                printed = f"$ {command}\n{done.out.decode()}"
                wrong.append(printed + done.err.decode())
                ran = ran.replace(whole, printed)
        text = text.replace(block, ran)
    if request.config.getoption("--update"):
        DOCUMENTS[name].write_text(text, "utf-8")
    assert not wrong, "these print something else:\n" + "".join(wrong)
    if lacking:
        pytest.skip(f"some commands not run: {not_installed(lacking)}")


@pytest.mark.parametrize("name", with_blocks("pycon"))
def test_python_blocks(name, folder, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(BIN))       # for workers of Ray and Dask
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    session = {}
    for block in blocks(DOCUMENTS[name].read_text("utf-8"), "pycon"):
        if not all(map(find_spec, re.findall(r"^>>> (?:import|from) (\w+)", block, re.MULTILINE))):
            continue                   # pandas
        if ".warc" in block and not ARCHIVES:
            continue
        test = doctest.DocTestParser().get_doctest(block, session, name, name, 0)
        assert runner.run(test, clear_globs=False).failed == 0
        session = test.globs       # one session a page
    assert runner.tries


def test_readme_and_the_guide_show_commands_and_python():
    assert "README.md" in with_blocks("console")
    assert len(set(with_blocks("console")) & set(GUIDE)) > 5
    assert "README.md" in with_blocks("pycon") and "share/doc/python.md" in with_blocks("pycon")


@pytest.mark.parametrize("name", MOST_WORDS)
def test_pages_are_short(name):
    assert len(DOCUMENTS[name].read_text("utf-8").split()) <= MOST_WORDS[name]


def links(page):
    """Return [(target, heading)] of the links of a page to files of the checkout."""
    return LINK.findall(re.sub("`[^`]*`", "", page.read_text("utf-8")))


@pytest.mark.parametrize("name", LINKING)
def test_links_lead_somewhere(name):
    """Each link to a file of the checkout is to one that exists, and so is its heading."""
    page = LINKING[name]
    for target, heading in links(page):
        path = page.parent / target if target else page
        assert path.exists(), target
        if heading:
            found = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w-]", "", one.lower().replace(" ", "-"))
                               for one in found]


def linked(page):
    """Return the files to which a page has links."""
    return {(page.parent / target).resolve() for target, _ in links(page)}


def test_every_document_can_be_reached_from_the_readme():
    """By at most two links."""
    first = linked(README)
    second = set().union(*(linked(path) for path in first if path.suffix == ".md"))
    assert {path.resolve() for path in DOCUMENTS.values()} <= first | second | {README}


def test_the_commands_that_install_are_those_of_ci():
    text = README.read_text("utf-8")
    install, test = "".join(blocks(text, "sh")).splitlines()
    assert install.endswith("scutch-clean share/examples/crawl.warc.gz")
    found = re.search(r'grep "(.*?)" README.md', (ROOT / ".ci" / "run").read_text())
    assert re.findall(f"{found[1]}.*$", text, re.MULTILINE) == [install, test]


def accuracy():
    """Return {gold set: {cleaner: F}} of accuracy.txt, F rounded as in the documents."""
    sets, rows = {}, None
    for line in (ROOT / "share" / "bench" / "accuracy.txt").read_text("utf-8").splitlines():
        if found := re.match(r"([\w-]+): \d+ pages$", line):
            rows = sets[found[1]] = {}
        elif rows is not None and (found := re.match(r"(\S.*?) {2,}(\d+\.\d\d) ", line)):
            rows.setdefault(found[1], f"{float(found[2]):.1f}")        # the first column, F
    return sets


def accuracy_of(model):
    """Return {(gold set, how): the cells of accuracy.txt} of a model of charlm."""
    found, name = {}, None
    for line in (ROOT / "share" / "bench" / "accuracy.txt").read_text("utf-8").splitlines():
        if head := re.match(r"([\w-]+): \d+ pages$", line):
            name = head[1]
        elif row := re.match(rf"{model}(, no context)?  +(\d.*)", line):
            found.setdefault((name, "alone" if row[1] else "in context"), row[2].split())
    return found


def speed():
    """Return {cleaner: pages in a second} of speed.txt."""
    text = (ROOT / "share" / "bench" / "speed.txt").read_text("utf-8")
    table = re.search(r"^scutch-clean and others:.*?\n\n(.*?)\n\n", text, re.MULTILINE | re.DOTALL)
    return {cells[0]: cells[3] for line in table[1].splitlines()[1:]
            if len(cells := re.split(r" {2,}", line)) > 3}


def peers():
    """Return {gold set, or "pages/CPU s": {tool: figure}} of the first table of peers.txt."""
    text = (ROOT / "share" / "bench" / "peers.txt").read_text("utf-8")
    table = text.partition("Mean F of words in percent")[2].split("\n\n")[1]
    (_, *names), _, *rows = ([line[:26].strip(), *re.split(r" {2,}", line[26:].strip())]
                             for line in table.splitlines())
    return {name: {row[0]: row[place] for row in rows} for place, name in enumerate(names, 1)}


def snapshot():
    """Return the table of snapshot.txt, lists of cells, without its head."""
    text = (ROOT / "share" / "bench" / "snapshot.txt").read_text("utf-8")
    table = re.search(r"^ +ms a page.*\n((?:\S.*\n)+)", text, re.MULTILINE)
    return [re.split(r" {2,}", line) for line in table[1].splitlines()]


def test_the_costs_of_a_snapshot_are_those_of_the_benchmark():
    first, *_ = tables(DOCUMENTS["share/doc/scale.md"].read_text("utf-8"))
    assert [[cell.replace("`", "") for cell in row] for row in first[1:]] == snapshot()


def tables(text):
    """Return the tables of a page, lists of rows of cells, without the rule below the head."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    rows = [[[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
            for table in found]
    return [[head, *body] for head, _, *body in rows]


@pytest.mark.parametrize("model", ["en", "latin"])
def test_cards_of_charlm_have_the_figures_of_the_benchmark(model):
    printed = accuracy_of(model)
    card = (ROOT / "share" / "models" / f"charlm-{model}.md").read_text("utf-8")
    table, = [table for table in tables(card) if table[0][-1] == "bow F"]
    name, seen = "", set()
    for first, how, *cells in table[1:]:
        name = first.partition(",")[0] or name
        of_align, bow = " ".join(cells[:3]), cells[3]
        assert of_align in " ".join(printed[name, how]) and bow in printed[name, how]
        seen.add((name, how))
    assert len(seen) == 8


@pytest.mark.parametrize("name, printed", [
    ("README.md", peers()), ("share/doc/results.md", {**accuracy(), "pages/CPU s": speed()})])
def test_figures_are_those_of_the_benchmarks(name, printed):
    measured = [table for table in tables(DOCUMENTS[name].read_text("utf-8"))
                if set(printed) & {cell.partition(",")[0] for cell in table[0]}]
    assert measured
    for (_, *sets), *rows in measured:
        for cleaner, *cells in rows:
            cleaner = re.sub(r"`scutch-charlm --model (\w+)`| [\d.]+$", r"\1", cleaner)
            cleaner = cleaner.strip("`").lower()
            assert cells == [printed[one.partition(",")[0]][cleaner] for one in sets], cleaner
