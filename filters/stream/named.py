"""The last step of a chain whose output goes to several files: it says of which page it is."""
from typing import Any, NamedTuple

from ..edge.frames import frame
from ..record import name_of
from ..sources.units import InFolder
from .step import PageStep


class Output(NamedTuple):
    """What a step has written, and what is said of it in the frame."""

    about: dict[str, Any]
    data: bytes


class Named(PageStep):
    """The last step of a chain, wrapped: its bytes are frames, with place, file and address.

    last:    the wrapped step, which returns bytes.
    """

    placed = True

    def __init__(self, last: Any) -> None:
        self.last_step = last
        self.packing, self.is_silent = last.packing, last.is_silent

    def takes(self, pages: Any) -> bool:
        """Return whether the wrapped step takes the Pages."""
        return bool(self.last_step.takes(pages))

    def of_pages(self, pages: Any) -> list[list[Output]]:
        """Return the Outputs of each of several pages."""
        return [_named(record, written) for record, written in
                zip(pages.records, self.last_step.of_pages(pages), strict=True)]

    def alone(self, record: dict[str, Any]) -> list[Output]:
        """Return the Outputs of a record. Raises BadRecord where the wrapped step does."""
        return _named(record, self.last_step(record))

    def refused(self, record: Any) -> Output:
        """Return the Output of a bad record."""
        return Output({"name": address(record)}, self.last_step.write(record))

    def write(self, item: Any, place: str) -> bytes:
        """Return the frame of an Output, or of a refused record."""
        about, data = item if isinstance(item, Output) else self.refused(item)
        file = place.file if isinstance(place, InFolder) else None
        return frame({**about, "place": place, "file": file}, data)


def _named(record, written):
    """Return what a step has returned, with Outputs in place of bytes."""
    about = {"name": address(record)}
    written[:] = [Output(about, data) for data in written]
    return written


def address(record: dict[str, Any]) -> str:
    """Return the address of a page, where it has none its id."""
    url = record.get("url")
    return url if isinstance(url, str) else name_of(record)
