"""Output that waits until all duplicates are known.

A chain that drops duplicates need not hold records until then: it holds the output of its last
step, which is smaller, and leaves out that of duplicates. So the steps after scutch-dedup see
duplicates, too. A record that one of them refuses is bad, and not compared.
"""
import os
import tempfile
from typing import Any, NamedTuple

from ..edge.console import folders_removed
from ..edge.jsonlines import decode, encode
from ..errors import BadRecord
from ..hosts.grouping import Spool, packed, unpacked
from ..selection.documentlimits import like_another
from ..selection.kepttext import kept_texts
from ..stream.step import Dropped, Emptied, PageStep, Step
from .comparedtexts import Document
from .corpus import Corpus
from .duplicatemarks import Duplicates, with_mark

RECORD, ALONE, COMPARED = range(3)   # what waits: a record, output for no document, for one


class Output(NamedTuple):
    """A document, None for a record without a word, and the last step's result, as bytes."""

    document: Document | None
    data: bytes


class Waiting(PageStep):
    """The last step of a chain, wrapped: it returns the Output of each record.

    last:    the wrapped step, which returns bytes. reader: of the documents.
    is_kept: whether the records are kept, too, for --dropped.
    """

    def __init__(self, last: Any, reader: Any, is_kept: bool) -> None:
        self._last, self._reader, self._is_kept = last, reader, is_kept

    def takes(self, pages: Any) -> bool:
        """Return whether the last step takes the Pages; not if records are to be kept."""
        return not self._is_kept and self._last.takes(pages)

    def of_pages(self, pages: Any) -> list[Output]:
        """Return the Output of each of several pages."""
        return [Output(self._reader.document(record, text), _packed(
                    data if isinstance(data, list) else [data]))
                for record, text, data in zip(pages.records, kept_texts(pages),
                                              self._last.of_pages(pages), strict=True)]

    def alone(self, record: dict[str, Any]) -> list[Output]:
        """Return [the Output of a record]. Raises BadRecord where the last step does."""
        written = self._last(record)
        return [Output(self._document(record), _packed(written, record if self._is_kept else None))]

    def _document(self, record):
        try:
            return self._reader(record)
        except BadRecord:                # a filter before has refused it
            return None


class Release:
    """Holds the Outputs of all documents, then releases those of the documents that stay.

    reader, threshold, is_exact: as a Corpus takes them.
    Memory:  that of a Corpus; beyond a bound the Outputs are on disk.
    """

    def __init__(self, reader: Any, threshold: float, is_exact: bool) -> None:
        self._reader, self._threshold, self._is_exact = reader, threshold, is_exact

    def __call__(self, items):
        """Yield (place, the last step's result, or Dropped) of (place, Output), at the end.

        Refused records and failed inputs are passed on.
        """
        with folders_removed(), tempfile.TemporaryDirectory(prefix="scutch-dedup-") as folder:
            corpus = Corpus(folder, self._reader, self._threshold, self._is_exact)
            spool = Spool()
            for number, (place, item) in enumerate(items):
                if isinstance(item, OSError):
                    yield place, item
                elif isinstance(item, Output):
                    kind = ALONE if item.document is None else COMPARED
                    corpus.add(item.document)
                    spool.add((number, place, kind), item.data)
                else:
                    spool.add((number, place, RECORD), packed(place, item))
            path = os.path.join(folder, "list")
            corpus.write_list(path)
            marks = Duplicates(path, self._reader).of_each(*corpus.hashes())
            for (_, place, kind), data in spool:
                mark = next(marks) if kind == COMPARED else None
                yield (unpacked(data) if kind == RECORD else (place, _unpacked(data, mark)))


class Released(Step):
    """The step after a Release: it writes as the last step does, in place of it."""

    def __init__(self, last: Any) -> None:
        self.write, self.packing, self.finish = last.write, last.packing, last.finish
        self.is_silent = last.is_silent

    def __call__(self, item: Any) -> list[Any]:
        return item if isinstance(item, list) else [item]


def _packed(written, record=None):
    """Return a step's result, and a record, as bytes."""
    records = [encode(kept) for kept in (record, getattr(written, "record", None)) if kept]
    return b"".join([encode({"why": getattr(written, "why", None), "written": len(written),
                             "is_empty": isinstance(written, Emptied),
                             "sizes": list(map(len, [*written, *records]))}), *written, *records])


def _unpacked(data, mark):
    """Return the step's result; with a Mark the Dropped of a duplicate."""
    end = data.index(b"\n") + 1
    about, parts = decode(data[:end]), []
    for size in about["sizes"]:
        parts.append(data[end:end + size])
        end += size
    written, records = parts[:about["written"]], parts[about["written"]:]
    if mark is not None:
        record = with_mark(decode(records[0]), mark) if records else None
        return like_another(record, mark.of)
    if about["why"] is None:
        return Emptied(written) if about["is_empty"] else written
    return Dropped(about["why"], decode(records[-1]) if records else None, written)
