"""Evert 2007, section 3.2, implemented plainly and slowly; the fast code must agree with it."""
from collections import Counter

from scutch.lm.characters.alphabets import FOLDED, Alphabet, symbol


def as_dict(counts, k):
    keys, values = counts.grams[k]
    assert (keys[1:] > keys[:-1]).all(), "the codes rise"
    return dict(zip(keys.tolist(), values.tolist(), strict=True))


def plain_rows(segments, alphabet, n):
    """Yield the n-grams of segments as strings of symbols."""
    for text in segments:
        row = "\n" * (n - 1) + "".join(
            "~" if ord(c) >= FOLDED else symbol(c, alphabet) for c in text) + "\n"
        for end in range(n, len(row) + 1):
            yield row[end - n:end]


class Plain:
    """Pr and Pr* of section 3.2."""

    def __init__(self, segments, alphabet, n):
        self.n, self.size = n, Alphabet(alphabet).size
        self.counts = Counter(gram[i:] for gram in plain_rows(filter(None, segments), alphabet, n)
                              for i in range(n))
        self.histories = Counter()
        for gram, count in self.counts.items():
            self.histories[len(gram), gram[:-1]] += count

    def pr(self, gram):
        if len(gram) == 1:
            return (self.counts[gram] + 1) / (self.histories[1, ""] + self.size)
        seen = self.histories[len(gram), gram[:-1]]
        return self.counts[gram] / seen if seen else 0

    def pr_star(self, gram, q):
        n = len(gram)
        return (1 - q) / (1 - q ** n) * sum(q ** i * self.pr(gram[i:]) for i in range(n))
