"""look - show records as a short readable table, or count a corpus.

In:      records with "segments", with scores and letters or without; records with "text" alone.
Out:     for each record a line about it, then a line for each segment: its number, its scores in
         the order of "scorers", their letters, its kind and the beginning of its text, with - for
         what it lacks. With --stats a table of all records together.
Drops:   nothing but the rest of long texts, and segments past --segments.
Bad:     neither segments nor text; the table shows what is wrong, too.
Memory:  one record; with --stats the counts.

--stats counts documents, segments and words, by language and by letter of the last score, and the
words up to the threshold, which --keep auto would keep; it prints these in place of the JSON object
of other commands. JSON lines of scutch-emit count as kept.

Examples:
  scutch-clean --format jsonl crawl.warc.gz | scutch-look --stats
  scutch-chain html2text,segment,charlm,tag pages.jsonl | scutch-look | less
  scutch-look --segments 5 --width 60 tagged.jsonl
"""
import os
import sys
from collections import Counter

from . import stream
from .record import cut_of, rounded, score_of, scorers_of, segments_of, unseen
from .stream.numbers import whole
from .stream.printedlines import printable
from .stream.step import Step
from .text.words import count_words

SEGMENTS = 40            # of a record that are shown
WIDTH = 100              # of a line where no terminal says how wide it is
NARROWEST = 20           # columns of text that are always shown
UNKNOWN = "-"


def look(record, *, segments=SEGMENTS, width=WIDTH):
    """Return [the table of a record, as text].

    segments: most that are shown; 0 is all.
    width:    of a line, in code points.

    >>> one = {"text": "Farms at sea", "kind": "p", "scores": {"mlp": 0.25}, "tags": {"mlp": "c"}}
    >>> print(look({"id": "a", "scorers": ["mlp"], "segments": [one]})[0], end="")
    a
         mlp      kind
       1 0.25   c p Farms at sea
    <BLANKLINE>
    """
    found = _segments(record)
    names = scorers_of(record)
    lines = [_cut(_about(record), width)]
    if names and found:
        heads = "".join(f"{name[:8]:9}" for name in names)
        lines.append(f"     {heads}kind")
    shown = found[:segments] if segments else found
    for number, segment in enumerate(shown, 1):
        lines.append(_cut(f"{number:4} {_row(segment, names)}{_flat(segment['text'])}", width))
    if len(found) > len(shown):
        lines.append(f"     ... {len(found) - len(shown)} more")
    for entry in record["errors"] if isinstance(record.get("errors"), list) else []:
        if isinstance(entry, dict):
            lines.append(_cut(f"     {entry.get('command')}: {entry.get('message')}", width))
    return ["\n".join(lines) + "\n\n"]


def _segments(record):
    """Return the segments; of a record without any the lines of its text."""
    text = record.get("text")
    if record.get("segments") is None and isinstance(text, str):
        return [{"text": line} for line in text.split("\n") if line.strip()]
    return segments_of(record)


def _about(record):
    facts = (record.get(name) for name in ("id", "lang", "title"))
    return "  ".join(_flat(str(fact)) for fact in facts if fact) or UNKNOWN


def _row(segment, names):
    """Return the columns before the text: scores, letters, kind."""
    tags = segment.get("tags", {})
    scores = "".join(f"{_score(segment, name):<6} {_flat(str(tags.get(name, UNKNOWN)))} "
                     for name in names)
    return f"{scores}{_flat(str(segment.get('kind', UNKNOWN)))} "


def _score(segment, name):
    score = score_of(segment, name)
    return UNKNOWN if score is None else str(rounded(score))


def _flat(string):
    return printable(" ".join(string.split()))


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
        found = _segments(record)
        names = scorers_of(record)
        by = names[-1] if names else None
        cut = cut_of(record, by)
        count = Counter(documents=1, segments=len(found))
        is_unseen = unseen(record, by)
        for segment in found:
            words = count_words(segment["text"])
            score = score_of(segment, by) if by else None
            kept = cut is None or score is None or (
                score <= cut and not is_unseen(segment))
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
        """Count a bad record; nothing stands for it."""
        self.totals.update(documents=1, bad=1)
        return b""

    def finish(self):
        """Return the tables as bytes."""
        rows = [_line("", ["documents", "segments", "words", "kept"]),
                _counts("all", self.totals, ["documents", "segments", "words", "kept"])]
        rows += [_counts(name, self.languages[name], ["documents", "segments", "words", "kept"])
                 for name in sorted(self.languages, key=lambda one: -self.languages[one]["words"])]
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
    """The step: from a record to [bytes]."""

    def __init__(self, segments, width):
        self.segments, self.width = segments, width

    def __call__(self, record):
        found = look(record, segments=self.segments, width=self.width)
        return [one.encode("utf-8", "replace") for one in found]

    def write(self, item):
        """Return the item if it is bytes, else the table of a refused record with its errors."""
        if isinstance(item, bytes):
            return item
        errors = [entry for entry in item.get("errors") or [] if isinstance(entry, dict)]
        said = "".join(f"     {entry.get('command')}: {entry.get('message')}\n" for entry in errors)
        return f"{_about(item)}\n{printable(said)}\n".encode("utf-8", "replace")


def arguments(parser):
    parser.add_argument("--segments", type=whole(0), default=SEGMENTS, metavar="N",
                        help="segments shown of a record, at most; 0 for all (default: "
                             "%(default)s)")
    parser.add_argument("--width", type=whole(NARROWEST), metavar="N",
                        help="columns of a line (default: those of the terminal)")


def make(opts):
    if opts.stats:
        stream.refuse(sys.modules[__name__], opts, ["segments", "width"], "with --stats")
        opts.stats = False               # the table stands for the JSON object
        return Stats()
    return Look(opts.segments, opts.width or _width_of_terminal())


def _width_of_terminal():
    """Return the width of the terminal on stdout, WIDTH where stdout is not one."""
    try:
        return os.get_terminal_size(1).columns
    except OSError:
        return WIDTH


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
