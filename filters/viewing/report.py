"""Reports, HTML files of tables with bars: of scutch-look on a corpus, with samples, and of
scutch-eval, with the worst pages for scutch-view.
"""
import os
from bisect import bisect
from collections import Counter, defaultdict
from urllib.parse import quote
from zlib import crc32

from ...lm.writing import naming
from ..edge.console import plural
from ..hosts.grouping import host_of
from ..record import object_of, score_of, scorers_of
from ..scoring.scores import interval_of, letter_of
from ..stream.step import Step
from ..text.words import count_words
from ..training.gold import id_in
from .pagedata import as_markup, block, browser_file, end, head
from .scoredpages import kept_by, shown_segments

LENGTHS = [1, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]     # words kept of a document
MOST_HOSTS, SHOWN = 100_000, 25    # hosts that are counted; rows of a table
SAMPLES, LONGEST = 4, 240          # segments shown of a letter; characters of each
OTHER, UNKNOWN = "other", "-"
BY_SIZE = {"Language", "Host", "Left out"}       # tables in the order of their sizes
ESTIMATES = {"f": "F", "precision": "precision"}     # in doc.scores, of scutch-combine
WORST = 10               # pages that are shown
PAGES = "-pages.html"    # in place of the report's ending: the file of scutch-view
TAIL = "</main>\n</body>\n</html>\n"


class Report(Step):
    """The step that counts; `finish` returns the report.

    Memory: counts of at most MOST_HOSTS hosts, and the samples.
    """

    def __init__(self):
        self.tables = {name: defaultdict(Counter) for name in (
            "Language", "Host", "Words kept of a document", "Letter", "Quality", "Left out")}
        self.totals = Counter()
        self.estimates = {name: defaultdict(lambda: [0.0, 0]) for name in ESTIMATES}   # by host
        self.samples = defaultdict(list)      # of a letter (hash, text): those of the lowest hash

    def __call__(self, record):
        segments = shown_segments(record)
        by = next(reversed(scorers_of(record)), None)
        words = [count_words(segment["text"]) for segment in segments]
        kept = [count * is_kept for count, is_kept in zip(words, kept_by(record, segments, by),
                                                          strict=True)]
        counts = Counter(documents=1, words=sum(words), kept=sum(kept))
        self.totals += counts
        doc, language, hosts = object_of(record, "doc"), record.get("lang"), self.tables["Host"]
        host, scores = host_of(record) or UNKNOWN, object_of(doc, "scores")
        host = host if host in hosts or len(hosts) < MOST_HOSTS else OTHER
        for name, of_hosts in self.estimates.items():
            value = scores.get(name)
            if type(value) in (int, float) and 0 <= value <= 1:
                of_hosts[host][0] += value
                of_hosts[host][1] += 1
        quality = scores.get("quality")
        for table, row in (
                ("Host", host),
                ("Language", language if isinstance(language, str) and language else UNKNOWN),
                ("Words kept of a document", _length(counts["kept"])),
                ("Quality", isinstance(quality, float) and letter_of(interval_of(quality))),
                ("Left out", doc.get("duplicate_of") is not None and "duplicate")):
            if row:
                self.tables[table][row].update(counts)
        for segment, number in zip(segments, words, strict=True) if by else ():
            score = score_of(segment, by)
            if score is not None:
                letter = letter_of(interval_of(score))
                self.tables["Letter"][letter].update(segments=1, words=number)
                # those with the lowest hashes, so that samples do not depend on the order
                text = segment["text"][:LONGEST]
                sample = crc32(text.encode("utf-8", "replace")), text
                self.samples[letter] = sorted({*self.samples[letter], sample})[:SAMPLES]
        return []

    def write(self, _refused):
        """Count a bad record; it gets no row."""
        self.tables["Left out"]["bad record"].update(documents=1)
        return b""

    def finish(self):
        """Return the report as bytes."""
        total = self.totals
        share = 100 * total["kept"] / max(1, total["words"])
        parts = [f"<p>{total['documents']:,} documents, {total['words']:,} words, of which "
                 f"{total['kept']:,} are kept ({share:.1f} %).</p>\n"]
        parts += [_estimated(ESTIMATES[name], of_hosts)
                  for name, of_hosts in self.estimates.items() if of_hosts]
        for name, rows in self.tables.items():
            if rows:
                parts.append(_table(name, rows))
                for letter in sorted(self.samples) if name == "Letter" else ():
                    items = (f"<li>{as_markup(text)}</li>\n" for _, text in self.samples[letter])
                    parts.append(f"<h3>{letter}</h3>\n<ul>\n{''.join(items)}</ul>\n")
        return document("Report on a corpus", parts)


def _estimated(name, of_hosts):
    """Return a sentence about the mean of an estimate. of_hosts: {host: [sum, documents]}."""
    from ...lm.significance import interval
    sums, sizes = zip(*of_hosts.values(), strict=True)
    within = ""
    if len(sums) > 1:
        low, high = interval(sums, sizes)
        within = (f", from {100 * low:.1f} to {100 * high:.1f} for 95 % of the draws of "
                  f"{len(sums):,} hosts")
    return (f"<p>Predicted {name}: {100 * sum(sums) / sum(sizes):.1f} %, the mean of "
            f"{plural(sum(sizes), 'document')}{within}.</p>\n")


def _length(words):
    """Return the name of the row for texts of this many words.

    >>> _length(0), _length(73), _length(20_000)
    ('0', '50 to 99', '10,000 and more')
    """
    place = bisect(LENGTHS, words)
    if place in (0, len(LENGTHS)):
        return f"{LENGTHS[-1]:,} and more" if place else "0"
    return f"{LENGTHS[place - 1]:,} to {LENGTHS[place] - 1:,}"


def _table(name, rows):
    """Return a table; rows: {name: Counter}. Of some the largest rows come first."""
    columns = [key for key in ("documents", "segments", "words", "kept")
               if any(key in row for row in rows.values())]
    size = "words" if "words" in columns else "documents"
    order = sorted(rows, key=_in_order)
    if name in BY_SIZE:
        order = sorted(rows, key=lambda row: (-rows[row][size], row))
    most = max(1, *(row[size] for row in rows.values()))
    shown = order[:SHOWN]
    more = len(order) - len(shown)
    cells = [[row, *(f"{rows[row][column]:,}" for column in columns)] for row in shown]
    if name == "Letter":
        columns.append("of words")
        total = max(1, sum(row[size] for row in rows.values()))
        for row, of_row in zip(shown, cells, strict=True):
            of_row.append(f"{100 * rows[row][size] / total:.1f} %")
    return table(name, [name.lower(), *columns], cells,
                 bars=[rows[row][size] / most for row in shown]) + (
        f"<p>And {more:,} more.</p>\n" if more > 0 else "")


def _in_order(row):
    number = row.partition(" ")[0].replace(",", "")
    return int(number) if number.isdecimal() else -1, row


class GoldReport:
    """The worst pages so far, and at the end two files.

    path:    of the report. gold: {id: gold record}.
    Memory:  WORST records.
    """

    def __init__(self, path, gold):
        self.path, self.gold = path, gold
        self.pages = pages_beside(path)
        self.worst = {}                  # {id: (score, record)}

    def add(self, record, scores):
        """Keep the record if its page is one of the worst. scores: of measures.score."""
        page, name = id_in(self.gold, record), next(iter(scores), None)
        name = next((name for name in scores if name.endswith("_f")), name)      # the first F
        if page is None or name is None:
            return
        self.worst[page] = scores[name], record, scores
        if len(self.worst) > WORST:
            del self.worst[max(self.worst, key=lambda page: (self.worst[page][0], page))]

    def write(self, tables):
        """Write both files. tables: [evaltables.Table]."""
        from .pagedata import page_data
        order = sorted(self.worst, key=lambda page: (self.worst[page][0], page))
        parts = []
        for printed in tables:
            parts.append(table(printed.title, ["", *printed.heads],
                               [[name, *cells] for name, cells in printed.rows.items()]))
            parts += [f"<p>{as_markup(line)}</p>\n" for line in printed.note.splitlines()]
        if order:
            parts.append(self._worst_pages(order))
        with naming(self.path), open(self.path, "wb") as out:
            out.write(document("Texts and their gold standard", parts))
        with naming(self.pages), open(self.pages, "wb") as out:
            out.write(head())
            pages = [page_data(self.worst[page][1], gold=self.gold) for page in order]
            out.writelines(block(f"data-{number}", data) for number, (data, _) in enumerate(pages))
            out.write(end({"pages": [row for _, row in pages]}))

    def _worst_pages(self, order):
        """Return the table of the worst pages, each linked to its place in the other file."""
        rows = [self.worst[page][2] for page in order]
        names = list(rows[0])
        cells = [[page, *(f"{row[name]:.2f}" if name in row else "-" for name in names)]
                 for page, row in zip(order, rows, strict=True)]
        link = quote(os.path.basename(self.pages))
        return table("The worst pages", ["page", *names], cells,
                     links=[f"{link}#{number}" for number in range(1, len(order) + 1)])


def pages_beside(path):
    """Return the name of the file of pages beside a report.

    >>> pages_beside("out/report.html")
    'out/report-pages.html'
    """
    return os.path.splitext(path)[0] + PAGES


def document(title, parts):
    """Return a file of these parts, which are HTML, as bytes. title: of our own."""
    start = browser_file("tables.html").replace("{title}", title)
    return "".join([start, *parts, TAIL]).encode("utf-8", "replace")


def table(title, heads, rows, bars=None, links=None):
    """Return a table as HTML; title and all cells are text.

    heads: of all columns. rows: lists of their cells, the first one its name.
    bars:  a share from 0 to 1 for each row, drawn after it. links: for each row, of its first cell.
    """
    lines = [f"<h2>{as_markup(title)}</h2>\n<table>\n<tr>"
             + "".join(f"<th>{as_markup(name)}</th>" for name in heads)
             + "<td></td>" * bool(bars) + "</tr>\n"]
    for number, cells in enumerate(rows):
        first, *others = map(as_markup, cells)
        if links:
            first = f'<a href="{as_markup(links[number])}">{first}</a>'
        bar = f'<td class="bar"><div style="width: {100 * bars[number]:.1f}%"></div></td>' if (
            bars) else ""
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in (first, *others)) + bar
                     + "</tr>\n")
    return "".join(lines) + "</table>\n"
