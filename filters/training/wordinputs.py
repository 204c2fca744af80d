"""What scutch-train wordlm reads: text, records, count files, or an ARPA file."""
import os
from codecs import BOM_UTF8

from ..edge.compression import open_bytes, reading
from ..record import segments_of
from ..scoring.sentencescores import spans_of
from ..sources.kinds import MODEL
from ..text.sentences import sentences

HEAD = 4096              # bytes of a file that tell what it holds
ARPA, COUNTS, RECORDS, TEXT = "ARPA file", "count file", "records", "text"


def kind_of(name, opts):
    """Return what a file holds, by its first bytes; a pipe has records, or with --lines text."""
    if not os.path.isfile(name):         # "-", too; what a pipe gives can be read only once
        return TEXT if opts.lines else RECORDS
    from ...lm.words.arpa import begins
    with reading(name), open_bytes(name) as file:
        head = file.read(HEAD)
    if begins(head):
        return ARPA
    head = head.removeprefix(BOM_UTF8).lstrip()
    if head.startswith(MODEL):
        return COUNTS
    if opts.schema != "auto":
        return TEXT if opts.schema == "lines" else RECORDS
    return RECORDS if head.startswith(b"{") and not opts.lines else TEXT


def name_of_counts(name, kind, opts):
    """Return the name of the file with the counts of an input; each way to read it has its own."""
    how = [] if kind == TEXT else ["records", *filter(None, (opts.schema, opts.text_key))]
    if opts.whole_lines:
        how.append("whole-lines")
    return ".".join(map(_escaped, [name, *how, "counts"]))


def _escaped(name):
    """Return a path as the name of a file, another one for each.

    >>> _escaped("/a/b"), _escaped("a%b")
    ('%2Fa%2Fb', 'a%25b')
    """
    return name.replace("%", "%25").replace(os.sep, "%2F")


def sentences_of(record, whole_lines):
    """Return the sentences of a record, a list of str; its lines and segments if `whole_lines`.

    Raises:  BadRecord.
    """
    if "segments" not in record and isinstance(record.get("text"), str):
        segments = [{"text": line} for line in record["text"].split("\n")]
    else:
        segments = segments_of(record)
    out = []
    for segment in segments:
        text = segment["text"]
        if whole_lines:
            spans = [(0, len(text))]
        else:
            spans = spans_of(segment) if "sentences" in segment else sentences(text)
        out += [text[start:end] for start, end in spans]
    return out
