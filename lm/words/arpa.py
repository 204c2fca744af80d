"""ARPA files, the exchange format of n-gram models (Doug Paul's; SRILM, KenLM and others read it).

A text of sections: after \\data\\ a line "ngram K=NUMBER" for each order, then for each order
\\K-grams: with a line for each n-gram, log10 probability, TAB, words, TAB and the log10 of the
back-off weight if it has one, and \\end\\ at the end. Other text may come before \\data\\; KenLM
requires a # before it.

As in KenLM, only space, tab and line ends separate fields; <UNK> is <unk>. N-grams of two words or
more in which <s> is not the first word, or </s> not the last, are dropped, since no sentence has
them.
"""
import math
import re
from array import array
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator

import numpy as np

from ..modelfile import BadModel
from .tokens import BEGIN, END, UNKNOWN
from .wordmodel import LARGE, MAX_ORDER, Estimates

MAGIC = b"\\data\\"
# After comments, or any text if the first order follows; some editors write a byte order mark
BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t\r]*(?:#.*)?\n)*[ \t]*\\data\\"
                    rb"|(?:.*\n)*?[ \t]*\\data\\[ \t\r]*\n\s*ngram +1 *=")
TOKENS = b"# scutch tokens="     # a comment of ours: the tokenisation of the words
COUNT = re.compile(rb"ngram +([0-9]+) *= *([0-9]+)")
FIELD = re.compile(rb"[^ \t\r\n]+")
MISSING = -100.0         # log10 of the unknown word where a file has none, as in KenLM
ZERO = -99.0             # in place of log10 of 0, as SRILM writes it
SPELLINGS: dict[bytes, bytes] = {b"<UNK>": UNKNOWN.encode()}


def begins(head: bytes) -> bool:
    """Return whether these first bytes of a file are those of an ARPA file."""
    return BEGINS.match(head) is not None


def read(lines: Iterable[bytes]) -> tuple[Estimates, str | None]:
    """Return (Estimates, name of the tokenisation or None) of an ARPA file.

    lines:  iterable of bytes, with or without line ends.
    Raises: BadModel, which names the line, where it is not an ARPA file or is truncated.
    """
    numbered = ((at, (line.removeprefix(BOM_UTF8) if at == 1 else line).strip(b" \t\r\n"))
                for at, line in enumerate(lines, 1))
    numbered = ((at, line) for at, line in numbered if line)
    try:
        return _read(numbered)
    except StopIteration:
        raise BadModel("a truncated ARPA file: it does not end with \\end\\") from None


def _read(numbered):
    at, line = next(numbered, (0, b""))
    tokens = None
    while line != MAGIC:
        if line.startswith(TOKENS):
            tokens = line[len(TOKENS):].decode("ascii", "replace")
        match = next(numbered, None)
        if match is None:
            raise BadModel("not an ARPA file: no line is \\data\\")
        at, line = match
    due = []
    at, line = next(numbered)
    while match := COUNT.fullmatch(line):
        if int(match[1]) != len(due) + 1:
            raise _bad(at, f"ngram {len(due) + 1}=... is due")
        due.append(int(match[2]))
        at, line = next(numbered)
    if not 1 <= len(due) <= MAX_ORDER:
        raise _bad(at, f"{len(due)} orders; 1 to {MAX_ORDER} can be read")
    place, words, orders = {}, [], []
    for k, count in enumerate(due, 1):
        if line != b"\\%d-grams:" % k:
            raise _bad(at, f"\\{k}-grams: is due")
        orders.append(_order(numbered, k, count, place, words, k == len(due)))
        at, line = next(numbered)
    if line != b"\\end\\":
        raise _bad(at, f"\\end\\ is due after {due[-1]} {len(due)}-grams")
    for mark in BEGIN, END:
        if mark not in words:
            raise BadModel(f"an ARPA file without {mark}")
    if UNKNOWN not in words:
        grams, log10p, weights = orders[0]
        orders[0] = (np.append(grams, [[len(words)]], 0), np.append(log10p, MISSING),
                     None if weights is None else np.append(weights, 0.0))
        words.append(UNKNOWN)
    return Estimates(words, orders), tokens


def _order(numbered, k, count, place, words, highest):
    """Return (grams, log10p, weights) of one order.

    place: {bytes of a word: its number}, words: list of str; the 1-grams fill both.
    """
    numbers, log10p, weights = array("I"), array("d"), array("d")
    for done in range(count):
        at, line = next(numbered)
        if line.startswith(b"\\") and line.endswith((b"-grams:", b"\\end\\")):
            raise _bad(at, f"{count} {k}-grams are due, {done} are there")
        given, *fields = FIELD.findall(line)
        gram = [SPELLINGS.get(word) or word for word in fields[:k]]
        try:
            value, weight = float(given), float(*fields[k:] or [b"0"])
            if k == 1 and gram[0] in place:
                raise _bad(at, f"the word {gram[0].decode()} is there twice")
            if k == 1:
                words.append(gram[0].decode("utf-8", "surrogatepass"))
                place[gram[0]] = len(place)
            row = [place[word] for word in gram]
        except KeyError as error:
            raise _bad(at, f"no 1-gram has the word {error.args[0].decode('utf-8', 'replace')}"
                       ) from None
        except (IndexError, TypeError, ValueError) as error:
            raise error if isinstance(error, BadModel) else _bad(at, f"no {k}-gram") from None
        if not (len(row) == k and value <= 0 and abs(weight) < LARGE
                and (value > -LARGE or value == -math.inf)):
            raise _bad(at, f"no {k}-gram with its log10 probability")
        if BEGIN.encode() in gram[1:] or END.encode() in gram[:-1]:
            continue
        numbers.extend(row)
        log10p.append(ZERO if value == -math.inf else value)
        weights.append(weight)
    grams = np.frombuffer(numbers, np.uintc).reshape(-1, k) if numbers else np.zeros((0, k), "u4")
    return grams, np.array(log10p), None if highest else np.array(weights)


def _bad(at, what):
    return BadModel(f"not a whole ARPA file: line {at}: {what}")


def written(estimates: Estimates, tokens: str) -> Iterator[bytes]:
    """Yield the lines of an ARPA file as bytes; numbers have seven digits, as floats do.

    tokens:  name of the tokenisation, which the first line keeps for `read`.
    """
    words = [word.encode("utf-8", "surrogatepass") for word in estimates.words]
    yield TOKENS + tokens.encode() + b"\n"
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
