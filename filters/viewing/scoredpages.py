"""Pages and archives given in place of records: scored as scutch-clean does it, then shown."""
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


class ScoredPages(Step):
    """The steps from files that hold pages to what a last step shows of them.

    name: of the command whose step `last` is.
    """

    def __init__(self, files, name, last):
        chain = Chain(SCORED)
        self.signature = chain.signature
        decode, passed_over = Decoder(), Counter()
        self.source = Source(units_of(files, decode, passed_over), decode, passed_over)
        self.stages = [(READ, as_step(lambda page: [page])), *chain.stages, (name, last)]


def over_pages(files, name, last):
    """Return the step `last`, after those of ScoredPages where the first file holds pages."""
    return ScoredPages(files, name, last) if files and _holds_pages(files[0]) else last


def _holds_pages(name):
    """Return whether a file is a page or an archive, by its first bytes.

    Not stdin, of which nothing is read here, nor what cannot be read, which the runner reports.
    """
    if name == "-" or os.path.isdir(name):
        return False
    try:
        source = open_source(name)
    except OSError:
        return False
    source.close()
    return source.kind in OF_PAGES
