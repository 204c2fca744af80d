"""XML, and the vertical format of the Corpus Workbench (CWB): <doc> a document, <div> a segment.

Every <doc> stands alone, without a declaration or a root above it, so outputs can be joined. It
has the record's strings and numbers as attributes; <div type="p" bpc="a" bpv="0.031"> has the
segment's kind, and its letter and its score by the names that texrex gave them. On request text
that the document has before is in <dup idx="7" of="3">, as texrex marked it: the numbers, from 0,
of this <div> and of the first one with this text.
"""
import json
import re
import unicodedata
from bisect import bisect_left, bisect_right
from functools import partial
from itertools import chain, count, pairwise

from ..errors import BadRecord
from ..record import name_of, rounded, score_of
from ..selection.pagesegments import score_named
from ..stream.printedlines import printable
from ..text.textmarks import IMAGE, Span, carried, marks_of, nested
from .described import attributes
from .documents import without_comments
from .inlineelements import ENTITIES, tags_of, with_elements
from .segmentruns import in_its_element, runs_of

# CWB encoding tutorial, section 2: a-z, 0-9, - and _, with no digit in front.
NOT_IN_NAMES = re.compile("[^a-z0-9_]+")
ALWAYS = {"id", "url"}   # attributes of <doc>
UNPRINTED = {"text", "html", "html_b64"}     # strings that are not facts about the document
IN_TOKENS = {"sub", "sup"}       # H<sub>2</sub>O is one token
BEFORE_COMMENTS = '<div type="comments">\n'
REPEATED = re.compile(r"(.)\1*")


def xml(record, kept, by=None, mark_repeats=False, marks=False, split_comments=False,
        structure=False):
    """Return a <div> a segment in a <doc>; nothing if nothing is kept.

    by: the score shown, None for the record's last. mark_repeats: whether text that comes again is
    marked. marks: whether code, links and the like are. split_comments: whether these are in a
    <div> of their own. structure: whether tables, lists and quotations are elements, and headings
    have a level.

    >>> xml({"id": "a"}, [{"text": "R&D", "kind": "p"}])
    b'<doc id="a" url="">\\n<div type="p">R&amp;D</div>\\n</doc>\\n'
    """
    def content(segment):
        return with_elements(segment["text"], marks_of(segment) if marks else [], _text, tags_of)
    return _doc(record, kept, by, mark_repeats, content, "<dup{}>{}</dup>", split_comments,
                structure)


def vrt(record, kept, by=None, mark_repeats=False, marks=False):
    """Return a <div> a segment, with one token per line, in <s> where it has sentences.

    by, mark_repeats, marks: as of xml.

    >>> vrt({"id": "a"}, [{"text": "Hi!", "kind": "p", "sentences": [[0, 3]]}])
    b'<doc id="a" url="">\\n<div type="p">\\n<s>\\nHi\\n!\\n</s>\\n</div>\\n</doc>\\n'
    """
    return _doc(record, kept, by, mark_repeats, partial(_vertical, with_marks=marks),
                "\n<dup{}>{}</dup>\n")


def _doc(record, kept, by, repeats, content, marked, split=False, structure=False):
    if not kept:
        return b""
    if repeats:
        content = _repeats_marked(content, marked)
    by = score_named(record, by)

    def div(segment, level=0):
        facts = about_segment(segment, by) | ({"level": level} if level else {})
        return f"<div{_attributes(facts)}>{content(segment)}</div>\n"
    divs, comments = ("".join(_structured(record, part, div) if structure else map(div, part))
                      for part in (without_comments(kept) if split else (kept, [])))
    if comments:
        divs += f"{BEFORE_COMMENTS}{comments}</div>\n"
    return f"<doc{_attributes(_about_document(record))}>\n{divs}</doc>\n".encode()


def _structured(record, kept, div):
    """Yield the <div>s of segments, in elements for their tables, lists and quotations."""
    quote = -1
    for kind, place, run in runs_of(record, kept):
        if place.quote != quote:
            yield "</quote>\n" * (quote >= 0) + "<quote>\n" * (place.quote >= 0)
            quote = place.quote
        yield in_its_element(kind, [(within, div(segment, within.level * (kind == "h")))
                                    for segment, within in run])
    yield "</quote>\n" * (quote >= 0)


def _repeats_marked(content, marked):
    """Return `content`, with marks where a segment has the text of one before it."""
    repeat = repeats_of()

    def with_mark(segment):
        numbers = repeat(segment)
        return marked.format(_attributes(numbers), content(segment)) if numbers \
            else content(segment)
    return with_mark


def repeats_of():
    """Return a function from each segment in turn to {"idx": its number, "of": that of the first
    with its text}, {} for the first.
    """
    first, numbers = {}, count()

    def repeat(segment):
        number = next(numbers)
        of = first.setdefault(segment["text"], number)
        return {"idx": number, "of": of} if of != number else {}
    return repeat


def _about_document(record):
    """Return the attributes of <doc>: id and url always, then other strings and numbers."""
    facts = {"id": name_of(record), "url": record.get("url") or "", **attributes(record)}
    for key, value in record.items():
        if isinstance(value, (str, int, float)) and key not in UNPRINTED | ALWAYS:
            name = NOT_IN_NAMES.sub("_", key.lower())          # Content-Type
            if name[:1] <= "9" or name.startswith("xml"):          # xmlns is not an attribute
                name = "_" + name
            free = (candidate for candidate in chain([name], (f"{name}_{n}" for n in count(2)))
                    if candidate not in facts)       # "Content-Type" and "content_type"
            facts[next(free)] = value
    return facts


def about_segment(segment, by):
    """Return the attributes of a segment: its kind, letter and score."""
    score = score_of(segment, by) if by else None
    facts = {"type": segment.get("kind"), "bpc": segment.get("tags", {}).get(by),
             "bpv": None if score is None else rounded(score)}
    return {name: value for name, value in facts.items() if value is not None}


def _attributes(facts):
    """Return the facts as attributes on one line: CWB reads line by line."""
    strings = ((name, value if isinstance(value, str) else json.dumps(value))
               for name, value in facts.items())
    return "".join(f' {name}="{" ".join(printable(string).split()).translate(ENTITIES)}"'
                   for name, string in strings)


def _text(text):
    return text.translate(ENTITIES)


def _vertical(segment, with_marks):
    pieces = sentences_of(segment)
    marks = marks_in_pieces(marks_of(segment), pieces or [segment["text"]]) if with_marks else []
    if pieces is None:
        return "\n" + _column(segment["text"], *marks)
    return "\n" + "".join(f"<s>\n{_column(piece, *marks)}</s>\n" for piece, *marks in zip(
        pieces, *[marks] * with_marks, strict=True))


def _column(text, marks=()):
    if not marks:
        return "".join(token.translate(ENTITIES) + "\n" for token in tokens(text))
    return with_elements(text, _of_tokens(text, marks), _column, _tags_on_lines)


def _tags_on_lines(*mark):
    opening, closing = tags_of(*mark)
    return opening and opening + "\n", closing and closing + "\n"


def _of_tokens(text, marks):
    """Return marks as those of whole tokens. Images are in none, and an exponent is no token.

    A mark that would then cross one before it begins after that.
    """
    spans, at = [], 0
    for token in tokens(text):
        at = text.index(token, at)
        spans.append((at, at + len(token)))
        at += len(token)
    starts, ends = ([span[side] for span in spans] for side in (0, 1))
    done, last = [], []
    for start, end, kind, *more in marks:
        first, after = bisect_right(ends, start), bisect_left(starts, end)
        if kind == IMAGE or first >= after or (
                kind in IN_TOKENS and (starts[first], ends[after - 1]) != (start, end)):
            continue
        start, end = starts[first], ends[after - 1]
        while last and last[-1] <= start:
            last.pop()
        if last and end > last[-1]:
            start = last.pop()
        mark = [start, end, kind, *more]
        if start < end and mark not in done[-1:]:        # of Ctrl+C two parts are code
            done.append(mark)
            last.append(end)
    return nested(done, len(text))


def marks_in_pieces(marks, pieces):
    """Return the marks of each of some pieces that make up a text."""
    spans, at = [], 0
    for number, piece in enumerate(pieces):
        spans.append(Span(at, at + len(piece), number, 0))
        at += len(piece)
    return carried(marks, spans, len(pieces))


def sentences_of(segment):
    """Return the text split where sentences begin, so that none of it is lost, or None."""
    spans = segment.get("sentences")
    if not spans:
        return None
    text = segment["text"]
    try:
        starts = [start for start, _ in spans]
        cuts = [0, *starts[1:], len(text)]
        if cuts == sorted(cuts):
            return [text[start:end] for start, end in pairwise(cuts)]
    except (TypeError, ValueError):
        pass
    raise BadRecord('"sentences" of a segment is not a list of [start, end]', "bad_sentences")


def tokens(text):
    """Return the tokens, separated by white space; marks at either end of one are their own.

    Marks inside a token stay in it (don't, 3.5, a/b); a repeated mark is one token.

    >>> tokens('He said: "don\\'t..." (e.g. 3.5%)')
    ['He', 'said', ':', '"', "don't", '...', '"', '(', 'e.g', '.', '3.5', '%', ')']
    """
    pieces = []
    for stretch in text.split():
        start, end = 0, len(stretch)
        while start < end and _is_mark(stretch[start]):
            start += 1
        while start < end and _is_mark(stretch[end - 1]):
            end -= 1
        pieces += [match[0] for match in REPEATED.finditer(stretch[:start])]
        if start < end:
            pieces.append(stretch[start:end])
        pieces += [match[0] for match in REPEATED.finditer(stretch[end:])]
    return pieces


def _is_mark(character):
    """Return whether it is punctuation or a symbol. Vowel signs, as in Hindi, are neither."""
    return unicodedata.category(character)[0] in "PS"
