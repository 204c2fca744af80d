"""look - show records as a short readable table, or count a corpus.

In:      records with "segments", with scores and letters or without; records with "text" alone;
         pages and archives, which are scored by the chain of scutch-clean.
Out:     for each record a line about it, then a line for each segment: its number, its scores in
         the order of "scorers", their letters, its kind, its role unless that is text, and the
         beginning of its text, with - for what it lacks, and before a text that is dropped: its
         last score is over the threshold, which stands above, or it is hidden. With --stats a table
         of all records together; with --diff the segments that another chain decides differently,
         and a total.
Drops:   with --diff records that are kept alike; else nothing but the rest of long texts, and
         segments past --segments.
Bad:     neither segments nor text; the table shows what is wrong, too.
Memory:  one record; with --stats the counts; with --diff the text of FILE.

At a terminal letters are coloured from blue, clean, to orange, dirty, and what the last score drops
is faint, unless the variable NO_COLOR is set. For records of --dropped FILE the line about them is
followed by the rule.
--diff FILE has the records of another chain or cleaner, scored or cleaned, by the same ids. A line
with - is a segment that only the input keeps, one with + only FILE, without a number where the
input does not have it.

--stats counts documents, segments and words, by language and by letter of the last score, and the
words up to the threshold, which --keep auto would keep; it prints these in place of the JSON object
of other commands. JSON lines of scutch-emit count as kept.

--report writes one HTML file about the whole corpus: languages, hosts, lengths, scores, quality and
duplicates as tables with bars, and some segments of each letter. After scutch-combine it says which
F and precision are predicted, the mean over documents, with the interval that drawing other hosts
like these would give (bootstrap); how far the prediction itself is right depends on the pages.

Options:
  --segments N      segments shown of a record, at most; 0 for all (default: {default})
  --width N         columns of a line (default: those of the terminal)
  --color {auto,always,never}
                    colours at a terminal (auto, default), always, or never
  --report          write an HTML file about all records together
  --diff FILE       show the segments that the records of FILE decide differently

Examples:
  scutch-look --report judged.jsonl > report.html
  scutch-clean --format jsonl crawl.warc.gz | scutch-look --stats
  scutch-chain html2text,segment,charlm,tag pages.jsonl | scutch-look | less
  scutch-look --segments 5 --width 60 tagged.jsonl
  scutch-look --color always page.html | less -R
  scutch-look --diff other.jsonl tagged.jsonl
"""
import os
import sys
from collections import Counter
from functools import partial

from . import stream
from .edge.console import CONTROLS, plural
from .record import cut_of, object_of, rounded, score_of, scorers_of
from .roles.elementroles import TEXT
from .scoring.scores import interval_of
from .stream.options import whole
from .stream.printedlines import printable
from .stream.step import Step
from .text.words import count_words
from .training.gold import id_in
from .viewing import scoredpages
from .viewing.scoredpages import over_pages

SEGMENTS = 40            # of a record that are shown
WIDTH = 100              # of a line where no terminal says how wide it is
NARROWEST = 20           # columns of text that are always shown
UNKNOWN = "-"
# Of letters a to j, clean to dirty, among the 256 colours that terminals have: blue to orange
SCALE = [33, 39, 75, 117, 153, 223, 222, 215, 214, 208]
FAINT, BOLD, CLEAN, DIRTY = "2", "1", "38;5;39", "38;5;208"      # faint for what is dropped


def look(record, *, segments=SEGMENTS, width=WIDTH, coloured=False):
    """Return [the table of a record, as text].

    segments: most that are shown; 0 is all.
    width:    of a line, in code points.
    coloured: whether letters have colours, and what is dropped is faint.

    >>> row = {"text": "Farms at sea", "kind": "p", "scores": {"mlp": 0.25}, "tags": {"mlp": "c"}}
    >>> print(look({"id": "a", "scorers": ["mlp"], "segments": [row]})[0], end="")
    a
         mlp      kind, - over 0.5
       1 0.25   c p Farms at sea
    <BLANKLINE>
    """
    all_segments = scoredpages.shown_segments(record)
    names = scorers_of(record)
    why = scoredpages.reasons(record, all_segments, names[-1] if names else None)
    lines = [_cut(_about(record), width), *_why_dropped(record)]
    if names and all_segments:
        heads = "".join(f"{_flat(name)[:8]:9}" for name in names)
        over = rounded(scoredpages.threshold_of(record, names[-1]))
        lines.append(f"     {heads}kind, - over {over}"
                     + " or hidden" * (scoredpages.HIDDEN in why))
    shown = all_segments[:segments] if segments else all_segments
    for number, segment in enumerate(shown, 1):
        mark = {scoredpages.OVER: "- ", scoredpages.HIDDEN: "- hidden: "}.get(why[number - 1], "")
        parts = [(f"{number:4} ", ""), *_row(segment, names),
                 (mark + _flat(segment["text"]), mark and FAINT)]
        lines.append(_line_of(parts, width, coloured))
    if len(all_segments) > len(shown):
        lines.append(f"     ... {len(all_segments) - len(shown)} more")
    return ["\n".join([*lines, *(_cut(entry, width) for entry in _errors(record))]) + "\n\n"]


def _errors(record):
    entries = record["errors"] if isinstance(record.get("errors"), list) else []
    return [f"     {_flat(str(entry.get('command')))}: {_flat(str(entry.get('message')))}"
            for entry in entries if isinstance(entry, dict)]


def _about(record):
    facts = (record.get(name) for name in ("id", "lang", "title"))
    return "  ".join(_flat(str(fact)) for fact in facts if fact) or UNKNOWN


def _row(segment, names):
    """Return the columns before the text, scores, letters, kind, as [(text, colour)]."""
    tags, parts = segment.get("tags", {}), []
    for name in names:
        parts += [(f"{_score(segment, name):<6} ", FAINT),
                  (_flat(str(tags.get(name, UNKNOWN))), code_of(score_of(segment, name))),
                  (" ", "")]
    role = segment.get("role")
    role = f"/{role}" if isinstance(role, str) and role != TEXT else ""
    return [*parts, (f"{_flat(str(segment.get('kind', UNKNOWN)) + role)} ", "")]


def _why_dropped(record):
    """Return [the line with the rule by which a record was dropped], [] if it was not."""
    dropped = object_of(object_of(record, "doc"), "dropped")
    if not dropped:
        return []
    rule, value = (_flat(str(dropped.get(name))) for name in ("rule", "value"))
    return [f"     dropped by {rule}: {value}"]


def _line_of(parts, width, coloured):
    """Return a line of [(text, colour)], truncated to its width."""
    line, at, out = _cut("".join(text for text, _ in parts), width), 0, []
    if not coloured:
        return line
    for text, colour in parts:
        out.append(painted(line[at:at + len(text)], colour))
        at += len(text)
    return "".join(out)


def is_coloured(choice):
    """Return whether colours are wanted: `auto` is at a terminal, unless NO_COLOR is set.

    choice: auto, always or never. Source: no-color.org, for the variable.
    """
    if choice != "auto":
        return choice == "always"
    return (not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
            and bool(sys.stdout and sys.stdout.isatty()))


def painted(text, code):
    """Return text in a colour; "" stays as it is, and so does text without a code.

    >>> painted("a", "1"), painted("", "1"), painted("a", "")
    ('\\x1b[1ma\\x1b[0m', '', 'a')
    """
    return f"\x1b[{code}m{text}\x1b[0m" if text and code else text


def code_of(score):
    """Return the colour of a score, "" for none.

    >>> code_of(0.0), code_of(0.5), code_of(1), code_of(None)
    ('1;38;5;33', '1;38;5;153', '1;38;5;208', '')
    """
    if score is None:
        return ""
    return f"{BOLD};38;5;{SCALE[interval_of(score, len(SCALE))]}"


def differing(record, cleaned, counts, *, width=WIDTH, coloured=False):
    """Return [the segments of a record that are kept on one side alone, as text], [] for none.

    cleaned: the other side, a Cleaned. counts: a Counter, to which those of the record are added.
    width, coloured: as in `look`.
    """
    all_segments, names = scoredpages.shown_segments(record), scorers_of(record)
    texts = [segment["text"] for segment in all_segments]
    lines, totals = [_cut(_about(record), width)], Counter()
    left_out = cleaned.scores(record, texts)
    counts["pages"] += 1
    if left_out is None:
        counts["missing"] += 1
        return [f"{lines[0]}\n     not in {cleaned.name}\n\n"]
    kept = scoredpages.kept_by(record, all_segments, names[-1] if names else None)
    rows = enumerate(zip(texts, kept, left_out, strict=True), 1)
    differences = [(str(number), "-" if here else "+", text)
                   for number, (text, here, share) in rows if here != (share <= scoredpages.CUT)]
    differences += [("", "+", line) for line in cleaned.beyond(record, texts)]
    if not differences:
        return []
    for number, sign, text in differences:
        totals.update({f"{sign}segments": 1, f"{sign}words": count_words(text)})
        lines.append(_line_of([(f"{number:>4} ", ""), (f"{sign} {_flat(text)}",
                                                      DIRTY if sign == "-" else CLEAN)],
                              width, coloured))
    counts.update({**totals, "differing": 1})
    return ["\n".join([*lines, "     " + _totals(totals)]) + "\n\n"]


def _totals(counts):
    return ", ".join(f"{sign} {plural(counts[sign + 'segments'], 'segment')} of "
                     f"{plural(counts[sign + 'words'], 'word')}" for sign in "-+")


def _score(segment, name):
    score = score_of(segment, name)
    return UNKNOWN if score is None else str(rounded(score))


def _flat(string):
    return CONTROLS.sub(" ", printable(" ".join(string.split())))


def _cut(line, width):
    return line if len(line) <= width else line[:max(width, NARROWEST) - 3] + "..."


class Stats(Step):
    """The step that counts: the output comes with `finish`.

    Memory: a number for each language and letter.
    """

    def __init__(self):
        self.totals = Counter()
        self.languages: dict[str, Counter] = {}
        self.letters: dict[str, Counter] = {}

    def __call__(self, record):
        all_segments = scoredpages.shown_segments(record)
        names = scorers_of(record)
        by = names[-1] if names else None
        cut = cut_of(record, by)
        count = Counter(documents=1, segments=len(all_segments))
        kept_of = scoredpages.kept_by(record, all_segments, None if cut is None else by)
        for segment, kept in zip(all_segments, kept_of, strict=True):
            words = count_words(segment["text"])
            counts = Counter(segments=1, words=words, kept=words * kept)
            count.update(words=words, kept=counts["kept"])
            letter = segment.get("tags", {}).get(by, UNKNOWN)
            self.letters.setdefault(str(letter), Counter()).update(counts)
        self.totals.update(count)
        language = record.get("lang")
        language = language if isinstance(language, str) and language else UNKNOWN
        self.languages.setdefault(language, Counter()).update(count)
        return []

    def write(self, _refused):
        """Count a bad record; it gets no row."""
        self.totals.update(documents=1, bad=1)
        return b""

    def finish(self):
        """Return the tables as bytes."""
        rows = [_line("", ["documents", "segments", "words", "kept"]),
                _counts("all", self.totals, ["documents", "segments", "words", "kept"])]
        rows += [_counts(name, self.languages[name], ["documents", "segments", "words", "kept"])
                 for name in sorted(self.languages, key=lambda key: -self.languages[key]["words"])]
        if set(self.letters) - {UNKNOWN}:
            rows += ["", _line("letter", ["", "segments", "words", "kept"])]
            rows += [_counts(name, self.letters[name], ["", "segments", "words", "kept"])
                     for name in sorted(self.letters)]
        if self.totals["bad"]:
            rows += ["", f"bad records: {self.totals['bad']}"]
        return ("\n".join(rows) + "\n").encode("utf-8", "replace")


def _counts(name, counter, columns):
    return _line(name, [counter[column] if column else "" for column in columns])


def _line(name, values):
    return f"{_flat(name)[:12]:12}" + "".join(f"{value:>12}" for value in values)


class Look(Step):
    """The step: from a record to [bytes]. show: function from a record to [its table]."""

    def __init__(self, show):
        self.show = show

    def __call__(self, record):
        return [text.encode("utf-8", "replace") for text in self.show(record)]

    def write(self, refused):
        """Return the table of a refused record, with its errors."""
        lines = [_about(refused), *_errors(refused)]
        return ("\n".join(lines) + "\n\n").encode("utf-8", "replace")


class Differences(Look):
    """The step of --diff; at the end come the pages that the other side alone has, and a total.

    cleaned: the other side, a Cleaned. settings: of `differing`.
    """

    def __init__(self, cleaned, settings):
        self.counts = Counter()
        super().__init__(partial(differing, cleaned=cleaned, counts=self.counts, **settings))
        self.cleaned = cleaned
        self.missing = dict.fromkeys(cleaned.texts)

    def __call__(self, record):
        self.missing.pop(id_in(self.cleaned.texts, record), None)
        return super().__call__(record)

    def finish(self):
        """Return a line for each of these pages, and one for all, as bytes."""
        name, counts = self.cleaned.name, self.counts
        alone = [f"{count} {where} {name}" for count, where in
                 ((counts["missing"], "not in"), (len(self.missing), "only in")) if count]
        return "".join([*(f"{_flat(page)}\n     only in {name}\n\n" for page in self.missing),
                        f"{counts['differing']} of {plural(counts['pages'], 'page')} differ: ",
                        "; ".join([_totals(counts), *alone]), "\n"]).encode("utf-8", "replace")


OPTIONS = {
    "--segments": {"type": whole(0), "default": SEGMENTS}, "--width": {"type": whole(NARROWEST)}}


def make(opts):
    this = sys.modules[__name__]
    if opts.stats:
        stream.refuse(this, opts, ["segments", "width", "color", "diff"], "with --stats")
        opts.stats = False               # the table stands for the JSON object
        return over_pages(opts.files, "scutch-look", Stats())
    if opts.report:
        stream.refuse(this, opts, ["segments", "width", "color", "diff"], "with --report")
        from .viewing.report import Report
        return over_pages(opts.files, "scutch-look", Report())
    settings = {"width": opts.width or _width_of_terminal(), "coloured": is_coloured(opts.color)}
    if opts.diff:
        stream.refuse(this, opts, ["segments"], "with --diff")
        step = Differences(scoredpages.Cleaned(opts.diff, opts.diff, opts), settings)
    else:
        step = Look(partial(look, segments=opts.segments, **settings))
    return over_pages(opts.files, "scutch-look", step)


def _width_of_terminal():
    """Return the width of the terminal on stdout, WIDTH where stdout is not one."""
    try:
        return os.get_terminal_size(1).columns
    except OSError:
        return WIDTH
