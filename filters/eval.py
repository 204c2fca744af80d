"""eval - compare texts with a gold standard by the measures of the papers.

In:      records with "segments", of which --keep, --max or --min choose, else with "text".
Out:     tables, or with --json one JSON object; a row for the records, one for each baseline.
Drops:   records whose id is not in the gold standard; they are counted as foreign, and if
         all are foreign the status is 2.
Bad:     neither segments nor text; a segment without the score or the letter that decides.
Memory:  the gold standard, and the scores of each of its pages.

Measures, all in percent; P and R are precision and recall:
  evert      white-space words as difflib matches them (Evert 2007, section 4.1)
  align      words with a letter or digit on a longest common subsequence
  seg        segment breaks, where the gold has segments (Evert 2007, section 4.1)
  bow        words as multisets, in lower case (Kohlschütter et al. 2010, section 4.3.2)
  lev_words, lev_chars
             100 less the edit distance in percent (Fernández-Pichel et al. 2023, section 4.2)
  snippets   those that the text should have, and should not, where the gold has them (WCXB)

In scripts without spaces between words, such as Han, kana and Thai, each character is a word; only
evert, as in the paper, has white-space words in any script.

A page without a record, or with a bad one, counts as empty text. Means and medians are over
pages; reachable pages hold at least half of the gold's words ("coverage"); micro averages are
shares of summed counts. Lines of "text" count as segments.

Two baselines are added where they differ: "all text" with a limit, which has all segments, also
dropped ones, and "raw dump" where records have segments and "text", which has the text.
--baseline adds others.

--plot FILE draws precision and recall of the words that each threshold of the score keeps, how many
words of each score are dirty, and F by type of page and by language, as PNG (extra [plot]).

--agreement FILE is the gold of another annotator. By the words that it keeps, each of the two gives
a segment a label, clean or dirty; the table has the share of segments with the same label, and
Cohen's kappa: 0 for chance, 1 for the same labels.

The gold is a folder that holds gold.jsonl.gz or gold.jsonl, or a file of JSON lines with "id" and
"text"; of the other fields "segments", "with", "without", "coverage", "page_type" and "lang" are
used.

Examples:
  scutch-eval --gold gold/cleaneval-dev clean.jsonl
  scutch-tag scored.jsonl | scutch-eval --gold gold.jsonl --keep a-e --baseline bte=bte.jsonl
  scutch-eval --gold ann.jsonl --agreement bob.jsonl segments.jsonl
  scutch-eval --gold gold/wcxb-dev --plot curves.png scored.jsonl
  scutch-eval --gold gold/wcxb-dev --measures align,bow --json clean.jsonl
"""
import argparse
import sys
from collections import Counter
from functools import partial

from ..lm.gold import measures
from ..lm.writing import naming
from . import stream
from .edge.jsonlines import encode
from .errors import BadRecord, Unusable
from .record import rounded, segments_of
from .selection.judging import Judging
from .selection.segments import Selection, selection_arguments
from .stream.step import Collector
from .training.agreement import Agreement
from .training.checks import check_places, check_plots, named_file
from .training.evaltables import agreement_table, tables
from .training.gold import file_of, id_in, read_gold

RECORDS, ALL_TEXT, RAW_DUMP = "records", "all text", "raw dump"
COMMON = ["--gold", "--baseline", "--agreement", "--measures", "--json", "--plot", "--pages",
          "--by", "--keep", "--max"]


class Evaluation(Collector):
    """The step: it scores each record; the output comes with `finish`.

    gold:    {id: gold record}.
    Memory:  the gold, and the scores of its pages in each row of the table.
    """

    def __init__(self, gold, opts, selection):
        self.gold, self.opts = gold, opts
        self.select = None if selection.keeps_all else Judging(selection)
        self.rows = {}
        self.row(RECORDS)
        self.agreement = (Agreement(gold, read_gold(opts.agreement)) if opts.agreement else None)
        self.curves = None
        if opts.plot:
            from .training.curves import Curves
            self.curves = Curves(gold, opts.by)

    def __call__(self, record):
        if self.agreement:
            self.agreement.add(record)
        if self.curves:
            self.curves.add(record)
        self.row(RECORDS).add(record, _texts(record, self.select))
        if record.get("segments") is not None:
            if self.select:
                self.row(ALL_TEXT).add(record, _texts(record))
            if isinstance(record.get("text"), str):
                self.row(RAW_DUMP).add(record, [record["text"]])
        return []

    def _write_pages(self, rows):
        with naming(self.opts.pages), open(self.opts.pages, "wb") as out:
            for name, row in rows.items():
                out.writelines(encode({"row": name, **page}) for page in row.pages())

    def row(self, name):
        """Return the row of this name, made where it is missing."""
        if name not in self.rows:
            self.rows[name] = Row(self.gold, self.opts.measures)
        return self.rows[name]

    def finish(self):
        """Return the tables, or the JSON object, as bytes.

        Raises:  Unusable for records none of which is in the gold.
        """
        first = self.rows[RECORDS]
        if first.foreign and not first.scored:
            raise Unusable("no record has an id that is in the gold: records have ids such as "
                           f"{first.of_others}, the gold such as {next(iter(self.gold))}; "
                           "--id-key names the field that holds it")
        for name, _ in self.opts.baseline:
            if self.rows[name].foreign and not self.rows[name].scored:
                raise Unusable(f"--baseline {name}: no record has an id that is in the gold")
        order = [RECORDS, ALL_TEXT, RAW_DUMP, *(name for name, _ in self.opts.baseline)]
        rows = {name: self.rows[name] for name in order if name in self.rows}
        summaries = {name: row.summary() for name, row in rows.items()}
        if self.opts.pages:
            self._write_pages(rows)
        if self.curves:
            self.curves.draw(self.opts.plot, summaries[RECORDS])
        agreed = {"agreement": self.agreement.summary()} if self.agreement else {}
        if self.opts.json:
            return encode({"gold": self.opts.gold, "rows": _rounded(summaries), **_rounded(agreed)})
        return "\n".join([*tables(summaries), *map(agreement_table, agreed.values())]).encode(
            "utf-8", "replace")


class Row:
    """The scores of one prediction for each page of the gold."""

    def __init__(self, gold, chosen):
        self.gold, self.chosen = gold, chosen
        self.scored = {}
        self.empty = set()
        self.foreign = self.repeated = 0
        self.of_others = ""              # the first id that is not in the gold

    def add(self, record, texts):
        """Score the texts of a record's segments; of two records of a page the last one counts."""
        page = id_in(self.gold, record)
        if page is None:
            self.foreign += 1
            self.of_others = self.of_others or str(record.get("id"))
            return
        self.repeated += page in self.scored
        self.scored[page] = measures.score(texts, self.gold[page], self.chosen)
        self.empty.discard(page)
        if not any(map(str.strip, texts)):
            self.empty.add(page)

    def all(self):
        """Return [(gold record, scores, counts)] of all pages, in the order of the gold."""
        return [(gold, *(self.scored.get(page) or measures.score([], gold, self.chosen)))
                for page, gold in self.gold.items()]

    def pages(self):
        """Yield an object for each page: its id, the scores, the counts."""
        for gold, scores, counts in self.all():
            yield {"id": gold["id"], **_rounded(scores), "counts": counts}

    def summary(self):
        """Return the scores over all pages, and how many had no prediction or an empty one."""
        return {"missing": len(self.gold) - len(self.scored), "empty": len(self.empty),
                "foreign": self.foreign, "repeated": self.repeated,
                **measures.summary(self.all())}


def _texts(record, select=None):
    """Return the texts of the segments that are kept, of all without `select`.

    Lines of "text" stand for segments where the record has none and no limit asks for any.
    """
    if record.get("segments") is None and select is None:
        text = record.get("text")
        if not isinstance(text, str):
            raise BadRecord('neither "segments" nor "text"', "no_text")
        return text.split("\n")
    return [segment["text"] for segment in (select or segments_of)(record)]


def _rounded(value):
    """Return an object with all floats in it rounded as they are written."""
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return rounded(value) if isinstance(value, float) else value


def _chosen(word):
    """Return the list of measures of --measures."""
    chosen = [name.strip() for name in word.split(",")]
    for name in chosen:
        if name not in measures.MEASURES:
            raise argparse.ArgumentTypeError(
                f"{name}: a comma-separated list of {', '.join(measures.MEASURES)} is required")
    return chosen


def _add(row, record):
    row.add(record, _texts(record))


def arguments(parser):
    add = parser.add_argument
    add("--gold", required=True, metavar="DIR", help="the gold standard, a folder or a file")
    add("--baseline", action="append", default=[], metavar="NAME=FILE",
        type=partial(named_file, reserved={RECORDS, ALL_TEXT, RAW_DUMP}),
        help="records of another cleaner, as a row of its own; may be repeated")
    add("--agreement", metavar="FILE", help="the gold of another annotator, to compare labels with")
    add("--measures", type=_chosen, default=measures.MEASURES, metavar="LIST",
        help=f"some of {','.join(measures.MEASURES)} (default: all; lev_chars takes longest)")
    add("--json", action="store_true", help="print one JSON object instead of tables")
    add("--plot", metavar="FILE", help="draw precision and recall over the threshold, reliability, "
                                       "and F by kind of page, as PNG")
    add("--pages", metavar="FILE", help="write the scores of each page to this file, as JSON lines")
    selection_arguments(parser)


def make(opts):
    selection = Selection(opts)
    if not selection.by_letter:
        stream.refuse(sys.modules[__name__], opts, ["letters"], "without --keep LETTERS")
    for name, times in Counter(name for name, _ in opts.baseline).items():
        if times > 1:
            raise Unusable(f"--baseline {name}=FILE: {times} of this name")
    check_places([*opts.files, file_of(opts.gold), *(path for _, path in opts.baseline)],
                 opts.pages, opts.plot)
    if opts.plot:
        check_plots()
    step = Evaluation(read_gold(opts.gold), opts, selection)
    for name, path in opts.baseline:
        row = step.row(name)
        others = argparse.Namespace(**{**vars(opts), "files": [path], "lines": False})
        stream.for_each_record(others, partial(_add, row))
    return step
