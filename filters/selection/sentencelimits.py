"""--wordlm: which sentences exceed a perplexity, and segments without them or with marks around.

Options:
  --no-context      decide on each sentence by its own perplexity, as in the paper, without the
                    context of the page
"""
import re

from ..edge.bytestreams import numbered_lines
from ..edge.jsonlines import decode
from ..errors import BadRecord, Unusable
from ..record import segments_of
from ..scoring.scores import distances_of, grouped, log10p_of, spans_of, steps
from ..stream.options import is_perplexity, number
from ..text.splitmerge import ALIGNED
from ..text.textmarks import FIELD, Span, carried, marks_of
from ..text.words import count_words

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
            context = steps(distances_of(record, segments), counts) if self.context else None
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
    from ...lm.words.perplexity import Histogram
    total = Histogram()
    try:
        for place, line, _ in numbered_lines(name):
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
    kept.pop("cells", None)
    if FIELD in segment:
        left = [span for span, out in zip(old, gone, strict=True) if not out]
        kept[FIELD] = carried(marks_of(segment), [
            Span(start, end, 0, begin)
            for (start, end), (begin, _) in zip(left, spans, strict=True)])[0]
    if "chars" in segment:
        kept["chars"] = len(text)
    if "words" in segment:
        kept["words"] = count_words(text)
    for field in ALIGNED:
        if isinstance(segment.get(field), list):
            kept[field] = [value for value, out in zip(segment[field], gone, strict=False)
                           if not out]
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
