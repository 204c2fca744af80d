"""The counts of a text by which pre-training pipelines filter: Gopher, C4, FineWeb.

Source:  Rae et al. 2021 (Gopher), table A1 and section A.1; Raffel et al. 2020 (C4), section 2.2;
         Penedo et al. 2024 (FineWeb), section 3.6; all as datatrove 0.10 computes them.
Differs: C4's filter also removes lines; here they only do not count. Words of scripts without
         spaces are pieces, and C4's marks and words of a line are theirs, too.
"""
import re
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from ..arrays import begins_of_runs
from ..hashing import GOLDEN
from .englishwords import IS_SPACELESS
from .tokenised import ENDS, MARKS, MARKS_ALONE, PUNCTUATED, WITH_LETTER, Tokenised

PARAGRAPHS, LINES = re.compile(r"\n{2,}"), re.compile(r"\n+")
TOP = (2, 3, 4)                  # words of the sequences of which the most frequent one counts
REPEATED = (5, 6, 7, 8, 9, 10)   # of those of which all repeated ones count

MOST_BITS = 20           # of the table of counts by which sequences are found that come once

STOP_WORDS = ("the", "be", "to", "of", "and", "that", "have", "with")     # Gopher
BULLETS, ELLIPSES = ("•", "-"), ("...", "…")
SHORT_LINE = 30          # code points: FineWeb
LONGEST_WORD = 1000      # C4
FEWEST_WORDS = 3         # of a line: C4
END_MARKS = (".", "?", "!", '"', "'", "。", "？", "！", "」", "』")
CITATION = re.compile(r"\[\d*]|\[edit]|\[citation needed]")
LATIN, SCRIPT, BRACKET = "lorem ipsum", "javascript", "{"
POLICY = ("terms of use", "privacy policy", "cookie policy", "uses cookies", "use of cookies",
          "use cookies")
WATCHED = (LATIN, SCRIPT, BRACKET, *POLICY)      # what no line of most texts has


def of_pieces(pieces: Sequence[str]) -> tuple[int, int]:
    """Return how many pieces of a text came before, and their code points.

    >>> of_pieces(["Home", "News", "Home"])
    (1, 4)
    """
    seen: set[str] = set()
    count = chars = 0
    for piece in pieces:
        if piece in seen:
            count += 1
            chars += len(piece)
        else:
            seen.add(piece)
    return count, chars


def of_lines(text: str) -> dict[str, float]:
    """Return the shares of repeated lines and paragraphs of a text, and of their code points."""
    shares = {}
    is_plain = "\n\n" not in text       # as the text of segments is
    paragraphs = [text] if is_plain else PARAGRAPHS.split(text.strip())
    lines = text.split("\n") if is_plain else LINES.split(text)
    for name, pieces in (("para", paragraphs), ("line", lines)):
        count, chars = of_pieces(pieces)
        shares[f"dup_{name}_frac"] = count / len(pieces)
        shares[f"dup_{name}_char_frac"] = chars / max(1, len(text))
    return shares


def of_sequences(numbers: np.ndarray, lengths: np.ndarray, starts: np.ndarray,
                 chars: Sequence[int]) -> list[dict[str, float]]:
    """Return the shares of the code points of texts in repeated sequences of their words.

    numbers: int64 (words,) of all texts, equal for equal words. lengths: int64, code points of
             each.
    starts:  int64 (texts + 1,), where the words of each text begin. chars: code points of each.

    top_N_gram is the share of the most frequent sequence of N words, the first of those, with
    spaces; duplicated_N_n_grams of all that came before, without overlaps.

    A sequence is repeated only if it is without its last word, so each length looks at what is
    left of the one before.
    """
    texts = len(starts) - 1
    ends = np.append(0, np.cumsum(lengths))
    kinds = int(numbers.max(initial=0)) + 1
    places, text = np.arange(len(numbers)), np.repeat(np.arange(texts), np.diff(starts))
    last = starts[1:][text]              # where the text of each word ends
    groups = text * kinds + numbers
    shares: list[dict[str, float]] = [{} for _ in range(texts)]
    for size in range(2, REPEATED[-1] + 1):
        inside = (places + size <= last[places]).nonzero()[0]
        places, groups = places[inside], groups[inside]
        keys = groups * kinds + numbers[places + size - 1]
        again = _may_repeat(keys).nonzero()[0]
        places, keys = places[again], keys[again]
        order = keys.argsort(kind="stable")
        begins = begins_of_runs(keys[order])
        counts = np.diff(begins.nonzero()[0], append=len(keys))
        groups = np.empty(len(keys), np.int64)
        groups[order] = begins.cumsum() - 1
        if size in TOP:
            first = places[order[begins]]
            for of_text, most in zip(shares, _tops(size, first, counts, text, starts, ends),
                                     strict=True):
                of_text[f"top_{size}_gram"] = most
        again = (counts[groups] > 1).nonzero()[0]
        places, groups = places[again], groups[again]
        if size in REPEATED:
            repeated = _repeated(places.tolist(), groups.tolist(), ends, size, text, texts)
            for of_text, count in zip(shares, repeated, strict=True):
                of_text[f"duplicated_{size}_n_grams"] = count
    return [{name: count / max(1, size) for name, count in of_text.items()}
            for of_text, size in zip(shares, chars, strict=True)]


def _may_repeat(keys):
    """Return whether each key may be there twice: most that are not need no sorting."""
    bits = min(MOST_BITS, max(1, (4 * len(keys)).bit_length()))
    places = (keys.astype(np.uint64) * np.uint64(GOLDEN) >> np.uint64(64 - bits)).astype(np.int64)
    return np.bincount(places, minlength=1)[places] > 1


def _tops(size, first, counts, text, starts, ends):
    """Return the code points of all occurrences of the most frequent sequence of each text.

    first, counts: the place of each sequence and how often it comes; a text whose sequences come
                   once may lack them.
    """
    most = np.ones(len(starts) - 1, np.int64)
    at = starts[:-1].copy()
    of = text[first]
    np.maximum.at(most, of, counts)
    best = (counts == most[of]) & (counts > 1)
    at[of[best]] = len(text)
    np.minimum.at(at, of[best], first[best])
    end = np.minimum(at + size, len(text))
    return ((ends[end] - ends[at] + size - 1) * most * (np.diff(starts) >= size)).tolist()


def _repeated(places, groups, ends, size, text, texts):
    """Return the code points of the sequences that came before, from left to right, of each text.

    A group is of one text.
    """
    seen, chars, at = set(), [0] * texts, 0
    while at < len(places):
        place, group = places[at], groups[at]
        at += 1
        if group in seen:
            chars[text[place]] += int(ends[place + size] - ends[place])
            at = bisect_left(places, place + size, at)
        else:
            seen.add(group)
    return chars


def counts(batch: Tokenised) -> list[dict[str, float]]:
    """Return {name: value} of each text, all counts that have limits; 0 where nothing is counted.

    >>> from scutch.lm.documents.tokenised import tokenised
    >>> one, = counts(tokenised(["The mill burned.\\nThe mill burned."]))
    >>> one["doc_words"], one["dup_line_frac"], one["char_dup_ratio"]
    (6, 0.5, 0.5)
    """
    parts = (_gopher(batch), map(of_lines, batch.texts),
             of_sequences(batch.numbers, batch.lengths, batch.starts, list(map(len, batch.texts))),
             map(_fineweb, batch.texts, batch.sizes.tolist()), _c4(batch))
    return [{name: value for part in of_text for name, value in part.items()}
            for of_text in zip(*parts, strict=True)]


def _gopher(batch):
    """Yield the counts of Gopher's filter of quality."""
    real = batch.traits & MARKS_ALONE == 0
    for text, lines, words, counted, chars, with_letter, stop_words in zip(
            batch.texts, batch.stripped, batch.sizes.tolist(), batch.sums(real),
            batch.sums(batch.lengths * real), batch.counts(WITH_LETTER), _stop_words(batch),
            strict=True):
        every, most = max(1, words), max(1, len(lines))
        yield {
            "doc_words": counted,
            "avg_word_length": chars / max(1, counted),
            "hash_word_ratio": text.count("#") / every,
            "ellipsis_word_ratio": sum(map(text.count, ELLIPSES)) / every,
            "bullet_lines_ratio": sum(line.startswith(BULLETS) for line in lines) / most,
            "ellipsis_lines_ratio": sum(line.endswith(ELLIPSES) for line in lines) / most,
            "alpha_words_ratio": with_letter / every,
            "stop_words": stop_words}


def _stop_words(batch):
    """Return how many of the STOP_WORDS each text has."""
    bits = {word: 1 << place for place, word in enumerate(STOP_WORDS)}
    has = batch.vocabulary.table(STOP_WORDS, lambda word: bits.get(word, 0), np.uint8)
    has = np.append(has.take(batch.numbers), np.uint8(0))    # so that the last start is within it
    every = np.bitwise_or.reduceat(has, batch.starts[:-1]) * (batch.sizes > 0)
    return [present.bit_count() for present in every.tolist()]


def _fineweb(text, words):
    lines = [line for line in text.split("\n") if line and not line.isspace()]
    most = max(1, len(lines))
    breaks = text.count("\n")
    return {
        "doc_lines": len(lines),
        "line_punct_ratio": sum(line[-1] in MARKS for line in lines) / most,
        "short_line_ratio": sum(len(line) <= SHORT_LINE for line in lines) / most,
        "char_dup_ratio": of_pieces(lines)[1] / max(1, len(text) - breaks),
        "list_ratio": breaks / max(1, words)}


def _c4(batch):
    """Yield counts of the sentences that C4 keeps, and of lines for which it drops a document."""
    sentences = _sentences(batch)
    starts, words = batch.line_starts.tolist(), batch.line_words.tolist()
    for text, lines, stripped, start in zip(batch.texts, batch.lines, batch.stripped, starts,
                                            strict=False):
        watched = any(map(text.lower().__contains__, WATCHED))
        kept = latin = brackets = 0
        for number, (whole, line) in enumerate(zip(lines, stripped, strict=True), start):
            has_citation = "[" in whole
            if has_citation:
                line = CITATION.sub("", line)
            if not _is_kept(whole, line, words[number]):
                continue
            if watched or has_citation:
                lower = line.lower()
                is_latin, has_bracket = LATIN in lower, BRACKET in line
                latin += is_latin
                if is_latin or SCRIPT in lower:
                    continue
                brackets += has_bracket
                if has_bracket or any(phrase in lower for phrase in POLICY):
                    continue
            kept += (int(_sentences(Tokenised([line], batch.of_line, batch.vocabulary))[0])
                     if has_citation else sentences[number])
        yield {"lorem_ipsum": latin, "curly_bracket": brackets, "num_sentences": kept}


def _is_kept(whole, line, words):
    """Return whether C4 keeps a line, but for what it says; line: without citations."""
    if IS_SPACELESS.search(whole):
        return line.endswith(END_MARKS) and words >= FEWEST_WORDS
    return (line.endswith(END_MARKS) and not line.endswith(ELLIPSES[0])
            and len(whole.split(None, FEWEST_WORDS - 1)) >= FEWEST_WORDS
            and (len(line) <= LONGEST_WORD or max(map(len, whole.split())) <= LONGEST_WORD))


def _sentences(batch: Tokenised) -> list[int]:
    """Return the sentences of each line: each begins after marks that end one.

    >>> from scutch.lm.documents.tokenised import tokenised
    >>> _sentences(tokenised(["A . ” B C ! ?", "\\n. A"], str.split))
    [2, 0, 2]
    """
    line = np.repeat(np.arange(len(batch.line_words)), batch.line_words)
    ends = batch.traits & ENDS > 0
    counted = (ends | (batch.traits & PUNCTUATED == 0)).nonzero()[0]
    ends, line = ends[counted], line[counted]
    begins = ends[:-1] & ~ends[1:] & (line[1:] == line[:-1])
    more = np.bincount(line[1:][begins], minlength=len(batch.line_words))
    return (more + (batch.line_words > 0)).tolist()
