"""How close a cleaned text comes to the gold text: the measures of the papers.

`score` gives those of one page, `summary` those of a set; each measure is a function of its own.
Counts are triples (hits, given, wanted): the items shared by prediction and gold, those of the
prediction, those of the gold. All else is in percent.
"""
import difflib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .alignment import common_length, common_pairs, distance, tokens, words

MEASURES = ["evert", "align", "seg", "bow", "lev_words", "lev_chars", "snippets"]
MIN_COVERAGE = 0.5     # a page with less of its gold text on it shows nothing about a cleaner


def score(texts: Sequence[str], gold: Mapping[str, Any],
          chosen: Iterable[str] = MEASURES) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return (scores, counts) of one page, {measure: percent} and {measure: its counts}.

    texts:   of the segments that were kept.
    gold:    what should have been kept: {"text"}, and where there are any "segments", each with a
             "text", and snippets "with" and "without". What it lacks is not measured.

    >>> score(["Fish", "chips"], {"text": "Fish and chips"}, ["align"])
    ({'align_p': 100.0, 'align_r': 66.66666666666667, 'align_f': 80.0}, {'align': (2, 2, 3)})
    """
    text, wanted = "\n".join(texts), gold.get("text")
    scores: dict[str, Any] = {}
    counts: dict[str, tuple[int, ...]] = {}
    for name in chosen:
        if name == "seg":
            if gold.get("segments"):
                counts[name] = breaks(texts, [segment["text"] for segment in gold["segments"]])
        elif name == "snippets":
            if gold.get("with") or gold.get("without"):
                counts[name] = snippets(text, gold.get("with") or [], gold.get("without") or [])
        elif wanted is None:
            continue
        elif name in COUNTED:
            counts[name] = COUNTED[name](text, wanted)
        else:
            scores[name] = COMPARED[name](text, wanted)
    for name, triple in counts.items():
        if name != "snippets":
            scores |= _named(name, triple)
    return scores, counts


def summary(pages: Sequence[tuple[Any, Any, Any]]) -> dict[str, Any]:
    """Return means, medians and sums over a list of (gold, scores, counts), as one dict.

    "mean" and "median" are over pages, "reachable" are the means over those whose "coverage",
    the share of the gold text's words that their HTML holds, is MIN_COVERAGE or more; "micro" are
    shares of the summed counts; "bow_f_by_type" has the mean F for each "page_type",
    "bow_f_by_lang" for each "lang".
    """
    from statistics import fmean, median  # imports much
    reachable = [page for page in pages if (page[0].get("coverage") or 0) >= MIN_COVERAGE]
    micro = {}
    for name, tuples in _columns(counts for _, _, counts in pages).items():
        micro |= _named(name, map(sum, zip(*tuples, strict=True)))
    columns = _columns(scores for _, scores, _ in pages)
    return {
        "pages": len(pages),
        "mean": {name: fmean(values) for name, values in columns.items()},
        "reachable_pages": len(reachable),
        "reachable": {name: fmean(values) for name, values in
                      _columns(scores for _, scores, _ in reachable).items()},
        "median": {name: median(values) for name, values in columns.items()},
        "micro": micro,
        "bow_f_by_type": _means_by("page_type", pages),
        "bow_f_by_lang": _means_by("lang", pages),
    }


def _means_by(field, pages):
    """Return {value of a field of the gold: the pages that have it, and their mean F}."""
    from statistics import fmean
    columns = _columns({gold[field]: scores["bow_f"]} for gold, scores, _ in pages
                       if gold.get(field) and "bow_f" in scores)
    return {name: {"pages": len(values), "mean": fmean(values)}
            for name, values in sorted(columns.items())}


def _named(name, counts):
    """Return {name of share: percent} of a measure's counts."""
    if name != "snippets":
        return _shares(name, *counts)
    right, missed, wrong, avoided = counts
    unwanted = wrong + avoided
    return {**_shares(name, right, right + wrong, right + missed),
            "snippets_acc": 100 * (right + avoided) / (right + missed + unwanted),
            "snippets_absent": 100 * avoided / unwanted if unwanted else 100.0}


def _shares(name, hits, given, wanted):
    return dict(zip([f"{name}_p", f"{name}_r", f"{name}_f"], shares(hits, given, wanted),
                    strict=True))


def _columns(rows):
    """Return {name: its values in the dicts that have it}."""
    columns = {}
    for row in rows:
        for name, value in row.items():
            columns.setdefault(name, []).append(value)
    return columns


def shares(hits: float, given: float, wanted: float) -> tuple[float, ...]:
    """Return precision, recall and F in percent; 100 where both texts are empty.

    >>> shares(1, 2, 4)
    (50.0, 25.0, 33.333333333333336)
    >>> shares(0, 0, 4)
    (0.0, 0.0, 0.0)
    """
    if not given or not wanted:
        return (100.0,) * 3 if given == wanted else (0.0,) * 3
    precision, recall = 100 * hits / given, 100 * hits / wanted
    return precision, recall, 2 * precision * recall / (precision + recall) if hits else 0.0


def aligned_words(text: str, gold: str) -> tuple[int, int, int]:
    """Return the counts of words on a longest common subsequence of prediction and gold.

    The alignment is the best that keeps the order, so never worse than that of `matched_words`.
    """
    a, b = words(text), words(gold)
    return common_length(a, b), len(a), len(b)


def matched_words(text: str, gold: str) -> tuple[int, int, int]:
    """Return the counts of white-space words that Python's difflib matches.

    Source:  Evert 2007, section 4.1. Of the ways of counting tried it is the nearest to his
             table 2, where Lynx's raw dump of the development set has F 83.74, here 84.0.
    """
    a, b = text.split(), gold.split()
    blocks = difflib.SequenceMatcher(None, a, b).get_matching_blocks()
    return sum(block.size for block in blocks), len(a), len(b)


def breaks(texts: Sequence[str], gold_texts: Sequence[str]) -> tuple[int, int, int]:
    """Return the counts of segment breaks, given the segments' texts.

    A break is a hit where the words after it in prediction and gold are aligned with each other.
    Source:  Evert 2007, section 4.1: breaks irrespective of type. He does not say when a break is
             placed correctly; segments without a word have none here.

    >>> breaks(["A b", "c d", "e"], ["A b", "x c d e"])
    (1, 3, 2)
    """
    a, starts = _starts(texts)
    b, gold_starts = _starts(gold_texts)
    hits = sum(i in starts and j in gold_starts for i, j in common_pairs(a, b))
    return hits, len(starts), len(gold_starts)


def _starts(texts):
    """Return the words of all texts, and the indices of each text's first word."""
    all_words, starts = [], set()
    for text in texts:
        new = words(text)
        if new:
            starts.add(len(all_words))
        all_words += new
    return all_words, starts


def token_bags(text: str, gold: str) -> tuple[int, int, int]:
    """Return the counts of the multisets of tokens in lower case.

    Source:  Kohlschütter et al. 2010, section 4.3.2, as an approximation of CleanEval's own
             measure; WCXB's word_f1.

    >>> token_bags("the cat the cat", "The cat sat.")
    (2, 4, 3)
    """
    a, b = (Counter(tokens(side.lower())) for side in (text, gold))
    return (a & b).total(), a.total(), b.total()


def similarity(a: Sequence[Any], b: Sequence[Any]) -> float:
    """Return 100 * (1 - edit distance / longer length) of two sequences; 100 for two empty ones.

    Source:  Fernández-Pichel et al. 2023, section 4.2, table 7.

    >>> similarity("kitten", "sitting")
    57.14285714285714
    """
    longer = max(len(a), len(b))
    return 100 * (1 - distance(a, b) / longer) if longer else 100.0


def snippets(text: str, wanted: Sequence[str],
             unwanted: Sequence[str]) -> tuple[int, ...]:
    """Return how many wanted snippets are, and are not, in the text; the same for unwanted ones.

    Source:  WCXB, after trafilatura/tests/eval_common.py: case counts, white space does not.

    >>> snippets("One  two", ["One two", "six"], ["three"])
    (1, 1, 0, 1)
    """
    text = " ".join(text.split())
    right, wrong = (sum(" ".join(snippet.split()) in text for snippet in group)
                    for group in (wanted, unwanted))
    return right, len(wanted) - right, wrong, len(unwanted) - wrong


# the measures of two texts that give counts, and those that give percentages
COUNTED = {"evert": matched_words, "align": aligned_words, "bow": token_bags}
COMPARED = {"lev_words": lambda text, gold: similarity(words(text), words(gold)),
            "lev_chars": lambda text, gold: similarity(" ".join(text.split()),
                                                       " ".join(gold.split()))}
