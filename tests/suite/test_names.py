"""Names of variables: the noun for what they hold, not `found`, `one` or `some`."""
import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORDLESS = {"found", "one", "some"}
# rooms and files that still have such names; the rest has none
MOST = 650
UNNAMED = ("filters/columns", "filters/combine", "filters/dedup", "filters/duplicates",
           "filters/meta", "filters/quality", "filters/roles/page", "filters/scoring",
           "filters/selection", "filters/stream", "filters/train", "lm/evidence/evidence",
           "lm/evidence/headline")
SOURCES = {str(path.relative_to(ROOT)): path.read_text("utf-8")
           for folder in ("filters", "lm") for path in sorted((ROOT / folder).rglob("*.py"))}


def wordless(text):
    """Return a Counter of the names in a program that say nothing: variables and arguments."""
    return Counter(name for node in ast.walk(ast.parse(text)) for name in (
        node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else "",)
        if name in WORDLESS)


def test_wordless_names_are_seen():
    assert wordless("found = [one for one in b]; f(lambda some, *, one=1: None)") == {
        "found": 1, "one": 3, "some": 1}
    assert not wordless('"""one"""\nx.found = f(one=found_in)  # some')


@pytest.mark.parametrize("path", [path for path in SOURCES if not path.startswith(UNNAMED)])
def test_variables_say_what_they_hold(path):
    assert not wordless(SOURCES[path])


def test_what_is_left_of_wordless_names_does_not_grow():
    assert sum(wordless(text).total() for text in SOURCES.values()) <= MOST
