"""What other programs say of places in a text, which is wrong once the text is another.

Such are the attributes of Dolma, "pii", "seg_langs", "langs" and "scores" of HPLT, "line_ids" of
cc_net, "quality_signals" of RedPajama, "sentence_identifications" of OSCAR, entities of spaCy.
"""
import math
import re
from functools import cache
from itertools import pairwise

from ..fields import fields
from ..record import object_of, with_note
from ..stream.printedlines import joined_text, printable

MOST_DEPTH = 20          # of objects and lists in which places are looked for
# Names of a list with an item for each line, sentence or word, or with places that are numbers
ALIGNED = re.compile(r"""
    (?:^|_) (?:lines?|segs?|segments?|sents?|sentences?|paragraphs?|words?|tokens?|spans?
             | offsets?|starts?|ends?|positions?) (?:_|$)
  | ^ (?:langs|scores) $
""", re.VERBOSE)
# Keys of a place in an object: where it begins; where it ends, or its length
START = re.compile(r"(?i)(?:^|_|char)(?:start|begin)(?:$|_|char|offset|index)|^offset$")
END = re.compile(r"(?i)(?:^|_|char)(?:end|stop)(?:$|_|char|offset|index)|^length$")


def fitting(record, kept):
    """Return the record without places in its text, where that of the kept segments is another.

    doc.notes names the fields that lose some.

    >>> fitting({"text": "Home\\nHi.", "pii": [[5, 7]], "tags": ["a"]}, [{"text": "Hi."}])["doc"]
    {'notes': ['without what is about places in the text before: pii']}
    """
    others = [name for name, value in record.items()
              if isinstance(value, (list, dict)) and name not in _own()]
    before = record.get("text")
    if not others or (isinstance(before, str) and joined_text(kept) == printable(before)):
        return record
    most = 4 * len(before) if isinstance(before, str) else math.inf      # of a place in UTF-8
    left = {name: _without_places(name, record[name], most, MOST_DEPTH) for name in others}
    changed = [name for name in others if left[name] != record[name]]
    if not changed:
        return record
    note = f"without what is about places in the text before: {', '.join(changed)}"
    return {**{name: left.get(name, value) for name, value in record.items()
               if name not in changed or left[name] is not None},
            "doc": with_note(object_of(record, "doc"), note)}


@cache
def _own():
    """Return the fields of scutch, without those that other programs have for places in "text"."""
    return {re.split(r"[.\[]", field.name)[0] for field in fields()} - {
        "metadata", "pii", "sentences"}


def _without_places(name, value, most, depth):
    """Return the value of a field without places in a text up to `most`, None if that is all."""
    if not value or not depth or not isinstance(value, (list, dict)):
        return value
    if isinstance(value, dict):
        parts = {key: _without_places(key, part, most, depth - 1) for key, part in value.items()}
        kept = {key: part for key, part in parts.items() if part is not None or value[key] is None}
        return None if _is_place(value, most) else kept or None
    if ALIGNED.search(name) or all(_is_place(item, most) for item in value):
        return None
    items = [(item, _without_places("", item, most, depth - 1)) for item in value]
    return [kept for item, kept in items if kept is not None or item is None] or None


def _is_place(item, most):
    """Return whether a list or an object is a place in a text: where it begins, where it ends.

    >>> [_is_place(item, 9) for item in ([0, 5, 0.3], ["PER", 0, 5], [5, 0], [3, 10])]
    [True, True, False, False]
    >>> [_is_place(item, 9) for item in ({"start": 0, "end_char": 5}, {"start": 2}, "0-5")]
    [True, False, False]
    """
    if isinstance(item, list):
        return any(_is_number(start, most) and _is_number(end, most) and start <= end
                   for start, end in pairwise(item[:3]))
    return isinstance(item, dict) and all(
        any(key.search(name) and _is_number(value, most) for name, value in item.items())
        for key in (START, END))


def _is_number(value, most):
    return type(value) is int and 0 <= value <= most
