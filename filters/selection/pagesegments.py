"""The segments of one page, of a record or among Pages, as a limit sees them: by their places.

Without a score, what --keep auto keeps is all that browsers show.
"""
from ...lm.tagnames import KINDS
from ..errors import BadRecord
from ..record import HIDDEN_CUTS, cut_of, plain_text, score_of, scorers_of, segments_of


class RecordSegments:
    """The segments of a record, or the given ones of them.

    Raises:  BadRecord where there are none, or one is not as described in fields.tsv.
    """

    def __init__(self, record, segments=None):
        self.record = record
        self.segments = segments_of(record) if segments is None else segments

    def __len__(self):
        return len(self.segments)

    def hidden(self):
        """Return the places of hidden segments, a list."""
        return [place for place, segment in enumerate(self.segments) if segment.get("hidden")]

    def texts(self, places):
        """Return the texts of segments, by their places, a list."""
        return [self.segments[place]["text"] for place in places]

    def scores(self, places, name, field="scores"):
        """Return their scores or raw values of a name, a list, None for one without.

        Raises:  BadRecord where one is not a number.
        """
        return [score_of(self.segments[place], name, field) for place in places]

    def roles(self, places):
        """Return their roles, a list, None for one without."""
        return [self.segments[place].get("role") for place in places]

    def kinds(self, places):
        """Return their kinds, a list."""
        return [self.segments[place].get("kind") for place in places]


class ColumnSegments:
    """The same of a page in Pages."""

    def __init__(self, pages, page):
        self.record, self.pages, self._rows = pages.records[page], pages, pages.rows(page)

    def __len__(self):
        return self._rows.stop - self._rows.start

    def hidden(self):
        return self.pages.hidden[self._rows].nonzero()[0].tolist()

    def texts(self, places):
        texts = self.pages.text[self._rows]
        return [texts[place] for place in places]

    def scores(self, places, name, field="scores"):
        values = self.pages.values(field, name, self._rows)
        return [values[place] for place in places]

    def roles(self, places):
        if self.pages.roles is None:
            return [segment.get("role") for segment in self.kept(places)]
        roles = self.pages.roles[self._rows]
        return [roles[place] for place in places]

    def kinds(self, places):
        return [segment.get("kind") for segment in self.kept(places)]

    def kept(self, places):
        """Return segments by their places: as they were given, of html2text with text and kind."""
        if self.pages.given:
            given = self.pages.given[self._rows]
            return [given[place] for place in places]
        kinds = self.pages.kind[self._rows].tolist()
        return [{"text": text, "kind": KINDS[kinds[place]]}
                for place, text in zip(places, self.texts(places), strict=True)]


def unseen(segments, by):
    """Return the places of the segments dropped as hidden, a set.

    by:      the score that decides, by the record's threshold of hidden segments; None for none.

    >>> page = {"hidden_cuts": {"combine": 0.4},
    ...         "segments": [{"text": "A", "hidden": True, "scores": {"combine": 0.1}}]}
    >>> [unseen(RecordSegments(page), name) for name in ("combine", "charlm", None)]
    [set(), {0}, {0}]
    """
    hidden, cut = segments.hidden(), cut_of(segments.record, by, HIDDEN_CUTS)
    if cut is None:
        return set(hidden)
    return {place for place, score in zip(hidden, segments.scores(hidden, by), strict=True)
            if score is None or score > cut}


def kept(segments, by):
    """Return the places of the segments that --keep auto keeps by a score, a list.

    Without a threshold of it they are all that browsers show.
    """
    cut = cut_of(segments.record, by)
    left_out = unseen(segments, by if cut is not None else None)
    places = [place for place in range(len(segments)) if place not in left_out]
    if cut is None:
        return places
    return [place for place, score in zip(places, segments.scores(places, by), strict=True)
            if (score or 0) <= cut]


def score_named(record, by=None):
    """Return the name of a score: `by`, else the record's last one; None for no scores."""
    return by or (scorers_of(record) or [None])[-1]


def kept_segments(record):
    """Return the segments of a record that --keep auto keeps; without a score, all that are shown.

    >>> kept_segments({"segments": [{"text": "a"}, {"text": "b", "hidden": True}]})
    [{'text': 'a'}]
    """
    segments = RecordSegments(record)
    return [segments.segments[place] for place in kept(segments, score_named(record))]


def kept_text(record, between=" "):
    """Return the text of those segments; that of a record of plain text is its own.

    between: what stands between two segments.
    Raises:  BadRecord for a record with neither.
    """
    text = plain_text(record)
    if text is not None:
        return text
    if "segments" not in record:
        raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of "html"',
                        "no_text")
    return _text(RecordSegments(record), between)


def page_text(pages, page, between=" "):
    """Return the text of one of the Pages, as kept_text has it of its record."""
    return _text(ColumnSegments(pages, page), between)


def _text(segments, between):
    return between.join(segments.texts(kept(segments, score_named(segments.record))))
