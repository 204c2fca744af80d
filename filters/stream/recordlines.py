"""The lines that a run writes for records: JSON, or plain text."""
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import Any

from ..edge.jsonlines import encode
from ..errors import BadRecord
from ..record import has_error, segments_of
from .step import Step


def writer(step: Step, opts: Namespace) -> Callable[[Any], bytes]:
    """Return the function from a record to its line, or to lines of plain text."""
    columns = getattr(opts, "score_columns", False)      # trainers that read no records have none
    if not columns and not (step.removes and opts.lines):
        return line
    from .printedlines import lines, printed, text
    write = partial(lines, raw=opts.raw) if columns else text

    def written(record):
        try:
            segments = [] if step.removes and has_error(record) else segments_of(record)
        except BadRecord:                # it is one, and that has been said
            segments = []
        return write(record, printed(segments))
    return written


def line(item: Any) -> bytes:
    """Return the line of a record; bytes stay as they are."""
    return item if isinstance(item, bytes) else encode(item)
