"""The options that a filter declares, as data: their names, defaults and values.

A filter declares its options once, in `arguments`. argparse reads a command line by that, and this
module reads the values of a chain, of Python's keywords and of a request.
"""
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from ..errors import Unusable
from .options import SHARED, declare

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


class _Declarations:
    """A parser's stand-in: it keeps the calls of a filter's `arguments` as Options."""

    def __init__(self, of_its_output):
        self.options, self._of_its_output = {}, of_its_output

    def add_argument_group(self, *_title):
        return self

    def add_argument(self, *options, action="store", dest=None, default=None, type=str,
                     choices=None, metavar=None, **_others):
        option = next((word for word in options if word.startswith("--")), options[0])
        name = dest or option.lstrip("-").replace("-", "_")
        is_flag = action == "store_true"
        if isinstance(default, str):     # as argparse does
            default = type(default)
        self.options[name] = Option(
            name, option, False if is_flag else default, type, choices, metavar or "", is_flag,
            action == "append", name in SHARED and name not in self._of_its_output)


@cache
def declared(module: ModuleType) -> dict[str, Option]:
    """Return the options of a filter by the names of their values, in the order of its manual."""
    declarations = _Declarations(getattr(module, "OF_ITS_OUTPUT", set()))
    declare(module, declarations, alone=False)
    return declarations.options


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
