"""One sentence per line."""
from ..scoring.sentencescores import spans_of
from ..stream.printedlines import flat, paragraphs


def sentences(record, kept):
    """Return one sentence per line, then an empty line; "" if none is kept.

    >>> sentences({}, [{"text": "It was\\n3. Yes.", "sentences": [[0, 9], [10, 14]]}])
    b'It was 3.\\nYes.\\n\\n'
    """
    if not kept:
        return b""
    return paragraphs(record, (flat(segment["text"][start:end]) for segment in kept
                                for start, end in spans_of(segment)))
