"""The places of segments in the texts of a page's markup.

html2text repairs text, joins it across tags and removes permalink marks. So segments and markup are
compared by letters and digits alone, in the order of the page.
"""
import re
import unicodedata
from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise

WORD = re.compile(r"[^\W_]+")
LONG = 30                # letters of a text that is hardly there by chance
WINDOW = 50_000          # letters of the page between one segment and the next
EDGE = 12                # letters at either end by which a text is found that was repaired
NEAR = 2_000             # letters that a short text may be ahead of its place


@lru_cache(1 << 14)
def letters(word):
    """Return the letters and digits of a word without marks and in any case.

    >>> letters("Caf\\u00e9"), letters("e\\u0301"), letters("\\ufb01t")
    ('cafe', 'e', 'fit')
    """
    if word.isascii():
        return word.lower()
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", word.casefold())))


def spans_of(texts, segments):
    """Return the stretches of each text of the markup, [(begin, end, segment's number)].

    texts:    of the page's markup, in order. segments: the texts of the segments.

    >>> spans_of(["Home ", "Wind", " farms at sea."], ["Home", "Wind farms at sea."])
    [[(0, 4, 0)], [(0, 4, 1)], [(0, 14, 1)]]
    """
    places, starts, stream = [], [], []
    size = 0
    for node, text in enumerate(texts):
        for word in WORD.finditer(text):
            word_letters = letters(word[0])
            places.append((node, word.start(), word.end()))
            starts.append(size)
            stream.append(word_letters)
            size += len(word_letters)
    wanted = ["".join(map(letters, WORD.findall(text))) for text in segments]
    spans = [[] for _ in texts]
    for number, word_letters in enumerate(ranges_of("".join(stream), wanted)):
        if word_letters:
            first = bisect_right(starts, word_letters[0]) - 1
            for node, begin, end in places[first:bisect_left(starts, word_letters[1])]:
                _extend(spans[node], begin, end, number)
    return _joined(texts, [_with_signs(text, stretches)
                           for text, stretches in zip(texts, spans, strict=True)])


def _extend(spans, begin, end, number):
    """Add a word to the stretches of a text."""
    if spans and spans[-1][2] == number:
        spans[-1] = spans[-1][0], end, number
    elif not spans or spans[-1][1] <= begin:
        spans.append((begin, end, number))


def _with_signs(text, spans):
    """Return the stretches with the signs around them: up to the next stretch, or to white space.

    The only stretch of a text gets all of it, as in "© 2025 Example Inc." or "Overview >".
    """
    if len(spans) == 1:
        return [(len(text) - len(text.lstrip()), len(text.rstrip()), spans[0][2])]
    widened = []
    for place, (begin, end, number) in enumerate(spans):
        least = widened[-1][1] if widened else 0
        most = spans[place + 1][0] if place + 1 < len(spans) else len(text)
        while begin > least and not text[begin - 1].isspace():
            begin -= 1
        while end < most and not text[end].isspace():
            end += 1
        widened.append((begin, end, number))
    return widened


def _joined(texts, spans):
    """Return the stretches; two of one segment in consecutive texts get all text between them.

    In "at sea</i>, and on land" that is the comma and the space.
    """
    held = [node for node, stretches in enumerate(spans) if stretches]
    for node, after in pairwise(held):
        begin, _, number = spans[node][-1]
        _, end, following = spans[after][0]
        if number == following:
            spans[node][-1] = begin, len(texts[node]), number
            spans[after][0] = 0, end, number
    return spans


def ranges_of(stream, wanted):
    """Return (begin, end) of each wanted text in the stream, None for a text that is not there.

    Texts are in the order of the stream. Long texts are searched first; short and repaired ones
    are searched between them.

    >>> ranges_of("homenewswindfarmsatseahome", ["home", "news", "", "windfarm", "home"])
    [(0, 4), (4, 8), None, (8, 16), (22, 26)]
    """
    ranges: list[tuple[int, int] | None] = [None] * len(wanted)
    at = 0
    for number, text in enumerate(wanted):
        if len(text) >= LONG:
            place = stream.find(text, at, at + len(text) + WINDOW)
            if place >= 0:
                at = place + len(text)
                ranges[number] = place, at
    most, ends = len(stream), []
    for span in reversed(ranges):
        ends.append(most)
        most = span[0] if span else most
    at = 0
    for number, (text, most) in enumerate(zip(wanted, reversed(ends), strict=True)):
        if text and not ranges[number]:
            ranges[number] = _between(stream, text, at, most)
        at = ranges[number][1] if ranges[number] else at
    return ranges


def _between(stream, text, least, most):
    """Return (begin, end) of a text within bounds; its ends suffice if the middle was repaired."""
    most = min(most, least + len(text) + (WINDOW if len(text) >= EDGE else NEAR))
    place = stream.find(text, least, most)
    if place >= 0:
        return place, place + len(text)
    if len(text) < 2 * EDGE:
        return None
    begin = stream.find(text[:EDGE], least, most)
    if begin < 0:
        return None
    end = stream.find(text[-EDGE:], begin, min(most, begin + 2 * len(text)))
    return begin, end + EDGE if end >= 0 else min(most, begin + len(text))
