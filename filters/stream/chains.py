"""A chain of filters, "html2text, segment, charlm --model en, tag": as data, as a step, as a pipe.

As data it is a list of filters, each with the values of its options. It is made from a description,
from the options of a command, and from the keywords of Python or of a request. Words are written
for people alone.

Its filters have an order: each comes after the writers of the fields it reads, by fields.tsv.
Records may bring fields of an earlier run. So a field is missing only if no earlier run can have
written it: scutch-html2text makes segments anew, so they have fields of later filters only;
records of scutch-clean have text, and no segments.
"""
import importlib
import importlib.util
import itertools
import re
import shlex
from argparse import Namespace
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from types import ModuleType
from typing import Any, NamedTuple

from ...lm.tagnames import NAMED_KINDS
from ..edge.bytestreams import LONGEST_SHOWN
from ..edge.jsonlines import plain_object
from ..errors import BadRecord, Unusable
from ..record import Field, Record, as_line, fields
from .options import Option, command_name, declared, nearest, options, words_of
from .runner import made
from .stages import MOST_RECORDS, Stages, timed
from .step import Step

# A chain as data.

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

        >>> filter_of("combine", {"scope": "main", "favor": None}).words()
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
        values = vars(options(module, inside=True).parse_intermixed_args(others))
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


# The order of its filters.

OF_SCORE = "segments[].scores."
PAGES, REFINER, SINK = "html2text", "segment", "emit"
LIMITS = {"keep", "max", "min"}          # of a score


def names_roles(value: str) -> bool:
    """Return whether a value of --with and the like names roles, not kinds alone."""
    return any(name.removesuffix("s") not in NAMED_KINDS for name in value.split(","))


# By what a line of fields.tsv has after an option: whether a value of that needs the field
NEEDED: dict[str, Callable[[Any], bool]] = {
    "": lambda value: True, "LETTERS": lambda value: value != "auto", "ROLES": names_roles}


@cache
def _of_segments() -> list[Field]:
    return [field for field in fields() if field.name.startswith("segments[].")]


def check_order(filters: Sequence[Filter]) -> None:
    """Raise Unusable if a filter lacks a field that others write, or overwrites their fields."""
    written: set[str] | None = None      # fields of segments; None: the input may have any
    before: list[Filter] = []            # those that wrote them
    for filter in filters:
        if written is not None:
            _check(filter, written)
        kept = [] if filter.name == PAGES else [PAGES, REFINER]
        undone = [other for other in before if other.name not in kept]
        if undone and filter.name in (PAGES, REFINER):
            raise Unusable(f"{filter.command} makes segments, without what {undone[0].command} "
                           f"has written: put {undone[0].command} after it")
        own = {field.name for field in _of_segments() if _is_among(filter, field.writer)}
        if filter.name in (PAGES, SINK):
            written, before = own, []
        elif written is not None:
            written |= own
        if own:
            before.append(filter)


def _check(filter: Filter, written: set[str]) -> None:
    """Raise Unusable if a filter, or one of its options, needs a field that nobody has written."""
    for field in _of_segments():
        if field.name in written or not _is_among(filter, field.reader):
            continue
        writers = " and ".join(f"scutch-{name}" for name in field.writer.split(", "))
        raise Unusable(f"{filter.command}: no filter before it writes {field.name}, as {writers} "
                       "would")
    options = dict(filter.options)
    scores = sorted(name.removeprefix(OF_SCORE) for name in written if name.startswith(OF_SCORE))
    by = options.get("by")
    if by is not None and by not in scores:
        raise Unusable(f"{filter.command}: --by {by}: no filter before it writes that score; the "
                       f"scores are {', '.join(scores) or 'none'}")
    if not scores and LIMITS & options.keys():
        raise Unusable(f"{filter.command}: no filter before it writes a score, as scutch-charlm "
                       "would")


def _is_among(filter: Filter, entries: str) -> bool:
    """Return whether a filter, with its options, is one of the writers or readers of a field.

    >>> _is_among(Filter("emit", (("keep", "a-c"),)), "prune --keep LETTERS, emit --keep LETTERS")
    True
    >>> _is_among(Filter("emit", (("keep", "auto"),)), "prune --keep LETTERS, emit --keep LETTERS")
    False
    """
    given = dict(filter.options)
    for entry in entries.split(", "):
        name, _, option = entry.partition(" --")
        key, _, words = option.partition(" ")
        value = given.get(key.replace("-", "_"))
        if name == filter.name and (not key or (value and NEEDED[words](value))):
            return True
    return False


# A chain as a step.

OWN = frozenset(["segments", "elements"])
CHAINS = 16              # chains that are kept, each for other options; all share their models

class Chain(Step):
    """A chain of filters: a step from a record to the list that comes out.

    filters:  Filters, or their description as scutch-chain takes it, "segment, charlm --model en".
    on_error: the treatment of bad records: see Stages.
    Memory:  the models of its filters. Only `filters` is copied to other processes.
    Raises:  Unusable for an unknown filter, option or model, and for a filter that lacks what only
             another one can write: see order.py.
    """

    def __init__(self, filters: str | Sequence[Filter], on_error: str = "keep") -> None:
        self.filters, self.on_error = filters, on_error
        parts = [part for filter in (filters_of(filters) if isinstance(filters, str) else filters)
                 for part in filter.parts()]
        check_order(parts)
        self.stages: list[tuple[str, Any]] = [(part.command, part.step()) for part in parts]
        for name, step in self.stages[:-1]:
            if step.write:
                raise Unusable(f"{name} ends a chain, no filter can follow it")
        steps = [step for _, step in self.stages]
        self.signature = [part for step in steps for part in step.signature]
        self._through = Stages(self.stages, on_error)
        self.limit = self._through.limit

    def __call__(self, record: Any, place: str = "record", seconds: float = 0) -> list[Any]:
        """Return the records that come out; where scutch-emit is last, the bytes it writes.

        seconds: a record that takes longer is bad, 0 for any time.
        """
        with timed(seconds) as self._through.limit:
            return list(self._written(self._through.over([_item(record, place)])))

    def over(self, records: Iterable[Record], seconds: float = 0) -> Iterator[Any]:
        """Yield the output for an iterable of records: records, or bytes.

        Where filters take several pages at a time, some are read before the first comes out. A
        filter that gives one result at the end, such as scutch-eval, gives it here, too.
        """
        with timed(seconds) as self.limit:
            if not self.last.packing:
                yield from self.items(records)
                return
            packing = self.last.packing()
            for output in self.items(records):
                if data := packing.add(output):
                    yield data
            yield packing.end()

    def items(self, records: Iterable[Record | BadRecord]) -> Iterator[Any]:
        """Yield the output before any `packing`, a row each.

        A BadRecord, of an unreadable line, goes through as in the commands.
        """
        self._through = Stages(self.stages, self.on_error)       # without what a last one held
        self._through.limit = self.limit
        for _, step in self.stages:
            step.restart()
        together = self.on_error in ("keep", "skip") and self._through.gathers
        items = (_item(record, f"record {number}") for number, record in enumerate(records, 1))
        yield from self._written(self._through.over(items, MOST_RECORDS if together else 1))
        yield from self._written(self._through.rest())
        if self.last.finish:
            yield self.last.finish()

    def _written(self, placed):
        """Yield what the last step writes of (place, item): records, or bytes."""
        for place, item in placed:
            if self.last.write:
                for _, data in self._through.parts(item, self.last.write, place):
                    yield data
            else:
                yield item

    def __reduce__(self):
        return Chain, (self.filters, self.on_error)


@lru_cache(CHAINS)
def chain_of_pages(*filters: Filter) -> Chain:
    """Return the chain of these filters, made once; called with a bad page it raises BadRecord.

    Raises:  Unusable for a format that is a file of many pages, too.
    """
    chain = Chain(filters, on_error="raise")
    if chain.last.packing:
        raise Unusable("--format csv or parquet is a file of many pages: scutch-clean writes it, "
                       "and scutch.pipe gives its bytes")
    return chain


def chain_of_keywords(name: str, given: Mapping[str, object]) -> Chain:
    """Return the chain of pages of one filter, made once; given: see filter_of_keywords."""
    return _chain_of_keywords(name, **{
        key: tuple(map(str, value)) if isinstance(value, (list, tuple)) else
        value if isinstance(value, Hashable) else str(value) for key, value in given.items()})


@lru_cache(CHAINS, typed=True)
def _chain_of_keywords(filter_name: str, /, **given: Any) -> Chain:
    return chain_of_pages(filter_of_keywords(filter_name, given))


def _item(record, place):
    """Return (place, record); of what is not a dict a BadRecord, whose "line" is that as text."""
    if isinstance(record, BadRecord):
        return str(record.record.get("id", place)), record
    if not isinstance(record, dict):
        line = record if isinstance(record, bytes) else str(record).encode("utf-8", "replace")
        return place, BadRecord(f"a dict is required, this is {type(record).__name__}",
                                "bad_record", {"id": place, **as_line(line[:LONGEST_SHOWN])})
    name = str(record.get("id", place))
    try:
        return name, plain_object(record, OWN)
    except RecursionError:
        return name, BadRecord("nested too deeply", "nested", {"id": name})
    except Exception as error:           # of a value's own str()
        return name, BadRecord(f"a value that cannot be written ({error!r})", "bad_record",
                               {"id": name})


# A chain as a pipe, as scutch-clean --explain prints it.

READ = "scutch-read"
GROUPING = {"archive", "docfreq"}        # hold all of their input, in the pipe

# Which command of the pipe has which of the options of all commands
OF_KEYS = ["text_key", "html_key", "id_key"]
OF_RECORDS = ["schema", *OF_KEYS]        # of the first one, where it reads records
OF_LISTS = ["names"]
OF_PAGES = [*OF_KEYS, "drop_urls", "only_urls"]      # of scutch-read
OF_ALL = ["on_error", "line_buffered"]
OF_THE_LAST = ["progress", "stats"]


def pipe_of(module: ModuleType, opts: Namespace, filters: Sequence[Filter]) -> str:
    """Return the pipe of commands that does what a command does with these options.

    module:   of the command, which reads pages or records.
    filters:  of its chain; the first one reads what scutch-read writes.
    Raises:   OSError for an input that cannot be opened.
    """
    words = partial(words_of, module, opts)
    first, *others = [[filter.command, *filter.words()[1:],
                       *["--buffer"] * (filter.name in GROUPING), *words(OF_ALL)]
                      for filter in filters]
    heads = list(_heads(first, opts, words))
    head = heads[0] if len(heads) == 1 else "{ " + "; ".join(heads) + "; }"
    others[-1] += words(OF_THE_LAST)
    return " | ".join([head, *map(shlex.join, others)])


def _heads(first, opts, words):
    """Yield the beginning of the pipe for each run of inputs: pages, or files of records."""
    from ..sources.kinds import kind_at

    def read(options, names):
        return " | ".join([shlex.join([READ, *words(options + OF_ALL), *names]),
                           shlex.join(first)])
    if opts.names:                        # what is listed is not opened to be told apart
        yield read(OF_LISTS + OF_PAGES, opts.files)
        return
    if opts.drop_urls or opts.only_urls:  # which it reads for all
        yield read(OF_PAGES, opts.files)
        return
    has_schema = opts.schema != "auto"
    for is_records, names in itertools.groupby(
            opts.files or ["-"], lambda name: has_schema or kind_at(name) == "records"):
        names = list(names) if opts.files else []
        yield (shlex.join([*first, *words(OF_RECORDS), *names]) if is_records
               else read(OF_PAGES, names))
