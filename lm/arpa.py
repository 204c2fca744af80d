"""ARPA files, the exchange format of n-gram models (Doug Paul's; SRILM, KenLM and others read it).

A text of sections: after \\data\\ a line "ngram K=NUMBER" an order, then for each order \\K-grams:
with a line an n-gram, log10 probability, TAB, words, TAB and the log10 of the back-off weight if
it has one, and \\end\\ at last.
"""
import re
from array import array

import numpy as np

from .modelfile import BadModel
from .tokens import BEGIN, END, UNKNOWN
from .wordmodel import MAX_ORDER
from .wordpacking import Estimates

MAGIC = b"\\data\\"
COUNT = re.compile(rb"ngram +([0-9]+) *= *([0-9]+)")
MISSING = -100.0         # log10 of the unknown word where a file has none, as in KenLM


def read(lines):
    """Return the Estimates in an ARPA file.

    lines:  iterable of bytes, with or without their ends.
    Raises: BadModel, which names the line, for what is no ARPA file, or cut off.
    """
    numbered = ((at, line.strip()) for at, line in enumerate(lines, 1))
    numbered = ((at, line) for at, line in numbered if line)
    try:
        return _read(numbered)
    except StopIteration:
        raise BadModel("an ARPA file that is cut off: it does not end with \\end\\") from None


def _read(numbered):
    at, line = next(numbered, (0, b""))
    while line != MAGIC:                   # SRILM allows text before it
        found = next(numbered, None)
        if found is None:
            raise BadModel("not an ARPA file: no line is \\data\\")
        at, line = found
    due = []
    at, line = next(numbered)
    while found := COUNT.fullmatch(line):
        if int(found[1]) != len(due) + 1:
            raise _bad(at, f"ngram {len(due) + 1}=... is due")
        due.append(int(found[2]))
        at, line = next(numbered)
    if not 1 <= len(due) <= MAX_ORDER:
        raise _bad(at, f"{len(due)} orders; 1 to {MAX_ORDER} can be read")
    place, words, orders = {}, [], []
    for k, count in enumerate(due, 1):
        if line != b"\\%d-grams:" % k:
            raise _bad(at, f"\\{k}-grams: is due")
        numbers, log10p, weights = array("I"), array("d"), array("d")
        for _ in range(count):
            at, line = next(numbered)
            if line.startswith(b"\\") and line.endswith((b"-grams:", b"\\end\\")):
                raise _bad(at, f"{count} {k}-grams are due, {len(log10p)} are there")
            try:
                fields = line.decode().split()
                value, weight = float(fields[0]), float((fields[k + 1:] or ["0"])[0])
                if k == 1 and fields[1] not in place:
                    place[fields[1]] = len(words)
                    words.append(fields[1])
                elif k == 1:
                    raise _bad(at, f"the word {fields[1]} is there twice")
                numbers.extend([place[word] for word in fields[1:k + 1]])
            except KeyError as error:
                raise _bad(at, f"no 1-gram has the word {error.args[0]}") from None
            except (ValueError, IndexError) as error:
                raise error if isinstance(error, BadModel) else _bad(at, f"no {k}-gram") from None
            if not (k + 1 <= len(fields) <= k + 2 and -1e4 < value <= 0 and abs(weight) < 1e4):
                raise _bad(at, f"no {k}-gram with its log10 probability")
            log10p.append(value)
            weights.append(weight)
        grams = np.frombuffer(numbers, np.uintc).reshape(-1, k) if count else np.zeros((0, k), "u4")
        orders.append((grams, np.array(log10p), np.array(weights) if k < len(due) else None))
        at, line = next(numbered)
    if line != b"\\end\\":
        raise _bad(at, f"\\end\\ is due after {due[-1]} {len(due)}-grams")
    for mark in BEGIN, END:
        if mark not in place:
            raise BadModel(f"an ARPA file without {mark}")
    if UNKNOWN not in place:
        grams, log10p, weights = orders[0]
        orders[0] = (np.append(grams, [[len(words)]], 0), np.append(log10p, MISSING),
                     None if weights is None else np.append(weights, 0.0))
        words.append(UNKNOWN)
    return Estimates(words, orders)


def _bad(at, what):
    return BadModel(f"not a whole ARPA file: line {at}: {what}")


def written(estimates):
    """Yield the lines of an ARPA file as bytes; numbers have seven digits, as floats do."""
    words = [word.encode("utf-8", "surrogatepass") for word in estimates.words]
    yield MAGIC + b"\n"
    for k, (_, log10p, _) in enumerate(estimates.orders, 1):
        yield b"ngram %d=%d\n" % (k, len(log10p))
    for k, (grams, log10p, weights) in enumerate(estimates.orders, 1):
        yield b"\n\\%d-grams:\n" % k
        highest = k == len(estimates.orders)
        for i, (row, value) in enumerate(zip(grams.tolist(), log10p.tolist(), strict=True)):
            line = b"%.7g\t%b" % (value, b" ".join([words[number] for number in row]))
            yield line + (b"\n" if highest or weights is None else b"\t%.7g\n" % weights[i])
    yield b"\n\\end\\\n"
