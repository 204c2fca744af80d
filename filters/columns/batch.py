"""A few pages between the steps of one process: records, Columns and scores."""
from dataclasses import dataclass, field, replace

from ..record import rounded_array, with_scorer
from .columns import Columns
from .torecords import elements_of_page, segments_of_page


@dataclass(eq=False)
class Pages:
    """K pages. A step returns new Pages.

    records: list of K records, with None for "elements" and "segments".
    columns: Columns of their segments and elements.
    scores:  {name of a scorer: float64 (segments,), as they are written}.
    raw:     {name of a scorer: float64 (segments,), the values of its method, not rounded}.
    """

    records: list
    columns: Columns
    scores: dict = field(default_factory=dict)
    raw: dict = field(default_factory=dict)

    def scored(self, name, scores, raw, cuts, records=None):
        """Return the pages with scores of one more scorer: see scoring.scores.with_scores.

        scores, raw: float64 (segments,), raw may be None; cuts: the threshold of each page.
        records:     that take the place of those here, None for these.
        """
        found = [with_scorer(record, name, cut)
                 for record, cut in zip(records or self.records, cuts, strict=True)]
        more = {} if raw is None else {name: raw}
        return replace(self, records=found, raw={**self.raw, **more},
                       scores={**self.scores, name: rounded_array(scores)})

    def as_records(self):
        """Return the records, a list of K."""
        return [self.record(page) for page in range(len(self.records))]

    def record(self, page):
        """Return the record of one page with its elements and segments."""
        segments = segments_of_page(self.columns, page)
        segments.whole = not (self.scores or self.raw)
        rows = self.columns.rows(page)
        scores = {name: values[rows].tolist() for name, values in self.scores.items()}
        raw = {name: rounded_array(values[rows]).tolist() for name, values in self.raw.items()}
        for name, found in ("scores", scores), ("raw", raw):
            if found:
                values = zip(*found.values(), strict=True)
                for segment, numbers in zip(segments, values, strict=True):
                    segment[name] = dict(zip(found, numbers, strict=True))
        return {**self.records[page], "elements": elements_of_page(self.columns, page),
                "segments": segments}
