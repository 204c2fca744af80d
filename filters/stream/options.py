"""One parser for all commands: the filter's manual, its own options and the shared ones.

Options are declared where they are explained, in the docstring of a command, or of a module that
several commands share; OPTIONS there has what their text does not say: see `options_in`. The shared
ones, of which commands that do not read records have none or the last:

Options:
  --schema NAME     names of the fields on input: {SCHEMAS} (default: auto)
  --text-key NAME   input field that holds plain text
  --html-key NAME   input field that holds HTML
  --id-key NAME     input field that names the document
  --lines           read plain text, each line a segment, an empty line ends a document, or what
                    another filter made of it; scutch-prune then writes plain text, too
  --score-columns   with --lines: write plain text, each line with its scores in tab-separated
                    columns
  --raw             with --score-columns: raw values, such as perplexities, not scores
  --on-error {keep,skip,stop}
                    keep a bad record with an entry in errors (default), skip it, or stop with
                    status 3
  --line-buffered   write each record immediately
  --progress {SHOWS_PROGRESS}
                    show a counter on stderr, for files with percentage and time left: on, also
                    without a value, off, or auto: if stderr is a terminal and stdout a file
  --quiet           write nothing to stderr about records that are kept, passed over or cut, while
                    the status is 0
  --stats           print one JSON object on stderr at the end, with the command and counts: read,
                    written, bad, skipped, left_out, internal, and those of its own; with -o one for
                    each file
  --signature       print name, version, models and options of this command and exit
"""
import argparse
import math
import os
import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from ... import __version__
from ..edge.console import UNUSABLE, complain, show
from ..errors import Unusable
from .inputs import SCHEMAS
from .step import Step

# Types of options with a number within bounds, as argparse takes them.

MOST = 1 << 53           # up to which a float, and JSON, holds every whole number
MOST_PERPLEXITY = 1e9    # the greatest threshold of a word model


def whole(least: int, most: int = MOST) -> Callable[[str], int]:
    """Return the type of a whole number within bounds.

    >>> whole(1, 8)("6")
    6
    """
    wanted = f"{least} to {most}" if most < MOST else f"{least} or more"

    def value(word: str) -> int:
        if word.isdecimal() and len(word) <= len(str(MOST)) and least <= int(word) <= most:
            return int(word)
        raise argparse.ArgumentTypeError(f"{word}: a whole number, {wanted}, is required")
    return value


def jobs(most: int) -> Callable[[str], int]:
    """Return the type of a number of processes: "auto" is one for each core that this may use."""
    of_number = whole(1, most)

    def value(word: str) -> int:
        if word != "auto":
            return of_number(word)
        allowed = getattr(os, "sched_getaffinity", None)       # not on macOS
        return min(most, len(allowed(0)) if allowed else os.cpu_count() or 1)
    return value


def number(wanted: str, fits: Callable[[float], bool] = math.isfinite) -> Callable[[str], float]:
    """Return the type of a finite number.

    wanted: the requirement in words. fits: predicate of the numbers within bounds.

    >>> number("an even number", lambda value: value % 2 == 0)("4")
    4.0
    """
    def value(word: str) -> float:
        try:
            parsed = float(word)
        except ValueError:
            parsed = math.nan
        if math.isfinite(parsed) and fits(parsed):
            return parsed
        raise argparse.ArgumentTypeError(f"{word}: {wanted} is required")
    return value


def named_file(word: str, reserved: Iterable[str] = ()) -> tuple[str, str]:
    """Return (name, path) of the value NAME=FILE of an option, as its type.

    reserved: names that are taken.
    """
    name, equals, path = word.partition("=")
    if not name or not equals or not path or name in reserved:
        raise ArgumentTypeError(f"{word}: NAME=FILE is required, with a name of its own")
    return name, path


def is_perplexity(value: float) -> bool:
    """Return whether a value can be a threshold of perplexity."""
    return 1 < value <= MOST_PERPLEXITY


any_number = number("a number")
not_negative = number("a number, 0 or more,", lambda value: value >= 0)
positive = number("a number over 0", lambda value: value > 0)
share = number("a number from 0 to 1", lambda value: 0 <= value <= 1)
fraction = number("a number between 0 and 1", lambda value: 0 < value < 1)
similarity = number("a number over 0 and up to 1", lambda value: 0 < value <= 1)
perplexity = number("a perplexity above 1, up to 1e9,", is_perplexity)


# The parser.

# Options of all commands, and those of a whole chain
SHARED = {"files", "schema", "text_key", "html_key", "id_key", "lines", "score_columns",
          "on_error", "line_buffered", "progress", "quiet", "stats", "signature",
          "jobs", "max_seconds", "output", "skip_existing", "split", "compress", "dropped"}
# What -h shows: ten options at most, those that the docstring names, else its own, then these
COMMON = ["--lines", "--schema", "--on-error", "--stats"]
MOST_COMMON = 10
MOST_EXAMPLES = 3
EXAMPLE = re.compile(r"(?:.*\\\n)*.+")    # its lines but the last end in a backslash
MAX_SECONDS = 60.0       # more than any page takes, on a loaded machine, too
MOST_JOBS = 1000
SHOWS_PROGRESS = ["auto", "on", "off"]
# Of a docstring
FILTERS = __package__.rpartition(".")[0]
SECTION = re.compile(r"\n\nOptions(?:, of which -h shows([^:]*))?:((?:\n  .*)+)")
HEAD = re.compile(r"(?:((?:-[\w-]+(?:, )?)+)(?: |\Z))?(\S+?)?(\.\.\.)?")
NAMED = re.compile(r"\{(\w+)\}")
OF_READING = {"--schema", "--text-key", "--html-key", "--id-key", "--lines", "--score-columns",
              "--raw"}
OPTIONS = {"--schema": {"choices": SCHEMAS, "default": "auto"}}
FILES: tuple[list[str], dict[str, Any]] = ["files"], {
    "nargs": "*", "default": [], "metavar": "FILE",
    "help": "input files; none or - is stdin; gz, bz2, xz and zst are recognised by their content"}
# Of commands that share their work among processes
JOBS = {"--jobs": {"type": jobs(MOST_JOBS), "default": 1}, "--max-seconds": {"type": not_negative}}


class _Parser(argparse.ArgumentParser):
    """argparse with one-line complaints, the nearest option, and no abbreviated ones.

    inside:  whether it reads the options of one stage of a chain: it raises Unusable, and whoever
             built the chain complains.
    """

    def __init__(self, inside, **settings):
        self._inside = inside
        super().__init__(allow_abbrev=False, add_help=False,
                         formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def parse_intermixed_args(self, args=None, namespace=None):
        """Parse options and files in any order; what follows -- are files, -x then is ./-x."""
        args = sys.argv[1:] if args is None else list(args)
        if "--" in args:
            end = args.index("--")
            args[end:] = [f"./{word}" if len(word) > 1 and word[0] == "-" else word
                          for word in args[end + 1:]]
        # alone --progress is --progress=on; a file after it is not its value
        args = ["--progress=on" if word == "--progress" and after not in SHOWS_PROGRESS else word
                for word, after in zip(args, [*args[1:], None], strict=False)]
        parsed, unknown = self.parse_known_intermixed_args(args, namespace)
        for word in unknown:
            if word.startswith("-") and os.path.exists(word):      # as * in a folder gives it
                self.error(f"{word}: no option; the file of this name is ./{word}, as in ./*")
        if unknown:
            near = nearest(unknown[0].partition("=")[0], self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{near}")
        return parsed

    def error(self, message):
        message = f"{message} (see {self.prog} --help)"
        if self._inside:
            raise Unusable(message)
        complain(self.prog, message)
        raise SystemExit(UNUSABLE)

    def _print_message(self, message, file=None):    # --help and --version
        if self._inside:
            raise Unusable("--help and --version cannot be given inside a chain")
        if status := show(self.prog, message):
            raise SystemExit(status)


class _ShortHelp(argparse.Action):
    """-h: what a command is, its common options, examples, and where all else is."""

    def __init__(self, option_strings, dest, common, help):
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS,
                         help=help)
        self.common = common

    def __call__(self, parser, namespace, values, option_string=None):
        text, _, examples = parser.description.partition("\n\nExamples:\n")
        formatter = parser._get_formatter()
        formatter.add_usage(parser.usage, [], [])
        formatter.add_text(text.partition("\n")[0])
        formatter.start_section("common options")
        formatter.add_arguments(self.common)
        formatter.end_section()
        formatter.add_text("\n".join(["examples:", *EXAMPLE.findall(examples)[:MOST_EXAMPLES]]))
        formatter.add_text(f"all: {parser.prog} --help, man {parser.prog.replace(' ', '-')}")
        parser._print_message(formatter.format_help(), sys.stdout)
        parser.exit()


def nearest(word: str, names: Iterable[str]) -> str:
    """Return the end of a complaint: the name that is most like a wrong one, "" for none.

    >>> nearest("scop", ["format", "scope"]), nearest("x", ["format"])
    ('; the nearest is scope', '')
    """
    from difflib import get_close_matches
    return "".join(f"; the nearest is {name}" for name in get_close_matches(word, names, 1))


def command_name(module: ModuleType) -> str:
    """Return what a user types for the command in this module.

    >>> from scutch.filters import scutch, train_charlm
    >>> command_name(train_charlm), command_name(scutch)
    ('scutch-train charlm', 'scutch')
    """
    name = module.__name__.rpartition(".")[2].replace("_", " ")
    return name if name == "scutch" else f"scutch-{name}"


def manual(module: ModuleType) -> str:
    """Return the docstring of a module; from its source under python -OO, which removes it."""
    if module.__doc__ is None:
        import ast
        with open(module.__file__ or "", encoding="utf-8") as source:
            return ast.get_docstring(ast.parse(source.read()), clean=False) or ""
    return module.__doc__


def options(module: Any, inside: bool = False) -> argparse.ArgumentParser:
    """Return a parser with the filter's manual, its own options and the shared ones.

    inside:  whether the filter is one stage of a chain, and not a command: what its parser refuses
             raises Unusable then.
    """
    name = command_name(module)
    operands = getattr(module, "OPERANDS", "[FILE]...")
    parser = _Parser(inside, prog=name, usage=f"{name} [OPTION]... {operands}",
                     description=SECTION.sub("", manual(module)))
    listed = options_of(module, inside)
    for title, group in zip(("options of this command", "options of all commands"), listed,
                            strict=True):
        add = parser.add_argument_group(title).add_argument
        for words, settings in group.values():
            add(*words, **settings)
    parser.add_argument(*FILES[0], **FILES[1])
    add("--version", action="version", version=f"{name} {__version__}",
        help="print name and version and exit")
    common = _common(module, listed[0], parser._option_string_actions)
    if common:
        add("-h", action=_ShortHelp, common=common,
            help="print the common options and examples and exit")
    add("--help", *["-h"] * (not common), action="help", help="print this manual and exit")
    return parser


def options_in(module: Any) -> dict[str, tuple[list[str], dict[str, Any]]]:
    """Return {word: (words, settings)} of the options in a docstring, as add_argument takes them.

    Below "Options:", or "Options, of which -h shows --a --b:", are "  --word VALUE  what it does"
    and "  + room.module", for those of another module. An option without a value is a flag,
    VALUE... may be repeated, {a,b} are the values there are, a by default, [a,b] the same without a
    default, WORD alone is an operand. In texts {default} stands for the default, and {NAME} for a
    constant of the module, as in {NAME} for values. OPTIONS, {word: settings}, has types, defaults
    and what else argparse needs to know.
    """
    declared: dict[str, tuple[list[str], dict[str, Any]]] = {}
    section = SECTION.search(manual(module))
    for entry in re.split(r"\n  (?=\S)", section[2])[1:] if section else ():
        if entry.startswith("+ "):
            declared |= options_in(import_module(f"{FILTERS}.{entry[2:]}"))
            continue
        head, *text = re.split(r"\n\s*|  +", entry)
        words, value, repeats = HEAD.fullmatch(head).groups()       # type: ignore[union-attr]
        settings: dict[str, Any] = {"help": NAMED.sub(
            lambda name: _constant(module, name[1]), " ".join(text).replace("%", "%%"))}
        if words is None:
            settings["metavar"], words = value, value.lower()
        elif not value:
            settings["action"] = "store_true"
        elif value[0] in "{[":
            listed = getattr(module, value[1:-1], None) or value[1:-1].split(",")
            settings["choices"] = listed
            settings["default"] = next(iter(listed)) if value[0] == "{" else None
        else:
            settings["metavar"] = value
        if repeats:
            settings["action"] = "append"
        word, *others = words.split(", ")
        declared[word] = [word, *others], {**declared.get(word, ((), {}))[1], **settings}
    for word, more in getattr(module, "OPTIONS", {}).items():
        declared[word][1].update(more)
    return declared


def _constant(module, name):
    """Return what stands for {name} in the text of an option."""
    if name == "default":
        return "%(default)s"
    value = getattr(module, name)
    if isinstance(value, (str, int, float)):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return ", ".join(value)


def options_of(module: Any, inside: bool) -> list[dict[str, tuple[list[str], dict[str, Any]]]]:
    """Return a filter's own options and the shared ones, as of options_in.

    inside:  whether the filter is one stage of a chain, and not a command.
    """
    own = options_in(module)
    reads = getattr(module, "READS_RECORDS", True)
    left_out = OF_READING if not reads else {"--raw"} if inside else set()
    if getattr(module, "HAS_FORMATS", False):
        left_out = {"--score-columns", "--raw"}
    if not (reads or getattr(module, "WRITES_RECORDS", False)):
        return [own, {}]
    return [own, {word: option for word, option in options_in(sys.modules[__name__]).items()
                  if word not in left_out and word not in own}]


def _common(module, own, actions):
    """Return the options that -h explains; own: those of the command; actions: by their names."""
    section = SECTION.search(manual(module))
    names = ((section and section[1]) or "").split() or [words[0] for words, _ in own.values()]
    return [actions[name] for name in [*names, *COMMON] if name in actions][:MOST_COMMON]


def signature(name: str, step: Step, opts: argparse.Namespace) -> str:
    """Return command, version, models and settings joined by "|", to go with published numbers."""
    settings = [f"{key}:{value}" for key, value in sorted(vars(opts).items())
                if key not in SHARED and value is not None and value is not False]
    return "|".join([name, f"version:{__version__}", *step.signature, *settings])


# The options of a filter as data.

FLAG = {"1": True, "true": True, "yes": True, "on": True,
        "0": False, "false": False, "no": False, "off": False}


class Option(NamedTuple):
    """An option of a filter.

    name:     of the value, such as with_hidden. option: as typed, --with-hidden.
    default:  the value if none is given. type: function from a word to a value.
    choices:  the allowed words, None for any. metavar: the name of the value in --help.
    is_flag:  whether it takes no value. repeats: whether it may be given several times.
    shared:   whether all commands have the option: it then belongs to a chain as a whole.
    """

    name: str
    option: str
    default: Any = None
    type: Callable[[str], Any] = str
    choices: Iterable[str] | None = None
    metavar: str = ""
    is_flag: bool = False
    repeats: bool = False
    shared: bool = False

    def value(self, given: object) -> Any:
        """Return the option's value for one from Python or a request; a list is joined by commas.

        Raises:  Unusable for an impossible value.
        """
        if self.is_flag:
            chosen = FLAG.get(str(given).lower())
            if chosen is None:
                raise Unusable(f"argument {self.option}: true or false is required, not {given!r}")
            return chosen
        if given is True:
            raise Unusable(f"argument {self.option}: expected one argument")
        words = list(map(str, given)) if isinstance(given, (list, tuple)) else [str(given)]
        if self.repeats:
            return tuple(map(self._of_word, words))
        return self._of_word(",".join(words))

    def _of_word(self, word):
        try:
            value = self.type(word)
        except (ArgumentTypeError, ValueError) as error:
            raise Unusable(f"argument {self.option}: {error}") from None
        if self.choices is not None and value not in self.choices:
            raise Unusable(f"argument {self.option}: invalid choice: {word!r} (choose from "
                           f"{', '.join(map(repr, self.choices))})")
        return value

    def words(self, value: Any) -> list[str]:
        """Return the words of a command line for a value."""
        if self.is_flag:
            return [self.option]
        if self.repeats:
            return [word for each in value for word in (self.option, str(each))]
        # what begins with - is not a value to argparse, unless it is a plain number
        return [f"{self.option}={value}"] if str(value)[:1] == "-" else [self.option, str(value)]


@cache
def declared(module: ModuleType) -> dict[str, Option]:
    """Return the options of a filter by the names of their values, in the order of its manual."""
    own, shared = options_of(module, inside=True)
    of_its_output = getattr(module, "OF_ITS_OUTPUT", ())
    by_name: dict[str, Option] = {}
    for words, settings in (*own.values(), *shared.values(), FILES):
        option = next((word for word in words if word.startswith("--")), words[0])
        name = settings.get("dest") or option.lstrip("-").replace("-", "_")
        action, type_ = settings.get("action"), settings.get("type", str)
        default = False if action == "store_true" else settings.get("default")
        by_name[name] = Option(
            name, option, type_(default) if isinstance(default, str) else default,     # as argparse
            type_, settings.get("choices"), settings.get("metavar") or "", action == "store_true",
            action == "append", name in SHARED and name not in of_its_output)
    return by_name


def words_of(module: ModuleType, opts: Namespace, names: Iterable[str]) -> list[str]:
    """Return the options of these names as words of a command line, without defaults."""
    options = declared(module)
    return [word for name in names if getattr(opts, name) != options[name].default
            for word in options[name].words(getattr(opts, name))]


def refuse(module: ModuleType, opts: Namespace, names: Sequence[str], where: str) -> None:
    """Raise Unusable if an option of a filter is given in vain.

    where: the end of the message: "with --stats" makes "--segments does nothing with --stats".
    """
    for name in names:
        option = declared(module)[name]
        if getattr(opts, name) != option.default:
            raise Unusable(f"{option.option} does nothing {where}")
