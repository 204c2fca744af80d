"""Counts of bad records, shortened ones and bugs; reports of the first ten, and the first bug."""
from typing import Any

from ..edge.console import complain, to_stderr
from ..errors import TRUNCATED

MOST_COMPLAINTS = 10     # a page or an archive given by mistake has thousands of bad lines


class Complaints:
    """Counts of bad records, and of unexpected exceptions, `crashed`; the first go to stderr.

    `cut_off` counts the bad records at which an input breaks off, `unjudged` those without what a
    limit judges by, `shortened` those, not bad, of which a part was left out, `detours` the batches
    that had to go through a step one by one. `reasons` has the (command, code) of bad records;
    `bad_before` counts those that an earlier command found bad.
    """

    def __init__(self) -> None:
        self.bad = self.cut_off = self.unjudged = 0
        self.crashed = self.shortened = self.detours = self.bad_before = 0
        self.reasons: set[tuple[str, str]] = set()

    @property
    def unreported_shortened(self) -> int:
        """Return how many shortened records were counted but not reported."""
        return max(0, self.shortened - MOST_COMPLAINTS)

    @property
    def unreported(self) -> int:
        """Return how many bad records were counted but not reported."""
        return max(0, self.bad - MOST_COMPLAINTS)

    def of_bad(self, name: str, message: str, code: str) -> None:
        """Report a bad record; name: that of the command that found it."""
        self.bad += 1
        self.cut_off += code == TRUNCATED
        self.reasons.add((name, code))
        if self.bad <= MOST_COMPLAINTS:
            complain(name, message)

    def of_bad_before(self) -> None:
        """Count a record that an earlier command found bad."""
        self.bad_before += 1

    def of_unjudged(self) -> None:
        """Count a bad record, reported already, without what a limit judges by."""
        self.unjudged += 1

    def of_shortened(self, name: str, message: str) -> None:
        """Report a record of which a part was left out."""
        self.shortened += 1
        if self.shortened <= MOST_COMPLAINTS:
            complain(name, message)

    def of_bug(self, name: str, message: str, trace: str) -> None:
        """Report an unexpected exception: the first alone, since one bug may hit every record."""
        if not self.crashed:
            to_stderr(trace)
            complain(name, message)
        self.crashed += 1

    def of_detour(self, name: str, message: str, trace: str) -> None:
        """Report an unexpected exception that only costs time: the first alone."""
        if not self.detours:
            to_stderr(trace)
            complain(name, message)
        self.detours += 1


class Noted(Complaints):
    """Complaints that another process will report: `calls` is [(method, its arguments)]."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[str, tuple[str, ...]]] = []

    def of_bad(self, *args: str) -> None:
        self.calls.append(("of_bad", args))

    def of_bad_before(self) -> None:
        self.calls.append(("of_bad_before", ()))

    def of_unjudged(self) -> None:
        self.calls.append(("of_unjudged", ()))

    def of_shortened(self, *args: str) -> None:
        self.calls.append(("of_shortened", args))

    def of_bug(self, *args: str) -> None:
        self.calls.append(("of_bug", args))

    def of_detour(self, *args: str) -> None:
        self.calls.append(("of_detour", args))


def report(complaints: Complaints, calls: Any) -> None:
    """Report what was noted."""
    for method, args in calls:
        getattr(complaints, method)(*args)
