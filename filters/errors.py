"""Exceptions of the commands: a record that a step cannot work on, and what ends a run."""
import errno
from typing import Any, TypeVar

TRUNCATED = "truncated"  # the code where an input breaks off: nothing after that place is read


class Error(Exception):
    """What scutch.clean, extract and pipe raise, but for a wrong type of an argument."""


class BadRecord(Error):
    """A record that a step cannot work on.

    str() says what is wrong, `code` says it in one word; `record` is the record itself. `command`
    found it, where that is not the command of the step.
    """

    def __init__(self, message: str, code: str = "bad_record",
                 record: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.record = record or {}
        self.command: str | None = None

    def __reduce__(self):
        return BadRecord, (str(self), self.code, self.record), {"command": self.command}


Kept = TypeVar("Kept", bound=BaseException)


def kept(error: Kept) -> Kept:
    """Return an exception to be kept as a value, without the frames in which it was raised.

    They, and those of what it was raised from, hold the page or the file that it is about.
    """
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)


class Unjudged(BadRecord):
    """A record without the value that a limit needs; a run with one ends with status 2."""


class PassedOver(Exception):
    """What an input has in place of a page.

    why: the name of its count in --stats; ": " and a media type may follow, which is counted, too.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Unusable(Error):
    """A model, a file or an option's value that ends a run with status 2, at its start or later."""


class Unreadable(OSError):
    """An input that cannot be read, or not to its end: `filename` and `strerror` say why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(errno.EIO, why, name)
