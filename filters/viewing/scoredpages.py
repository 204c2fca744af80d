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


class ScoredPages(Step):
    """The steps of scutch-clean, from files that hold pages, and a last step, which shows them.

    name: of the command of the step `last`.
    """

    def __init__(self, files, name, last):
        chain = Chain(SCORED)
        self.signature = chain.signature
        decode, passed_over = Decoder(), Counter()
        self.source = Source(units_of(files, decode, passed_over), decode, passed_over)
        self.stages = [(READ, as_step(lambda page: [page])), *chain.stages, (name, last)]


def over_pages(files, name, last):
    """Return the step `last`; if the first file holds pages, ScoredPages with it."""
    return ScoredPages(files, name, last) if files and _holds_pages(files[0]) else last


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
