"""Pages and archives as input, in place of records: scored as by scutch-clean, then shown; and the
segments of a page kept by a score, or by the text of another cleaner."""
import argparse
from collections import Counter

from ...lm.gold.alignment import labels, letter_runs
from ..record import cut_of, rounded, score_of, segments_of
from ..selection.segments import score_named, without_hidden
from ..sources.decoding import Decoder
from ..sources.kinds import kind_at
from ..sources.pagesources import units_of
from ..sources.units import Source
from ..stream.chains import Chain
from ..stream.inputs import for_each_record
from ..stream.step import Step
from ..training.gold import id_in

READ = "scutch-read"
SCORED = "html2text --keep-html, segment, charlm, combine, role, tag"
OF_PAGES = {"html", "warc", "arc", "index"}


def over_pages(files, name, last):
    """Return the step `last`, of the command `name`, which shows records.

    If the first file holds pages, it is the last of the steps of scutch-clean over these files.
    """
    if not (files and _holds_pages(files[0])):
        return last
    chain, step, decode, passed_over = Chain(SCORED), Step(), Decoder(), Counter()
    step.signature = chain.signature
    step.source = Source(units_of(files, decode, passed_over), decode, passed_over)
    step.stages = [(READ, Step()), *chain.stages, (name, last)]
    return step


def _holds_pages(name):
    """Return whether a file is a page or an archive, by its first bytes.

    False for stdin, which is not read here, and for an unreadable file, which the runner reports.
    """
    try:
        return name != "-" and kind_at(name) in OF_PAGES
    except OSError:
        return False


# ---------------- what is kept

CUT = 0.5                # of scores whose scorer names none
OVER, HIDDEN = "over", "hidden"          # why a segment is dropped


def shown_segments(record):
    """Return the segments of a record; the lines of its text if it has none."""
    text = record.get("text")
    if record.get("segments") is None and isinstance(text, str):
        return [{"text": line} for line in text.split("\n") if line.strip()]
    return segments_of(record)


def threshold_of(record, name):
    """Return the threshold of a score: the record's own, else CUT."""
    cut = cut_of(record, name)
    return CUT if cut is None else cut


def reasons(record, segments, name):
    """Return why --keep auto drops each segment by this score: OVER, HIDDEN, or "" for kept ones.

    A segment without the score is kept; with None for `name` all are kept.

    >>> segments = [{"text": "a", "scores": {"mlp": 0.2}}, {"text": "b", "scores": {"mlp": 0.7}}]
    >>> reasons({"cuts": {"mlp": 0.4}}, segments, "mlp"), reasons({}, segments, None)
    (['', 'over'], ['', ''])
    """
    if name is None:
        return [""] * len(segments)
    cut, shown = threshold_of(record, name), set(map(id, without_hidden(record, segments, name)))
    scores = [score_of(segment, name) for segment in segments]
    return ["" if score is None or (score <= cut and id(segment) in shown)
            else OVER if id(segment) in shown else HIDDEN
            for segment, score in zip(segments, scores, strict=True)]


def kept_by(record, segments, name):
    """Return whether --keep auto keeps each segment by this score, as `reasons` has it: bools."""
    return [not reason for reason in reasons(record, segments, name)]


class Cleaned:
    """The text that another cleaner, or another chain, has kept of each page.

    Records with scores count with the text that --keep auto keeps, others with all their text.
    Memory:  all text of the file.
    Raises:  Unusable for a file without records that have "segments" or "text".
    """

    def __init__(self, name, path, opts):
        self.name = name
        self.texts = {}
        others = argparse.Namespace(**{**vars(opts), "files": [path], "lines": False})
        for_each_record(others, self._add)

    def _add(self, record):
        segments = shown_segments(record)
        kept = kept_by(record, segments, score_named(record))
        self.texts[str(record.get("id"))] = "\n".join(
            segment["text"] for segment, is_kept in zip(segments, kept, strict=True) if is_kept)

    def scores(self, record, texts):
        """Return the share of words of each text that this cleaner has dropped.

        texts: of the record's segments. None for a page that the cleaner does not have.
        """
        page = id_in(self.texts, record)
        return None if page is None else left_out(texts, self.texts[page])

    def beyond(self, record, texts):
        """Return the lines that this cleaner has kept of a page, but no text of the record has."""
        own = self.texts[id_in(self.texts, record)].split("\n")
        return [line for line, share in zip(own, left_out(own, "\n".join(texts)), strict=True)
                if line and share > CUT]


def left_out(texts, kept):
    """Return the share of words of each text that another text of the page lacks.

    A text without a word goes with the one before it.

    >>> left_out(["Home", "It is near.", "*"], "It is near.")
    [1.0, 0.0, 0.0]
    """
    dropped, before = [], 1.0
    for text, share in zip(texts, labels(texts, kept), strict=True):
        before = rounded(1 - share) if letter_runs(text) else before
        dropped.append(before)
    return dropped
