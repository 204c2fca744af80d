"""A document as scutch-dedup compares it: its kept text, the text's hashes, and its rank.

The texts of a page that are counted are those of its segments, or of sentences in a row.
"""
import re
from typing import Any, NamedTuple

import numpy as np

from ...lm.hashing import hash_of, hashes
from ...lm.sketches import PLACES, shingles, sketches
from ..hosts.grouping import host_of, path_of
from ..record import Segments, name_of, segments_of
from ..scoring.scores import spans_of
from ..selection.segments import kept_text

# What two texts may differ in and be the same, in this order
FOLDS = {"case": str.lower,
         "digits": lambda text: re.sub(r"\d+", "0", text),
         "punctuation": lambda text: re.sub(r"[^\w\s]|_", "", text),
         "space": lambda text: text if _is_spaced(text) else " ".join(text.split())}
OTHER_SPACE = bytes(code for code in range(128) if chr(code).isspace() and chr(code) != " ")
BLANK, NEWLINE, DELETE = b" \n\x7f"
LAST = (1 << 48) - 1     # rank of a document without a timestamp: behind all others
HAS_WORD = re.compile(r"[^\W_]")
# Compared at a time: code points, and documents, which may be of one word
BATCH, MOST_DOCUMENTS = 1 << 18, 1 << 9
VERSION = 1              # of what sketches and hashes mean


class Counted:
    """Called with a record, it returns (hash of each text, hash of the page).

    sentences: how many in a row are a text, after `folded`, as Raffel et al. 2020 (C4) take three;
               0: segments, as scutch-docfreq counts them.
    """

    def __init__(self, sentences, folded):
        self.sentences, self._folded = sentences, folded

    def __call__(self, record):
        segments = segments_of(record)
        texts = [segment["text"] for segment in segments]
        if self.sentences:
            rows = [self._folded(segment["text"][start:end])
                    for segment in segments for start, end in spans_of(segment)]
            texts = [" ".join(rows[start:start + self.sentences])
                     for start in range(len(rows) - self.sentences + 1)]
        return hashes(texts), hash_of(f"{host_of(record)} {path_of(record)}")

    def marked(self, record, others):
        """Return the record with how many others have its texts.

        others: of each text, 0 where none has it.
        """
        segments = segments_of(record)
        if not self.sentences:
            return {**record, "segments": Segments(
                {**segment, "repeats": count} if count else segment
                for segment, count in zip(segments, others.tolist(), strict=True))}
        if not others.any():
            return record
        most = np.zeros(len(others) + self.sentences - 1, np.int64)       # of each sentence
        for place in range(self.sentences):
            np.maximum(most[place:place + len(others)], others, out=most[place:place + len(others)])
        counts, marked = most.tolist(), Segments()
        for segment in segments:
            size = len(spans_of(segment))
            own, counts = counts[:size], counts[size:]
            marked.append({**segment, "sentence_repeats": own} if any(own) else segment)
        return {**record, "segments": marked}


def _is_spaced(text):
    """Return whether the only white space of a text is single blanks."""
    if not text.isascii() or text[:1] == " " or text[-1:] == " ":
        return text.isprintable() and "  " not in text
    data = text.encode()                 # in which one looks faster
    return len(data.translate(None, OTHER_SPACE)) == len(data) and data.rfind(b"  ") < 0


def all_spaced(texts):
    """Return the texts as FOLDS["space"] gives them; one check of all finds texts to leave as is.

    Such a text is of ASCII, without control characters, and has single blanks within it alone.
    """
    string = "\n".join(["", *texts, ""])
    if not string.isascii():
        return list(map(FOLDS["space"], texts))
    codes = np.frombuffer(string.encode(), np.uint8)
    ends = np.cumsum([len(text) + 1 for text in texts])          # a line break follows each
    is_odd = codes == DELETE
    is_low = codes <= BLANK
    is_odd[1:] |= is_low[1:] & is_low[:-1]                       # a blank beside an end as well
    is_low &= codes != BLANK
    is_low[ends] = is_low[0] = False
    is_odd |= is_low
    texts = list(texts)
    for place in set(ends.searchsorted(is_odd.nonzero()[0]).tolist()):
        texts[place] = FOLDS["space"](texts[place])
    return texts


class Document(NamedTuple):
    text: str            # that is kept
    rank: int            # 48 bits; of those alike the least stays
    name: str            # its id, address and time: documents of one name and text are one
    id: Any


class Columns(NamedTuple):
    """Several documents, in arrays."""

    same: np.ndarray     # uint64, hash of the folded text
    rank: np.ndarray     # uint64
    name: np.ndarray     # uint64, hash of it
    sketch: np.ndarray   # uint8 (documents, PLACES)
    items: np.ndarray    # hashes of all shingles
    owners: np.ndarray   # of which document each is
    ids: list


class Reader:
    """From a record to a Document, and from Documents to Columns; opts: words, fold, keep.

    settings: a hash of these options, 16 bits.
    """

    def __init__(self, opts):
        self._words, self._keep = opts.words, opts.keep
        self._folds = [FOLDS[name] for name in FOLDS if name in opts.fold.split(",")]
        wanted = f"{VERSION} {opts.words} {opts.fold} {opts.keep} {PLACES}"
        self.settings = int(hashes([wanted])[0]) & 0xffff

    def __call__(self, record):
        """Return the Document of a record, None if no word of it is kept.

        Raises:  BadRecord for a record without segments and without text.
        """
        return self.document(record, kept_text(record))

    def document(self, record, text):
        """Return the Document of a record with this kept text, None for a text without a word."""
        if not HAS_WORD.search(text):
            return None
        when = record.get("timestamp")
        rank = LAST if not when else int(
            re.sub(r"[^0-9]", "", str(when))[:14].ljust(14, "0")) or LAST
        if self._keep == "longest":
            rank = LAST - len(text)
        elif self._keep == "newest" and rank < LAST:
            rank = LAST - 1 - rank
        return Document(text, rank, name_in(record), record.get("id", record.get("url")))

    def folded(self, text):
        """Return a text with the differences of --fold removed."""
        for fold in self._folds:
            text = fold(text)
        return text

    def columns(self, documents):
        """Return the Columns of some documents."""
        texts = [document.text for document in documents]
        items, owners = shingles(texts, self._words)
        for fold in self._folds:
            texts = all_spaced(texts) if fold is FOLDS["space"] else list(map(fold, texts))
        return Columns(hashes(texts),
                       np.array([document.rank for document in documents], np.uint64),
                       hashes(document.name for document in documents),
                       sketches(items, owners, len(documents)), items, owners,
                       [document.id for document in documents])


def name_in(record):
    """Return the name of a document: its id, address and time."""
    return f"{name_of(record)}\n{record.get('url')}\n{record.get('timestamp')}"


class Batches:
    """Documents added one by one, in batches of at most BATCH code points."""

    def __init__(self) -> None:
        self._held, self._size = [], 0

    def add(self, document: Document | None) -> list[list[Document]]:
        """Add a document; return [the batch] if it is full, else []."""
        done = []
        if document:
            if (self._size + len(document.text) > BATCH
                    or len(self._held) == MOST_DOCUMENTS):
                done = self.rest()
            self._held.append(document)
            self._size += len(document.text)
        return done

    def rest(self) -> list[list[Document]]:
        """Return [the last batch], [] if it is empty."""
        done = [self._held] if self._held else []
        self._held, self._size = [], 0
        return done
