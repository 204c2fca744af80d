"""A chain as data: a list of filters, each with the values of its options.

It is made from a description, "html2text, segment, charlm --model en", from the options of a
command, and from the keywords of Python or of a request. Words are written for people alone.
"""
import importlib
import importlib.util
import re
import shlex
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from ..errors import Unusable
from .declared import Option, declared
from .options import command_name, nearest, stage_options
from .runner import made
from .step import Step

FILTERS = __package__.rpartition(".")[0]

# Tokens of a chain: quoted word, escape, comma, any character; shlex reads words between commas.
PIECE = re.compile(r"""
    '[^']*'                  # a word in single quotes
  | "(?:\\.|[^"\\])*"        # in double quotes
  | \\.                      # an escaped character
  | ,
  | [^,]
""", re.VERBOSE | re.DOTALL)


class Filter(NamedTuple):
    """A filter of a chain.

    name:    of its module, such as html2text or train_charlm.
    options: (name, value) of options not at their default, in the manual's order.
    """

    name: str
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def module(self) -> ModuleType:
        """The module.

        Raises:  Unusable if there is none, or if it does not turn records into records.
        """
        if not _is_module(self.name):
            raise Unusable(f"{self.name}: no filter of this name")
        module = importlib.import_module(f"{FILTERS}.{self.name}")
        if not hasattr(module, "make") or not getattr(module, "READS_RECORDS", True):
            raise Unusable(f"{self.name}: not a filter from records to records")
        return module

    @property
    def command(self) -> str:
        """The command as a user types it."""
        return command_name(self.module)

    def opts(self) -> Namespace:
        """Return the values of all its options."""
        values = {name: option.default for name, option in declared(self.module).items()}
        return Namespace(**{**values, **dict(self.options)})

    def words(self) -> list[str]:
        """Return the words of its command line, without "scutch-".

        >>> filter_of("combine", {"scope": "main", "keep_repeats": False}).words()
        ['combine', '--scope', 'main']
        """
        options = declared(self.module)
        return [self.name, *(word for name, value in self.options
                             for word in options[name].words(value))]

    def parts(self) -> "list[Filter]":
        """Return the filters it stands for: itself, or the chain of scutch-clean."""
        module = self.module
        try:
            return module.filters(self.opts()) if hasattr(module, "filters") else [self]
        except Unusable as error:
            raise Unusable(f"{self.command}: {error}") from None

    def step(self) -> Step:
        """Return its step.

        Raises:  Unusable for impossible options, and for a model that cannot be read.
        """
        try:
            step = made(self.module, self.opts(), inside=True)
        except Unusable as error:
            raise Unusable(f"{self.command}: {error}") from None
        if step.stages is not None:
            raise Unusable(f"{self.command} is a chain itself")
        return step


def filter_of(name: str, values: Mapping[str, Any]) -> Filter:
    """Return the filter with these values; values of options it does not have are passed over."""
    filter = Filter(name)
    return filter._replace(options=tuple(
        (key, tuple(values[key]) if option.repeats else values[key])
        for key, option in declared(filter.module).items()
        if not option.shared and key in values and values[key] != option.default))


def filter_of_words(words: Sequence[str]) -> Filter:
    """Return the filter of a command line: its name, with scutch- or without, and its options."""
    name, *others = words
    name = name.removeprefix("scutch-")
    if others and _is_module(f"{name}_{others[0]}"):     # train charlm
        name, others = f"{name}_{others[0]}", others[1:]
    module = Filter(name).module
    try:
        values = vars(stage_options(module, others))
        for key, option in declared(module).items():
            if option.shared and values[key] != option.default:
                _refuse_shared(option)
    except Unusable as error:
        raise Unusable(f"{command_name(module)}: {error}") from None
    return filter_of(name, values)


def filter_of_keywords(name: str, given: Mapping[str, object],
                       may_name_files: bool = True) -> Filter:
    """Return the filter with these options, as Python or a request gives them: see Option.value.

    given:   {option, with _ for -: value}; None, False and [] count as not given.
    may_name_files: whether options that name a file are allowed.
    Raises:  Unusable for an unknown option, and for an impossible value.

    >>> filter_of_keywords("clean", {"without": ["captions", "teasers"], "max": None}).options
    (('without', 'captions,teasers'),)
    """
    filter, values = Filter(name), {}
    options = declared(filter.module)
    for key, value in given.items():
        option = options.get(key.rstrip("_"))        # with_, since `with` is a word of Python
        if option is None or not (may_name_files or "FILE" not in option.metavar):
            raise Unusable(f"{filter.command}: {key} is no option that can be given inside a chain"
                           f"{'' if option else nearest(key, options)}")
        if value is None or value is False or value in ("", [], ()):
            continue
        if option.shared:
            _refuse_shared(option)
        try:
            values[option.name] = option.value(value)
        except Unusable as error:
            raise Unusable(f"{filter.command}: {error} (see {filter.command} --help)") from None
    return filter_of(name, values)


def _refuse_shared(option: Option) -> None:
    what = "a file" if option.name == "files" else option.option
    raise Unusable(f"{what} cannot be given inside a chain, only to the whole of it")


def filters_of(description: str) -> list[Filter]:
    """Return the filters of a description, as scutch-chain takes it."""
    return list(map(filter_of_words, split(description)))


def description_of(filters: Iterable[Filter]) -> str:
    """Return the description of filters.

    >>> description_of(filters_of("segment, emit   --source 'a, b'"))
    "segment, emit --source 'a, b'"
    """
    return ", ".join(shlex.join(filter.words()) for filter in filters)


def split(description: str) -> list[list[str]]:
    """Return the words of each filter, its name first.

    >>> split("html2text, emit --source 'a, b'")
    [['html2text'], ['emit', '--source', 'a, b']]
    """
    parts = [""]
    for piece in PIECE.findall(description):
        if piece == ",":
            parts.append("")
        else:
            parts[-1] += piece
    try:
        filters = [shlex.split(part) for part in parts]
    except ValueError as error:
        raise Unusable(f"{description!r}: {error}") from None
    if not all(filters):
        raise Unusable(f"{description!r}: a comma-separated list of filters is required")
    return filters


def _is_module(name):
    return name.isidentifier() and importlib.util.find_spec(f"{FILTERS}.{name}")
