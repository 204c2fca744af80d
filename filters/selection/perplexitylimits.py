"""Limits of perplexity: which sentences of a record exceed them, and segments without these.

scutch-wordlm writes "sentence_log10p"; after that a limit needs no model.
"""
import re

from ..edge.files import numbered_lines
from ..edge.jsonlines import decode
from ..errors import BadRecord, Unusable
from ..record import MOST, segments_of
from ..scoring.context import distances
from ..stream.numbers import perplexity
from ..text.words import count_words

PERCENTILE = re.compile(r"p(\d+(?:\.\d+)?):(.+)", re.DOTALL)
ALIGNED = ["sentence_log10p", "sentence_unknown"]     # lists with an item a sentence


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
    found = segment.get("sentence_log10p")
    if found is None:
        raise BadRecord('a segment has no "sentence_log10p": run scutch-wordlm first',
                        "no_log10p")
    if not isinstance(found, list) or not all(map(_is_evidence, found)):
        raise BadRecord('"sentence_log10p" of a segment is not a list of [log10p, tokens]',
                        "bad_log10p")
    if len(found) != len(spans_of(segment)):
        raise BadRecord('"sentence_log10p" and "sentences" of a segment are not of one length: '
                        "run scutch-wordlm after scutch-segment", "bad_log10p")
    return found


def _is_evidence(pair):
    return (isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int
            and 0 <= pair[1] < MOST and type(pair[0]) in (int, float) and -MOST < pair[0] <= 0)


def steps(record, segments, counts):
    """Return how far each sentence is from the one before: see lm.words.perplexity.probabilities.

    counts:  how many sentences each segment has.
    """
    from ...lm.words.perplexity import SAME
    return [step for first, count in zip(distances(record, segments), counts, strict=True)
            for step in [first, *[SAME] * (count - 1)][:count]]


def cut(values, counts):
    """Return a list cut into one list for each count, of that length.

    >>> cut("abc", [2, 0, 1])
    ['ab', '', 'c']
    """
    found, start = [], 0
    for count in counts:
        found.append(values[start:start + count])
        start += count
    return found


class Limits:
    """Which sentences to remove: called with a record it returns a list of bool a segment.

    limit:   perplexity a token; None: nothing is too high.
    least:   perplexity below which text is suspiciously regular, each sentence by itself; None
             for no such limit.
    context: whether a sentence is seen in the context of the page.
    """

    def __init__(self, limit, least=None, context=True):
        self.limit, self.least, self.context = limit, least, context

    def __call__(self, record):
        from ...lm.words.perplexity import perplexity, probabilities
        segments = segments_of(record)
        found = [log10p_of(segment) for segment in segments]
        counts = list(map(len, found))
        flat = [pair for one in found for pair in one]
        gone = [False] * len(flat)
        if self.limit is not None:
            context = steps(record, segments, counts) if self.context else None
            gone = [p > 0.5 for p in probabilities(flat, self.limit, context)]
        if self.least is not None:
            gone = [out or perplexity(*pair) < self.least
                    for out, pair in zip(gone, flat, strict=True)]
        return cut(gone, counts)


def without(segment, gone):
    """Return the segment without some of its sentences, None where none is left.

    Counts of text are made anew; scores, tags and the counts of markup stay those of the whole, and
    "span" still says where the whole stood.

    >>> without({"text": "Hi. Ho. Ha.", "sentences": [[0, 3], [4, 7], [8, 11]], "chars": 11},
    ...         [False, True, False])
    {'text': 'Hi. Ha.', 'sentences': [[0, 3], [4, 7]], 'chars': 7}
    """
    if not any(gone):
        return segment
    if all(gone):
        return None
    old, text, spans, before = spans_of(segment), "", [], None
    for i, (start, end) in enumerate(old):
        if gone[i]:
            continue
        if before is not None:               # neighbours keep what stood between them
            text += segment["text"][old[before][1]:start] if before == i - 1 else " "
        spans.append([len(text), len(text) + end - start])
        text += segment["text"][start:end]
        before = i
    kept = {**segment, "text": text, "sentences": spans}
    if "chars" in segment:
        kept["chars"] = len(text)
    if "words" in segment:
        kept["words"] = count_words(text)
    for field in ALIGNED:
        if isinstance(segment.get(field), list):
            kept[field] = [one for one, out in zip(segment[field], gone, strict=False) if not out]
    return kept


def marked(segment, gone):
    """Return the segment with marks around some of its sentences.

    Source:  PyPlexity 0.2.12, perpl_model.py: "<ppl 5321.7>Home About</ppl>".
    Differs: one decimal, and no full stop after the mark.

    >>> marked({"text": "Home. Hi.", "sentence_log10p": [[-12.0, 3], [-4, 2]],
    ...         "sentences": [[0, 5], [6, 9]]}, [True, False])["text"]
    '<ppl 10000.0>Home.</ppl> Hi.'
    """
    from ...lm.words.perplexity import perplexity
    old, pieces, before = segment["text"], [], 0
    for (start, end), pair, out in zip(spans_of(segment), log10p_of(segment), gone, strict=True):
        if out:
            pieces += [old[before:start], f"<ppl {perplexity(*pair):.1f}>", old[start:end],
                       "</ppl>"]
            before = end
    return {**segment, "text": "".join([*pieces, old[before:]])} if pieces else segment


def limit_of(word):
    """Return the value of --wordlm: a perplexity, or (per cent, file) of a histogram.

    >>> limit_of("5000"), limit_of("p95:good.json")
    (5000.0, (95.0, 'good.json'))
    """
    match = PERCENTILE.fullmatch(word)
    if match and float(match[1]) <= 100:
        return float(match[1]), match[2]
    return perplexity(word)


def limit_arguments(parser):
    """Declare --no-context, which goes with any limit of perplexity."""
    parser.add_argument("--no-context", action="store_true",
                        help="decide on each sentence by its own perplexity, as in the paper, "
                             "without the context of the page")


def limits_of(opts, limit, least=None):
    """Return the Limits that the options ask for, None where they ask for none.

    limit:   what limit_of returned for an option, or None; least: a perplexity or None.
    Raises:  Unusable for a histogram that cannot be read, and for --no-context without a limit.
    """
    if limit is None and opts.no_context:
        raise Unusable("--no-context needs a limit of perplexity")
    if limit is None and least is None:
        return None
    return Limits(_percentile(*limit) if isinstance(limit, tuple) else limit, least,
                  context=not opts.no_context)


def _percentile(percent, name):
    """Return the perplexity of a percentile of the histograms in a file."""
    from ...lm.words.histogram import Histogram
    total = Histogram()
    try:
        for place, line, _ in numbered_lines([name]):
            if line.strip():
                try:
                    total.merge(Histogram.from_json(decode(line)))
                except (BadRecord, ValueError) as error:
                    raise Unusable(f"{place}: {error}") from None
    except OSError as error:
        raise Unusable(f"{error.filename or name}: {error.strerror or error} (scutch-wordlm "
                       "--histogram writes such a file)") from None
    if not total.bins:
        raise Unusable(f"{name}: a histogram without counts has no percentiles")
    return total.percentile(percent)
