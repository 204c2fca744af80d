"""For wordaccuracy.py: perplexity as evidence of segments, and changes between sentences."""
import re
import shlex
from collections import Counter

import numpy as np

import scutch
from scutch.filters.scoring.sentencescores import steps
from scutch.filters.wordlm import LIMIT
from scutch.lm.gold.alignment import CLEAN_SHARE
from scutch.lm.pagecontext import UNKNOWN
from scutch.lm.words.perplexity import SAME, log_odds

WORDS, WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]"), re.compile(r"\d+")    # tokens "words"


def scored(records, model):
    """Return the records with the scores of a word model."""
    return list(scutch.pipe(records, f"wordlm --model {shlex.quote(str(model))}"))


def separation(pages, unigrams):
    """Print the AUC of perplexity, divergence and evidence over segments."""
    values, dirty, weights = [], [], []
    for page, other in zip(pages, scored([page.record for page in pages], unigrams), strict=True):
        at = 0
        for segment, same in zip(page.record["segments"], other["segments"], strict=True):
            part = slice(at, at := at + len(segment["sentences"]))
            words = page.words[part].sum()
            if not words or segment.get("hidden"):
                continue
            evidence = sum(log_odds(*pair, LIMIT) for pair in segment["sentence_log10p"])
            values.append([segment["raw"]["wordlm"], divergence(same), evidence])
            dirty.append((page.words * page.kept)[part].sum() < CLEAN_SHARE * words)
            weights.append(words)
    for name, column in zip(["perplexity", "divergence", "evidence"], np.array(values).T,
                            strict=True):
        print(f"AUC of {name:11} by words {auc(column, dirty, weights):.4f}, by segments "
              f"{auc(column, dirty, np.ones(len(dirty))):.4f}", flush=True)


def divergence(segment):
    """Return the Kullback-Leibler divergence of a segment's words from the model's, in bits.

    Sum of f(w) log2(f(w) / P(w)), f the share of a word among those of the segment, P its
    probability in a unigram model: the cross-entropy that has scored it less its own entropy.
    """
    words = [WORD.sub("0", word) for word in WORDS.findall(segment["text"].lower())]
    ends = {"</s>": len(segment["sentences"])}
    counts = np.array(list((Counter(words) + Counter(ends)).values()))
    f = counts / counts.sum()
    return np.log2(segment["raw"]["wordlm"]) + (f * np.log2(f)).sum()


def auc(values, dirty, weights):
    """Return the probability that a dirty item has a higher value than a clean one."""
    order = np.argsort(values, kind="stable")
    dirty, weights = np.asarray(dirty)[order], np.asarray(weights, float)[order]
    below = np.cumsum(weights * ~dirty)
    return float((weights * dirty * below).sum() / ((weights * dirty).sum() * below[-1]))


def changes(pages):
    """Print twice the share of changes after clean and dirty sentences, by distance."""
    seen = np.zeros((SAME + 1, 2, 2))
    for page in pages:
        segments = page.record["segments"]
        away = steps(page.record, segments,
                     [len(segment["sentences"]) for segment in segments])
        dirty = (page.kept < CLEAN_SHARE).astype(int)
        np.add.at(seen, (np.array(away[1:], int), dirty[:-1], dirty[1:]), 1)
    seen[UNKNOWN] = seen[:SAME].sum(0)
    for name, before in ("dirtied", 0), ("cleaned", 1):
        rates = (seen[:, before, 1 - before] + 1) / (seen[:, before].sum(-1) + 2)
        print(name, [round(min(0.5, 2 * float(rate)), 3) for rate in rates])
