"""For all scorers: models by name or path; scores, and their letters; sentences and their scores.

The spans and log10 probabilities of the sentences of a segment are those of scutch-wordlm.
"""
from functools import cache, lru_cache
from importlib import import_module
from math import ceil

from ... import shared_file
from .. import record as records
from ..errors import BadRecord, Unusable

LM = __package__.partition(".filters.")[0] + ".lm"


def load_model(name, known, kind, command):
    """Return the model in a file; one known by name is read once.

    name:    one of `known`, {name: path in the package}, or a path.
    kind:    its class below scutch.lm, such as "words.wordmodel.WordModel"; imported here, with
             numpy.
    command: the command that makes such models, for the complaint.
    Raises:  Unusable for a model that cannot be read.
    """
    from ...lm.modelfile import BadModel
    module, _, cls = kind.rpartition(".")
    load = getattr(import_module(f"{LM}.{module}"), cls).load
    path = shared_file(known[name]) if name in known else name
    try:
        return _shipped(load, path) if name in known else load(path)
    except OSError as error:
        names = f"; known by name: {', '.join(known)}" if known else ""
        raise Unusable(f"{error.filename or name}: {error.strerror or error} "
                       f"({command} makes models{names})") from None
    except BadModel as error:
        raise Unusable(f"{path}: {error}") from None


@cache
def _shipped(load, path):
    """Return the model in a file of scutch; all chains of a process share it."""
    return load(path)


def with_scores(record, segments, name, scores, raws, cut):
    """Return the record with a score and raw value of each segment, the threshold, and the scorer.

    segments: those of the record, with other fields that the scorer wrote into them.
    scores:   list or array of float, 0 clean to 1 dirty; raws: what the method computes, numbers
              or text.
    cut:      the threshold: the highest score that --keep auto keeps.
    """
    out = [{**segment} for segment in segments]
    for field, values in ("scores", scores), ("raw", raws):
        for segment, value in zip(out, written(values), strict=True):
            segment[field] = {**segment.get(field, {}), name: value}
    return records.with_scorer({**record, "segments": records.Segments(out)}, name, cut)


def written(values):
    """Return scores or raw values, a list or an array, as a list with the digits of records."""
    if isinstance(values, list):
        return [value if isinstance(value, str) else round(value, records.SCORE_DIGITS) + 0.0
                for value in values]
    return records.rounded_array(values).tolist()


def spans_of(segment):
    """Return the spans of a segment's sentences, or of the whole text where it has no list.

    Raises:  BadRecord where "sentences" is not what scutch-segment writes.

    >>> spans_of({"text": "Hi. Ho.", "sentences": [[0, 3], [4, 7]]}), spans_of({"text": " "})
    ([[0, 3], [4, 7]], [])
    """
    text, spans = segment["text"], segment.get("sentences")
    if spans is None:
        return [[0, len(text)]] if text.strip() else []
    before = 0
    for span in spans:
        if (not isinstance(span, list) or not list(map(type, span)) == [int, int]
                or not before <= span[0] <= span[1] <= len(text)):
            raise BadRecord('"sentences" of a segment is not a list of [start, end]',
                            "bad_sentences")
        before = span[1]
    return spans


def log10p_of(segment):
    """Return [[log10 probability, tokens], ...] of a segment's sentences, one for each span.

    Raises:  BadRecord where scutch-wordlm has not scored these sentences.
    """
    pairs = segment.get("sentence_log10p")
    if pairs is None:
        raise BadRecord('a segment has no "sentence_log10p": run scutch-wordlm first, but after '
                        "what merges or splits segments", "no_log10p")
    if not isinstance(pairs, list) or not all(map(_is_evidence, pairs)):
        raise BadRecord('"sentence_log10p" of a segment is not a list of [log10p, tokens]',
                        "bad_log10p")
    if len(pairs) != len(spans_of(segment)):
        raise BadRecord('"sentence_log10p" and "sentences" of a segment are not of one length: '
                        "run scutch-wordlm after scutch-segment", "bad_log10p")
    return pairs


def _is_evidence(pair):
    return (isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int
            and 0 <= pair[1] < records.MOST and type(pair[0]) in (int, float)
            and -records.MOST < pair[0] <= 0)


def distances_of(record, segments):
    """Return how far each segment of a record is from the one before: see `distances`, a list."""
    import numpy as np

    from ...lm.elements import distances
    parents = np.array(records.elements_of(record)[1], np.int64)
    owners = np.array(records.owners_of(segments, len(parents)), np.int64)
    return distances(owners, np.zeros(len(owners), np.int64), parents).tolist()


def steps(far, counts):
    """Return how far each sentence is from the one before: see lm.words.perplexity.probabilities.

    far:     of each segment, a list. counts: how many sentences each has.
    """
    from ...lm.words.perplexity import SAME
    return [step for first, count in zip(far, counts, strict=True)
            for step in [first, *[SAME] * (count - 1)][:count]]


def grouped(values, counts):
    """Return a list cut into lists of these lengths.

    >>> grouped("abc", [2, 0, 1])
    ['ab', '', 'c']
    """
    groups, start = [], 0
    for count in counts:
        groups.append(values[start:start + count])
        start += count
    return groups


# The letters of scores: a to j divide [0, 1] into equal intervals (Schäfer 2016, section 4).

LETTERS, MOST_LETTERS = 10, 26   # of scutch-tag: default, most


@lru_cache(1 << 14)      # scores have four decimals
def interval_of(score: float, count: int = LETTERS) -> int:
    """Return which of `count` equal intervals of [0, 1] a score is in; each has its upper border.

    >>> [interval_of(score) for score in (0, 0.05, 0.5, 0.5001, 0.7, 1, 1e308)]
    [0, 0, 4, 5, 6, 9, 9]
    """
    share = min(1.0, max(0.0, score))
    return max(0, ceil(round(share * count, 9)) - 1)        # 0.7 * 10 is a little over 7


def letter_of(interval: int) -> str:
    """Return the letter of an interval, "a" for 0."""
    return chr(ord("a") + interval)
