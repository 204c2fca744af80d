"""A record annotated by its cross: segments split if necessary, classes, bits, scores."""
import re
from collections import Counter
from itertools import groupby

import numpy as np

from ...lm.templates import bitpatterns
from ...lm.templates.neighbourhood import Neighbours
from ...lm.templates.reclassify import reclassified
from ..record import count_of, elements_of, owners_of, segments_of
from ..scoring.scores import with_scores
from ..text.listlines import is_bar
from ..text.sentences import sentences
from ..text.splitmerge import ALIGNED, split

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


def crossed(record, cross, ids, method="keep", balance=False):
    """Return the record with the cross, and the class, bits and score of each segment.

    cross:   its lm.templates.crosses.Cross. ids: of the pages of the host.
    method:  what becomes of invalid segments, with `balance`: see reclassify.reclassified.
    """
    masks = [mask for mask in cross.masks if mask is not None]
    pieces = [piece for segment, *flags in zip(segments_of(record), *masks, strict=True)
              for piece in _pieces(segment, flags, cross.bits)]
    segments, patterns = map(list, zip(*pieces, strict=True)) if pieces else ([], [])
    classes = [bitpatterns.classify(cross.bits, pattern) for pattern in patterns]
    neighbours = {name: ids[page] for name, page in zip(NEIGHBOURS, cross.pages[1:], strict=True)
                  if page is not None}
    record = {**record, "cross": {"bits": cross.bits, **neighbours}}
    if neighbours:
        page = _neighbours(record, segments)
        classes = reclassified(method, balance, page, classes, patterns)
        record["element_classes"] = "".join(LETTERS[name] for name in bitpatterns.propagated(
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

    flags: for each page of the cross what pagediff.shared says of the segment.
    """
    if not any(isinstance(shared, list) for shared in flags):
        return [(segment, _pattern(cross, flags))]
    count = len(WORD.findall(segment["text"]))
    patterns = [_pattern(cross, bits) for bits in zip(*(
        shared if isinstance(shared, list) else [shared] * count for shared in flags), strict=True)]
    return parted(segment, patterns, lambda bits: bitpatterns.classify(cross, bits))


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
