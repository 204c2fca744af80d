"""Validate the options of scutch-clean and fill in defaults that depend on others."""
import os
from argparse import Namespace

from ..errors import Unusable
from ..selection.scopeoptions import ARTICLE, NOT_ARTICLE
from ..selection.scoreletters import LETTERS
from ..selection.segments import AUTO, roles_named
from ..sinks.formats import EXTENSIONS, JSON_EXTENSION, WITH_QUALITY, format_of
from ..stream.inputs import check_schema
from .defaultchain import SCORERS, has_letters

DECIDING = SCORERS[-1]
# Of a name that -o is given for one file
OF_FILES = {f".{name}" for name in [*EXTENSIONS.values(), JSON_EXTENSION, "json", "gz"]}


def settled(opts: Namespace) -> Namespace:
    """Return the options with the defaults that depend on others.

    Raises:  Unusable for options that cannot be.
    """
    check_schema(opts)
    opts = Namespace(**vars(opts))
    if opts.keep is None and opts.max is None and opts.min is None:
        opts.keep = AUTO
    if opts.lines:
        opts.schema = "lines"
    name = format_of(opts)
    if opts.quality and name not in WITH_QUALITY and opts.max_quality is None and not opts.dropped:
        raise Unusable(f"--quality shows nothing in --format {name}: --max-quality drops by it, "
                       "and jsonl, dolma, datatrove, parquet, xml and vrt show it")
    _check(opts)
    if opts.scope == ARTICLE:
        opts.scope = "main"
        kept = roles_named(getattr(opts, "with"))
        left_out = sorted({*NOT_ARTICLE, *roles_named(opts.without)} - kept)
        opts.without = ",".join(left_out) or None
    if opts.archive and opts.by is None:
        opts.by = DECIDING               # the last score is that of docfreq
    return opts


def _check(opts):
    """Refuse options that contradict others."""
    if opts.output and os.path.splitext(opts.output)[1] in OF_FILES:
        raise Unusable("-o takes a folder, which gets one file for each FILE; for a single file "
                       f"use > {opts.output}")
    if opts.output == "":
        raise Unusable("-o '': a folder is required")
    if opts.no_context and opts.wordlm is None:
        raise Unusable("--no-context goes with --wordlm")
    for name in ("skip_existing", "split", "compress"):
        if getattr(opts, name) and not opts.output:
            raise Unusable(f"--{name.replace('_', '-')} goes with -o")
    if opts.compress and opts.format == "parquet":
        raise Unusable("--compress does nothing for --format parquet, which is compressed")
    if opts.explain and opts.output:
        raise Unusable("--explain prints one pipe, -o is a run for each input: give one")
    of_read = [name for name in ("names", "drop_urls", "only_urls") if getattr(opts, name)]
    if opts.explain and of_read and opts.schema != "auto":
        raise Unusable(f"--explain has no pipe for --{of_read[0].replace('_', '-')} with --schema "
                       "or --lines: only scutch-read has it")
    if opts.letters != LETTERS and not has_letters(opts):
        raise Unusable("--letters does nothing without --keep LETTERS or a format that shows them")
    if opts.favor and opts.by not in (None, DECIDING):
        raise Unusable(f"--favor needs the score of scutch-combine, but --by {opts.by} decides")
    if opts.favor and opts.keep != AUTO:
        raise Unusable("--favor shifts the threshold of --keep auto, which is not asked for")
    if opts.archive and (opts.jobs > 1 or opts.max_seconds):
        raise Unusable("--archive compares the pages of a host in one process: it goes without "
                       "--jobs and --max-seconds")
    if opts.dropped and opts.output:
        raise Unusable("--dropped writes one file, -o one for each FILE: give one")
    if opts.dedup and opts.skip_existing:
        raise Unusable("--dedup compares the pages of all FILEs: it goes without --skip-existing")
    if opts.raw and opts.by in (None, DECIDING):
        raise Unusable("--raw: combine writes no raw value; --by names a score that has one, such "
                       "as charlm")
