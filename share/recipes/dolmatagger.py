#!/usr/bin/env python3
r"""Score the segments and the whole of documents of plain text in Dolma's toolkit.

    dolma tag --documents 'wiki/documents/*.gz' --taggers scutch \
      --tagger_modules "$PWD/dolmatagger.py"

Dolma asks for the whole path of this file. The attributes are [start, end, score], places in code
points of the text: "charlm" and "combine" of each segment, "quality" of the document, all from 0,
clean, to 1, dirty. `dolma mix` leaves dirty segments out by "span_replacement": [{"span":
"$.attributes.scutch__scutch__combine", "min_score": 0.5, "replacement": ""}], dirty documents by a
filter over scutch__scutch__quality.
"""
from dolma import add_tagger
from dolma.core.data_types import DocResult, Span
from dolma.core.taggers import BaseTagger

from scutch.filters.stream.chains import Chain

SCORES = ["charlm", "combine"]


@add_tagger("scutch")
class Scutch(BaseTagger):
    """The scores of a document; without any where scutch refuses it."""

    @property
    def defaults(self):
        return [*SCORES, "quality"]

    def __init__(self):
        self._chain = Chain("segment, charlm, combine, quality")

    def predict(self, doc):
        record, = self._chain({"id": doc.id, "text": doc.text})
        spans = [Span(*segment["span"], type=name, score=segment["scores"][name])
                 for segment in record.get("segments", []) if "span" in segment
                 for name in SCORES if name in segment.get("scores", {})]
        quality = record.get("doc", {}).get("scores", {}).get("quality")
        if quality is not None:
            spans.append(Span(0, len(doc.text), type="quality", score=quality))
        return DocResult(doc=doc, spans=spans)
