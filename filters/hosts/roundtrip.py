"""Filters that compare the pages of a host, within a chain whose input is in any order."""
from collections import deque

from ..sources.units import as_record
from ..stream.batches import MOST_RECORDS
from ..stream.stages import Stages, StoppedAtBadRecord
from .grouping import by_host, in_order


class RoundTrip:
    """Takes records through filters, groups them by host, through others, and back into order.

    before:   [(command name, step)] of the filters before the grouping.
    compare:  those that need the pages of a host one after the other; one record out for each in.
    on_error: what becomes of bad records before the grouping; after it they are kept.
    decode:   from what is read to a record: see Step.
    Memory:   that of the steps; records past a bound wait on disk: see grouping.py.
    """

    def __init__(self, before, compare, on_error, decode=as_record):
        self._before = Stages(before, on_error, decode)
        self._compare = Stages(compare)
        self._stopped = False
        self._most = 1 if on_error == "stop" else MOST_RECORDS     # the first bad one ends it

    @property
    def stages(self):
        """Return the Stages that count bad records."""
        return [self._before, self._compare]

    def __call__(self, items):
        """Yield (place, record) of (place, what was read there), in order.

        Raises:  StoppedAtBadRecord after the records that came before the bad one.
        """
        yield from in_order(self._compared(by_host(self._prepared(items))))
        if self._stopped:
            raise StoppedAtBadRecord

    def _prepared(self, items):
        try:
            yield from self._before.over(self._before.reads(items), self._most)
        except StoppedAtBadRecord:
            self._stopped = True

    def _compared(self, numbered):
        waiting = deque()                # (number, place) of the records that a step holds
        for number, place, item in numbered:
            if isinstance(item, OSError):
                yield number, place, item
                continue
            waiting.append((number, place))
            for record in self._compare(item, place):
                yield *waiting.popleft(), record
        for _, record in self._compare.rest():
            yield *waiting.popleft(), record
