"""Regular expressions that are compiled on first use."""
import re
from typing import Any


class LazyPattern:
    """A pattern like those of re.compile, for one that takes milliseconds and is not always used.

    >>> LazyPattern("[^a]").search("ab")
    <re.Match object; span=(1, 2), match='b'>
    """

    def __init__(self, pattern: str | bytes, flags: int = 0) -> None:
        self._given: Any = pattern, flags

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(re.compile(*self._given), name)
        setattr(self, name, attribute)           # from now on as quick as a pattern's own
        return attribute
