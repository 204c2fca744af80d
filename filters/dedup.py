"""dedup - find documents that come several times, and segments that several pages have.

In:      records with "segments", or with "text".
Out:     the same records; "doc.duplicate_of", the id of the document that stays, and
         "doc.similarity" for each duplicate; "repeats" of each segment whose text other pages have,
         with --segments or --repeats, and "sentence_repeats" with --sentences. Output begins when
         all input is read, unless --duplicates or --repeats names a list.
Drops:   nothing: scutch-prune --duplicates does, and --repeats N.
Bad:     neither segments nor text; with --segments, --sentences or --repeats, no segments. A file
         that is not what a part of the pipe needs ends the run with status 2.
Memory:  70 MB, and for each document 180 bytes and 256 that are mapped from disk; 64 MB of waiting
         records. On disk, in TMPDIR, 290 bytes a document, 16 a segment or sentence with --segments
         or --sentences, and the waiting records; with -o DIR these are read twice instead. With a
         list, its size.

Compared is the text that scutch-emit --keep auto keeps, without a score all that browsers show.
Documents whose text is the same, but for what --fold names, are duplicates; so are those of which
the shingles, all sequences of five words, are alike: their Jaccard index, estimated from a sketch
of 256 bytes, is at least --threshold. --verify exact counts the shingles of those near it instead.
--explain prints what part of the similar pairs is found.

Of documents alike one stays: by --keep first or newest the one of the earliest or latest
"timestamp", by longest the one with most text, then the one with the least hash of its text and id.
The result does not depend on order or sharding. Every duplicate is similar to the document kept,
not just to another duplicate. Documents with the same id, url, timestamp and text are one document:
in each run with a list the first of them stays.

A corpus larger than memory goes through sort; each part of the pipe is this command with its name
as first word. Parts of the corpus may be sketched apart, and merged by sort -m:

  export LC_ALL=C
  scutch-dedup sketch crawl.jsonl | sort > sketches
  scutch-dedup bands sketches | sort | scutch-dedup pairs | sort -u \\
    | scutch-dedup join sketches | sort | scutch-dedup compare sketches | sort \\
    | scutch-dedup cluster | sort | scutch-dedup list sketches | sort > duplicates
  scutch-dedup --duplicates duplicates crawl.jsonl > marked.jsonl

and the segments that two or more pages have, counted as scutch-docfreq counts them:

  scutch-dedup texts crawl.jsonl | sort -u | scutch-dedup count > repeats
  scutch-dedup --repeats repeats crawl.jsonl > marked.jsonl

--sentences N counts N sentences in a row, as C4 and datatrove do with three, across segments, too.
"sentence_repeats" says of each sentence how many other pages have it in such a row; one page, that
with the least hash of its address, keeps it and has no mark. With the pipe it goes to texts and to
the last line. --fold case,digits,punctuation,space compares as datatrove does.

Options, of which -h shows --threshold --fold --words --keep --segments --sentences --duplicates
--repeats -o --explain:
  --threshold X     least similarity of duplicates, over 0 to 1; 1: the same text (default:
                    {default})
  --fold LIST       what the same text may differ in, comma-separated: {FOLDS}; or none (default:
                    {default})
  --words N         words of a shingle (default: {default}); letters in scripts without spaces
  --keep {first,longest,newest}
                    which one stays: the first by timestamp (default), the longest or the newest
  --verify {sketch,exact}
                    similarity as estimated by sketches (default), or of all shingles, whose hashes
                    take 8 bytes a word on disk
  --segments        also count the pages that have a segment's text
  --sentences N     also count the pages that have N sentences in a row
  --duplicates FILE
                    mark by the list that the pipe has made
  --repeats FILE    mark by the counts that the pipe has made
  -o, --output DIR  write the records of each FILE to a file in DIR, named after FILE; says first
                    what memory and disk it takes
  --explain         print what part of the pairs of each similarity is found, and exit

Examples:
  scutch-dedup clean.jsonl | scutch-prune --duplicates > unique.jsonl
  scutch-dedup --threshold 1 --fold case,digits,punctuation,space clean.jsonl > marked.jsonl
  scutch-dedup --segments crawl.jsonl | scutch-prune --repeats 10 > pruned.jsonl
  scutch-dedup --sentences 3 segments.jsonl | scutch-prune --repeats 1 > pruned.jsonl
  scutch-dedup -o marked --keep longest crawl/*.jsonl.gz
  scutch-dedup --explain --threshold 0.8
"""
import argparse
import os
import sys
import tempfile
from argparse import Namespace
from contextlib import ExitStack, suppress
from itertools import count
from typing import Any

from . import stream
from .edge.bytestreams import position, size_of
from .edge.console import folders_removed, interruptible, temporary_folder
from .edge.jsonlines import decode, encode
from .errors import BadRecord, Unusable, kept
from .hosts.grouping import Spool, packed, unpacked
from .stream.inputs import check_schema, records_from
from .stream.options import similarity, whole
from .stream.step import Holding, Step

OPERANDS = "[PART] [FILE]..."
FOLDS = ("case", "digits", "punctuation", "space")
PARTS = ("sketch", "bands", "pairs", "join", "compare", "cluster", "list", "texts", "count")
OF_MARKS = ["segments", "duplicates", "repeats", "output", "verify"]
SAMPLE = 1000            # records by which their number is estimated
MOST_WORDS = 100
MOST_SENTENCES = 20


class Dedup(Step):
    """The step that marks records, by lists or by what was found in all of them."""

    def __init__(self, opts):
        from .duplicates.comparedtexts import Counted, Reader
        self._opts, self._reader = opts, Reader(opts)
        self._counted = Counted(opts.sentences, self._reader.folded)
        self._marks, self.again = [], None
        self._load(opts.duplicates, opts.repeats)

    def _load(self, duplicates, repeats):
        from .duplicates.duplicatemarks import Duplicates, Repeats
        self._marks = [Duplicates(duplicates, self._reader)] if duplicates else []
        self._marks += [Repeats(repeats, self._counted)] if repeats else []

    def __call__(self, record):
        for marks in self._marks:
            record = marks.mark(record)
        return [record]

    def begin(self):
        """Get ready for the records among which duplicates are looked for."""
        from .duplicates.corpus import Corpus, TextCounts
        from .duplicates.readtwice import Again
        opts, self._open = self._opts, ExitStack()
        self._open.enter_context(folders_removed())
        self._folder = self._open.enter_context(temporary_folder("scutch-dedup-"))
        self.again = Again(self._reader, Corpus(self._folder, self._reader, opts.threshold,
                                                opts.verify == "exact"))
        self._counts = (TextCounts(self._folder, self._counted)
                        if opts.segments or opts.sentences else None)

    def look_at(self, item):
        """Compare a record with those before, and count its texts; note that any other is none."""
        self.again.add(item)
        if self._counts and isinstance(item, dict):
            with suppress(BadRecord):            # the step reports it
                self._counts.add(item)

    def end(self):
        """Let the step mark by what was found in all records."""
        self.again.all_read(os.path.join(self._folder, "duplicates"))
        repeats = os.path.join(self._folder, "repeats") if self._counts else None
        if self._counts:
            self._counts.write_list(repeats)
        self._load(None, repeats)
        self._marks.insert(0, self.again)
        self._open.close()


class Held(Dedup, Holding):
    """The step that holds all records until their duplicates are known.

    copies: whether the line of a record without a mark comes out as it is, not the record.
    """

    def __init__(self, opts, copies=False):
        super().__init__(opts)
        self._copies = copies
        self.restart()

    def restart(self):
        """Forget the records seen, before another input."""
        self.again, self._spool, self._numbers = None, Spool(), count()

    def add(self, place, record):
        """Take a record, and its place."""
        if not self.again:
            self.begin()
        item, line = record, None
        try:
            line = encode(record)
        except BadRecord as error:       # it is nested too deeply to be written
            error.record = {"id": place}
            item = kept(error)
        self.look_at(item)
        self._spool.add((next(self._numbers), place, line is None), line or packed(place, item))
        return ()

    def rest(self):
        """Yield (place, record or its line or BadRecord) of all that were taken, in their order."""
        if self.again:
            self.end()
        for (number, place, is_packed), data in self._spool:
            if is_packed:
                yield unpacked(data)
            else:
                passes = self._copies and self.again.passes(number)
                yield place, data if passes else decode(data)

    def waiting(self, last, is_kept):
        """Return the last step of a chain as one whose output waits: see there."""
        from .duplicates.readtwice import Waiting
        return Waiting(last, self._reader, self._opts.threshold, is_kept)


def _folds(word):
    names = [name.strip() for name in word.split(",")] if word != "none" else []
    if set(names) - set(FOLDS):
        raise argparse.ArgumentTypeError(
            f"{word}: none, or a comma-separated list of {', '.join(FOLDS)} is required")
    return ",".join(sorted(set(names)))


OPTIONS = {
    "--threshold": {"type": similarity, "default": 0.7},
    "--fold": {"type": _folds, "default": "space"},
    "--words": {"type": whole(1, MOST_WORDS), "default": 5},
    "--sentences": {"type": whole(1, MOST_SENTENCES), "default": 0}}


def make(opts):
    if opts.files and opts.files[0] in PARTS:
        from .duplicates.comparedtexts import Reader
        from .duplicates.pipes import step_of
        stream.refuse(sys.modules[__name__], opts, OF_MARKS, f"with {opts.files[0]}")
        part, names = opts.files[0], opts.files[1:]
        if part in ("join", "compare", "list") and len(names) != 1:
            raise Unusable(f"{part}: one file of sorted sketches is required; its other input is "
                           "stdin")
        opts.files = names           # of records, where the part reads these
        return step_of(part, Reader(opts), opts.threshold, names, opts.sentences)
    if opts.segments and (opts.duplicates or opts.repeats or opts.sentences):
        raise Unusable("--segments counts, --duplicates and --repeats name what is counted, "
                       "--sentences counts something else: give one")
    if opts.sentences and opts.duplicates and not opts.repeats:
        raise Unusable("--sentences counts, --duplicates names what is counted: give one")
    if opts.duplicates or opts.repeats or opts.output:
        return Dedup(opts)
    return Held(opts, not (opts.segments or opts.sentences or opts.score_columns))


def stage(opts):
    """Return the step within a chain."""
    if opts.output or opts.explain:
        raise Unusable("-o and --explain cannot be given inside a chain")
    return (Dedup if opts.duplicates or opts.repeats else Held)(opts)


def curve(threshold):
    """Return the table of --explain."""
    from ..lm.sketches import BANDS, chance_of, rows_of
    rows = rows_of(threshold)
    steps = [step / 100 for step in range(101)]
    missed = [1 - chance_of(step, rows) for step in steps if step >= threshold]
    lines = [f"{step:10.2f} {chance_of(step, rows):7.4f}" for step in steps[::5]]
    return "\n".join([
        f"{BANDS} bands of {rows} places: pairs that agree in one of them are compared by all 256",
        "similarity   found", *lines,
        f"of pairs from {threshold:g} to 1, evenly spread, {sum(missed) / len(missed):.2%} are "
        "missed", ""])


def cost(count):
    """Return a line that says what the run of -o will take; count: of documents, or None."""
    from .duplicates.corpus import BASE, DISK, MEMORY, SKETCHED
    if count is None:
        return ("the number of documents is not known: "
                f"{MEMORY + SKETCHED} bytes of memory for each")
    memory = BASE + count * MEMORY
    return (f"about {count:,} documents: {memory >> 20:,} MB of memory, {count * SKETCHED >> 20:,} "
            f"MB more while sketches are compared, and {count * DISK >> 20:,} MB of disk in "
            f"{tempfile.gettempdir()}")


def _estimated(opts):
    """Return how many records the inputs have, by the first of them; None where it is not known.

    Bytes are read ahead: where further ones are, the records before took those before.
    """
    size, start = size_of(opts.files), position(opts.files)
    count = before = 0
    for count, _ in enumerate(records_from(opts), 1):
        done = position(opts.files) - start
        if count > SAMPLE and not (size and done):
            return None
        if count > SAMPLE and 0 < before < done:
            return (count - 1) * size // before
        before = done
    return count


def into_files(opts):
    """Mark the records of each file in a file of its own; return the status."""
    from .edge.outputs import places
    name = "scutch-dedup"
    check_schema(opts)
    if not opts.files or "-" in opts.files or opts.files[0] in PARTS:
        raise Unusable("-o reads its files twice: FILE is required, and no part of the pipe")
    step: Any = stream.made(sys.modules[__name__], opts)
    if not (opts.duplicates or opts.repeats):
        stream.complain(name, cost(_estimated(opts)))
        step.begin()
        for file in opts.files:
            for item in step.again.entries(file, Namespace(**{**vars(opts), "files": [file]})):
                step.look_at(item)
        step.end()

    def begun(file, path):
        of_file = Namespace(**{**vars(opts), "files": [file], "stdout": path})
        if step.again:
            step.source = step.again.source(of_file)
        return runs.begun(of_file)
    with stream.Runs(step, opts, name) as runs:
        return runs.into_files(places(opts.files, opts.output, "jsonl", name), begun)


def main(argv=None):
    this = sys.modules[__name__]
    opts = stream.options(this).parse_intermixed_args(argv)
    if opts.explain:
        return stream.show("scutch-dedup", curve(opts.threshold))
    if opts.output is None or opts.signature:
        return stream.run_with(this, opts)
    return stream.reported("scutch-dedup", lambda: interruptible(lambda: into_files(opts)))
