"""Words, and their alignment: longest common subsequence, edit distance, segments that gold keeps.

The first two work on the bits of Python's integers: a row of the dynamic programming table over
one sequence is one integer, and each item of the other costs a handful of additions and bit
operations on it. Time is the product of the lengths; the memory of each function is stated.

In scripts without spaces between words (Han, kana, Thai, Lao, Khmer, Burmese, Tibetan) each
character is a word, digits and signs of these scripts, too. As one word, a sentence with one wrong
character would be all wrong.
"""
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from math import isqrt
from typing import Any

from ..spaceless import CHARACTERS

KEPT_BITS = 1 << 28    # of rows kept for the way back, 32 MB; the others are computed twice
ROWS = 1024            # steps between two cuts in `distance`

# What `labels` believes. On L3S-GN1, where the class of each segment is known, its own text as
# gold, 0.02 % of the words of boilerplate are taken for content and 0.01 % of content missed; a
# plain alignment of white-space words has 0.10 % and 0.04 %. With a third of the gold text put
# elsewhere it misses 0.03 %, the plain one 11.6 %. Runs of 3 to 6 words differ by a hundredth.
LEAST_RUN = 4          # words in a row that are not chance ("at the end of" in a menu is one)
LEAST_MOVED = 8        # the same where the order is not that of the page
ROUNDS = 4             # blocks that crossed over: one round finds all that are in order
CLEAN_SHARE = 0.5      # of a segment's words: from here on it is clean to all that train


def common_length(a: Sequence[Any], b: Sequence[Any]) -> int:
    """Return the length of a longest common subsequence.

    Memory: an integer of the shorter length for each item that it holds.
    Source: Hyyrö 2004, "Bit-parallel LCS-length computation revisited", figure 3.

    >>> common_length("the cat sat".split(), "the fat cat sat".split())
    3
    """
    head, tail = common_ends(a, b)
    a, b = sorted((a[head:len(a) - tail], b[head:len(b) - tail]), key=len)
    where, full = positions(a), (1 << len(a)) - 1
    row = full
    for item in b:
        if item in where:
            row = _next(row, where[item], full)
    return head + tail + len(a) - row.bit_count()


def common_pairs(a: Sequence[Any], b: Sequence[Any]) -> list[tuple[int, int]]:
    """Return the index pairs (i, j), both ascending, of a longest common subsequence.

    Of several it is the one of rapidfuzz's LCSseq: it has the common beginning and end of a and b,
    and between them, seen from the end, always the least i and then the least j that keep the
    length.

    Memory: rows of len(b) bits, as many as make up KEPT_BITS or twice the square root of len(a),
            whichever is more; let b be the shorter.

    >>> common_pairs("abcab", "bca")
    [(1, 0), (2, 1), (3, 2)]
    """
    head, tail = common_ends(a, b)
    middle = _pairs(a[head:len(a) - tail], b[head:len(b) - tail])
    return [*((k, k) for k in range(head)),
            *((head + i, head + j) for i, j in middle),
            *((len(a) - k, len(b) - k) for k in range(tail, 0, -1))]


def _pairs(a, b):
    where, full = positions(b), (1 << len(b)) - 1
    step = max(isqrt(len(a)), KEPT_BITS // (len(b) + 1)) + 1
    starts = range(0, max(1, len(a)), step)
    kept = [full]                       # the row before each start
    for start in starts[1:]:
        kept.append(_rows(kept[-1], a[start - step:start], where, full)[-1])

    pairs, below = [], full             # `below` masks the columns still to be walked through
    length = None
    for start, row in zip(reversed(starts), reversed(kept), strict=True):
        rows = _rows(row, a[start:start + step], where, full)
        if length is None:
            length = len(b) - rows[-1].bit_count()
        for k in range(len(rows) - 1, 0, -1):
            # Matched so far = columns where the row has a zero. The item a[start + k - 1] is
            # needed where the row before it has fewer of them.
            if not length:
                break
            if (~rows[k - 1] & below).bit_count() < length:
                j = (~rows[k] & below).bit_length() - 1
                pairs.append((start + k - 1, j))
                below = (1 << j) - 1
                length -= 1
    return pairs[::-1]


def _rows(row, items, where, full):
    """Return the rows of bits of a longest common subsequence: `row`, and that after each item."""
    rows = [row]
    for item in items:
        if item in where:
            row = _next(row, where[item], full)
        rows.append(row)
    return rows


def _next(row, matches, full):
    both = row & matches
    return (row + both | row - both) & full


def distance(a: Sequence[Any], b: Sequence[Any]) -> int:
    """Return the Levenshtein distance: fewest insertions, deletions and substitutions.

    Memory: an integer of the shorter length for each item that it holds.
    Source: Myers 1999, as Hyyrö 2003, "A bit-vector algorithm for computing Levenshtein and
            Damerau edit distances", figure 8, writes it.
    Differs: the distance is summed up from the differences down the last column at the end, not
            followed along the last row. Bits beyond the top are cleared every ROWS items, not
            each time: carries and shifts go upwards only.

    >>> distance("kitten", "sitting")
    3
    """
    head, tail = common_ends(a, b)
    a, b = sorted((a[head:len(a) - tail], b[head:len(b) - tail]), key=len)
    where, full = positions(a), (1 << len(a)) - 1
    more, less = full, 0                # Hyyrö's VP and VN: a step down adds one, takes one
    for start in range(0, len(b), ROWS):
        for item in b[start:start + ROWS]:
            matches = where.get(item, 0)
            diagonal = ((matches & more) + more ^ more) | matches | less
            right = (less | (full ^ (diagonal | more))) << 1 | 1       # his HP, moved down
            more = (diagonal & more) << 1 | (full ^ (diagonal | right))
            less = right & diagonal
        more &= full
        less &= full
    return len(b) + more.bit_count() - less.bit_count()


def common_ends(a: Sequence[Any], b: Sequence[Any]) -> tuple[int, int]:
    """Return how many items a and b share at their beginning, and then at their end."""
    shorter = min(len(a), len(b))
    head = next((k for k in range(shorter) if a[k] != b[k]), shorter)
    tail = next((k for k in range(shorter - head) if a[-1 - k] != b[-1 - k]), shorter - head)
    return head, tail


def positions(sequence: Iterable[Any]) -> dict[Any, int]:
    """Return {item: integer with bit i set where sequence[i] is the item}.

    >>> positions("aba")
    {'a': 5, 'b': 2}
    """
    bits = {}
    for i, item in enumerate(sequence):
        bits[item] = bits.get(item, 0) | 1 << i
    return bits


def labels(segment_texts: Sequence[str], gold_text: str) -> list[float]:
    """Return for each segment of a page the share of its words that the gold text keeps, 0 to 1.

    segment_texts: all segments in page order.
    gold_text:     what a cleaner should keep, best with one paragraph per line.
    Returns:       a list of floats, 0.0 for a segment without a word.

    Words are those of `letter_runs`, so that gold text with other spaces, quotes
    or capitals is aligned all the same. Each word of the gold text counts once: of two copies of
    a headline the one nearest to the text after it is kept. Text that the gold has in another
    place than the page is found where it is long or a line of its own.

    >>> labels(["Home, then the end of tea", "THE END OF TEA?", "It is near: prices fell.", "Tea"],
    ...        "The End of Tea?\\nIt is near: prices fell.")
    [0.0, 1.0, 1.0, 0.0]
    """
    return [kept.total() / size if size else 0.0
            for kept, size in origins(segment_texts, gold_text.split("\n"))]


def origins(segment_texts: Sequence[str],
            gold_texts: Sequence[str]) -> list[tuple[Counter[int], int]]:
    """Return for each segment of a page which gold texts its words come from, and how many it has.

    gold_texts: paragraphs of the gold text, in its order.
    Returns:    a list of (Counter {index of a gold text: words}, words); words as in `labels`.

    >>> origins(["Home", "Prices fell. Sales rose."], ["Prices fell.", "Sales rose."])
    [(Counter(), 1), (Counter({0: 2, 1: 2}), 4)]
    """
    words, owners = _words(segment_texts)
    gold, lines = _words(gold_texts)
    borders = {0, len(gold), *(j for j in range(1, len(gold)) if lines[j] != lines[j - 1])}
    sizes = Counter(owners)
    kept = [Counter() for _ in segment_texts]
    left, gold_left = range(len(words)), range(len(gold))
    for turn in range(ROUNDS):
        a, b = [words[i] for i in left], [gold[j] for j in gold_left]
        pairs = [(left[i], gold_left[j]) for i, j in _closed_up(common_pairs(a, b), a, b)]
        believed = dict(_believable(pairs, owners, sizes, borders, moved=turn > 0))
        if not believed:
            break
        for i, j in believed.items():
            kept[owners[i]][lines[j]] += 1
        left = [i for i in left if i not in believed]
        taken = set(believed.values())
        gold_left = [j for j in gold_left if j not in taken]
    return [(kept[k], sizes[k]) for k in range(len(segment_texts))]


def _words(texts):
    """Return the words of the texts, and for each word the index of its text."""
    words, owners = [], []
    for number, text in enumerate(texts):
        runs = letter_runs(text)
        words += runs
        owners += [number] * len(runs)
    return words, owners


def _closed_up(pairs, a, b):
    """Return the pairs, each moved next to the one after it where the same word occurs there.

    Of several words "the" that could be the first of a sentence this takes the one before its
    second word, where an alignment may as well have taken one in a menu far above.
    """
    closed = []
    next_i, next_j = len(a) + 1, len(b) + 1      # nothing follows
    for i, j in reversed(pairs):
        if next_j == j + 1 and a[next_i - 1] == b[j]:
            i = next_i - 1
        elif next_i == i + 1 and b[next_j - 1] == a[i]:
            j = next_j - 1
        closed.append((i, j))
        next_i, next_j = i, j
    return closed[::-1]


def _believable(pairs, owners, sizes, borders, *, moved):
    """Yield the pairs that are not coincidence: those in long runs, and those of good segments.

    A segment is good if at least half of its words (all of them where `moved`) are close to each
    other in the gold text, and they are many or have their place there to themselves: before and
    after them are borders of lines or words that are aligned, too.
    """
    least = LEAST_MOVED if moved else LEAST_RUN
    share = 1 if moved else 0.5
    aligned = set() if moved else {j for _, j in pairs}
    places = defaultdict(list)
    for i, j in pairs:
        places[owners[i]].append(j)

    def good(segment):
        here = places[segment]
        before, after = here[0], here[-1] + 1
        return (len(here) >= share * sizes[segment] and after - before <= 2 * len(here)
                and (len(here) >= least
                     or ((before in borders or before - 1 in aligned)
                         and (after in borders or after in aligned))))

    believed = {segment for segment in places if good(segment)}
    for run in _runs(pairs):
        for i, j in run:
            if len(run) >= least or owners[i] in believed:
                yield i, j


def _runs(pairs):
    """Yield lists of pairs: runs in which each pair follows the one before in both sequences."""
    run = []
    for i, j in pairs:
        if run and (i - 1, j - 1) != run[-1]:
            yield run
            run = []
        run.append((i, j))
    if run:
        yield run


HAS_WORD = re.compile(r"[^\W_]")
RUN = re.compile(r"\w+")


@cache
def apart(excluded: str) -> re.Pattern[str]:
    r"""Return the pattern of words that are one character of these scripts, or a run of others.

    excluded: what no run has, as in a class of characters, such as "\s".
    """
    return re.compile(rf"[{CHARACTERS}]|[^{excluded}{CHARACTERS}]+")


@cache
def _character():
    return re.compile(f"[{CHARACTERS}]")


def is_spaceless(text: str) -> bool:
    """Return whether a text has a character of a script without spaces."""
    return not text.isascii() and _character().search(text) is not None


def tokens(text: str) -> list[str]:
    r"""Return the runs of \w, and the characters that stand alone.

    >>> tokens("It’s 12°C. 北京12度。")
    ['It', 's', '12', 'C', '北', '京', '12', '度']
    """
    return (apart(r"\W") if is_spaceless(text) else RUN).findall(text)


def words(text: str) -> list[str]:
    """Return the white-space words that have a letter or digit: no bullets, no table bars.

    >>> words("* Fish | 5 € --")
    ['Fish', '5']
    >>> words("北京 12-13度。")
    ['北', '京', '12-13', '度']
    """
    if not is_spaceless(text):
        return [word for word in text.split() if HAS_WORD.search(word)]
    return [word for word in apart(r"\s").findall(text)
            if HAS_WORD.search(word) or _character().match(word)]


def letter_runs(text: str) -> list[str]:
    """Return the runs of letters and digits in any case, and the characters that stand alone.

    >>> letter_runs("SNAKE_case")
    ['snake', 'case']
    """
    return apart(r"\W_").findall(text.casefold())
