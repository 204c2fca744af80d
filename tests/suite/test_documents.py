"""README.md and the pages of share/doc: examples print what they show, figures are those measured.

In a block marked ```console each line that begins with "$ " is a command, what follows is its
output; a line "..." stands for any lines. A block marked ```pycon is a session of Python. The
blocks of a page run in order in one folder that has only share/, as a reader would run them. A
command that needs a program that is not installed is left out, and so are later ones that need a
file that it makes; the test of the page then ends as skipped, which names the program. Blocks
marked ```sh say what to install, which .ci/run runs, or need the net, or programs that no package
of Debian has.

`pytest --update -m '' tests/suite/test_documents.py` writes the output of commands into the pages,
and fails if it changed; without -m it runs README.md alone.
"""
import doctest
import functools
import http.server
import json
import os
import re
import shutil
import threading
from importlib.util import find_spec

import pytest

from servers import served
from utils import ARCHIVES, BIN, ROOT, not_installed, requires, shell

pytestmark = pytest.mark.slow

README = ROOT / "README.md"
CRAWL = ROOT / "share" / "examples" / "crawl.warc.gz"
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
ROW = re.compile(r"^\| [^|]+ \| `((?:[^`|]|\\\|)+)` \| \[.*\]\(([^#]*)#(.*)\) \|$", re.MULTILINE)
TOOLS = {"jq", "parallel"}     # programs that a minimal Debian lacks
BLOCK = re.compile(r"^```(console|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MADE = re.compile(r"(?:>|--out|-o) *([^\s>&|)]+)")      # a file that a command writes


def blocks(text, language):
    return re.findall(rf"^```(?:{language})\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def with_blocks(language):
    """Return the names of the documents that have a block of this kind."""
    return [name for name, path in DOCUMENTS.items() if blocks(path.read_text("utf-8"), language)]


class Reader:
    """Who runs the blocks of a page in order, in one folder and one session of Python."""

    def __init__(self, folder):
        self.folder = folder
        self.missing = {tool for tool in TOOLS if not shutil.which(tool)}
        self.lacking, self.unmade, self.wrong = set(), set(), []
        self.session = {}

    def console(self, block):
        """Run commands, without [warc] none after the first archive; return what they print."""
        ran = block
        for whole, command, output in COMMAND.findall(block):
            if self.cannot_run(command) or "[warc]" in self.lacking:
                self.unmade |= set(MADE.findall(command))
                continue
            done = shell(command, cwd=self.folder)
            pattern = re.escape(output).replace(re.escape("...\n"), r"(?s:.*)")
            if done.err or not re.fullmatch(pattern, done.out.decode()):
                printed = f"$ {command}\n{done.out.decode()}"
                self.wrong.append(printed + done.err.decode())
                ran = ran.replace(whole, printed)
        return ran

    def pycon(self, block):
        """Run statements of Python, as a doctest; return the block."""
        modules = re.findall(r"^>>> (?:import|from) (\w+)", block, re.MULTILINE)
        if all(map(find_spec, modules)) and not self.cannot_run(block):        # pandas
            test = doctest.DocTestParser().get_doctest(block, self.session, "page", "page", 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(test, out=self.wrong.append, clear_globs=False)
            self.session = test.globs
        return block

    def cannot_run(self, code):
        """Return whether a program, an extra or a file is missing that code needs."""
        words = set(re.split(r"[\s;|&()=\"']+", code))
        self.unmade = {file for file in self.unmade if not (self.folder / file).exists()}
        lacking = words & self.missing | ({"[warc]"} if ".warc" in code and not ARCHIVES else set())
        self.lacking |= lacking
        return lacking or words & self.unmade


@pytest.mark.extras
@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.long] * (name != "README.md"))
    for name in with_blocks("console|pycon")])
def test_blocks(name, tmp_path, request, monkeypatch):
    (tmp_path / "share").symlink_to(ROOT / "share")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(
        [str(BIN), os.environ.get("PYTHONPATH", "")]))          # for workers of Ray and Dask
    reader = Reader(tmp_path)
    text = BLOCK.sub(lambda block: f"```{block[1]}\n{getattr(reader, block[1])(block[2])}```",
                     DOCUMENTS[name].read_text("utf-8"))
    if request.config.getoption("--update"):
        DOCUMENTS[name].write_text(text, "utf-8")
    assert not reader.wrong, "these print something else:\n" + "".join(reader.wrong)
    if reader.lacking:
        pytest.skip(f"not all blocks run: {not_installed(reader.lacking)}")


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


def sections(page):
    """Return {anchor: text} of the headings of a page."""
    parts = re.split(r"(?:\A#|^##+) (.*)\n", page.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return {re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")): text
            for heading, text in zip(parts[::2], parts[1::2], strict=True)}


@pytest.mark.parametrize("name", LINKING)
def test_links_lead_somewhere(name):
    """Each link to a file of the checkout is to one that exists, and so is its heading."""
    page = LINKING[name]
    for target, heading in links(page):
        path = page.parent / target if target else page
        assert path.exists(), target
        if heading:
            assert heading in sections(path)


def test_the_lines_of_the_guide_are_those_of_its_pages():
    """Each line of the first page begins a command of the section to which its row leads."""
    guide = DOCUMENTS["share/doc/guide.md"]
    rows = ROW.findall(guide.read_text("utf-8"))
    assert len(rows) > 30
    for line, target, heading in rows:
        code = "".join(blocks(sections(guide.parent / target)[heading], "console|pycon|sh"))
        commands = re.sub(r"\\\n *", "", re.sub(r"^(\$|>>>) ", "", code, flags=re.MULTILINE))
        assert f"\n{line}".replace("\\|", "|") in f"\n{commands}", line


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
    assert install.endswith("scutch-clean --meta --format markdown share/examples/crawl.warc.gz")
    found = re.search(r'grep "(.*?)" README.md', (ROOT / ".ci" / "run").read_text())
    assert re.findall(f"{found[1]}.*$", text, re.MULTILINE) == [install, test]


@requires("curl", "jq")
@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
def test_the_lines_for_common_crawl_make_an_archive(tmp_path):
    """With an index of the example crawl, and its folder in the place of the server."""
    pages = [json.loads(line) for line in shell(f"scutch-read {CRAWL}").out.splitlines()]
    (tmp_path / "index.jsonl").write_text("".join(json.dumps({
        "url": page["url"], "filename": CRAWL.name, "offset": str(page["metadata"]["warc_offset"]),
        "length": str(page["metadata"]["warc_length"])}) + "\n" for page in pages[1:3]))
    text = DOCUMENTS["share/doc/guide/input.md"].read_text("utf-8")
    lines, = re.findall(r"^jq -r .*offset(?:.|\n)*?^scutch-clean site.warc.gz$", text, re.MULTILINE)
    done = shell(lines.replace("https://data.commoncrawl.org", CRAWL.parent.as_uri())
                 + " --format jsonl", cwd=tmp_path)
    assert [json.loads(line)["url"] for line in done.out.splitlines()] == [
        page["url"] for page in pages[1:3]]


@requires("wget")
@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
def test_the_line_for_wget_makes_an_archive(tmp_path):
    text = DOCUMENTS["share/doc/guide/input.md"].read_text("utf-8")
    line, = re.findall(r"^wget .*https://HOST/$", text, re.MULTILINE)
    pages = ROOT / "share" / "examples" / "pages"
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(
            http.server.SimpleHTTPRequestHandler, directory=pages)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        shell(line.replace("https://HOST", f"http://127.0.0.1:{server.server_port}"), cwd=tmp_path)
        server.shutdown()
    read = {json.loads(line)["url"].rpartition("/")[2]
            for line in shell("scutch-read site.warc.gz", cwd=tmp_path).out.splitlines()}
    assert {path.name for path in pages.iterdir()} <= read


@requires("curl")
def test_the_lines_for_http_answer_with_what_scutch_clean_writes(tmp_path):
    text = DOCUMENTS["share/doc/guide/running.md"].read_text("utf-8")
    of_page, of_json = re.findall(r"^curl .*127.0.0.1:8765.*$", text, re.MULTILINE)
    page = tmp_path / "page.html"
    shutil.copy(ROOT / "share" / "examples" / "pages" / "french.html", page)
    with served() as port:
        answer, farms = (shell(f"{line} -s".replace("8765", str(port)), cwd=tmp_path)
                         for line in (of_page, of_json))
    cleaned = shell("scutch-clean --scope main --format markdown page.html", cwd=tmp_path)
    assert "Le four banal a rallumé son feu" in cleaned.out.decode() and answer == cleaned
    assert farms == (0, b"Farms at sea.\n\n", b"")


@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
def test_the_line_for_cwb_encode_declares_what_the_example_has():
    text = DOCUMENTS["share/doc/guide/output.md"].read_text("utf-8")
    line, = re.findall(r"^cwb-encode (?:.*\\\n)*.*", text, re.MULTILINE)
    declared = {name: set(re.findall(r"\+(\w+)", attributes))
                for name, attributes in re.findall(r"-S (\w+):0(\S*)", line)}
    command, = re.findall(r"^\$ (scutch-clean .*) > corpus.vrt$", text, re.MULTILINE)
    tags = re.findall(r"^<(\w+)(.*)>$", shell(command, cwd=ROOT).out.decode(), re.MULTILINE)
    used = {name: set() for name, _ in tags}
    for name, attributes in tags:
        used[name] |= set(re.findall(r' (\w+)="', attributes))
    assert declared == used


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
