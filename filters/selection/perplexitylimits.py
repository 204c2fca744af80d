"""--wordlm: options that limit the perplexity of sentences, and the Limits they ask for.

Options:
  --no-context      decide on each sentence by its own perplexity, as in the paper, without the
                    context of the page
"""
import re

from ..edge.bytestreams import numbered_lines
from ..edge.jsonlines import decode
from ..errors import BadRecord, Unusable
from ..record import segments_of
from ..scoring.sentencescores import grouped, log10p_of, steps
from ..stream.numbers import is_perplexity, number

PERPLEXITY = number("a perplexity above 1, up to 1e9, or pN:FILE, N up to 100,", is_perplexity)
PERCENTILE = re.compile(r"p(\d+(?:\.\d+)?):(.+)", re.DOTALL)


class Limits:
    """The sentences to remove: from a record to a list of bools for each segment.

    limit:   perplexity per token; None: nothing is too high.
    least:   perplexity below which text is suspiciously regular, each sentence by itself; None
             for no such limit.
    context: whether a sentence is seen in the context of the page.
    """

    def __init__(self, limit, least=None, context=True):
        self.limit, self.least, self.context = limit, least, context

    def __call__(self, record):
        from ...lm.words.perplexity import perplexity, probabilities
        segments = segments_of(record)
        by_segment = [log10p_of(segment) for segment in segments]
        counts = list(map(len, by_segment))
        flat = [pair for pairs in by_segment for pair in pairs]
        gone = [False] * len(flat)
        if self.limit is not None:
            context = steps(record, segments, counts) if self.context else None
            gone = [p > 0.5 for p in probabilities(flat, self.limit, context)]
        if self.least is not None:
            gone = [out or perplexity(*pair) < self.least
                    for out, pair in zip(gone, flat, strict=True)]
        # without tokens scutch-wordlm had no model for it
        gone = [out and tokens > 0 for out, (_, tokens) in zip(gone, flat, strict=True)]
        return grouped(gone, counts)


def limit_of(word):
    """Return the value of --wordlm: a perplexity, or (per cent, file) of a histogram.

    >>> limit_of("5000"), limit_of("p95:good.json")
    (5000.0, (95.0, 'good.json'))
    """
    match = PERCENTILE.fullmatch(word)
    if match and float(match[1]) <= 100:
        return float(match[1]), match[2]
    return PERPLEXITY(word)


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
