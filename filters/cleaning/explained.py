"""A chain as a pipe of commands for a shell, which scutch-clean --explain prints."""
import itertools
import shlex
from argparse import Namespace
from collections.abc import Callable, Sequence

from ..stream.spec import Filter

READ = "scutch-read"
GROUPING = {"archive", "docfreq"}        # hold all of their input, in the pipe

# Which command of the pipe has which of the options of all commands
OF_KEYS = ["text_key", "html_key", "id_key"]
OF_RECORDS = ["schema", *OF_KEYS]        # of the first one, where it reads records
OF_LISTS = ["names"]
OF_PAGES = [*OF_KEYS, "drop_urls", "only_urls"]      # of scutch-read
OF_ALL = ["on_error", "line_buffered"]
OF_THE_LAST = ["progress", "stats"]


def pipe_of(filters: Sequence[Filter], opts: Namespace,
            words_of: Callable[[Sequence[str]], list[str]]) -> str:
    """Return the pipe of commands that does what scutch-clean does with these options.

    filters:  of the chain; the first one reads what scutch-read writes.
    words_of: function from names of options to their words.
    Raises:   OSError for an input that cannot be opened.
    """
    first, *others = [[filter.command, *filter.words()[1:],
                       *["--buffer"] * (filter.name in GROUPING), *words_of(OF_ALL)]
                      for filter in filters]
    heads = list(_heads(first, opts, words_of))
    head = heads[0] if len(heads) == 1 else "{ " + "; ".join(heads) + "; }"
    others[-1] += words_of(OF_THE_LAST)
    return " | ".join([head, *map(shlex.join, others)])


def _heads(first, opts, words_of):
    """Yield the beginning of the pipe for each run of inputs: pages, or files of records."""
    from ..sources.kinds import holds_records

    def read(options, names):
        return " | ".join([shlex.join([READ, *words_of(options + OF_ALL), *names]),
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
        yield (shlex.join([*first, *words_of(OF_RECORDS), *names]) if is_records
               else read(OF_PAGES, names))
