#!/usr/bin/env python3
"""Write the manual pages: man1/scutch-*.1 of the commands' docstrings and options, man7/scutch.7.

    share/man/make_pages.py [DIR]

`man -M share/man scutch-tag` shows one from a checkout. The same sources give the same bytes.
"""
import importlib
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bin"))

import scutch
import scutch.filters
from scutch.filters import GROUPS, stream
from scutch.filters.record import fields
from scutch.filters.train import METHODS

HERE = Path(__file__).resolve().parent
LABEL = re.compile(r"([A-Z][a-z]+): +")
COLUMNS = re.compile(r"\S  +\S")
MARKED = re.compile(r"(?<![\w/'.-])(?:--[a-z][a-z-]*[a-z]|scutch-train (?:" + "|".join(METHODS)
                    + r")|scutch-[a-z0-9-]+)(?![\w.-])")
# Characters that roff takes for markup or prints as others
ESCAPES = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}

EXIT_STATUS = [
    (0, "ran to the end, even with no input at all, or with bad records that were kept or, with "
        "`--on-error skip`, left out"),
    (1, "a bug in scutch: the first traceback is on stderr, the other records are written all the "
        "same"),
    (2, "a wrong option; a file or a model that cannot be read, or not completely; output that "
        "cannot be written; a limit without the values it needs; a chain in the wrong order; "
        "records that are all bad for one reason, without `--on-error skip`; no good record, for "
        "commands that give one result, such as trainers and `scutch-eval`"),
    (3, "`--on-error stop` met a bad record; the records before it are written"),
    (130, "interrupted from the keyboard"),
    (141, "the reader closed the pipe, as `head` does; no message is printed"),
]
OVERVIEW = """\
To scutch is to beat flax until the woody shive falls off the fibre. These commands do that to
crawled web pages. Each reads JSON lines and writes JSON lines, one page per line, and adds what it
has found: text, evidence, scores, letters. Nothing is taken away until scutch-prune or
scutch-emit is told what to keep. scutch-clean is the whole chain in one process.
"""
CHAIN = ["scutch-read crawl.warc.gz | scutch-html2text | scutch-segment |",
         "    scutch-charlm | scutch-combine | scutch-tag |",
         "    scutch-emit --keep auto > clean.txt",
         "scutch-clean crawl.warc.gz > clean.txt"]
BAD_INPUT = """\
One record comes out for each record that goes in, in the same order, whatever the bytes. What
cannot be processed keeps its fields and gains an entry in "errors"; a line that is not a JSON
object becomes a record that holds it in "line" or "line_b64". With --on-error skip bad records are
left out, with --on-error stop the first one ends the run.
"""


def load(name):
    return importlib.import_module("scutch.filters." + name)


def escaped(text):
    r"""Return text as roff prints it unchanged, on one line.

    >>> escaped("it's -0 ä")
    'it\\(aqs \\-0 \\[u00E4]'
    """
    text = "".join(ESCAPES.get(c) or (c if c.isascii() else f"\\[u{ord(c):04X}]") for c in text)
    return "\\&" + text if text[:1] == "." else text


def prose(text):
    """Return the lines of running text, options and commands in bold; `marks` become bold, too."""
    out, end = [], 0
    text = " ".join(text.split())
    for match in re.finditer(rf"`([^`]+)`|{MARKED.pattern}", text):
        out += [escaped(text[end:match.start()]), r"\fB", escaped(match[1] or match[0]), r"\fR"]
        end = match.end()
    return ["".join([*out, escaped(text[end:])])]


def example(lines):
    return [".EX", *map(escaped, lines), ".EE"]


def items(lines):
    """Return the roff of a list in two columns: what begins a line, and what stands after it."""
    found = []
    for line in lines:
        if line[:1] == " ":
            found[-1][1].append(line)
        else:
            name, _, meaning = line.partition("  ")
            found.append((name, [meaning]))
    return [line for name, meaning in found
            for line in [".TP", rf"\fB{escaped(name)}\fR", *prose(" ".join(meaning))]]


def paragraph(lines):
    """Return the roff of a paragraph of a docstring; what is indented in it is a list."""
    first = next((i for i, line in enumerate(lines) if line[:1] == " "), len(lines))
    out = [".PP", *prose(" ".join(lines[:first]))]
    if first < len(lines):
        indent = len(lines[first]) - len(lines[first].lstrip())
        out += [".RS", *items([line[indent:] for line in lines[first:]]), ".RE"]
    return out


def labelled(lines):
    """Return the roff of the part of a docstring in which In:, Out: and the like are said."""
    out = []
    while lines:
        label = LABEL.match(lines[0])
        length = next((i for i, line in enumerate(lines) if i and line[:1] != " "), len(lines))
        content = [line[label.end():] for line in lines[:length]]
        lines = lines[length:]
        out += [".TP", rf"\fB{label[1]}\fR"]
        if COLUMNS.search(content[0]):
            out += [".RS", *items(content), ".RE"]
        else:
            out += prose(" ".join(content))
    return out


def option(action, formatter):
    """Return the roff of one option or operand."""
    value = action.metavar or "{" + ",".join(map(str, action.choices or [])) + "}"
    names = ", ".join(rf"\fB{escaped(name)}\fR" for name in action.option_strings)
    value = rf"\fI{escaped(value)}\fR" if action.nargs != 0 else ""
    return [".TP", " ".join(filter(None, [names, value])), *prose(formatter._expand_help(action))]


def header(name, section):
    return [".nr HY 0", ".ad l",
            f'.TH {escaped(name.upper())} {section} "" "scutch {scutch.__version__}" "scutch"']


def page_name(module):
    """Return the name of a command's manual page; that of a method has a hyphen, as git-commit."""
    return stream.command_name(module).replace(" ", "-")


def command_page(module):
    """Return the manual page of the command in this module."""
    command, page = stream.command_name(module), page_name(module)
    parser = stream.options(module)
    text, _, examples = parser.description.partition("\n\nExamples:\n")
    blocks = [block.splitlines() for block in text.split("\n\n")]
    purpose = blocks[0][0].partition(" - ")[2].rstrip(".")
    operands = parser.usage.removeprefix(f"{command} ")
    out = [*header(page, 1), ".SH NAME", rf"{escaped(page)} \- {escaped(purpose)}",
           ".SH SYNOPSIS", rf"\fB{escaped(command)}\fR {escaped(operands)}", ".SH DESCRIPTION"]
    for block in blocks[1:]:
        out += labelled(block) if LABEL.match(block[0]) else paragraph(block)
    out.append(".SH OPTIONS")
    formatter = parser._get_formatter()
    for group in parser._action_groups:
        if group._group_actions:
            title = group.title.removeprefix("positional arguments") or "operands"
            out += [f".SS {title[0].upper()}{title[1:]}"]
            for action in group._group_actions:
                out += option(action, formatter)
    out += [".SH EXIT STATUS", *statuses(), ".SH EXAMPLES",
            *example([line[2:] for line in examples.splitlines()]),
            ".SH SEE ALSO", r"\fBscutch\fR(7)"]
    return "\n".join(out) + "\n"


def statuses():
    return [line for status, meaning in EXIT_STATUS
            for line in [".TP", rf"\fB{status}\fR", *prose(meaning)]]


def overview_page():
    """Return the page of the suite: the chain, the commands, the record, bad input."""
    out = [*header("scutch", 7), ".SH NAME",
           r"scutch \- small filters that turn crawled web pages into clean corpus text",
           ".SH SYNOPSIS", *example(CHAIN), ".SH DESCRIPTION", *prose(OVERVIEW), ".SH COMMANDS"]
    for title, names in GROUPS.items():
        out.append(f".SS {title}")
        for module in map(load, names):
            purpose = module.__doc__.splitlines()[0].partition(" - ")[2]
            out += [".TP", rf"\fB{escaped(page_name(module))}\fR(1)", *prose(purpose)]
    out += [".SH RECORD", *prose("One JSON object a line, in UTF-8. Unknown fields pass through "
                                 "untouched. Positions are code points, half open.")]
    for field in fields():
        writer = f"; written by {field.writer}" if field.writer else ""
        out += [".TP", rf"\fB{escaped(field.name)}\fR", *prose(f"{field.meaning} ({field.type}"
                                                             f"{writer})")]
    out += [".SH BAD INPUT", *prose(BAD_INPUT), ".SH EXIT STATUS", *statuses(),
            ".SH SEE ALSO", *prose("README.md and share/doc, which have more examples, the "
                                   "dependencies and the results.")]
    return "\n".join(out) + "\n"


def pages():
    """Return {path under share/man: the page} of all commands and of the suite."""
    modules = [load(name) for name in ["scutch", *(name for names in GROUPS.values()
                                                   for name in names)]]
    return {"man7/scutch.7": overview_page(),
            **{f"man1/{page_name(module)}.1": command_page(module) for module in modules}}


def main(top=HERE):
    for name, page in pages().items():
        path = Path(top, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
