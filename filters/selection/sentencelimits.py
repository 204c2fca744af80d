"""Segments without some of their sentences, or with marks around them."""
from ..scoring.sentencescores import log10p_of, spans_of
from ..text.splitmerge import ALIGNED
from ..text.textmarks import FIELD, Span, carried, marks_of
from ..text.words import count_words


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
