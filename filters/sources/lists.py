"""Lists of the names of inputs, for --names."""
from collections.abc import Iterable, Iterator

from ..edge.rawlines import listed
from ..errors import Unreadable
from .kinds import kind_of

# Kinds of files that hold pages, in words
INPUTS = {"html": "a page", "warc": "an archive", "arc": "an archive", "index": "an index",
          "records": "JSON lines"}


def names_in(files: Iterable[str]) -> Iterator[str]:
    """Yield the names listed in files: see edge.rawlines.listed.

    Raises:  Unreadable for a page, an archive and the like, whose lines are no names.
    """
    return listed(files, _refuse_input)


def _refuse_input(name, head):
    what = INPUTS.get(kind_of(head)[0])
    if what:
        raise Unreadable(name, f"{what}, not a list of names: give it without --names")
