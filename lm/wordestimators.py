"""From counts to the values of a model: interpolated relative frequencies, modified Kneser-Ney.

Letters: C is a count, P = C(h w) / C(h) the relative frequency of w after the history h, a an
adjusted count, D a discount, gamma the weight of the lower order.
"""
import numpy as np

from .tokens import BEGIN, END, UNKNOWN
from .wordpacking import Estimates

WEIGHTS = {1: (1.0,), 2: (0.2, 0.8), 3: (0.1, 0.3, 0.6)}   # PyPlexity's, lowest order first
FLOOR = 1e-6             # and its addend
ESTIMATORS = {"pyplexity": "history", "interpolated": "suffix", "kneser-ney": "suffix"}
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
NEVER = -99.0            # log10 of the probability of BEGIN, which is never predicted, as in SRILM


class TooLittleText(ValueError):
    """Counts that no discounts can be estimated from: str() says which."""


class _Order:
    """The n-grams of one order in memory, in the order of their keys.

    count:   how often each occurs.
    history: place of its first k - 1 words among the n-grams of order k - 1.
    word:    number of its last word.
    suffix:  place of its last k - 1 words.
    begins:  whether its first word is BEGIN.
    """

    def __init__(self, counts, k, lower, begin):
        self.count = counts.counts[k][:].astype(np.int64)
        if k == 1:
            self.word = np.arange(len(self.count))
            self.begins = self.word == begin
            return
        self.keys = counts.keys[k][:]
        self.history = (self.keys >> HALF).view(np.int64)
        self.word = (self.keys & LOW).view(np.int64)
        self.begins = lower.begins[self.history]
        if k == 2:
            self.suffix = self.word
        else:
            wanted = (lower.suffix[self.history].astype(np.uint64) << HALF) | (self.keys & LOW)
            self.suffix = lower.keys.searchsorted(wanted)


def estimates(counts, estimator, prune=()):
    """Return (Estimates, report) of counts, report {what was found out: numbers}.

    counts:    WordCounts.
    estimator: one of ESTIMATORS:
               pyplexity, as the published PyPlexity 0.2.12 computes it: with P of eq. 2 of
               Fernández-Pichel et al. 2023 and its WEIGHTS, for bigrams
               0.8 P(w2 | w1) + 0.2 P(w1) + 1e-6, for trigrams
               0.6 P(w3 | w1 w2) + 0.3 P(w2 | w1) + 0.1 P(w1) + 1e-6: the lower orders are those
               of the history. Differs: the end mark is predicted, too, and w3 is the word after
               w2, where the program has w2 once more;
               interpolated, the same with the lower orders of the word predicted, P(w3 | w2) and
               P(w3);
               kneser-ney, modified Kneser-Ney, interpolated (Chen & Goodman 1998), as KenLM's
               lmplz computes it.
    prune:     n-grams of order k seen at most prune[k - 1] times are left out; the last number
               holds for higher orders. Of words it makes unknown ones: the unknown word then has
               the mean of their probabilities and its own.
    Raises:    TooLittleText; ValueError for an order the estimator has no weights for.
    """
    words = [line.decode("utf-8", "surrogatepass") for line in counts.lines()]
    orders = [None]
    begin = words.index(BEGIN)
    for k in range(1, counts.n + 1):
        orders.append(_Order(counts, k, orders[-1], begin))
    limits = [(prune[min(k, len(prune)) - 1] if prune else 0) for k in range(1, counts.n + 1)]
    kept = [None, *(order.count > limit for order, limit in zip(orders[1:], limits, strict=True))]
    kept[1] |= np.isin(words, [BEGIN, END, UNKNOWN])
    for k in range(2, counts.n + 1):       # what is kept has its words and its history
        kept[k] &= kept[k - 1][orders[k].history] & kept[k - 1][orders[k].suffix]
    if estimator == "kneser-ney":
        values, weights, unknown, report = _kneser_ney(orders, kept)
    else:
        values, unknown = _interpolated(orders, ESTIMATORS[estimator])
        weights, report = [None] * (counts.n + 1), {}
    return _as_estimates(words, orders, kept, values, weights, unknown), report


def _interpolated(orders, lower):
    n = len(orders) - 1
    if n not in WEIGHTS:
        raise ValueError(f"this estimator has weights for orders 1 to {max(WEIGHTS)}, not {n}")
    weights = WEIGHTS[n]
    total = orders[1].count[~orders[1].begins].sum()
    values = [None, weights[0] * orders[1].count / max(1, total) + FLOOR]
    for k in range(2, n + 1):
        order = orders[k]
        P = order.count / orders[k - 1].count[order.history]       # eq. 2
        below = order.history if lower == "history" else order.suffix
        values.append(weights[k - 1] * P + values[k - 1][below])
    if lower == "suffix":
        values[1][orders[1].begins] = 10.0 ** NEVER
    return values, FLOOR


def _kneser_ney(orders, kept):
    """Return (probabilities and weights of each order, the unknown word's, discounts).

    Of n-grams left out the whole adjusted count goes to the lower order, as in lmplz.
    """
    n = len(orders) - 1
    probabilities, weights, discounts = [None], [None], []
    for k in range(1, n + 1):
        order = orders[k]
        a = order.count
        if k < n:                          # how many words stand before it, BEGIN among them
            a = np.where(order.begins, a, np.bincount(orders[k + 1].suffix, minlength=len(a)))
        if k == 1:
            a = np.where(order.begins, 0, a)
        D = _discounts(a, k)
        discounts.append([round(float(d), 6) for d in D[1:]])
        take = D[np.minimum(a, 3)]
        pruned = ~kept[k] if k > 1 else np.zeros(len(a), bool)
        u = np.where(pruned, 0, a - take)
        if k == 1:
            total = a.sum()
            size = len(a) - order.begins.sum() + 1           # the unknown word is one, BEGIN none
            lowest = take.sum() / total / size               # gamma over the uniform distribution
            probabilities.append(u / total + lowest)
            probabilities[1][order.begins] = 1
            continue
        histories = len(orders[k - 1].count)
        S = np.bincount(order.history, a, histories)
        gamma = np.bincount(order.history, np.where(pruned, a, take), histories)
        gamma = np.divide(gamma, S, out=np.ones(histories), where=S > 0)
        weights.append(gamma)
        probabilities.append(u / S[order.history]
                             + gamma[order.history] * probabilities[k - 1][order.suffix])
    weights.append(None)
    return probabilities, weights, lowest, {"discounts": discounts}


def _discounts(a, k):
    """Return (0, D1, D2, D3+) of modified Kneser-Ney (Chen & Goodman 1998, eq. 26).

    a: adjusted counts of order k.
    """
    n = np.bincount(np.minimum(a, 5), minlength=5).astype(float)
    for j in range(1, 4):
        if not n[j]:
            raise TooLittleText(f"no {k}-gram with an adjusted count of {j}: too little text, or "
                                "text that repeats itself")
    Y = n[1] / (n[1] + 2 * n[2])
    D = np.array([0, *(j - (j + 1) * Y * n[j + 1] / n[j] for j in range(1, 4))])
    if (D < 0).any():
        raise TooLittleText(f"a discount of {k}-grams is below 0: text that repeats itself")
    return D


def _as_estimates(words, orders, kept, values, weights, unknown):
    """Return the Estimates of the n-grams kept, with the unknown word in them."""
    n = len(orders) - 1
    out = []
    gone = ~kept[1]
    unknown = (unknown + values[1][gone].sum()) / (1 + gone.sum())
    number = np.cumsum(kept[1]) - 1
    words = [word for word, keep in zip(words, kept[1], strict=True) if keep]
    grams = number[:, None].astype(np.uint32)
    for k in range(1, n + 1):
        order, keep = orders[k], kept[k]
        if k > 1:
            grams = np.concatenate([grams[order.history], number[order.word, None]
                                    .astype(np.uint32)], 1)
        w = None if weights[k] is None else np.log10(weights[k][keep])
        out.append((grams[keep], np.log10(values[k][keep]), w))
    if UNKNOWN not in words:
        grams, log10p, w = out[0]
        out[0] = (np.append(grams, [[len(words)]], 0), np.append(log10p, np.log10(unknown)),
                  None if w is None else np.append(w, 0.0))
        words.append(UNKNOWN)
    return Estimates(words, out)
