"""train wordlm - count words of text and train an n-gram model for scutch-wordlm.

In:      plain text, one paragraph per line (a file whose first byte is not a brace, or --lines),
         records with "segments" or "text", count files of this command, or one ARPA file.
Out:     the model, to the file --out names; a report in words on stdout.
Drops:   nothing.
Bad:     neither segments nor text.
Memory:  --memory for counting and merging, and 75 MB; the rest on disk (TMPDIR). Estimating takes
         100 bytes for each n-gram the model keeps, 50 for each of the lower orders.

Lines and segments are split into sentences, each counted with a mark before and after it. With
--counts DIR each FILE has a count file there, named after it and after the options by which it is
read, such as --whole-lines. One that is there already, and is not older than FILE, is used as it
is, so that a run that was stopped can be continued. Count files can be given as FILE, too: however
the text is split into shards, and in whatever order they are merged, the model is the same, to the
byte.

An ARPA file of --arpa says in its first line how its text was tokenised; in others words are what
stands between white space, as in KenLM, unless --tokens says words.

Options, of which -h shows --out --n --estimator --tokens --prune --memory --counts --arpa --lang
--source:
  --out, -o FILE    where to write the model
  --n N             order of the model, 1 to 5, up to {MOST_N} without kneser-ney (default: {N})
  --estimator [pyplexity,interpolated,kneser-ney]
                    pyplexity: 0.8 P(w2|w1) + 0.2 P(w1) + 1e-6 and the like for trigrams, as the
                    program of that name; interpolated: the same with P(w2), the word predicted
                    (default); kneser-ney: modified Kneser-Ney, as KenLM's lmplz
  --tokens [words,white]
                    words: lower case, numbers as 0, punctuation marks as words (default); white:
                    words separated by white space, as in KenLM (default for an ARPA file without a
                    tokenisation)
  --prune LIST      for each order, leave out n-grams seen at most this often, such as 0,1,2
                    (default: 0)
  --memory SIZE     memory for counting, such as 500M or 2G (default: 500M)
  --whole-lines     each line or segment is one sentence, as for lmplz
  --counts DIR      keep a count file of each FILE in this folder
  --counts-out FILE
                    write the counts of all input; without --out make no model
  --arpa FILE       also write the model as an ARPA file
  --lang LANG       language of the model, noted in it
  --limit X         the perplexity per token that is the threshold of scutch-wordlm, noted in the
                    model
  --source TEXT     data and licence, noted in the model

Examples:
  scutch-train wordlm --lines --n 2 --out en.model text-*.gz
  scutch-train wordlm --n 3 --estimator kneser-ney --prune 0,0,1 --counts shards --out x.model x.gz
  scutch-train wordlm --out other.model lm.arpa.gz
"""
import argparse
import os
import sys
from codecs import BOM_UTF8

from ..lm.writing import naming
from . import stream
from .edge.bytestreams import as_text, open_bytes, reading
from .edge.console import temporary_folder
from .errors import Unusable
from .record import segments_of
from .scoring.scores import spans_of
from .sources.kinds import MODEL
from .sources.units import Source
from .stream.options import perplexity, whole
from .stream.step import Collector
from .text.sentences import sentences
from .training.trainers import check_places

HEAD = 4096              # bytes of a file that tell what it holds
ARPA, COUNTS, RECORDS, TEXT = "ARPA file", "count file", "records", "text"

TOKENS = ["words", "white"]
UNITS = {"K": 10**3, "M": 10**6, "G": 10**9}
N = 2
MOST_N = 3               # of the estimators with fixed weights
ESTIMATOR = "interpolated"
ARPA_TOKENS = "white"    # KenLM's
LEAST_MEMORY = 10**6
BATCH = 4096             # sentences counted at a time


def kind_of(name, opts):
    """Return what a file holds, by its first bytes; a pipe has records, or with --lines text."""
    if not os.path.isfile(name):         # "-", too; what a pipe gives can be read only once
        return TEXT if opts.lines else RECORDS
    from ..lm.words.arpa import begins
    with reading(name), open_bytes(name) as file:
        head = file.read(HEAD)
    if begins(head):
        return ARPA
    head = head.removeprefix(BOM_UTF8).lstrip()
    if head.startswith(MODEL):
        return COUNTS
    if opts.schema != "auto":
        return TEXT if opts.schema == "lines" else RECORDS
    return RECORDS if head.startswith(b"{") and not opts.lines else TEXT


def name_of_counts(name, kind, opts):
    """Return the name of the file with the counts of an input; each way to read it has its own."""
    how = [] if kind == TEXT else ["records", *filter(None, (opts.schema, opts.text_key))]
    if opts.whole_lines:
        how.append("whole-lines")
    return ".".join(map(_escaped, [name, *how, "counts"]))


def _escaped(name):
    """Return a path as the name of a file, another one for each.

    >>> _escaped("/a/b"), _escaped("a%b")
    ('%2Fa%2Fb', 'a%25b')
    """
    return name.replace("%", "%25").replace(os.sep, "%2F")


def sentences_of(record, whole_lines):
    """Return the sentences of a record, a list of str; its lines and segments if `whole_lines`.

    Raises:  BadRecord.
    """
    if "segments" not in record and isinstance(record.get("text"), str):
        segments = [{"text": line} for line in record["text"].split("\n")]
    else:
        segments = segments_of(record)
    out = []
    for segment in segments:
        text = segment["text"]
        if whole_lines:
            spans = [(0, len(text))]
        else:
            spans = spans_of(segment) if "sentences" in segment else sentences(text)
        out += [text[start:end] for start, end in spans]
    return out


class Trainer(Collector):
    """The step: it counts each record's words, and trains when the last one is in.

    It is its own source, too, since it must know where a file ends. A record's step runs before
    the next record is asked for.
    """

    def __init__(self, opts):
        self.opts = opts
        self.folder = temporary_folder("scutch-")
        self.files = []                    # count files that will be merged
        self.counter, self.batch = None, []
        self.estimates = None
        self.source = Source(self._source())       # a chain has another one

    def __call__(self, record):
        self.batch += sentences_of(record, self.opts.whole_lines)
        if len(self.batch) >= BATCH:
            self._count()
        return []

    def _source(self):
        opts = self.opts
        for name in opts.files or ["-"]:
            kind = kind_of(name, opts)
            if kind == ARPA:
                if len(opts.files) > 1:
                    raise Unusable(f"{name}: an ARPA file cannot be merged with others")
                self.estimates = self._read_arpa(name)
            elif kind == COUNTS:
                self.files.append(name)
            elif opts.counts and os.path.isfile(name):
                path = os.path.join(opts.counts, name_of_counts(name, kind, opts))
                if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(name):
                    yield from self._read(name, kind)
                    self._finish(path)
                self.files.append(path)
            else:
                yield from self._read(name, kind)
                if opts.counts:            # else the text goes into the next file of counts
                    path = os.path.join(self.folder.name, f"{len(self.files)}.counts")
                    self._finish(path)
                    self.files.append(path)

    def _read(self, name, kind):
        given = {**vars(self.opts), "files": [name], "lines": kind == TEXT}
        for place, item in stream.records_from(argparse.Namespace(**given)):
            if isinstance(item, OSError):      # no counts of a part of a file
                raise item
            yield place, item
        self._count()

    def _new_counter(self):
        from ..lm.words.countfiles import Counter
        opts = self.opts
        return Counter(opts.tokens or TOKENS[0], opts.n or N, opts.memory, self.folder.name)

    def _read_arpa(self, name):
        """Return (Estimates, tokenisation) of an ARPA file."""
        from ..lm.modelfile import BadModel
        from ..lm.words import arpa
        for key in "n", "estimator", "prune":
            if getattr(self.opts, key) is not None:
                raise Unusable(f"--{key} is for counts; {name} is an ARPA file, whose "
                               "n-grams have their probabilities already")
        try:
            with reading(name), open_bytes(name) as file:
                estimates, tokens = arpa.read(file)
        except BadModel as error:
            raise Unusable(f"{name}: {error}") from None
        _check_given(self.opts, {"tokens": tokens} if tokens else {}, f"{name} has")
        return estimates, tokens or self.opts.tokens or ARPA_TOKENS

    def _count(self):
        if self.counter is None:
            self.counter = self._new_counter()
        self.counter.add(self.batch)
        self.batch = []

    def _finish(self, path):
        try:
            (self.counter or self._new_counter()).finish(path)
        except ValueError as error:            # more n-grams than can be numbered
            raise Unusable(str(error)) from None
        self.counter = None

    def finish(self):
        """Return the report; write the model, and the other files asked for."""
        from ..lm.modelfile import BadModel
        if self.batch or self.counter or not (self.files or self.estimates):
            self._count()
            path = os.path.join(self.folder.name, "all.counts")
            self._finish(path)
            self.files.append(path)
        try:
            if self.estimates is None:
                report, estimates, settings = self._estimated()
            else:
                estimates, tokens = self.estimates
                report, settings = [], {"tokens": tokens, "estimator": "arpa", "lower": "suffix"}
            if estimates is not None:
                report += self._written(estimates, settings)
        except (BadModel, ValueError) as error:
            raise Unusable(str(error)) from None
        finally:
            self.folder.cleanup()
        return ("\n".join(report) + "\n").encode()

    def _estimated(self):
        """Return (lines of the report, Estimates of all counts, settings of the model).

        The Estimates are None where no model is asked for.
        """
        from ..lm.words import countfiles, estimators
        opts = self.opts
        path = opts.counts_out or os.path.join(self.folder.name, "merged.counts")
        countfiles.merge(self.files, path, opts.memory, self.folder.name)
        counts = countfiles.WordCounts.load(path)
        _check_given(opts, counts.settings, "the count files have")
        report = ["counted " + _numbers(len(ngrams) for ngrams in counts.counts.values())]
        if not counts.counts[1][:].any():
            raise Unusable("no text to train on")
        if not opts.out:
            return report, None, {}
        estimator, prune = opts.estimator or ESTIMATOR, opts.prune or []
        estimates, more = estimators.estimates(counts, estimator, prune)
        return [*report, *(f"{name}: {value}" for name, value in more.items())], estimates, {
            **counts.settings, "estimator": estimator, "prune": prune,
            "lower": estimators.ESTIMATORS[estimator]}

    def _written(self, estimates, settings):
        """Write the model, and the ARPA file that is asked for; return lines of the report."""
        from ..lm.words import arpa
        from ..lm.words.wordmodel import WordModel
        opts = self.opts
        notes = {key: value for key in ("lang", "limit", "source") if (value := getattr(opts, key))}
        if opts.arpa:
            with naming(opts.arpa), open(opts.arpa, "wb") as out:
                out.writelines(arpa.written(estimates, settings["tokens"]))
        model = WordModel.of(estimates, {**settings, **notes}, exact=self.estimates is not None)
        model.save(opts.out)
        total, size = sum(model.settings["ngrams"]), os.path.getsize(opts.out)
        return ["kept " + _numbers(model.settings["ngrams"]),
                f"{size} bytes, {size / total:.2f} an n-gram"]


def _numbers(counts):
    return ", ".join(f"{count} {k}-grams" for k, count in enumerate(counts, 1))


def _check_given(opts, settings, name):
    """Raise Unusable for an option that contradicts the file `name`: "x.arpa has"."""
    for key in settings.keys() & {"tokens", "n"}:
        if getattr(opts, key) not in (None, settings[key]):
            raise Unusable(f"--{key} {getattr(opts, key)}: {name} {settings[key]}")


def _limits(word):
    try:
        limits = [int(limit) for limit in word.split(",")]
    except ValueError:
        limits = [-1]
    if min(limits) < 0 or limits != sorted(limits):
        raise argparse.ArgumentTypeError(f"{word}: whole numbers from 0, none lower than the "
                                         "one before, are required")
    return limits


def _bytes(word):
    number, unit = (word[:-1], UNITS[word[-1]]) if word[-1:] in UNITS else (word, 1)
    size = int(number) * unit if number.isdecimal() else 0
    if size < LEAST_MEMORY:
        raise argparse.ArgumentTypeError(f"{word}: a size is required, 1M at least")
    return size


OPTIONS = {
    "--n": {"type": whole(1, 5)}, "--prune": {"type": _limits},
    "--memory": {"type": _bytes, "default": 5 * 10**8}, "--lang": {"type": as_text},
    "--limit": {"type": perplexity}, "--source": {"type": as_text}}


def make(opts):
    if not (opts.out or opts.counts_out or opts.counts):
        raise Unusable("--out is required: a file for the model")
    if opts.out and (opts.n or N) > MOST_N and opts.estimator in (None, "pyplexity", ESTIMATOR):
        raise Unusable(f"--n {opts.n}: kneser-ney alone is for orders over {MOST_N}")
    if opts.arpa and opts.estimator == "pyplexity":
        raise Unusable("--arpa is not for a model of pyplexity")
    if not opts.out:
        stream.refuse(sys.modules[__name__], opts, ["arpa", "estimator", "lang", "limit", "prune",
                                                    "source"], "without --out")
    check_places(opts.files, opts.out, opts.counts_out, opts.arpa)
    if opts.counts:
        os.makedirs(opts.counts, exist_ok=True)
    return Trainer(opts)
