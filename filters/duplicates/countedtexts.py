"""The texts of a page that are counted: those of its segments, or of sentences in a row."""
import numpy as np

from ...lm.texthashes import hash_of, hashes
from ..hosts.grouping import host_of, path_of
from ..record import Segments, segments_of
from ..scoring.sentencescores import spans_of


class Counted:
    """Called with a record, it returns (hash of each text, hash of the page).

    sentences: how many in a row are a text, after `folded`, as Raffel et al. 2020 (C4) take three;
               0: segments, as scutch-docfreq counts them.
    """

    def __init__(self, sentences, folded):
        self.sentences, self._folded = sentences, folded

    def __call__(self, record):
        segments = segments_of(record)
        texts = [segment["text"] for segment in segments]
        if self.sentences:
            rows = [self._folded(segment["text"][start:end])
                    for segment in segments for start, end in spans_of(segment)]
            texts = [" ".join(rows[start:start + self.sentences])
                     for start in range(len(rows) - self.sentences + 1)]
        return hashes(texts), hash_of(f"{host_of(record)} {path_of(record)}")

    def marked(self, record, others):
        """Return the record with how many others have its texts.

        others: of each text, 0 where none has it.
        """
        segments = segments_of(record)
        if not self.sentences:
            return {**record, "segments": Segments(
                {**segment, "repeats": count} if count else segment
                for segment, count in zip(segments, others.tolist(), strict=True))}
        if not others.any():
            return record
        most = np.zeros(len(others) + self.sentences - 1, np.int64)       # of each sentence
        for place in range(self.sentences):
            np.maximum(most[place:place + len(others)], others, out=most[place:place + len(others)])
        counts, marked = most.tolist(), Segments()
        for segment in segments:
            size = len(spans_of(segment))
            own, counts = counts[:size], counts[size:]
            marked.append({**segment, "sentence_repeats": own} if any(own) else segment)
        return {**record, "segments": marked}
