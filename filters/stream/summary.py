"""The messages on stderr at the end of a run."""
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..errors import TRUNCATED
from ..sources.units import OUTSIDE, UNWANTED, WRONG_LENGTHS, Source
from ..wording import plural
from .complaints import BAD, BAD_BEFORE, CRASHED, CUT, UNJUDGED
from .stages import MOST_NAMED, Stages, Tally

MOST_SHOWN = 5           # types of responses that were no HTML, in a message


class Summary:
    """The counts of a run, over all its Stages.

    read:     records, also the dropped ones; units that are no page do not count.
    bad:      bad records among them.
    skipped, left_out: records missing from the output: bad ones, and dropped ones by reason.
    empty:    documents of which nothing is kept.
    before:   records that an earlier command found bad.
    all_alike: whether all other records are bad, for the same reason.
    crashed:  records that met a bug.
    incomplete: whether an input breaks off, or a record lacks the value a limit needs.
    """

    def __init__(self, source: Source, through: Stages, tally: Tally, read: int) -> None:
        """source, through: the command's. tally, read: of the units that came to `through`."""
        every, total = [*source.before, through], Tally()
        for part in (*(stages.tally for stages in source.before), tally):
            total.add(part)
        complaints = [stages.complaints for stages in every]
        counts = sum((part.counts for part in complaints), Counter[str]())
        self.bad, self.crashed, self.before = counts[BAD], counts[CRASHED], counts[BAD_BEFORE]
        self._unreported, self._truncated = (
            sum(part.unreported(kind) for part in complaints) for kind in (BAD, CUT))
        reasons = {reason for part in complaints for reason in part.reasons}
        self.incomplete = bool(counts[UNJUDGED]) or any(code == TRUNCATED for _, code in reasons)
        self.skipped, self.empty, self._emptied = total.skipped, total.empty, total.emptied
        self.left_out = total.left_out
        self._is_silent = through.stages[-1][1].is_silent
        no_pages = tally.passed_over.total() - tally.passed_over[TRUNCATED]
        self.read = read - no_pages + sum(
            stages.tally.skipped + stages.tally.left_out.total() for stages in source.before)
        self.all_alike = self.bad >= self.read - self.before and len(reasons) == 1
        self._counts, self._types = Counter[str](), Counter[str]()
        for reasons in (source.passed_over, total.passed_over):
            for reason, count in reasons.items():
                why, _, media_type = reason.partition(": ")
                self._counts[why] += count
                if media_type:
                    self._types[media_type] += count
        self._notes = dict.fromkeys(note for stages in every for note in stages.notes)

    def messages(self, failed: bool) -> Iterator[str]:
        """Yield lines for stderr; failed: whether stderr has an error that ended the run."""
        if not self.read and self._counts.total() and not failed:
            yield "no page found; passed over: " + ", ".join(
                f"{why.replace('_', ' ')} ({count})"
                for why, count in self._counts.items() if count and why != WRONG_LENGTHS)
        elif self.read and (others := self._types.total()) > self.read:
            types = ", ".join(f"{media_type} ({count})"
                              for media_type, count in self._types.most_common(MOST_SHOWN))
            more = ", ..." if len(self._types) > MOST_SHOWN else ""
            yield f"{others} of {others + self.read} responses were no HTML: {types}{more}"
        if self.read and (unwanted := self._counts[UNWANTED]):
            count = plural(self.read + unwanted, "address", "addresses")
            yield f"left out {unwanted} of {count} by --drop-urls or --only-urls"
        if self.read and (links := self._counts[OUTSIDE]):
            yield f"passed over {plural(links, 'link')} out of the folders that were named"
        if wrong := self._counts[WRONG_LENGTHS]:
            yield (f"{plural(wrong, 'record')} with a wrong length in the archive: what follows it "
                   "may be in its page, see doc.notes")
        if cut := self._counts[TRUNCATED]:
            yield f"{plural(cut, 'page is', 'pages are')} truncated in the input, see doc.notes"
        if self._unreported:
            yield plural(self._unreported, "more bad record")
        if self._truncated:
            yield f"{plural(self._truncated, 'more text')} cut: doc.notes has how much"
        if self.skipped:
            yield f"left out {plural(self.skipped, 'bad record')}"
        if self.crashed > 1:
            yield f"{self.crashed} records met a bug; each has it in errors"
        if 1 < self.read <= self.bad:
            yield f"all {self.bad} records are bad"
        elif self.before and self.bad and self.read <= self.bad + self.before:
            yield f"{plural(self.bad, 'record is', 'records are')} bad, and all others were before"
        yield from filter(None, self._notes)
        if self.empty and self._is_silent:
            names = ", ".join(self._emptied) + ", ..." * (self.empty > MOST_NAMED)
            yield (f"{self.empty} of {plural(self.read, 'document')} "
                   f"{'has' if self.empty == 1 else 'have'} no line in the output: nothing is kept "
                   f"of {'it' if self.empty == 1 else 'them'}: {names}")
        if self.left_out:
            yield left_out(self.left_out, self.read)

    def stats(self, written: int) -> dict[str, Any]:
        """Return the counts for --stats; written: records in the output."""
        return {"read": self.read, "written": written, "bad": self.bad, "skipped": self.skipped,
                "left_out": self.left_out.total(), "empty": self.empty,
                "internal": self.crashed, **self._counts,
                **({"not_html_types": dict(self._types.most_common())} if self._types else {})}


def left_out(reasons: "Counter[str]", read: int) -> str:
    """Return the line with the number of dropped records, by reason; read: records read.

    >>> left_out(Counter({"without a language": 2}), 2)
    'left out all of 2 records: 2 without a language'
    """
    count = reasons.total()
    each = ", ".join(f"{number} {why}" for why, number in sorted(reasons.items()))
    return f"left out {'all' if count == read else count} of {plural(read, 'record')}: {each}"
