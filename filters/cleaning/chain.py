"""The chain of scutch-clean with its source: pages, and records among them."""
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .. import stream
from ..edge.lines import listed
from ..errors import BadRecord
from ..stream.chains import Chain, joined
from ..stream.step import Step, as_step
from .pipes import READ
from .words import COMPARERS, commands

COMPARED = {f"scutch-{name}" for name, in COMPARERS}
DEDUP = "scutch-dedup"


class Clean(Step):
    """The steps of the chain with their source: pages, with records among them."""

    def __init__(self, opts: Namespace, usual: Namespace) -> None:
        """opts: settled; usual: the options where none is given."""
        filters = commands(opts, usual)
        self.first = f"scutch-{filters[0][0]}"    # reads records, as READ reads pages
        chain = Chain(joined(filters))
        self.signature = [*chain.signature, f"chain:{chain.spec}"]
        self.write, self.finish, self.stages = chain.write, chain.finish, chain.stages
        self.counts: Counter[str] = Counter()
        if opts.schema == "auto":
            self.stages = [(READ, as_step(lambda page: [page])), *self.stages]
        compared = [number for number, (name, _) in enumerate(self.stages) if name in COMPARED]
        self._before = self._comparing = []
        if compared:
            first, end = compared[0], compared[-1] + 1
            self._before, self._comparing = self.stages[:first], self.stages[first:end]
            self.stages = self.stages[end:]
        names = [name for name, _ in self.stages]
        self._unmarked, self._dedup = [], None
        if DEDUP in names:
            at = names.index(DEDUP)
            step: Any = self.stages[at][1]
            self._unmarked, self._dedup = self.stages[:at], step.marking()
            self.stages = [(DEDUP, self._dedup), *self.stages[at + 1:]]
        self.read(opts)

    def read(self, opts: Namespace) -> None:
        """Have the next run read the inputs of these options."""
        self.counts.clear()
        if has_lists(opts):
            opts = Namespace(**{**vars(opts), "files": listed(opts.files or ["-"], opts.null)})
        self.source = (pages_and_records(opts, self.counts, self.first) if opts.schema == "auto"
                       else stream.records_from(opts))
        if self._comparing:
            from ..hosts.roundtrip import RoundTrip
            trip = RoundTrip(self._before, self._comparing, opts.on_error)
            self.source = trip(self.source)
            self.before = trip.stages
        if self._dedup:
            from ..hosts.roundtrip import RoundTrip
            trip = RoundTrip(self._unmarked, [], opts.on_error)
            self.source = trip.around(self.source, self._dedup.after_all)
            self.before = [*self.before, trip.stages[0]]


def pages_and_records(opts: Namespace, counts: Any, first: str) -> Iterator[tuple[str, Any]]:
    """Yield (place, record) as read_pages does, and the records of any JSON lines it meets.

    first: the command that reads records in the pipe.
    """
    from ..sources.pages import read_pages

    def json_lines(source, found):
        for place, item in stream.records_from(Namespace(**{**vars(opts), "files": [source]})):
            if isinstance(item, BadRecord):
                item.command = READ if found else first    # which sees this line in the pipe
            yield place, item

    return read_pages(opts.files or ["-"], counts=counts, json_lines=json_lines)


def has_lists(opts: Namespace) -> bool:
    """Return whether the files of these options list the names of the inputs."""
    return opts.names or opts.null
