"""archive - tell content from boilerplate by other pages of the same template (Leśniak 2017).

In:      records with "segments" and "elements", grouped by host ("url", www. left out): all pages
         of one host follow one another. "timestamp" tells snapshots of one page apart.
Out:     the same records in the same order, "cross" of each; of each segment "class", "scores" and
         "raw" under "archive". A segment of which other pages have a part is split.
Drops:   nothing.
Bad:     no segments, or malformed ones. Input that is not grouped by host ends the run with status
         2; records without a host are pages by themselves.
Memory:  the names of the hosts, and the pages of one of them, up to --max-pages and --max-segments:
         about 2.5 KB per segment. Pages past these limits are compared among themselves.

Text that pages of one template share is boilerplate, the rest is content, and content persists on
the snapshots of its page. Each page is compared with up to four others: up and down, the pages of
its template at other addresses that are most like it, and its snapshots before and after. Bits say
which of them have a segment: "10011" is one that only the snapshots of the page have. The tables of
the thesis turn them into classes: content, boilerplate, and invalid, which is neither. A page whose
template no other page has gives no evidence, and all of it has the score 0.5, which --keep auto
keeps.

--method says what becomes of invalid segments; T001 to T006 are the test cases of the thesis:
  keep         nothing (T001)
  boilerplate  they are boilerplate (T002)
  shared       they are boilerplate where another page of the template has them
  between      content where they stand between dense text that is content
  nearest1     the class of the most similar segments of the page, by their neighbourhood (T003),
  nearest2     their parents' (T004),
  nearest3     and those elements' parents' (T005)
  forest       the same by a random forest (T006)

Pages are of one template where the paths of their "elements" are alike; where all pages of a host
have doc.template (scutch-html2text --template), that is compared instead.

--merge is for pages that were compared in several groups, such as overlapping parts of a crawl:
sort the annotated records by id, merge them, and let uniq leave one of each. Text that any group
shares is then boilerplate.

Options:
  --method NAME     what becomes of invalid segments: {METHODS} (default: {default})
  --balance         for nearest and forest, give content and boilerplate the same weight, whatever
                    the number of their segments
  --threshold X     least similarity of pages of one template, over 0, up to 1 (default: {default})
  --places          compare pages by the positions of elements, as in the thesis, instead of by
                    their paths
  --merge           compare no pages: consecutive records of one id and timestamp are annotations of
                    one page, which are merged
  + hosts.grouping

Examples:
  scutch-segment site.jsonl | scutch-archive | scutch-prune --keep auto > clean.jsonl
  scutch-archive --buffer --method boilerplate mixed.jsonl | scutch-tag > tagged.jsonl
"""
import re
import sys
from calendar import timegm
from datetime import datetime
from functools import partial

from . import stream
from .errors import BadRecord
from .hosts.grouping import GROUP_OPTIONS, HostGroups, host_of, path_of
from .record import elements_of, object_of, segments_of
from .stream.options import similarity
from .text.splitmerge import SUMMED

THRESHOLD = 0.6          # Leśniak 2017, section 4.2
LEARNED = ["nearest1", "nearest2", "nearest3", "forest"]
METHODS = ["keep", "boilerplate", "shared", "between", *LEARNED]


def compare(records, *, method="keep", balance=False, threshold=THRESHOLD, places=False):
    """Return the records of one host, each compared with the others; of several, host by host.

    method:    what becomes of invalid segments: one of METHODS.
    balance:   whether content and boilerplate weigh the same where a page's segments train.
    threshold: least similarity of pages of one template.
    places:    tokens of the structure as in the thesis: see lm/templates/structure.py.
    """
    hosts = {}
    for number, record in enumerate(records):
        hosts.setdefault(host_of(record) or number, []).append(number)
    compared = [None] * len(records)
    for numbers in hosts.values():
        pages = [records[number] for number in numbers]
        done = _compared(pages, method, balance, threshold, places)
        for number, record in zip(numbers, done, strict=True):
            compared[number] = record
    return compared


def _compared(records, method, balance, threshold, places):
    from ..lm.templates.crosses import ComparedPage, crosses
    from .hosts.annotate import crossed
    pages = [ComparedPage(path_of(record), _time(record.get("timestamp")), signature,
                          [segment["text"] for segment in segments_of(record)])
             for record, signature in zip(records, _signatures(records, places), strict=True)]
    ids = [record.get("id") for record in records]
    for record, cross in zip(records, crosses(pages, threshold), strict=True):
        yield crossed(record, cross, ids, method, balance)


def _signatures(records, places):
    from ..lm.templates.structure import from_text, paths, signatures, tokens
    if not places:
        stored = [from_text(object_of(record, "doc").get("template")) for record in records]
        if all(signature is not None for signature in stored):
            return stored
    of = tokens if places else paths
    return signatures([of(*elements_of(record)[:2]) for record in records])


def _time(timestamp):
    """Return seconds of a time in ISO 8601 or of fourteen digits, None for anything else.

    >>> _time("1970-01-01T00:01:00Z"), _time("19700101000100"), _time("1970-01-02"), _time("May")
    (60, 60, 86400, None)
    """
    digits = "".join(re.findall(r"[0-9]", timestamp))[:14] if isinstance(timestamp, str) else ""
    try:
        return timegm(datetime.strptime(digits.ljust(14, "0"), "%Y%m%d%H%M%S").timetuple())
    except ValueError:
        return None


class DivisibleHosts(HostGroups):
    """The step by hosts of records whose segments can be divided."""

    def group(self, record):
        """Return the group of a record.

        Raises:  BadRecord, also where a segment's counts cannot be divided among its parts.
        """
        for segment in segments_of(record):
            for name in SUMMED:
                if not isinstance(segment.get(name, 0), int):
                    raise BadRecord(f'"{name}" of a segment is not a whole number', "bad_segments")
        return super().group(record)


OPTIONS = {
    "--method": {"choices": METHODS, "default": "keep"},
    "--threshold": {"type": similarity, "default": THRESHOLD}}


def make(opts):
    if opts.merge:
        stream.refuse(sys.modules[__name__], opts, ["method", "balance", "threshold", "places",
                                                    *GROUP_OPTIONS], "with --merge")
        from .hosts.annotate import SamePage, merged
        return SamePage(merged)
    if opts.method not in LEARNED:
        stream.refuse(sys.modules[__name__], opts, ["balance"], f"with --method {opts.method}")
    return DivisibleHosts(partial(compare, method=opts.method, balance=opts.balance,
                                  threshold=opts.threshold, places=opts.places), opts)
