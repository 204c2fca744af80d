"""Names of variables: the noun for what they hold, not `found`, `one` or `some`; one word for one
thing in docstrings and documents."""
import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORDLESS = {"found", "one", "some"}
SOURCES = {str(path.relative_to(ROOT)): path.read_text("utf-8")
           for folder in ("filters", "lm") for path in sorted((ROOT / folder).rglob("*.py"))}


def wordless(text):
    """Return a Counter of the names in a program that say nothing.

    Names of variables, arguments, functions, and attributes where they are set.
    """
    return Counter(name for node in ast.walk(ast.parse(text)) for name in (
        node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else
        node.name if isinstance(node, ast.FunctionDef) else
        node.attr if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) else "",)
        if name in WORDLESS)


def test_wordless_names_are_seen():
    assert wordless("found = [one for one in b]; f(lambda some, *, one=1: None)") == {
        "found": 1, "one": 3, "some": 1}
    assert wordless("def some():\n    x.found = 1") == {"found": 1, "some": 1}
    assert not wordless('"""one"""\nx = f(one=y.found)  # some')


def test_variables_say_what_they_hold():
    assert not {path: names for path, text in SOURCES.items() if (names := wordless(text))}


# what a thing is not called: (pattern, its word)
OTHER_WORDS = (("link share|shares? of links", "link density"),
               ("numbers? of (?:the )?lines? of code|numbers? of the line", "line number"),
               ("function (?:that|to one that) says", "predicate"),
               ("(?:is|are|or) cut off", "truncated"),
               ("what (?:the )?(?:words|names) say", "bag of words"),
               ("marks? that links? to", "permalink"))
DOCUMENTS = {str(path.relative_to(ROOT)): path.read_text("utf-8")
             for path in (ROOT / "README.md", *sorted((ROOT / "share" / "doc").rglob("*.md")),
                          *sorted((ROOT / "share" / "models").glob("*.md")))}


def docstrings(text):
    """Return all docstrings of a program."""
    return "\n".join(ast.get_docstring(node) or "" for node in ast.walk(ast.parse(text))
                     if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef))


def other_words(text):
    """Return [the word that would be right] for each other word in a text."""
    text = " ".join(text.split())
    return [word for pattern, word in OTHER_WORDS if re.search(pattern, text, re.I)]


def test_other_words_are_seen():
    assert other_words("The share of\nlinks: a file that is cut off.") == [
        "link density", "truncated"]
    assert not other_words("The link density of a truncated file; words are cut.")


def test_one_word_for_one_thing():
    texts = DOCUMENTS | {path: docstrings(text) for path, text in SOURCES.items()}
    assert not {path: words for path, text in texts.items() if (words := other_words(text))}
