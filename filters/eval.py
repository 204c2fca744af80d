"""eval - compare texts with a gold standard by the measures of the papers.

In:      records with "segments", of which --keep, --max or --min choose, else with "text".
Out:     tables, or with --json one JSON object; a row for the records, one for each baseline.
Drops:   records whose id is not in the gold standard; they are counted as foreign, and if
         all are foreign the status is 2.
Bad:     neither segments nor text; a segment without the score or the letter that decides.
Memory:  the gold standard, and the scores of each of its pages; with --paired the text of OTHER.

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
--baseline adds others; of records with scores it has what --keep, --max or --min choose.

--paired OTHER, records of another cleaner or setting, adds such a row and says whether the
difference is more than chance: its mean over pages with a 95 % interval (paired bootstrap: Efron &
Tibshirani 1993, Koehn 2004), p by approximate randomisation (Riezler & Maxwell 2005), and how many
pages are better or worse by a point. Pages of one host are alike: --by-host draws hosts in place of
pages. --folds N adds the corrected resampled t-test (Nadeau & Bengio 2003) over the folds that
scutch-train makes of these pages, where the models of both were trained on the other folds. Where a
limit chooses from the segments, their labels by both are compared with those by the gold: McNemar's
test, whether both are right as often, and Cohen's kappa, how far they agree.

--plot FILE draws precision and recall of the words that each threshold of the score keeps, how many
words of each score are dirty, and F by type of page and by language, as PNG (extra [plot]).

--regions says where the errors are: precision and recall of the words in headings, list items,
table rows, code and, after scutch-role, in captions, comments, teasers and other roles; how many
words the gold has that were not kept, and how many were kept that it has not. Records need all
segments, and a limit that chooses from them. --report REPORT.html writes all tables as HTML, and
the ten worst pages, linked to REPORT-pages.html beside it, which shows them as scutch-view does.

--agreement FILE is the gold of another annotator. By the words that it keeps, each of the two gives
a segment a label, clean or dirty; the table has the share of segments with the same label, and
Cohen's kappa: 0 for chance, 1 for the same labels. Where both have "classes", a list of objects
with "class" and "text", such as headline and comment, these have a row of their own.

The gold is a folder that holds gold.jsonl.gz or gold.jsonl, or a file of JSON lines with "id" and
"text"; of the other fields "segments", "with", "without", "coverage", "page_type" and "lang" are
used.

Options, of which -h shows --gold --baseline --paired --by-host --agreement --measures --regions
--report --json --keep:
  --gold DIR        the gold standard, a folder or a file
  --baseline NAME=FILE...
                    records of another cleaner, as a row of its own; may be repeated
  --paired OTHER...
                    records to compare page by page, FILE or NAME=FILE: is the difference more than
                    chance? May be repeated
  --by-host         --paired draws hosts, by site or url, in place of pages
  --folds N         --paired has a t-test over the N folds of scutch-train, too (see --seed)
  --seed N          seed of --paired and its folds (default: {default})
  --agreement FILE  the gold of another annotator, to compare labels with
  --measures LIST   some of evert,align,seg,bow,lev_words,lev_chars,snippets (default: all;
                    lev_chars takes longest)
  --regions         precision and recall by kind and by role of segment, too
  --report FILE     write the tables, with those of --regions, and the worst pages as HTML; pages of
                    scutch-view beside it
  --json            print one JSON object instead of tables
  --plot FILE       draw precision and recall over the threshold, reliability, and F by kind of
                    page, as PNG
  --pages FILE      write the scores of each page to this file, as JSON lines
  + selection.segments

Examples:
  scutch-eval --gold gold/cleaneval-dev clean.jsonl
  scutch-tag scored.jsonl | scutch-eval --gold gold.jsonl --keep a-e --baseline bte=bte.jsonl
  scutch-eval --gold gold.jsonl --measures bow --by-host --paired old.jsonl new.jsonl
  scutch-eval --gold gold.jsonl --keep auto --report report.html scored.jsonl > tables.txt
  scutch-eval --gold ann.jsonl --agreement bob.jsonl segments.jsonl
  scutch-eval --gold gold/wcxb-dev --plot curves.png scored.jsonl
  scutch-eval --gold gold/wcxb-dev --measures align,bow --json clean.jsonl
"""
import argparse
import os
import sys
from collections import Counter, defaultdict
from functools import partial

from ..lm.gold import measures
from ..lm.writing import naming
from . import stream
from .edge.jsonlines import encode
from .errors import BadRecord, Unusable
from .record import rounded, scorers_of, segments_of
from .selection.segments import Judging, Selection
from .stream.options import named_file, whole
from .stream.step import Collector
from .training.gold import file_of, id_in, read_gold
from .training.trainers import check_package, check_places

RECORDS, ALL_TEXT, RAW_DUMP = "records", "all text", "raw dump"
RESERVED = {RECORDS, ALL_TEXT, RAW_DUMP}


class Evaluation(Collector):
    """The step: it scores each record; the output comes with `finish`.

    gold:    {id: gold record}.
    Memory:  the gold, and the scores of its pages in each row of the table.
    """

    def __init__(self, gold, opts, selection):
        from .training.evalparts import Agreement, Curves, Paired, Regions
        self.gold, self.opts = gold, opts
        self.select = None if selection.keeps_all else Judging(selection)
        self.others = {name: Paired(gold) for name, _ in opts.paired}
        self.rows = defaultdict(partial(Row, gold, opts.measures))       # by name
        self.agreement = Agreement(gold, read_gold(opts.agreement)) if opts.agreement else None
        self.regions = Regions(gold) if opts.regions or opts.report else None
        self.curves = Curves(gold, opts.by) if opts.plot else None
        self.report = None
        if opts.report:
            from .viewing.report import GoldReport
            self.report = GoldReport(opts.report, gold)

    def __call__(self, record):
        if self.agreement:
            self.agreement.add(record)
        if self.curves:
            self.curves.add(record)
        texts = _texts(record, self.select)
        scores = self.rows[RECORDS].add(record, texts)
        if self.regions:
            self.regions.add(record, (self.select or segments_of)(record))
        if self.report and scores:
            self.report.add(record, scores)
        for other in self.others.values():
            other.add(record, texts, self.select is not None)
        if record.get("segments") is not None:
            if self.select:
                self.rows[ALL_TEXT].add(record, _texts(record))
            if isinstance(record.get("text"), str):
                self.rows[RAW_DUMP].add(record, [record["text"]])
        return []

    def add_other(self, name, select, record):
        """Score a record of the row of this name. select: for records with scores, else None."""
        texts = _texts(record, select if scorers_of(record) else None)
        self.rows[name].add(record, texts)
        if name in self.others:
            self.others[name].add_other(record, texts)

    def finish(self):
        """Return the tables, or the JSON object, as bytes.

        Raises:  Unusable for records none of which is in the gold.
        """
        first = self.rows[RECORDS]
        if first.foreign and not first.scored:
            raise Unusable("no record has an id that is in the gold: records have ids such as "
                           f"{first.of_others}, the gold such as {next(iter(self.gold))}; "
                           "--id-key names the field that holds it")
        others = [name for name, _ in self.opts.baseline + self.opts.paired]
        for name in others:
            if self.rows[name].foreign and not self.rows[name].scored:
                option = "paired" if name in self.others else "baseline"
                raise Unusable(f"--{option} {name}: no record has an id that is in the gold")
        order = [RECORDS, ALL_TEXT, RAW_DUMP, *others]
        rows = {name: self.rows[name] for name in order if name in self.rows}
        summaries = {name: row.summary() for name, row in rows.items()}
        if self.opts.pages:
            with naming(self.opts.pages), open(self.opts.pages, "wb") as out:
                out.writelines(encode({"row": name, **page}) for name, row in rows.items()
                               for page in row.pages())
        if self.curves:
            self.curves.draw(self.opts.plot, summaries[RECORDS])
        agreed = {"agreement": self.agreement.summary()} if self.agreement else {}
        paired = {name: other.summary(first.all(), rows[name].all(), self.opts)
                  for name, other in self.others.items()}
        regions = self.regions.summary() if self.regions else {}
        from .training.evalparts import agreement_table, paired_tables, region_tables, tables
        all_tables = [*tables(summaries), *region_tables(regions),
                      *map(agreement_table, agreed.values()), *paired_tables(RECORDS, paired)]
        if self.report:
            self.report.write(all_tables)
        if self.opts.json:
            more = {"regions": regions, "paired": paired}
            return encode(_rounded({"gold": self.opts.gold, "rows": summaries, **agreed,
                                    **{name: part for name, part in more.items() if part}}))
        return "\n".join(table.text() for table in all_tables).encode("utf-8", "replace")


class Row:
    """The scores of one prediction for each page of the gold."""

    def __init__(self, gold, chosen):
        self.gold, self.chosen = gold, chosen
        self.scored = {}
        self.empty = set()
        self.foreign = self.repeated = 0
        self.of_others = ""              # the first id that is not in the gold

    def add(self, record, texts):
        """Score the texts of a record's segments; of two records of a page the last one counts.

        Returns: the scores, None for a page that is not in the gold.
        """
        page = id_in(self.gold, record)
        if page is None:
            self.foreign += 1
            self.of_others = self.of_others or str(record.get("id"))
            return None
        self.repeated += page in self.scored
        self.scored[page] = measures.score(texts, self.gold[page], self.chosen)
        self.empty.discard(page)
        if not any(map(str.strip, texts)):
            self.empty.add(page)
        return self.scored[page][0]

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


def _other(word):
    """Return (name, path) of --paired, FILE or NAME=FILE; the name is else the file's."""
    if "=" in word:
        return named_file(word, reserved=RESERVED)
    name = os.path.basename(word).split(".")[0] or word
    if name in RESERVED:
        raise argparse.ArgumentTypeError(f"{word}: give it another name, as NAME={word}")
    return name, word


OPTIONS = {
    "--gold": {"required": True},
    "--baseline": {"default": [], "type": partial(named_file, reserved=RESERVED)},
    "--paired": {"default": [], "type": _other}, "--folds": {"type": whole(2, 100)},
    "--seed": {"type": whole(0), "default": 0},
    "--measures": {"type": _chosen, "default": measures.MEASURES}}


def make(opts):
    selection = Selection(opts)
    if not selection.by_letter:
        stream.refuse(sys.modules[__name__], opts, ["letters"], "without --keep LETTERS")
    if not opts.paired:
        stream.refuse(sys.modules[__name__], opts, ["by_host", "folds", "seed"], "without --paired")
    others = opts.baseline + opts.paired
    for name, times in Counter(name for name, _ in others).items():
        if times > 1:
            option = "baseline" if name in dict(opts.baseline) else "paired"
            raise Unusable(f"--{option} {name}=FILE: {times} of this name")
    report = []
    if opts.report:
        from .viewing.report import pages_beside
        report = [opts.report, pages_beside(opts.report)]
    check_places([*opts.files, file_of(opts.gold), *(path for _, path in others)],
                 opts.pages, opts.plot, *report)
    if opts.plot:
        check_package("matplotlib", "--plot", "plot")
    step = Evaluation(read_gold(opts.gold), opts, selection)
    for name, path in others:
        select = None if selection.keeps_all else Judging(selection)
        source = argparse.Namespace(**{**vars(opts), "files": [path], "lines": False})
        stream.for_each_record(source, partial(step.add_other, name, select))
    return step
