"""Merges annotations of one page that was in several groups (Leśniak 2017, section 2.4).

The thesis keeps classes that agree, and leaves conflicts to further work. Here a conflict means
boilerplate: one group was seen to share the text; another may not share it only because it has few
pages.
"""
from ..record import score_of, segments_of
from ..scoring.scores import with_scores
from ..stream.step import Grouping
from .annotate import CUT, NAME, parted

RANK = {"invalid": 0, "content": 1, "boilerplate": 2}    # the highest of a word's classes holds


class SamePage(Grouping):
    """The Grouping of records of one page: by id and timestamp."""

    def __call__(self, record):
        segments_of(record)
        return str(record.get("id")), str(record.get("timestamp"))


def merged(records):
    """Return as many copies of one record: the one with the fullest cross, with all classes.

    Records that are not annotated, or do not have the same words, are left as they are.
    """
    annotations = [_annotation(record) for record in records]
    texts = {tuple(word for word, _ in annotation) if annotation else None
             for annotation in annotations}
    if len(records) == 1 or len(texts) > 1 or None in texts:
        return records
    fullest = max(range(len(records)), key=lambda i: _fullness(records[i]))
    annotations.insert(0, annotations.pop(fullest))      # of equal classes the first one's holds
    words = iter([max((judged for _, judged in same), key=lambda judged: RANK[judged[0]])
                  for same in zip(*annotations, strict=True)])
    segments, scores, raws = [], [], []
    for segment in segments_of(records[fullest]):
        for piece, (name, score, raw) in _pieces(segment, words):
            segments.append({**piece, "class": name})
            scores.append(score)
            raws.append(raw)
    done = with_scores(records[fullest], segments, NAME, scores, raws, CUT)
    return [done] * len(records)


def _annotation(record):
    """Return [(word, (class, score, bits))] for the words of a page, None where one has none."""
    words = []
    for segment in segments_of(record):
        name, score = segment.get("class"), score_of(segment, NAME)
        raw = segment.get("raw", {}).get(NAME)
        if name not in RANK or score is None or not isinstance(raw, str):
            return None
        words += [(word, (name, score, raw)) for word in segment["text"].split()]
    return words


def _fullness(record):
    cross = record.get("cross")
    return str(cross.get("bits")).count("1") if isinstance(cross, dict) else 0


def _pieces(segment, words):
    """Yield the parts of a segment that are of one class: (part, (class, score, bits)).

    words: an iterator over the annotation of each word of the page.
    """
    said = [next(words) for _ in segment["text"].split()]
    if said:
        yield from parted(segment, said, lambda judged: judged[0])
    else:
        yield segment, (segment["class"], score_of(segment, NAME), segment["raw"][NAME])
