"""The fields that every segment has: kind, counts, sentences, and whether it is a bar."""
from .bars import is_bar
from .sentences import sentences_of
from .words import count_words

NO_BAR = frozenset("ct")     # table rows and code have vertical bars of their own


def are_bars(segments):
    """Return whether each segment is a navigation bar, a list of bool."""
    return [one.get("kind") not in NO_BAR and is_bar(one["text"]) for one in segments]


def finish(segments, bars):
    """Give those of the segments that have no sentences these fields, in place.

    bars:    whether each is a navigation bar.
    """
    new = [(one, bar) for one, bar in zip(segments, bars, strict=True) if "sentences" not in one]
    spans = sentences_of([one["text"] for one, _ in new])
    for (one, bar), of_segment in zip(new, spans, strict=True):
        one["sentences"] = of_segment
        one.setdefault("kind", "p")
        if "words" not in one:           # --lines
            one.update(chars=len(one["text"]), words=count_words(one["text"]))
        if bar:
            one["bar"] = True
