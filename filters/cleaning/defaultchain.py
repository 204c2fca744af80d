"""The filters of scutch-clean's chain, each with its options."""
from argparse import Namespace

from ..errors import Unusable
from ..selection.segments import AUTO
from ..sinks.formats import WITH_SHOWN, needs_meta
from ..stream.order import names_roles
from ..stream.spec import Filter, filter_of

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
