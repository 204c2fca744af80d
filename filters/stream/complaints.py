"""Counts of bad records, truncated ones and bugs; reports of the first ten, and the first bug."""
from typing import Any

from ..edge.console import complain, to_stderr
from ..errors import TRUNCATED

MOST_COMPLAINTS = 10     # a page or an archive given by mistake has thousands of bad lines


class Complaints:
    """Counts of bad records, and of unexpected exceptions, `crashed`; the first go to stderr.

    `truncated_inputs`: bad records at which an input breaks off; `unjudged`: records lacking the
    value a limit needs; `truncated`: good records with a part of their text left out; `fallbacks`:
    batches redone record by record; `reasons`: the (command, code) of bad records; `bad_before`:
    records that an earlier command found bad.
    """

    def __init__(self) -> None:
        self.bad = self.truncated_inputs = self.unjudged = 0
        self.crashed = self.truncated = self.fallbacks = self.bad_before = 0
        self.reasons: set[tuple[str, str]] = set()

    @property
    def unreported_truncated(self) -> int:
        """Return the number of truncated records that were counted but not reported."""
        return max(0, self.truncated - MOST_COMPLAINTS)

    @property
    def unreported(self) -> int:
        """Return the number of bad records that were counted but not reported."""
        return max(0, self.bad - MOST_COMPLAINTS)

    def of_bad(self, name: str, message: str, code: str) -> None:
        """Report a bad record; name: of the command that refused it."""
        self.bad += 1
        self.truncated_inputs += code == TRUNCATED
        self.reasons.add((name, code))
        if self.bad <= MOST_COMPLAINTS:
            complain(name, message)

    def of_bad_before(self) -> None:
        """Count a record that an earlier command found bad."""
        self.bad_before += 1

    def of_unjudged(self) -> None:
        """Count a bad record, reported already, that lacks the value a limit needs."""
        self.unjudged += 1

    def of_truncated(self, name: str, message: str) -> None:
        """Report a record with a part of its text left out."""
        self.truncated += 1
        if self.truncated <= MOST_COMPLAINTS:
            complain(name, message)

    def of_bug(self, name: str, message: str, trace: str) -> None:
        """Report an unexpected exception: the first alone, since one bug may hit every record."""
        if not self.crashed:
            to_stderr(trace)
            complain(name, message)
        self.crashed += 1

    def of_fallback(self, name: str, message: str, trace: str) -> None:
        """Report an unexpected exception that only costs time: the first alone."""
        if not self.fallbacks:
            to_stderr(trace)
            complain(name, message)
        self.fallbacks += 1


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

    def of_truncated(self, *args: str) -> None:
        self.calls.append(("of_truncated", args))

    def of_bug(self, *args: str) -> None:
        self.calls.append(("of_bug", args))

    def of_fallback(self, *args: str) -> None:
        self.calls.append(("of_fallback", args))


def report(complaints: Complaints, calls: Any) -> None:
    """Make the calls of a Noted."""
    for method, args in calls:
        getattr(complaints, method)(*args)
