"""A chain as a pipe of commands for a shell, which scutch-clean --explain prints."""
import itertools
import shlex
from argparse import Namespace
from collections.abc import Iterable, Sequence

READ = "scutch-read"
GROUPING = {"archive", "docfreq"}        # hold all of their input, in the pipe

# Which command of the pipe has which options
OF_KEYS = ["text_key", "html_key", "id_key"]
OF_RECORDS = ["schema", *OF_KEYS]        # of the first one, where it reads records
OF_LISTS = ["names"]
OF_ALL = ["on_error", "line_buffered"]
OF_THE_LAST = ["progress", "stats"]


def pipe_of(filters: Sequence[Sequence[str]], opts: Namespace, usual: Namespace) -> str:
    """Return the pipe of commands that does what scutch-clean does with these options.

    filters: of the chain, lists of words; the first one reads what scutch-read writes.
    usual:   the options where none is given.
    Raises:  OSError for an input that cannot be opened.
    """
    first, *others = [[f"scutch-{name}", *words, *["--buffer"] * (name in GROUPING),
                       *words_of(opts, OF_ALL, usual)] for name, *words in filters]
    heads = list(_heads(first, opts, usual))
    head = heads[0] if len(heads) == 1 else "{ " + "; ".join(heads) + "; }"
    others[-1] += words_of(opts, OF_THE_LAST, usual)
    return " | ".join([head, *map(shlex.join, others)])


def _heads(first, opts, usual):
    """Yield the beginning of the pipe for each run of inputs: pages, or files of records."""
    from ..sources.kinds import holds_records
    if opts.names:                        # what is listed is not opened to be told apart
        yield (shlex.join([READ, *words_of(opts, OF_LISTS + OF_ALL, usual), *opts.files]) + " | "
               + shlex.join(first))
        return
    has_schema = opts.schema != "auto"
    for is_records, names in itertools.groupby(
            opts.files or ["-"], lambda name: has_schema or holds_records(name)):
        names = list(names) if opts.files else []
        if is_records:
            yield shlex.join([*first, *words_of(opts, OF_RECORDS, usual), *names])
        else:
            yield (shlex.join([READ, *words_of(opts, OF_KEYS + OF_ALL, usual), *names]) + " | "
                   + shlex.join(first))


def words_of(opts: Namespace, keys: Iterable[str], usual: Namespace) -> list[str]:
    """Return the options of these names as words of a command line, without those at their
    default."""
    words = []
    for key in keys:
        value, option = getattr(opts, key), "--" + key.replace("_", "-")
        if value is True:
            words.append(option)
        elif value != getattr(usual, key):
            # what begins with - is not a value to argparse, unless it is a plain number
            words += [f"{option}={value}"] if str(value)[:1] == "-" else [option, str(value)]
    return words
