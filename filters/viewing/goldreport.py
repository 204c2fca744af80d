"""What scutch-eval --report writes: its tables as HTML, and the worst pages for scutch-view."""
import os
from urllib.parse import quote

from ...lm.writing import naming
from ..training.gold import id_in
from .htmlfile import block, end, head
from .htmltables import as_markup, document, table
from .pagedata import page_data

WORST = 10               # pages that are shown
PAGES = "-pages.html"    # in place of the report's ending: the file of scutch-view


class GoldReport:
    """The worst pages so far, and at the end two files.

    path:    of the report. gold: {id: gold record}.
    Memory:  WORST records.
    """

    def __init__(self, path, gold):
        self.path, self.gold = path, gold
        self.pages = pages_beside(path)
        self.worst = {}                  # {id: (score, record)}

    def add(self, record, scores):
        """Keep the record if its page is one of the worst. scores: of measures.score."""
        page, name = id_in(self.gold, record), next(iter(scores), None)
        name = next((name for name in scores if name.endswith("_f")), name)      # the first F
        if page is None or name is None:
            return
        self.worst[page] = scores[name], record, scores
        if len(self.worst) > WORST:
            del self.worst[max(self.worst, key=lambda page: (self.worst[page][0], page))]

    def write(self, tables):
        """Write both files. tables: [evaltables.Table]."""
        order = sorted(self.worst, key=lambda page: (self.worst[page][0], page))
        parts = [_as_html(printed) for printed in tables]
        if order:
            parts.append(self._worst_pages(order))
        with naming(self.path), open(self.path, "wb") as out:
            out.write(document("Texts and their gold standard", parts))
        with naming(self.pages), open(self.pages, "wb") as out:
            out.write(head())
            rows = []
            for page in order:
                data, row = page_data(self.worst[page][1], gold=self.gold)
                out.write(block(f"data-{len(rows)}", data))
                rows.append(row)
            out.write(end({"pages": rows}))

    def _worst_pages(self, order):
        """Return the table of the worst pages, each linked to its place in the other file."""
        rows = [self.worst[page][2] for page in order]
        names = list(rows[0])
        cells = [[page, *(f"{row[name]:.2f}" if name in row else "-" for name in names)]
                 for page, row in zip(order, rows, strict=True)]
        link = quote(os.path.basename(self.pages))
        return table("The worst pages", ["page", *names], cells,
                     links=[f"{link}#{number}" for number in range(1, len(order) + 1)])


def _as_html(printed):
    """Return a table of scutch-eval as HTML."""
    rows = [[name, *cells] for name, cells in printed.rows.items()]
    return table(printed.title, ["", *printed.heads], rows) + "".join(
        f"<p>{as_markup(line)}</p>\n" for line in printed.note.splitlines())


def pages_beside(path):
    """Return the name of the file of pages beside a report.

    >>> pages_beside("out/report.html")
    'out/report-pages.html'
    """
    return os.path.splitext(path)[0] + PAGES
