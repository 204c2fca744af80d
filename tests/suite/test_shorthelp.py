"""-h: what a command is, its common options, three examples, and where all else is."""
import io
import re
from contextlib import redirect_stdout
from functools import cache

import pytest

from scutch.filters import stream
from scutch.filters.stream.options import SECTION
from utils import command_of, commands, load, modules, run

MOST_LINES, MOST_OPTIONS, EXAMPLES = 40, 10, 3
WHOLE = 60               # lines of a --help that is short enough for -h, too


@cache
def help_of(module, option):
    with redirect_stdout(io.StringIO()) as out, pytest.raises(SystemExit) as end:
        stream.options(load(module)).parse_args([option])
    assert end.value.code in (None, 0)
    return out.getvalue()


def options_in(text):
    """Return the options that a help explains, each by its first name."""
    return re.findall(r"^  (--?[a-z][a-z0-9-]*)", text, re.MULTILINE)


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def test_it_is_short():
    for module in commands():
        short, whole = help_of(module, "-h"), help_of(module, "--help")
        assert short.count("\n") <= (WHOLE if short == whole else MOST_LINES), module


@pytest.mark.parametrize("module", modules())
def test_it_is_a_part_of_the_manual(module):
    short, whole = help_of(module, "-h"), help_of(module, "--help")
    command, page = command_of(module), command_of(module).replace(" ", "-")
    manual = load(module).__doc__
    usage, purpose, options, examples, *_, last = short.rstrip("\n").split("\n\n")
    assert [usage, purpose] == whole.split("\n\n")[:2]
    assert last == f"all: {command} --help, man {page}"
    title, _, explained = options.partition("\n")
    assert title == "common options:" and "above" not in explained
    for option in re.split(r"\n(?=  -)", explained):       # other lines have other breaks
        assert "".join(option.split()) in "".join(whole.split())
    assert 0 < len(options_in(explained)) <= MOST_OPTIONS
    title, _, lines = examples.partition("\n")
    assert title == "examples:" and manual.partition("\nExamples:\n")[2].startswith(lines)
    count = len(manual.partition("\nExamples:\n")[2].replace("\\\n", "").splitlines())
    assert len(lines.replace("\\\n", "").splitlines()) == min(count, EXAMPLES)


def test_common_options_are_declared_in_the_module():
    """Where it has more than ten, its manual names ten of them; else all of its own are common."""
    for module in modules():
        own = next(group for group in stream.options(load(module))._action_groups
                   if group.title == "options of this command")
        names = [action.option_strings for action in own._group_actions if action.option_strings]
        section = SECTION.search(load(module).__doc__)
        declared = ((section and section[1]) or "").split() or [first for first, *_ in names]
        assert set(declared) <= {name for each in names for name in each}, module
        assert len(set(declared)) == len(declared) <= MOST_OPTIONS, module
        assert options_in(help_of(module, "-h"))[:len(declared)] == declared


def test_an_option_of_two_names_and_a_chain():
    assert "  -o DIR, --output DIR " in run("clean", "-h").out.decode()
    done = run("chain", "tag -h")
    assert done.status == 2 and b"cannot be given inside a chain" in done.err
