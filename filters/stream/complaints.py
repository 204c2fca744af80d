"""Counts of bad records, truncated ones and bugs; reports of the first ten, and the first bug."""
from collections import Counter
from typing import Any

from ..edge.console import complain, to_stderr

BAD, CRASHED, CUT, FALLBACK = "bad", "crashed", "truncated", "fallback"
BAD_BEFORE, UNJUDGED = "bad_before", "unjudged"
# How many of a kind are reported: a page or an archive given by mistake has thousands of bad lines,
# and one bug may hit every record
REPORTED = {BAD: 10, CUT: 10, CRASHED: 1, FALLBACK: 1}


class Complaints:
    """Counts of what goes wrong, by kind; the first of a kind go to stderr.

    BAD: bad records; CRASHED: unexpected exceptions; CUT: good records with a part of their text
    left out; FALLBACK: batches redone record by record after an unexpected exception; BAD_BEFORE:
    records that an earlier command found bad; UNJUDGED: records lacking the value a limit needs.
    `reasons`: the (command, code) of bad records. quiet: none goes to stderr.
    """

    def __init__(self, quiet: bool = False) -> None:
        self.quiet = quiet
        self.counts: Counter[str] = Counter()
        self.reasons: set[tuple[str, str]] = set()

    def add(self, kind: str, name: str = "", message: str = "", code: str = "",
            trace: str = "") -> None:
        """Count one, and report it while there are few; name: of the command it is about."""
        self.counts[kind] += 1
        if code:
            self.reasons.add((name, code))
        if not self.quiet and self.counts[kind] <= REPORTED.get(kind, 0):
            to_stderr(trace)
            complain(name, message)

    def unreported(self, kind: str) -> int:
        """Return how many of a kind were counted but not reported."""
        return max(0, self.counts[kind] - REPORTED[kind])


    def taken(self) -> list[Any]:
        """Return what another process is to report: nothing, it is reported."""
        return []


class Noted(Complaints):
    """Complaints that another process will report: `calls` is a list of the arguments of `add`."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Any] = []

    def add(self, *args: str) -> None:
        self.calls.append(args)

    def taken(self) -> list[Any]:
        """Return the calls since the last time."""
        calls, self.calls = self.calls, []
        return calls
