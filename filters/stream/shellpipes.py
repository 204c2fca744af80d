"""A chain and its input as a pipe of commands for a shell, as scutch-clean --explain prints it."""
import itertools
import shlex
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from types import ModuleType

from .declared import words_of
from .spec import Filter

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
    from ..sources.kinds import holds_records

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
            opts.files or ["-"], lambda name: has_schema or holds_records(name)):
        names = list(names) if opts.files else []
        yield (shlex.join([*first, *words(OF_RECORDS), *names]) if is_records
               else read(OF_PAGES, names))
