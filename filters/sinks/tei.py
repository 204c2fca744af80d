"""TEI P5: a <TEI> a document, with a header from `meta` and the kept segments as its text.

Documents stand alone, without a declaration, so outputs can be joined; CORPUS puts them into one.
The letter and score of a segment, and its role, are attributes in a namespace of their own.
"""
import re
from datetime import date
from functools import partial

from ..record import name_of, object_of
from ..selection.pagesegments import score_named
from ..stream.printedlines import printable
from ..text.textmarks import IMAGE, code_inside, language_of, marks_of, split_marks
from .described import UNKNOWN, measured, text_of
from .documents import without_comments
from .inlineelements import ENTITIES, pointer, tags_of, with_elements
from .markdowntables import texts_of_cells
from .markup import BEFORE_COMMENTS, about_segment, marks_in_pieces, repeats_of, sentences_of
from .segmentruns import in_its_element, runs_of

NAMESPACE = "http://www.tei-c.org/ns/1.0"
OWN = "urn:scutch"       # the namespace of bpc, bpv and role
# What stands before and after the documents of a corpus
CORPUS = (f"""\
<?xml version="1.0" encoding="UTF-8"?>
<teiCorpus xmlns="{NAMESPACE}">
<teiHeader><fileDesc><titleStmt><title>Web pages</title></titleStmt>
<publicationStmt><authority>unknown</authority></publicationStmt>
<sourceDesc><p>Web pages, each with its own header</p></sourceDesc></fileDesc></teiHeader>
""".encode(), b"</teiCorpus>\n")
BLOCK = {"h": ("<head>", "</head>\n"), "l": ("<item>", "</item>\n"),
         "t": ("<row>", "</row>\n"), "p": ("<p>", "</p>\n"), "c": ("<p>", "</p>\n")}
# What TEI takes as a date, and as a language; others are text alone. Groups: year, month, day
DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?"
                  r"(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d)?)?)?)?", re.A)
LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8}){0,4}", re.A)
LANGUAGE_OF_CODE = re.compile(r"[\w+#.-]+")


def tei(record, kept, by=None, sentences=False, mark_repeats=False, marks=False,
        split_comments=False):
    """Return a <TEI>; nothing if nothing is kept.

    sentences: whether each is an <s>. The others: as of xml; the marks of text that comes again
    are scutch:idx and scutch:of.

    >>> lines = tei({"id": "a"}, [{"text": "R&D", "kind": "h"}, {"text": "One.", "kind": "p"}])
    >>> lines.decode().splitlines()[-6:-3]
    ['<div>', '<head>R&amp;D</head>', '<p>One.</p>']
    """
    if not kept:
        return b""
    by = score_named(record, by)
    repeat = repeats_of() if mark_repeats else lambda _: {}
    block = partial(_block, by=by, sentences=sentences, marks=marks, repeat=repeat)
    kept, comments = without_comments(kept) if split_comments else (kept, [])
    divisions = [*_divisions(record, kept, block)] if kept else []
    if comments:
        divisions += [BEFORE_COMMENTS, *_divisions(record, comments, block), "</div>\n"]
    return (f'<TEI xmlns="{NAMESPACE}" xmlns:scutch="{OWN}">\n{_header(record)}<text><body>\n'
            f"{''.join(divisions)}"
            "</body></text>\n</TEI>\n").encode()


def _header(record):
    """Return the <teiHeader>: it marks unknown facts where TEI requires an element."""
    meta = object_of(record, "meta")
    known = {field: _text(text_of(meta, field)) for field in meta}
    title = known.get("title") or _line(record.get("title")) or _line(name_of(record))
    people = "".join(f"<author>{_line(name)}</author>" for name in _list(meta.get("authors")))
    address = next((url for url in (meta.get("canonical"), record.get("url"))
                    if isinstance(url, str) and url), "")
    dates = _date("published", known.get("published")) + _date("modified", known.get("modified")) \
        + _date("crawled", _line(record.get("timestamp")))
    site, licence = known.get("site"), known.get("licence")
    publication = (f"<publisher>{site}</publisher>" if site else "<authority>unknown</authority>") \
        + (f"<availability><licence>{licence}</licence></availability>" if licence else "")
    place = f'<ptr target="{pointer(address)}"/>' if address else ""
    abstract = known.get("description")
    language = _line(meta.get("language") or record.get("lang"))
    ident = language if LANGUAGE.fullmatch(language) else "und"
    tags = "".join(f"<term>{_line(tag)}</term>" for tag in _list(meta.get("tags")))
    profile = (f"<abstract><p>{abstract}</p></abstract>" if abstract else "") + (
        f'<langUsage><language ident="{ident}">{language}</language></langUsage>'
        if language else "") + (
        f"<textClass><keywords>{tags}</keywords></textClass>" if tags else "")
    notes = "".join(f'<note type="{name}">{_line(str(value))}</note>'
                    for name, value in measured(record).items() if value != UNKNOWN)
    return (f"<teiHeader><fileDesc><titleStmt><title>{title}</title>{people}</titleStmt>\n"
            f"<publicationStmt>{publication}</publicationStmt>\n"
            + (f"<notesStmt>{notes}</notesStmt>\n" if notes else "") +
            f"<sourceDesc><bibl><title>{title}</title>{people}{place}{dates}"
            f'<idno type="id">{_line(name_of(record))}</idno></bibl></sourceDesc></fileDesc>\n'
            + (f"<profileDesc>{profile}</profileDesc>\n" if profile else "") + "</teiHeader>\n")


def _date(kind, value):
    """Return a <date>, "" for no value; of a time without seconds TEI takes the day."""
    when = next((f' when="{day}"' for day in (value, (value or "")[:10]) if day and _is_date(day)),
                "")
    return f'<date type="{kind}"{when}>{value}</date>' if value else ""


def _is_date(value):
    match = DATE.fullmatch(value)
    try:
        return match is not None and bool(date(*(int(part or 1) for part in match.groups())))
    except ValueError:                   # 31 February
        return False


def _divisions(record, kept, block):
    """Yield a <div> for the text up to each heading: TEI has headings at the start of one alone."""
    is_open, had_text, quote = False, False, -1
    for kind, place, run in runs_of(record, kept):
        if place.quote != quote:
            yield "</quote>\n" * (quote >= 0)
            quote = -1
        if not is_open or (kind == "h" and had_text):
            yield "</div>\n<div>\n" if is_open else "<div>\n"
            is_open, had_text = True, False
        if place.quote != quote:
            yield "<quote>\n"
            quote = place.quote
        had_text = had_text or kind != "h"
        yield in_its_element(kind, [(within, block(kind, segment)) for segment, within in run],
                             BLOCK["l"][1])
    yield "</quote>\n" * (quote >= 0) + "</div>\n"


def _block(kind, segment, by, sentences, marks, repeat):
    """Return a segment as a head, an item, a row or a paragraph."""
    begin, end = BLOCK.get(kind, BLOCK["p"])
    text, marks = segment["text"], marks_of(segment) if marks else []
    if kind == "t":
        cells = texts_of_cells(segment)
        inside = "".join(f"<cell>{_marked(*cell)}</cell>" for cell in zip(
            cells, split_marks(marks, text, cells), strict=True))
    elif kind == "c":
        language = language_of(marks)
        named = f' lang="{language}"' if LANGUAGE_OF_CODE.fullmatch(language) else ""
        inside = f'<code{named} xml:space="preserve">{_text(text)}</code>'
    else:
        pieces = sentences_of(segment) if sentences and kind in ("p", "l") else None
        inside = "".join(f"<s>{_marked(*piece)}</s>" for piece in zip(
            pieces, marks_in_pieces(marks, pieces), strict=True)) if pieces \
            else _marked(text, marks)
    return begin.replace(">", _attributes(segment, by, repeat) + ">", 1) + inside + end


def _marked(text, marks):
    """Return text with elements for its marks; code has only text in it."""
    return with_elements(text, code_inside(marks), _text, _tags)


def _tags(kind, *more):
    if kind != IMAGE:
        return tags_of(kind, *more)
    said = f"<figDesc>{_line(more[1])}</figDesc>" if more[1] else ""
    return f'<figure><graphic url="{pointer(more[0])}"/>{said}</figure>', ""


def _attributes(segment, by, repeat):
    facts = about_segment(segment, by) | repeat(segment)
    facts.pop("type", None)
    if isinstance(segment.get("role"), str):
        facts["role"] = segment["role"]
    return "".join(f' scutch:{name}="{_line(str(value))}"' for name, value in facts.items())


def _list(value):
    return [part for part in value if isinstance(part, str)] if isinstance(value, list) else []


def _line(value):
    return _text(" ".join(value.split())) if isinstance(value, str) else ""


def _text(string):
    return printable(string).translate(ENTITIES)
