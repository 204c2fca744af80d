"""The filters of scutch-clean's chain, and its options, validated."""
import os
from argparse import Namespace

from ..errors import Unusable
from ..selection.scopeoptions import ARTICLE, NOT_ARTICLE
from ..selection.scoreletters import LETTERS
from ..selection.segments import AUTO, roles_named
from ..sinks.formats import FORMATS, OF_DOCUMENTS, WITH_SHOWN, format_of, needs_meta
from ..stream.inputs import check_schema
from ..stream.order import names_roles
from ..stream.spec import Filter, filter_of
from ..wording import typed

# The filters of scutch-clean's chain, each with its options.

SCORERS = ["charlm", "combine"]       # the last decides: see share/bench/accuracy.txt
LETTERED = {"xml", "vrt", "tei"}      # formats that show the letters of scutch-tag


def chain_of(opts: Namespace) -> list[Filter]:
    """Return the filters of the chain; combine and emit have all options that have their names.

    opts:    settled, see cleanoptions.py.
    Raises:  Unusable for a --model of none of the scorers.
    """
    given = vars(opts)
    meta = needs_meta(opts)
    marks = opts.marks or opts.images or bool({opts.format, opts.text} & WITH_SHOWN)
    chain = [filter_of("html2text", {**given, "marks": marks, "meta": meta}),
             Filter("segment"), *_judges(opts)]
    if opts.wordlm is not None:          # hidden text is left to the last filter
        chain.append(filter_of("prune", {"wordlm": opts.wordlm, "no_context": opts.no_context,
                                         "with_hidden": True}))
    if opts.archive:                     # share/bench/papers/archive_words.txt says what that gains
        chain += [Filter("archive"), Filter("docfreq"), filter_of("prune", {"shared": True})]
    if opts.dedup:
        chain += [Filter("dedup"), filter_of("prune", {"duplicates": True})]
    if opts.quality or opts.max_quality is not None:
        chain.append(Filter("quality"))
    if opts.split_comments or any(map(names_roles, filter(None, [
            opts.without, given["with"], opts.only_roles]))):
        chain.append(Filter("role"))
    if meta:                             # by the lines of the text, and their roles
        chain.append(Filter("meta"))
    if has_letters(opts):
        chain.append(filter_of("tag", {"letters": opts.letters}))
    if opts.pii:                         # by the form of a text alone, so last
        chain.append(filter_of("prune", {"pii": opts.pii}))
    of_emit = given.keys() - _not_of_emit(opts)
    return [*chain, filter_of("emit", {key: given[key] for key in of_emit})]


def has_letters(opts: Namespace) -> bool:
    """Return whether the chain needs scutch-tag."""
    return _by_letter(opts) or opts.format in LETTERED


def _by_letter(opts):
    return opts.keep not in (None, AUTO)


def _judges(opts):
    """Return the scorers, each with its --model, after the filter that chooses languages."""
    names = [*["lang"] * bool(opts.lang), *SCORERS]
    if opts.wordlm is not None:          # before the last, whose score decides
        names.insert(-1, "wordlm")
    models = {}
    for word in opts.model or []:
        name, _, file = word.partition("=")
        if not file or name not in names:
            more = "" if opts.lang else ", and lang where --lang is given"
            raise Unusable(f"--model {word}: NAME=FILE is required, NAME one of "
                           f"{', '.join(names)}{more}")
        models[name] = {"model": file}
    own = {"lang": {"only": opts.lang},
           "combine": {key: value for key, value in vars(opts).items() if key != "model"}}
    return [filter_of(name, {**own.get(name, {}), **models.get(name, {})}) for name in names]


def _not_of_emit(opts):
    """Return the names of options that are not those of emit, or do nothing there."""
    names = {"no_context"}               # of the filter that removes sentences
    if not _by_letter(opts):
        names.add("letters")
    if opts.format != "jsonl":           # whose fields keep their names
        names |= {"schema", "text_key", "id_key"}
    elif opts.schema in ("lines", "tsv"):
        names.add("schema")
    return names


# Validate the options of scutch-clean and fill in defaults that depend on others.

DECIDING = SCORERS[-1]
GOES_WITH = {"no_context": "wordlm", "skip_existing": "output", "split": "output",
             "compress": "output"}
# Of a name that -o is given for one file
OF_FILES = {".json", ".gz", *(f".{extension}" for _, extension in FORMATS.values())}


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
    _check(opts, format_of(opts))
    if opts.scope == ARTICLE:
        opts.scope = "main"
        kept = roles_named(getattr(opts, "with")) | roles_named(opts.only_roles)
        left_out = sorted({*NOT_ARTICLE, *roles_named(opts.without)} - kept)
        opts.without = ",".join(left_out) or None
    if opts.archive and opts.by is None:
        opts.by = DECIDING               # the last score is that of docfreq
    return opts


def _check(opts, form):
    """Refuse options that contradict others."""
    for name, needed in GOES_WITH.items():
        if getattr(opts, name) and not getattr(opts, needed):
            raise Unusable(f"{typed(name)} goes with {typed(needed)}")
    of_read = [typed(name) for name in ("names", "drop_urls", "only_urls") if getattr(opts, name)]
    is_combined = opts.by in (None, DECIDING)
    for is_refused, why in (
            (opts.output and os.path.splitext(opts.output)[1] in OF_FILES,
             "-o takes a folder, which gets one file for each FILE; for a single file use > "
             f"{opts.output}"),
            (opts.output == "", "-o '': a folder is required"),
            (opts.compress and opts.format == "parquet",
             "--compress does nothing for --format parquet, which is compressed"),
            (opts.explain and opts.output,
             "--explain prints one pipe, -o is a run for each input: give one"),
            (opts.explain and of_read and opts.schema != "auto",
             f"--explain has no pipe for {' and '.join(of_read)} with --schema or --lines: only "
             "scutch-read has it"),
            (opts.letters != LETTERS and not has_letters(opts),
             "--letters does nothing without --keep LETTERS or a format that shows them"),
            (opts.favor and not is_combined,
             f"--favor needs the score of scutch-combine, but --by {opts.by} decides"),
            (opts.favor and opts.keep != AUTO,
             "--favor shifts the threshold of --keep auto, which is not asked for"),
            (opts.archive and (opts.jobs > 1 or opts.max_seconds),
             "--archive compares the pages of a host in one process: it goes without --jobs and "
             "--max-seconds"),
            (opts.dropped and opts.output,
             "--dropped writes one file, -o one for each FILE: give one"),
            (opts.dedup and opts.skip_existing,
             "--dedup compares the pages of all FILEs: it goes without --skip-existing"),
            (opts.quality and form not in {*OF_DOCUMENTS, "vrt"} and opts.max_quality is None
             and not opts.dropped,
             f"--quality shows nothing in --format {form}: --max-quality drops by it, and jsonl, "
             "dolma, datatrove, parquet, xml and vrt show it"),
            (opts.pii == "mark" and (opts.text or form not in OF_DOCUMENTS - {"xml"}),
             "--pii mark writes places in plain text into --format jsonl, dolma, datatrove or "
             "parquet, without --text; --pii mask is for all formats"),
            (opts.split and opts.corpus,
             "--corpus is one document of all pages, --split a file for each: give one"),
            (opts.raw and is_combined,
             "--raw: combine writes no raw value; --by names a score that has one, such as charlm"),
    ):
        if is_refused:
            raise Unusable(why)
