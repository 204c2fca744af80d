"""For programs that compare scutch-clean with public tools: the tools, and their texts of pages."""
import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import extractors
from common import command, measured, page_id, run, write_pages
from plaintext import write_dumps

HERE = Path(__file__).parent
JSON = ["--format", "jsonl"]
OURS = {"scutch-clean": ["clean", *JSON],
        **{f"scutch-clean {scope}": ["clean", "--scope", scope, *JSON]
           for scope in ("main", "article")}}
TRAINED_ON = {"wcxb-dev", "wcxb-extra", "fundus",     # sets that models of scutch learn from
              "magic-article", "magic-forum", "kinds", "kinds2", "forum52", "recipes"}
BY_JAVA = ["boilerpipe article", "boilerpipe default"]
IN_NODE = {"readability.js": "@mozilla/readability", "defuddle": "defuddle"}    # npm's packages
PARSERS = ["jsdom", "linkedom"]


class Tool(NamedTuple):
    """A tool that reads a file of pages and writes texts; folder: for Java, which reads files."""

    words: list
    folder: bool = False
    is_ours: bool = False

    def run(self, pages, out):
        """Return the Usage of the tool on a file of pages."""
        if not self.folder:
            return run(self.words, pages, out)
        with tempfile.TemporaryDirectory() as name:
            source, taken = Path(name, "pages"), Path(name, "texts")
            source.mkdir()
            taken.mkdir()
            with open(pages, "rb") as lines:
                for record in map(json.loads, lines):
                    (source / record["id"]).write_text(record["html"], "utf-8", "replace")
            usage = measured([*self.words[:-1], source, taken, self.words[-1]])
            with open(out, "w") as texts:
                for path in sorted(taken.iterdir()):
                    record = {"id": path.name, "text": path.read_text("utf-8")}
                    texts.write(json.dumps(record) + "\n")
        return usage


def tools(chosen, java, node):
    """Return {name: Tool} of scutch and of the other tools that are installed."""
    found = {name: Tool(command(*words), is_ours=True) for name, words in OURS.items()}
    for name in extractors.TOOLS:
        if (not chosen or name in chosen) and extractors.installed(name):
            found[name] = Tool([sys.executable, str(HERE / "extractors.py"), name])
    if java:
        for name in BY_JAVA:
            found[name] = Tool(["java", "-cp", java, str(HERE / "Boilerpipe.java"),
                                name.partition(" ")[2]], folder=True)
    for name, package in IN_NODE.items():
        if node and _package(node, package).exists():
            found[name] = Tool(["node", "--max-old-space-size=4096",
                                str(HERE / "extractors.mjs"), node, name])
    for name in [*BY_JAVA, *IN_NODE]:
        if (not chosen or name in chosen) and name not in found:
            print(f"{name} is left out: see --java and --node", file=sys.stderr)
    return {name: tool for name, tool in found.items()
            if not chosen or name in chosen or name in OURS}


def chains(given):
    """Return {name: Tool} of "NAME=CHAIN", chains of scutch's filters."""
    return {name: Tool(command("chain", f"{chain} --format jsonl"), is_ours=True)
            for name, chain in (one.split("=", 1) for one in given)}


def _package(node, name):
    return Path(node, "node_modules", name, "package.json")


def versions_of_others(java, node):
    """Return the names of the jars, and the versions of the packages of node, a list of str.

    java: the class path of boilerpipe 1.2, NekoHTML and Xerces (Debian: libboilerpipe-java,
          libnekohtml-java, libxerces2-java, libxml-commons-external-java).
    """
    found = [Path(jar).resolve().stem for jar in java.split(":")] if java else []
    for name in [*IN_NODE.values(), *PARSERS] if node else []:
        if _package(node, name).exists():
            package = json.loads(_package(node, name).read_text("utf-8"))
            found.append(f"{name} {package['version']}")
    return found


def texts_of(some, paths, folder, dumps=False):
    """Return {set: {tool: {page: text}}}; scutch is not run on sets that it was trained on.

    some: {name: Tool}. paths: {set: files of pages}. folder: texts that are there are used again,
    but for those of scutch, which are of this version. dumps: whether tools read plain text.
    """
    found = {}
    for gold, files in paths.items():
        place, chosen = folder / gold, dict(some)
        for name in (name for name, tool in some.items() if tool.is_ours):
            if gold not in TRAINED_ON:
                texts_file(place, name).unlink(missing_ok=True)
            elif missing_in(_read(texts_file(place, name)), files):
                del chosen[name]
        found[gold] = made_texts(chosen, files, place, write_dumps if dumps else write_pages)
    return found


def made_texts(tools, files, place, write=write_pages):
    """Return {tool: {page: text}} of files of pages; texts are kept in a folder, and used again."""
    place.mkdir(parents=True, exist_ok=True)
    found = {}
    with tempfile.TemporaryDirectory() as other:
        pages, out, written = Path(other, "pages"), Path(other, "texts"), []
        for name, tool in tools.items():
            file = texts_file(place, name)
            texts = _read(file)
            missing = missing_in(texts, files)
            if missing:
                if missing != written:           # most tools lack the same pages
                    write(missing, pages)
                    written = missing
                tool.run(pages, out)
                texts |= _read(out)
                _write(texts, file)
            found[name] = texts
    return found


def texts_file(place, tool):
    """Return the file in a folder that has the texts of a tool."""
    return place / f"{tool.replace(' ', '-')}.jsonl"


def missing_in(texts, files):
    """Return the files of pages of which there is no text."""
    return [path for path in files if page_id(path) not in texts]


def _read(file):
    if not file.exists():
        return {}
    with open(file, "rb") as lines:
        return {record["id"]: record["text"] for record in map(json.loads, lines)}


def _write(texts, file):
    with open(file, "w") as out:
        for name, text in texts.items():
            out.write(json.dumps({"id": name, "text": text}) + "\n")
