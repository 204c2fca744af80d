"""The counts of a text by which pre-training pipelines filter: Gopher, C4, FineWeb.

Source:  Rae et al. 2021 (Gopher), table A1 and section A.1; Raffel et al. 2020 (C4), section 2.2;
         Penedo et al. 2024 (FineWeb), section 3.6; all as datatrove 0.10 computes them.
Differs: C4's filter also removes lines; here they only do not count.
"""
import re
import unicodedata
from collections.abc import Sequence

from .punctuation import TERMINAL
from .repetition import of_lines, of_pieces, of_sequences
from .tokenised import MARKS_ALONE, WITH_LETTER, Tokenised

STOP_WORDS = {"the", "be", "to", "of", "and", "that", "have", "with"}     # Gopher
BULLETS, ELLIPSES = ("•", "-"), ("...", "…")
SHORT_LINE = 30          # code points: FineWeb
LONGEST_WORD = 1000      # C4
FEWEST_WORDS = 3         # of a line: C4
END_MARKS = (".", "?", "!", '"', "'")
CITATION = re.compile(r"\[\d*]|\[edit]|\[citation needed]")
MARKS = frozenset(TERMINAL)
POLICY = ("terms of use", "privacy policy", "cookie policy", "uses cookies", "use of cookies",
          "use cookies")


def counts(found: Tokenised) -> dict[str, float]:
    """Return {name: value} of a text, all counts that have limits; 0 where nothing is counted.

    >>> from scutch.lm.documents.tokenised import tokenised
    >>> one = counts(tokenised("The mill burned.\\nThe mill burned."))
    >>> one["doc_words"], one["dup_line_frac"], one["char_dup_ratio"]
    (6, 0.5, 0.5)
    """
    text, numbers = found.text, found.numbers
    return {**_gopher(found), **of_lines(text),
            **of_sequences(numbers, found.lengths[numbers], len(text)),
            **_fineweb(text, len(numbers)), **_c4(found)}


def _gopher(found):
    text, lines, every = found.text, found.lines, max(1, len(found.numbers))
    counted, most = len(found.numbers) - found.count(MARKS_ALONE), max(1, len(lines))
    real = found.traits & MARKS_ALONE == 0
    return {
        "doc_words": counted,
        "avg_word_length": int((found.times * found.lengths)[real].sum()) / max(1, counted),
        "hash_word_ratio": text.count("#") / every,
        "ellipsis_word_ratio": sum(map(text.count, ELLIPSES)) / every,
        "bullet_lines_ratio": sum(one.lstrip().startswith(BULLETS) for one in lines) / most,
        "ellipsis_lines_ratio": sum(one.rstrip().endswith(ELLIPSES) for one in lines) / most,
        "alpha_words_ratio": found.count(WITH_LETTER) / every,
        "stop_words": len(STOP_WORDS.intersection(found.kinds))}


def _fineweb(text, words):
    lines = [line for line in text.split("\n") if line.strip()]
    most = max(1, len(lines))
    return {
        "doc_lines": len(lines),
        "line_punct_ratio": sum(line.endswith(TERMINAL) for line in lines) / most,
        "short_line_ratio": sum(len(line) <= SHORT_LINE for line in lines) / most,
        "char_dup_ratio": of_pieces(lines)[1] / max(1, len(text) - text.count("\n")),
        "list_ratio": text.count("\n") / max(1, words)}


def _c4(found):
    """Return how many sentences C4 would keep, and lines with what it drops a document for."""
    sentences = latin = brackets = 0
    for whole, tokens in zip(found.lines, found.words, strict=True):
        stretches = whole.split()
        line = CITATION.sub("", whole.strip()) if "[" in whole else whole.strip()
        if (len(stretches) < FEWEST_WORDS or not line.endswith(END_MARKS)
                or line.endswith(ELLIPSES[0])
                or (len(line) > LONGEST_WORD and max(map(len, stretches)) > LONGEST_WORD)):
            continue
        lower = line.lower()
        is_latin, has_bracket = "lorem ipsum" in lower, "{" in line
        latin += is_latin
        if is_latin or "javascript" in lower:
            continue
        brackets += has_bracket
        if not has_bracket and not any(phrase in lower for phrase in POLICY):
            sentences += _sentences(found.tokenise(line) if "[" in whole else tokens)
    return {"lorem_ipsum": latin, "curly_bracket": brackets, "num_sentences": sentences}


def _sentences(words: Sequence[str]) -> int:
    """Return the number of sentences: each begins after marks that end one.

    >>> _sentences(["A", ".", "”", "B", "C", "!", "?"])
    2
    """
    count, ended = bool(words), False
    for word in words:
        if word in MARKS:
            ended = True
        elif ended and not all(unicodedata.category(one)[0] == "P" for one in word):
            count, ended = count + 1, False
    return int(count)
