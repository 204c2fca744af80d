"""The filters of scutch-clean's chain as words, each with its options."""
from argparse import Namespace

from ..errors import Unusable
from ..selection.segments import AUTO
from ..sinks.formats import SHOWING_META
from .explained import words_of

# The last decides and gets the options of the scope. share/bench/accuracy.txt compares them
SCORERS = [["charlm"], ["combine"]]
FAST = [["charlm"], ["combine", "--fast"]]
MARKED = {"markdown"}    # formats that show marks of html2text unasked
LETTERED = {"xml", "vrt", "tei"}      # formats that show the letters of scutch-tag
# With --archive, after the scorers; share/bench/archive_words.txt says what that gains.
WORDLM = ["wordlm"]      # before the last scorer, whose score decides
COMPARERS = [["archive"], ["docfreq"]]
ARCHIVE = [*COMPARERS, ["prune", "--shared"]]
DEDUP = [["dedup"], ["prune", "--duplicates"]]

# Which filter of the chain has which options
OF_COMBINE = ["scope", "favor", "keep_repeats"]
OF_SENTENCES = ["wordlm", "no_context"]
OF_LETTERS = ["letters"]   # of tag, too
OF_EMIT = ["format", "source", "mark_repeats", "spreadsheet", "by", "keep", "max", "min", "raw",
           "with_hidden", "min_f", "max_quality", "without", "with", "meta", "sentences", "marks",
           "links", "images", "emphasis"]
NAMES = ["schema", "text_key", "id_key"]     # of the fields, on the way out


def commands(opts: Namespace, usual: Namespace) -> list[list[str]]:
    """Return the filters of the chain as words, each with its options.

    usual: the options where none is given.
    """
    compare = [*ARCHIVE * opts.archive, *DEDUP * opts.dedup]
    by_letter = opts.keep not in (None, AUTO)
    roles = bool(opts.without or getattr(opts, "with"))
    shows_meta = opts.meta or opts.format in SHOWING_META
    of_page = [*["--marks"] * (opts.marks or opts.format in MARKED), *["--meta"] * shows_meta]
    tags = [["tag", *words_of(opts, OF_LETTERS, usual)]] * has_letters(opts)
    quality = [["quality"]] * (opts.quality or opts.max_quality is not None)
    # meta reads the lines of the text, and their roles where they have some
    of_lines = [*[["role"]] * roles, *[["meta"]] * shows_meta]
    return [["html2text", *of_page], ["segment"], *_judges(opts, usual),
            *_sentences(opts, usual), *compare, *quality, *of_lines, *tags,
            ["emit", *words_of(opts, OF_EMIT + OF_LETTERS * by_letter, usual),
             *_names(opts, usual)]]


def has_letters(opts: Namespace) -> bool:
    """Return whether the chain needs scutch-tag."""
    return opts.keep not in (None, AUTO) or opts.format in LETTERED


def _names(opts, usual):
    """Return the options by which fields keep the names of the input in the output."""
    if opts.format != "jsonl":
        return []
    return words_of(opts, [name for name in NAMES
                           if name != "schema" or opts.schema not in ("lines", "tsv")], usual)


def _judges(opts, usual):
    """Return the filters that score, with their models, after the one that chooses languages."""
    chosen = [["lang", "--only", opts.lang]] if opts.lang else []
    return _with_models([*chosen, *scorers(opts, usual)], opts.model or [])


def _with_models(filters, models):
    """Return the filters, each with its --model where `models` has one, a list of NAME=FILE."""
    known = [name for name, *_ in filters]
    given = {}
    for word in models:
        name, equals, file = word.partition("=")
        if not equals or not file or name not in known:
            more = "" if "lang" in known else ", with --lang lang"
            raise Unusable(f"--model {word}: NAME=FILE is required, NAME one of "
                           f"{', '.join(known)}{more}")
        given[name] = ["--model", file]
    return [[*words, *given.get(words[0], [])] for words in filters]


def _sentences(opts, usual):
    """Return the filter that removes sentences; hidden text is left to the last of the chain."""
    words = words_of(opts, OF_SENTENCES, usual)
    return [["prune", *words, "--with-hidden"]] if opts.wordlm is not None else []


def scorers(opts: Namespace, usual: Namespace) -> list[list[str]]:
    """Return the filters that write scores, without those of --archive, as words."""
    *others, last = FAST if opts.fast else SCORERS
    sentences = [WORDLM] * (opts.wordlm is not None)
    return [*others, *sentences, [*last, *words_of(opts, OF_COMBINE, usual)]]
