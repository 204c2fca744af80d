"""A record annotated by its cross: segments split if necessary, classes, bits, scores.

Annotations of one page that was in several groups are merged (Leśniak 2017, section 2.4).

The thesis keeps classes that agree, and leaves conflicts to further work. Here a conflict means
boilerplate: one group was seen to share the text; another may not share it only because it has few
pages.
"""
import re
from collections import Counter
from itertools import groupby

import numpy as np

from ...lm.templates.blockclasses import Neighbours, classify, propagated, reclassified
from ..record import count_of, elements_of, object_of, owners_of, score_of, segments_of
from ..scoring.scores import with_scores
from ..stream.step import Grouped
from ..text.linebreaks import is_bar
from ..text.sentences import sentences
from ..text.splitmerge import ALIGNED, split

RANK = {"invalid": 0, "content": 1, "boilerplate": 2}    # the highest of a word's classes holds

NAME = "archive"
NEIGHBOURS = ("up", "down", "previous", "next")
# The share of boilerplate among the words with such bits, on the pages of WCXB that have another of
# their template (share/bench/papers/templates.txt). Of invalid text nothing is known.
SCORES = {"content": 0.32, "invalid": 0.5, "boilerplate": 0.8}
ON_EACH = 0.95           # boilerplate that stands on each other page of the template
CUT = 0.5
LETTERS = {"content": "c", "boilerplate": "b", "invalid": "i", None: "-"}
COUNTED = ("chars", "words", "link_chars", "open_tags")
WORD = re.compile(r"\S+")


class SamePage(Grouped):
    """The step of the records of one page: by id and timestamp."""

    def group(self, record):
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
    fullest = max(range(len(records)), key=lambda number: str(
        object_of(records[number], "cross").get("bits")).count("1"))
    annotations.insert(0, annotations.pop(fullest))      # of equal classes the first one's holds
    words = iter([max((judged for _, judged in same), key=lambda judged: RANK[judged[0]])
                  for same in zip(*annotations, strict=True)])
    segments, scores, raws = [], [], []
    for segment in segments_of(records[fullest]):
        for piece, (name, score, raw) in _by_class(segment, words):
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


def _by_class(segment, words):
    """Yield the parts of a segment that are of one class: (part, (class, score, bits)).

    words: an iterator over the annotation of each word of the page.
    """
    said = [next(words) for _ in segment["text"].split()]
    if said:
        yield from parted(segment, said, lambda judged: judged[0])
    else:
        yield segment, (segment["class"], score_of(segment, NAME), segment["raw"][NAME])


def crossed(record, cross, ids, method="keep", balance=False):
    """Return the record with the cross, and the class, bits and score of each segment.

    cross:   its lm.templates.crosses.Cross. ids: of the pages of the host.
    method:  what becomes of invalid segments, with `balance`: see reclassify.reclassified.
    """
    masks = [mask for mask in cross.masks if mask is not None]
    pieces = [piece for segment, *flags in zip(segments_of(record), *masks, strict=True)
              for piece in _pieces(segment, flags, cross.bits)]
    segments, patterns = map(list, zip(*pieces, strict=True)) if pieces else ([], [])
    classes = [classify(cross.bits, pattern) for pattern in patterns]
    neighbours = {name: ids[page] for name, page in zip(NEIGHBOURS, cross.pages[1:], strict=True)
                  if page is not None}
    record = {**record, "cross": {"bits": cross.bits, **neighbours}}
    if neighbours:
        page = _neighbours(record, segments)
        classes = reclassified(method, balance, page, classes, patterns)
        record["element_classes"] = "".join(LETTERS[name] for name in propagated(
            page.parents, page.elements, classes))
    segments = [{**segment, "class": name} for segment, name in zip(segments, classes, strict=True)]
    scores = [_score(name, cross.bits, pattern)
              for name, pattern in zip(classes, patterns, strict=True)]
    return with_scores(record, segments, NAME, scores, patterns, CUT)


def _score(name, cross, bits):
    """Return the score of a class; bits[:3] are the page and those of its template.

    >>> _score("boilerplate", "11100", "11100"), _score("boilerplate", "11100", "11000")
    (0.95, 0.8)
    """
    return ON_EACH if name == "boilerplate" and bits[:3] == cross[:3] else SCORES[name]


def _neighbours(record, segments):
    names, parents, words = elements_of(record)
    counts = [[count_of(segment.get(name)) for name in COUNTED] for segment in segments]
    return Neighbours(names, parents, words, [str(segment.get("tag")) for segment in segments],
                      owners_of(segments, len(names)), np.array(counts, float).reshape(-1, 4))


def _pieces(segment, flags, cross):
    """Return the parts of a segment that are of one class: [(part, bits)].

    flags: for each page of the cross what crosses.shared says of the segment.
    """
    if not any(isinstance(shared, list) for shared in flags):
        return [(segment, _pattern(cross, flags))]
    count = len(WORD.findall(segment["text"]))
    patterns = [_pattern(cross, bits) for bits in zip(*(
        shared if isinstance(shared, list) else [shared] * count for shared in flags), strict=True)]
    return parted(segment, patterns, lambda bits: classify(cross, bits))


def parted(segment, said, class_of):
    """Yield the parts of a segment whose words are of one class: (part, annotation).

    A part that follows another one has the field "continues".
    said:     an annotation of each word of the segment, which has at least one; a part gets the
              most frequent one of its words.
    class_of: function from an annotation to the class.
    """
    words = list(WORD.finditer(segment["text"]))
    parts, start = [], 0
    for _, run in groupby(said, class_of):
        run = Counter(run)
        end = start + run.total()
        parts.append((words[start].start(), words[end - 1].end(), run.most_common(1)[0][0]))
        start = end
    if len(parts) == 1:
        yield segment, parts[0][2]
        return
    pieces = split(segment, [(segment["text"][start:end], segment.get("kind", "p"))
                             for start, end, _ in parts])
    for number, (piece, (start, end, most)) in enumerate(zip(pieces, parts, strict=True)):
        piece = finished(piece, segment, start, end)
        yield {**piece, "continues": True} if number else piece, most


def _pattern(cross, flags):
    there = iter(flags)
    return "".join("01"[next(there)] if bit == "1" else "0" for bit in cross)


def finished(piece, segment, start, end):
    """Return a part of a segment, text[start:end], with the counts of its own text."""
    piece = {key: value for key, value in piece.items() if key not in ALIGNED}
    span = segment.get("span")
    if (isinstance(span, list) and [type(place) for place in span] == [int, int]
            and span[1] - span[0] == len(segment["text"])):
        piece["span"] = [span[0] + start, span[0] + end]
    if "sentences" in piece:
        piece["sentences"] = sentences(piece["text"])
    if piece.get("kind") == "t":         # a part of a row: whose cells is not known
        piece.pop("cells", None)
    if piece.get("bar") and not is_bar(piece["text"]):
        del piece["bar"]
    return piece
