"""From counts to the values of a model: interpolated relative frequencies, modified Kneser-Ney.

Letters: C is a count, P = C(h w) / C(h) the relative frequency of w after the history h, a an
adjusted count, D a discount, gamma the back-off weight, which multiplies the lower order.
"""
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from .countfiles import WordCounts, histories_of, keys_of, words_of
from .tokens import BEGIN, END, UNKNOWN
from .wordmodel import Estimates

WEIGHTS = {1: (1.0,), 2: (0.2, 0.8), 3: (0.1, 0.3, 0.6)}   # PyPlexity's, lowest order first
FLOOR = 1e-6             # and its addend
ESTIMATORS = {"pyplexity": "history", "interpolated": "suffix", "kneser-ney": "suffix"}
BLOCK = 1 << 20          # n-grams in memory at once
NEVER = -99.0            # log10 of the probability of BEGIN, which is never predicted, as in SRILM


class TooLittleText(ValueError):
    """Counts from which no discounts can be estimated: str() says which."""


class _Order:
    """The n-grams of one order, sorted by key.

    They are read from disk in blocks. Memory holds what the order above needs of them, so nothing
    of the highest order.

    count:  array, how often each occurs.
    keys:   array or Stored, see countfiles.
    suffix: array, place of each one's last k - 1 words among the order below, k from 2 on.
    begins: array, whether its first word is BEGIN.
    """

    def __init__(self, counts, k, lower, begin):
        self.size = len(counts.counts[k])
        self.k, self.lower = k, lower
        self.stored = counts.counts[k]
        if k == 1:
            self.begins = np.arange(self.size) == begin
        else:
            self.keys = counts.keys[k]
        if k == counts.n:
            return
        self.count = counts.counts[k][:]
        if k > 1:
            self.keys = self.keys[:]
            self.begins = np.empty(self.size, bool)
            self.suffix = np.empty(self.size, np.uint32)
            for at, history, word in self.blocks():
                self.begins[at] = lower.begins[history]
                self.suffix[at] = self.suffixes(history, word)

    def counts(self, at):
        """Return how often the n-grams in a slice occur."""
        return self.stored[at].astype(np.int64)

    def blocks(self):
        """Yield (slice, history, word): the places of n-grams, of their history, and last words.

        The history is their first k - 1 words, among the n-grams of the order below.
        """
        for low in range(0, self.size, BLOCK):
            at = slice(low, min(low + BLOCK, self.size))
            keys = self.keys[at]
            yield at, histories_of(keys), words_of(keys)

    def suffixes(self, history, word):
        """Return the places of the last k - 1 words of n-grams among the order below."""
        if self.k == 2:
            return word
        wanted = keys_of(self.lower.suffix[history], word)
        places = self.lower.keys.searchsorted(wanted)
        if not (self.lower.keys.take(places, mode="clip") == wanted).all():
            raise ValueError(f"a {self.k}-gram whose last words are not counted")
        return places


def estimates(counts: WordCounts, estimator: str,
              prune: Sequence[int] = ()) -> tuple[Estimates, dict[str, Any]]:
    """Return (Estimates, report) of counts, report {name: numbers}.

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
    prune:     n-grams of order k seen at most prune[k - 1] times are dropped; the last number
               holds for higher orders; they must not decrease. Dropped words become
               out-of-vocabulary words: <unk> then has the mean of their probabilities and its own.
    Raises:    TooLittleText; ValueError for an order the estimator has no weights for.
    """
    words = [line.decode("utf-8", "surrogatepass") for line in counts.lines()]
    orders = []
    begin = words.index(BEGIN)
    for k in range(1, counts.n + 1):
        orders.append(_Order(counts, k, orders[-1] if orders else None, begin))
    limits = [(prune[min(k, len(prune)) - 1] if prune else 0) for k in range(1, counts.n + 1)]
    if limits != sorted(limits):           # otherwise an n-gram would be kept without its history
        raise ValueError("numbers for higher orders must not be lower")
    own = np.fromiter(map({BEGIN, END, UNKNOWN}.__contains__, words), bool, len(words))
    if estimator == "kneser-ney":
        orders_values, unknown, report = _kneser_ney(orders, limits)
    else:
        orders_values, unknown = _interpolated(orders, ESTIMATORS[estimator])
        report = {}
    return _as_estimates(words, orders, limits, own, orders_values, unknown), report


class _Values(NamedTuple):
    """The estimates of one order.

    values:  array of probabilities; from order 2 on a function of (slice, history, word).
    weights: array of back-off weights, or None.
    """

    values: Any
    weights: np.ndarray | None


def _interpolated(orders, lower):
    n = len(orders)
    if n not in WEIGHTS:
        raise ValueError(f"this estimator has weights for orders 1 to {max(WEIGHTS)}, not {n}")
    weights = WEIGHTS[n]
    counts = orders[0].counts(slice(None))
    total = counts[~orders[0].begins].sum()
    values = weights[0] * counts / max(1, total) + FLOOR
    if lower == "suffix":
        values[orders[0].begins] = 10.0 ** NEVER
    done = [_Values(values, None)]

    def of(order, at, history, word):
        P = order.counts(at) / order.lower.count[history]          # eq. 2
        below = history if lower == "history" else order.suffixes(history, word)
        return weights[order.k - 1] * P + done[order.k - 2].values[below]
    for order in orders[1:]:
        values = partial(of, order)
        done.append(_Values(values if order.k == n else _filled(order, values), None))
    return done, FLOOR


def _filled(order, values):
    """Return an array of values of all n-grams of an order."""
    out = np.empty(order.size)
    for at, history, word in order.blocks():
        out[at] = values(at, history, word)
    return out


def _kneser_ney(orders, limits):
    """Return (_Values of each order, probability of <unk>, discounts).

    The whole adjusted count of dropped n-grams goes to the lower order, as in lmplz.
    """
    done, discounts = [], []
    for order, limit in zip(orders, limits, strict=True):
        k = order.k
        upper = orders[k] if k < len(orders) else None
        a = _adjusted(order, upper)
        D = _discounts(order, a)
        discounts.append([round(float(d), 6) for d in D[1:]])
        if k == 1:
            a = a(slice(None))
            size = order.size - order.begins.sum() + 1       # the unknown word is one, BEGIN none
            lowest = D[np.minimum(a, 3)].sum() / a.sum() / size    # gamma over the uniform one
            values = (a - D[np.minimum(a, 3)]) / a.sum() + lowest
            values[order.begins] = 1
            done.append(_Values(values, None))
            continue
        S, gamma = np.zeros(order.lower.size), np.zeros(order.lower.size)
        for at, history, _ in order.blocks():
            its, low = a(at), history[0]
            part = slice(low, history[-1] + 1)
            S[part] += np.bincount(history - low, its)
            given = np.where(order.counts(at) > limit, D[np.minimum(its, 3)], its)
            gamma[part] += np.bincount(history - low, given)
        gamma = np.divide(gamma, S, out=np.ones(len(S)), where=S > 0)
        done[-1] = done[-1]._replace(weights=gamma)

        def of(at, history, word, order=order, a=a, D=D, S=S, gamma=gamma, lower=done[-1].values):
            its = a(at)
            return ((its - D[np.minimum(its, 3)]) / S[history]
                    + gamma[history] * lower[order.suffixes(history, word)])
        done.append(_Values(of if upper is None else _filled(order, of), None))
    return done, lowest, {"discounts": discounts}


def _adjusted(order, upper):
    """Return a function from a slice to the adjusted counts of its n-grams.

    The adjusted count is the number of different words before an n-gram, BEGIN among them; of one
    that begins with BEGIN, or is of the highest order, its count. BEGIN is never predicted.
    """
    if upper is None and order.k > 1:
        return order.counts
    if upper is None:
        a = order.counts(slice(None))
    else:
        a = np.zeros(order.size, np.int64)
        for _, history, word in upper.blocks():
            np.add.at(a, upper.suffixes(history, word), 1)
        a = np.where(order.begins, order.count, a).astype(np.int64)
    if order.k == 1:
        a[order.begins] = 0
    return a.__getitem__


def _discounts(order, a):
    """Return (0, D1, D2, D3+) of modified Kneser-Ney (Chen & Goodman 1998, eq. 26).

    a: function from a slice to adjusted counts.
    """
    n = np.zeros(6)
    for low in range(0, order.size, BLOCK):
        at = slice(low, min(low + BLOCK, order.size))
        n += np.bincount(np.minimum(a(at), 5), minlength=6)
    for j in range(1, 4):
        if not n[j]:
            raise TooLittleText(f"no {order.k}-gram with an adjusted count of {j}: too little "
                                "text, or text that repeats itself")
    Y = n[1] / (n[1] + 2 * n[2])
    D = np.array([0, *(j - (j + 1) * Y * n[j + 1] / n[j] for j in range(1, 4))])
    if (D < 0).any():
        raise TooLittleText(f"a discount of {order.k}-grams is below 0: text that repeats itself")
    return D


def _as_estimates(words, orders, limits, own, estimated, unknown):
    """Return the Estimates of the n-grams seen more often than the limits, and of <unk>."""
    kept = (orders[0].counts(slice(None)) > limits[0]) | own
    values = estimated[0].values
    unknown = (unknown + values[~kept].sum()) / (1 + (~kept).sum())
    number = np.cumsum(kept) - 1
    words = [word for word, keep in zip(words, kept, strict=True) if keep]
    grams = np.arange(len(words), dtype=np.uint32)[:, None]
    weights = estimated[0].weights
    out = [(grams, np.log10(values[kept]), None if weights is None else np.log10(weights[kept]))]
    rank = number                          # of n-grams among those kept
    for order, limit, (values, weights) in zip(orders[1:], limits[1:], estimated[1:], strict=True):
        kept = np.zeros(order.size, bool)
        parts = [(np.zeros((0, order.k), np.uint32), np.zeros(0, np.float32))]
        for at, history, word in order.blocks():
            keep = order.counts(at) > limit
            kept[at] = keep
            p = values(at, history, word) if callable(values) else values[at]
            last = number[word[keep], None].astype(np.uint32)
            parts.append((np.concatenate([grams[rank[history[keep]]], last], 1),
                          np.log10(p[keep]).astype(np.float32)))
        grams, log10p = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        out.append((grams, log10p, None if weights is None else np.log10(weights[kept])))
        rank = np.cumsum(kept) - 1
    if UNKNOWN not in words:
        grams, log10p, w = out[0]
        out[0] = (np.append(grams, [[len(words)]], 0), np.append(log10p, np.log10(unknown)),
                  None if w is None else np.append(w, 0.0))
        words.append(UNKNOWN)
    return Estimates(words, out)
