"""The report of scutch-look on a corpus: one HTML file of tables with bars, and samples."""
from bisect import bisect
from collections import Counter, defaultdict
from zlib import crc32

from ..hosts.grouping import host_of
from ..record import object_of, score_of, scorers_of
from ..selection.scoreletters import interval_of, letter_of
from ..stream.step import Step
from ..text.words import count_words
from ..wording import plural
from .htmltables import as_markup, document, table
from .verdicts import kept_by, shown_segments

LENGTHS = [1, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]     # words kept of a document
MOST_HOSTS, SHOWN = 100_000, 25    # hosts that are counted; rows of a table
SAMPLES, LONGEST = 4, 240          # segments shown of a letter; characters of each
OTHER, UNKNOWN = "other", "-"
ESTIMATES = {"f": "F", "precision": "precision"}     # in doc.scores, of scutch-combine


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
        doc, language = object_of(record, "doc"), record.get("lang")
        host = host_of(record) or UNKNOWN
        hosts = self.tables["Host"]
        host = host if host in hosts or len(hosts) < MOST_HOSTS else OTHER
        self._count("Host", host, counts)
        self._count("Language", language if isinstance(language, str) and language else UNKNOWN,
                    counts)
        self._count("Words kept of a document", _length(counts["kept"]), counts)
        for name, of_hosts in self.estimates.items():
            value = object_of(doc, "scores").get(name)
            if type(value) in (int, float) and 0 <= value <= 1:
                of_hosts[host][0] += value
                of_hosts[host][1] += 1
        quality = object_of(doc, "scores").get("quality")
        if isinstance(quality, float):
            self._count("Quality", letter_of(interval_of(quality)), counts)
        if doc.get("duplicate_of") is not None:
            self._count("Left out", "duplicate", counts)
        for segment, number in zip(segments, words, strict=True) if by else ():
            score = score_of(segment, by)
            if score is not None:
                letter = letter_of(interval_of(score))
                self._count("Letter", letter, {"segments": 1, "words": number})
                self._sample(letter, segment["text"])
        return []

    def write(self, _refused):
        """Count a bad record; it gets no row."""
        self._count("Left out", "bad record", {"documents": 1})
        return b""

    def finish(self):
        """Return the report as bytes."""
        share = 100 * self.totals["kept"] / max(1, self.totals["words"])
        total = self.totals
        parts = [f"<p>{total['documents']:,} documents, {total['words']:,} words, of which "
                 f"{total['kept']:,} are kept ({share:.1f} %).</p>\n"]
        parts += [_estimated(ESTIMATES[name], of_hosts)
                  for name, of_hosts in self.estimates.items() if of_hosts]
        for name, rows in self.tables.items():
            if rows:
                by_size = name in ("Language", "Host", "Left out")
                parts.append(_table(name, rows, by_size))
                if name == "Letter":
                    parts += [_samples(letter, self.samples[letter])
                              for letter in sorted(self.samples)]
        return document("Report on a corpus", parts)

    def _count(self, table, row, counts):
        self.tables[table][row].update(counts)

    def _sample(self, letter, text):
        """Keep the texts with the lowest hashes, so that samples do not depend on the order."""
        kept = self.samples[letter]
        text = text[:LONGEST]
        sample = crc32(text.encode("utf-8", "replace")), text
        if sample not in kept and (len(kept) < SAMPLES or sample < kept[-1]):
            kept.append(sample)
            kept.sort()
            del kept[SAMPLES:]


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
    if place == 0:
        return "0"
    if place == len(LENGTHS):
        return f"{LENGTHS[-1]:,} and more"
    return f"{LENGTHS[place - 1]:,} to {LENGTHS[place] - 1:,}"


def _table(name, rows, by_size):
    """Return a table; rows: {name: Counter}; by_size: largest rows first, else in order."""
    columns = [key for key in ("documents", "segments", "words", "kept")
               if any(key in row for row in rows.values())]
    size = "words" if "words" in columns else "documents"
    order = sorted(rows, key=(lambda row: (-rows[row][size], row)) if by_size else _in_order)
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


def _samples(letter, texts):
    return (f"<h3>{letter}</h3>\n<ul>\n" + "".join(f"<li>{as_markup(text)}</li>\n"
                                                    for _, text in texts) + "</ul>\n")
