"""The chain of scutch-clean with its source: pages, and records among them; a run for each file."""
import json
import os
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import Any

from .. import stream
from ..edge.compression import compressor
from ..edge.console import to_stderr
from ..edge.outputs import INDEX, OutputTree, Settings, Taken, places
from ..errors import BadRecord
from ..hosts.addresslists import choosing
from ..record import Record
from ..selection.segments import Selection
from ..sinks.formats import FORMATS
from ..sources.decoding import Decoder
from ..sources.inputnames import names_in
from ..sources.pagesources import units_of
from ..sources.units import Source
from ..stream.chains import Chain, chain_of_pages
from ..stream.inputs import decoder, units_from
from ..stream.printedlines import joined_text
from ..stream.shellpipes import GROUPING, READ
from ..stream.spec import description_of, filter_of_keywords
from ..stream.step import Named, Packed, Step, as_step
from .defaultchain import chain_of, settled

# The chain of scutch-clean with its source: pages, and records among them.

COMPARED = {f"scutch-{name}" for name in GROUPING}
DEDUP = "scutch-dedup"


class Clean(Step):
    """The steps of the chain with their source: pages, with records among them."""

    def __init__(self, opts: Namespace) -> None:
        """opts: settled."""
        filters = chain_of(opts)
        self.first = filters[0].command  # reads records, as READ reads pages
        chain = Chain(filters)
        self.signature = [*chain.signature, f"chain:{description_of(filters)}"]
        stages: list[tuple[str, Any]] = chain.stages
        self._reads_pages = opts.schema == "auto"
        self._decode = _page_decoder(opts, self.first) if self._reads_pages else decoder(opts)
        self._chosen = choosing(self._decode, opts)
        if self._reads_pages:
            stages = [(READ, as_step(lambda page: [page])), *stages]
        compared = [number for number, (name, _) in enumerate(stages) if name in COMPARED]
        first, end = (compared[0], compared[-1] + 1) if compared else (0, 0)
        self._before, self._comparing, self.stages = stages[:first], stages[first:end], stages[end:]
        names = [name for name, _ in self.stages]
        if DEDUP in names:
            at = names.index(DEDUP)
            step: Any = self.stages[at][1]
            *others, (name, last) = self.stages[:at] + self.stages[at + 2:]   # without its prune
            self.stages = [*others, (name, step.waiting(last, bool(opts.dropped)))]
        elif opts.output:
            *others, (name, last) = self.stages
            self.stages = [*others, (name, Named(last))]
        self.read(opts)

    def read(self, opts: Namespace) -> None:
        """Have the next run read the inputs of these options."""
        if opts.names:
            opts = Namespace(**{**vars(opts), "files": names_in(opts.files or ["-"])})
        passed_over: Counter[str] = Counter()
        units = (units_of(opts.files or ["-"], self._decode, passed_over,
                          getattr(opts, "wanted", None))
                 if self._reads_pages else units_from(opts))
        source = Source(units, self._chosen, passed_over)
        if self._comparing:
            for _, step in self._comparing:
                if step.group:
                    step.group.restart()
            from ..hosts.roundtrip import RoundTrip
            trip = RoundTrip(self._before, self._comparing, opts.on_error, source.decode)
            source = Source(trip(source.items), passed_over=passed_over, before=trip.stages)
        self.source = source


def _page_decoder(opts, first):
    """Return the Decoder of pages, and of JSON lines as the schema of the options has them.

    first: the command that reads records in the pipe.
    """
    decode = decoder(opts)
    if opts.drop_urls or opts.only_urls:         # READ then reads all
        first = READ

    def of_line(place, line):
        try:
            return decode(place, line)
        except BadRecord as error:
            error.command = first if line.listed else READ    # which sees this line in the pipe
            raise

    return Decoder(json_lines=of_line)


def extracted(record: Record, options: Mapping[str, Any], seconds: float = 0) -> Any:
    """Return what scutch.extract returns for the record of a page.

    options: as scutch.clean takes them. seconds: a page that takes longer raises BadRecord.
    """
    opts = filter_of_keywords("clean", {**options, "meta": True, "format": "jsonl"}).opts()
    opts = settled(opts)
    *filters, _emit = chain_of(opts)
    page, = chain_of_pages(*filters).within(seconds, record)
    kept, meta = Selection(opts)(page), page["meta"]
    texts = set(map(id, kept))
    return {"text": joined_text(kept), "title": meta.get("title"),
            "authors": meta.get("authors", []), "date": meta.get("published"),
            "lang": page.get("lang"), "url": page.get("url"), "meta": meta,
            "left_out": [segment["text"] for segment in page["segments"]
                         if id(segment) not in texts and not segment.get("hidden")]}


# scutch-clean -o: a run for each input, into a file of its own.

NAME = "scutch-clean"


def into_files(module: ModuleType, opts: Namespace) -> int:
    """Clean each input into a file of its own; return the status.

    module:  of the command.
    Raises:  Unusable for options that cannot be, and for a file that cannot be written; OSError
             for a list of names.
    """
    inputs = opts.files or ["-"]
    counts, taken = Counter(inputs=0, existing=0), Taken(opts.output)
    extension = FORMATS[settled(opts).format or "text"][1]
    if opts.compress:
        extension += f".{opts.compress}"

    skipped = partial(_exists, f".{extension}", opts.split) if opts.skip_existing else None
    targets = places(names_in(inputs) if opts.names else inputs, opts.output, extension, NAME,
                     skipped, counts, taken)
    step: Any = stream.made(module, _of_one(opts))
    settings = Settings(
        opts.output, extension, NAME,
        lambda file: Packed(file, step.last.packing and step.last.packing(),
                            compressor(opts.compress)),
        opts.split, skipped, taken, not opts.names and len(inputs) == 1, counts)

    def begun(name, path):
        is_tree = opts.split or path == opts.output
        tree = OutputTree(name, path, settings) if is_tree else None
        alone = _of_one(opts, [name], path, tree)
        step.read(settled(alone))
        return runs.begun(alone)
    with stream.Runs(step, _of_one(opts), NAME) as runs:
        status = runs.into_files(targets, begun)
    if opts.stats:
        to_stderr(json.dumps({"command": NAME, "folder": opts.output, **counts}) + "\n")
    return status


def _exists(ending, is_split, path):
    """Return whether an output file is there, or the index of its folder."""
    return os.path.isfile(path) or (
        is_split and os.path.exists(os.path.join(path.removesuffix(ending), INDEX)))


def _of_one(opts, files=(), path=None, tree=None):
    """Return the options of a run for one input; path, tree: of its output."""
    return Namespace(**{**vars(opts), "files": list(files), "names": False, "stdout": path,
                        "tree": tree, "wanted": tree and tree.wanted})
