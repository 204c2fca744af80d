"""archive - tell content from boilerplate by other pages of the same template (Leśniak 2017).

In:      records with "segments" and "elements", grouped by host ("url", www. left out): all pages
         of one host follow one another. "timestamp" tells snapshots of one page apart.
Out:     the same records in the same order, "cross" of each; of each segment "class", "scores" and
         "raw" under "archive". A segment of which other pages have a part is split.
Drops:   nothing.
Bad:     no segments. Input that is not grouped by host ends the run with status 2; records without
         a host are pages by themselves.
Memory:  the pages of one host, up to --max-pages and --max-segments: about 2 KB a segment. Past
         these the host's next pages are compared among themselves. The names of the hosts.

What pages of one template share is boilerplate, what they do not is content, and content stays
on the snapshots of its page. Each page is seen with up to four others: up and down, the pages of
its template at other addresses that are most like it, and its snapshots before and after. Bits say
which of them have a segment, "10011" is one that only the snapshots of the page have. The tables of
the thesis make classes of them: content, boilerplate, and invalid, which is neither. A page that
is alone with its template has no evidence, and all of it has the score 0.5, which --keep auto
keeps.

Where a page has no "elements", or too few, scutch-html2text --template says more of it.

Examples:
  scutch-segment site.jsonl | scutch-archive | scutch-prune --keep auto > clean.jsonl
  scutch-archive --buffer --method boilerplate mixed.jsonl | scutch-tag > tagged.jsonl
"""
import os
import re
import sys
from calendar import timegm
from datetime import datetime
from functools import partial
from itertools import groupby

from . import stream
from ._grouping import HostGroups, group_arguments, host_of, path_of
from ._scoring import with_scores
from ._tree import tree_of
from .record import segments_of
from .text.bars import is_bar
from .text.pieces import split
from .text.sentences import sentences

NAME = "archive"
THRESHOLD = 0.6          # Leśniak 2017, section 4.2
METHODS = {"keep": "keep", "boilerplate": "boilerplate", "T001": "keep", "T002": "boilerplate"}
SCORES = {"content": 0.1, "invalid": 0.5, "boilerplate": 0.9}
CUT = 0.5
LETTERS = {"content": "c", "invalid": "i", "boilerplate": "b", None: "-"}
WORD = re.compile(r"\S+")
# What holds for the whole segment only, and is not known of its parts
OF_THE_WHOLE = ("sentence_log10p",)


def compare(records, *, method="keep", threshold=THRESHOLD):
    """Return the records of one host, each compared with the others; of several, host by host.

    method:    what becomes of invalid segments, one of METHODS.
    threshold: least similarity of pages of one template.
    """
    hosts = {}
    for number, record in enumerate(records):
        host = host_of(record)
        hosts.setdefault(host or number, []).append(number)
    found = [None] * len(records)
    for numbers in hosts.values():
        pages = [records[number] for number in numbers]
        for number, record in zip(numbers, _compared(pages, method, threshold), strict=True):
            found[number] = record
    return found


def _compared(records, method, threshold):
    from ..lm.crosses import crosses
    pages = _pages(records)
    for record, cross in zip(records, crosses(pages, threshold), strict=True):
        yield _classified(record, cross, records, method)


def _pages(records):
    from ..lm.crosses import Page
    from ..lm.minhash import from_text, signature
    from ..lm.structure import tokens
    docs = [record.get("doc") for record in records]
    templates = [from_text(doc.get("template")) if isinstance(doc, dict) else None for doc in docs]
    if any(template is None for template in templates):
        templates = [signature(tokens(*tree_of(record))) for record in records]
    return [Page(path_of(record), _time(record.get("timestamp")), template,
                 [segment["text"] for segment in segments_of(record)])
            for record, template in zip(records, templates, strict=True)]


def _time(timestamp):
    """Return seconds of a time in ISO 8601 or of fourteen digits, None for anything else.

    >>> _time("1970-01-01T00:01:00Z"), _time("19700101000100"), _time("yesterday")
    (60, 60, None)
    """
    digits = "".join(re.findall(r"[0-9]", timestamp))[:14] if isinstance(timestamp, str) else ""
    try:
        return timegm(datetime.strptime(digits, "%Y%m%d%H%M%S").timetuple())
    except ValueError:
        return None


def _classified(record, cross, records, method):
    from ..lm.bitpatterns import classify
    bits = cross.bits
    segments, patterns = [], []
    for segment, *flags in zip(segments_of(record), *filter(None, cross.masks), strict=True):
        for piece, found in _pieces(segment, flags):
            there = iter(found)
            segments.append(piece)
            patterns.append("".join(next(there) if bit == "1" else "0" for bit in bits))
    classes = [classify(bits, pattern) for pattern in patterns]
    if method == "boilerplate" and bits[1] == "1":
        classes = ["boilerplate" if name == "invalid" else name for name in classes]
    names = ("up", "down", "previous", "next")
    ids = {name: records[page].get("id") for name, page in zip(names, cross.pages[1:], strict=True)
           if page is not None}
    segments = [{**segment, "class": name} for segment, name in zip(segments, classes, strict=True)]
    scores = [SCORES[name] for name in classes]
    return {**with_scores(record, segments, NAME, scores, patterns, CUT),
            "cross": {"bits": bits, **ids}}


def _pieces(segment, flags):
    """Yield the parts of a segment that stand on the same pages, and on which, as "1" and "0"."""
    if not any(isinstance(one, list) for one in flags):
        yield segment, "".join("01"[one] for one in flags)
        return
    words = list(WORD.finditer(segment["text"]))
    found = ["".join("01"[one] for one in bits) for bits in zip(*(
        one if isinstance(one, list) else [one] * len(words) for one in flags), strict=True)]
    parts, start = [], 0
    for bits, run in groupby(found):
        end = start + len(list(run))
        parts.append((segment["text"][words[start].start():words[end - 1].end()], bits))
        start = end
    kind = segment.get("kind", "p")
    for piece, (_, bits) in zip(split(segment, [(text, kind) for text, _ in parts]), parts,
                                strict=True):
        yield _finished(piece), bits


def _finished(piece):
    """Return a part of a segment with what is to be said of its own text."""
    text = piece["text"]
    piece = {key: value for key, value in piece.items() if key not in OF_THE_WHOLE}
    if "sentences" in piece:
        piece["sentences"] = sentences(text)
    if piece.get("bar") and not is_bar(text):
        del piece["bar"]
    return piece


class Archive:
    """The step of scutch-archive: see `group` in stream.Stages.

    Memory: the names of the hosts that were there.
    """

    def __init__(self, opts):
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        self.group = HostGroups(opts)
        self.compare = partial(compare, method=METHODS[opts.method], threshold=opts.threshold)

    def __call__(self, records):
        return self.compare(records)


def arguments(parser):
    parser.add_argument("--method", choices=METHODS, default="keep", metavar="NAME",
                        help="what becomes of invalid segments: keep (T001 of the thesis; the "
                             "default) or boilerplate (T002)")
    parser.add_argument("--threshold", type=float, default=THRESHOLD, metavar="X",
                        help="least similarity of pages of one template, 0 to 1 (default: "
                             "%(default)s)")
    group_arguments(parser)


def make(opts):
    if not 0 < opts.threshold <= 1:
        raise stream.Unusable("--threshold: over 0 and up to 1 is wanted")
    return Archive(opts)


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
