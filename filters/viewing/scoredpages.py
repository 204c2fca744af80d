"""Pages and archives as input, in place of records: scored as by scutch-clean, then shown."""
import os
from collections import Counter

from ..sources.decoding import Decoder
from ..sources.kinds import open_source
from ..sources.pagesources import units_of
from ..sources.units import Source
from ..stream.chains import Chain
from ..stream.step import Step, as_step

READ = "scutch-read"
SCORED = "html2text --keep-html, segment, charlm, combine, role, tag"
OF_PAGES = {"html", "warc", "arc", "index"}


def over_pages(files, name, last):
    """Return the step `last`, of the command `name`, which shows records.

    If the first file holds pages, it is the last of the steps of scutch-clean over these files.
    """
    if not (files and _holds_pages(files[0])):
        return last
    chain, step, decode, passed_over = Chain(SCORED), Step(), Decoder(), Counter()
    step.signature = chain.signature
    step.source = Source(units_of(files, decode, passed_over), decode, passed_over)
    step.stages = [(READ, as_step(lambda page: [page])), *chain.stages, (name, last)]
    return step


def _holds_pages(name):
    """Return whether a file is a page or an archive, by its first bytes.

    False for stdin, which is not read here, and for an unreadable file, which the runner reports.
    """
    if name == "-" or os.path.isdir(name):
        return False
    try:
        source = open_source(name)
    except OSError:
        return False
    source.close()
    return source.kind in OF_PAGES
