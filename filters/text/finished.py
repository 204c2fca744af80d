"""The fields that every segment has: kind, counts, sentences, and whether it is a bar."""
from .bars import is_bar
from .sentences import sentences_of
from .words import count_words

NO_BAR = frozenset("ct")     # table rows and code have vertical bars of their own


def are_bars(segments):
    """Return whether each segment is a navigation bar, a list of bool."""
    return [segment.get("kind") not in NO_BAR and is_bar(segment["text"]) for segment in segments]


def finish(segments, bars):
    """Add these fields, in place, to the segments without sentences.

    bars:    whether each is a navigation bar.
    """
    new = [(segment, bar) for segment, bar in zip(segments, bars, strict=True)
           if "sentences" not in segment]
    spans = sentences_of([segment["text"] for segment, _ in new])
    for (segment, bar), of_segment in zip(new, spans, strict=True):
        segment["sentences"] = of_segment
        segment.setdefault("kind", "p")
        if "words" not in segment:           # --lines
            segment.update(chars=len(segment["text"]), words=count_words(segment["text"]))
        if bar:
            segment["bar"] = True
