"""One sentence per line."""
from ..scoring.sentencescores import spans_of
from ..stream.printedlines import flat, paragraphs
from .tables import cells_of


def sentences(record, kept, columns="", spreadsheet=False):
    """Return one sentence per line, then an empty line; "" if none is kept.

    columns: those of a table, where each line is a row, of which text has the sentence; such has no
             empty lines. spreadsheet: see printedlines.cell.

    >>> sentences({"id": "7"}, [{"text": "It was\\n3. Yes.", "sentences": [[0, 9], [10, 14]]}])
    b'It was 3.\\nYes.\\n\\n'
    >>> sentences({"id": "7"}, [{"text": "One."}, {"text": "Two."}], "id,text")
    b'7\\tOne.\\n7\\tTwo.\\n'
    """
    sentences = [flat(segment["text"][start:end]) for segment in kept
                 for start, end in spans_of(segment)]
    rows = ["\t".join(cells_of(record, sentence, columns or "text", spreadsheet))
            for sentence in sentences]
    if columns:
        return "".join(row + "\n" for row in rows).encode("utf-8", "replace")
    return paragraphs(record, rows) if kept else b""
