"""The sentences of a segment: their spans, and their log10 probabilities by scutch-wordlm."""
from ..errors import BadRecord
from ..record import MOST, elements_of, owners_of


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
            and 0 <= pair[1] < MOST and type(pair[0]) in (int, float) and -MOST < pair[0] <= 0)


def steps(record, segments, counts):
    """Return how far each sentence is from the one before: see lm.words.perplexity.probabilities.

    counts:  how many sentences each segment has.
    """
    import numpy as np

    from ...lm.words.perplexity import SAME
    from .columnscores import distances
    parents = np.array(elements_of(record)[1], np.int64)
    owners = np.array(owners_of(segments, len(parents)), np.int64)
    far = distances(owners, np.zeros(len(owners), np.int64), parents).tolist()
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
