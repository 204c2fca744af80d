"""The tables of share/bench say how they were made, and with models that are shipped."""
import hashlib
import re

import pytest

from utils import ROOT

BENCH = ROOT / "share" / "bench"
TABLES = sorted(BENCH.rglob("*.txt"))
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "share" / "doc").rglob("*.md")),
             *sorted((ROOT / "share" / "models").glob("*.md"))]
HEAD = re.compile(r"share/bench/\w+\.py(?: .*)?  # (git [0-9a-f]{8})"
                  r"(, with its models(?:: .*)?)?")
OF_MODEL = re.compile(r"\b[\w-]+:([0-9a-f]{12})\b")
NAMED = re.compile(r"`share/bench/([\w/]+\.\w+)")


@pytest.fixture(scope="module")
def shipped():
    return {hashlib.sha256(path.read_bytes()).hexdigest()[:12]
            for path in (ROOT / "share" / "models").iterdir() if path.is_file()}


def test_a_table_begins_with_its_command_and_its_commit(shipped):
    """A table by models that are no longer shipped says so: ", with its models", of the commit."""
    for table in TABLES:
        text = table.read_text("utf-8")
        head = HEAD.fullmatch(text.partition("\n")[0])
        assert head, table
        stale = set(OF_MODEL.findall(text)) - shipped
        assert bool(stale) == bool(head[2]), (table, stale)


def test_documents_name_what_is_there(shipped):
    """Programs and tables of share/bench, and no model but those that are shipped; of a table by
    other models also its commit."""
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        assert set(OF_MODEL.findall(text)) <= shipped, document
        named = {BENCH / name for name in NAMED.findall(text)}
        assert not [path for path in named if not path.exists()], document
        for table in named & set(TABLES):
            head = HEAD.fullmatch(table.read_text("utf-8").partition("\n")[0])
            assert not head[2] or head[1] in text, (document, table)
