"""The counts of a text by which pre-training pipelines filter: Gopher, C4, FineWeb.

Source:  Rae et al. 2021 (Gopher), table A1 and section A.1; Raffel et al. 2020 (C4), section 2.2;
         Penedo et al. 2024 (FineWeb), section 3.6; all as datatrove 0.10 computes them.
Differs: C4's filter also removes lines; here they only do not count. Words of scripts without
         spaces are pieces, and C4's marks and words of a line are theirs, too.
"""
import re

import numpy as np

from ..spaceless import IS_SPACELESS
from .repetition import of_lines, of_pieces, of_sequences
from .tokenised import ENDS, MARKS, MARKS_ALONE, PUNCTUATED, WITH_LETTER, Tokenised

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
