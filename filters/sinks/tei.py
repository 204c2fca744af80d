"""TEI P5: a <TEI> a document, with a header from `meta` and the kept segments as its text.

Documents stand alone, without a declaration, so outputs can be joined; CORPUS puts them into one.
The letter and score of a segment, and its role, are attributes in a namespace of their own.
"""
import re
from datetime import date

from ..record import name_of, object_of
from ..selection.segments import score_named
from ..stream.printedlines import flat, printable
from ..text.textmarks import IMAGE, code_inside, language_of, marks_of, split_marks
from . import xmlvrt
from .document import Document, texts_of_cells
from .frontmatter import UNKNOWN, measured, text_of

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
BLOCK = {"h": "head", "l": "item", "t": "row"}       # others are a <p>
END_OF_NOTES, END_OF_PROFILE = "</notesStmt>\n", "</profileDesc>\n"
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
    by, repeat = score_named(record, by), xmlvrt.repeats_of()

    def block(segment, _place):
        facts = xmlvrt.about_segment(segment, by) | (repeat(segment) if mark_repeats else {})
        facts |= {"role": segment["role"]} if isinstance(segment.get("role"), str) else {}
        owned = xmlvrt.attributes_of({
            f"scutch:{fact}": value for fact, value in facts.items() if fact != "type"})
        name = BLOCK.get(segment.get("kind"), "p")
        return (f"<{name}{owned}>{_inside(segment, sentences, marks)}"
                + f"</{name}>\n" * (name != "item"))
    document = Document(record, kept, split_comments=split_comments)
    divisions = xmlvrt.in_elements(document.sections(is_divided=True), block, "</item>\n")
    return (f'<TEI xmlns="{NAMESPACE}" xmlns:scutch="{OWN}">\n{_header(record)}<text><body>\n'
            f"{divisions}</body></text>\n</TEI>\n").encode()


def _header(record):
    """Return the <teiHeader>: it marks unknown facts where TEI requires an element."""
    meta = object_of(record, "meta")
    known = {field: xmlvrt.escaped(text_of(meta, field)) for field in meta}
    name, language = _line(name_of(record)), _line(meta.get("language") or record.get("lang"))
    title = known.get("title") or _line(record.get("title")) or name
    address = next((url for url in (meta.get("canonical"), record.get("url"))
                    if isinstance(url, str) and url), "")
    people, tags = ("".join(f"<{tag}>{_line(part)}</{tag}>" for part in (
        value if isinstance(value, list) else ()) if isinstance(part, str))
        for tag, value in (("author", meta.get("authors")), ("term", meta.get("tags"))))
    dates = "".join(_date(kind, value) for kind, value in (
        ("published", known.get("published")), ("modified", known.get("modified")),
        ("crawled", _line(record.get("timestamp")))) if value)
    notes = "".join(f'<note type="{name}">{_line(str(value))}</note>'
                    for name, value in measured(record).items() if value != UNKNOWN)

    def stated(value, before, after):
        return f"{before}{value}{after}" if value else ""
    ident = language if LANGUAGE.fullmatch(language) else "und"
    profile = stated(known.get("description"), "<abstract><p>", "</p></abstract>") + stated(
        language, f'<langUsage><language ident="{ident}">', "</language></langUsage>") + stated(
        tags, "<textClass><keywords>", "</keywords></textClass>")
    publisher = stated(known.get("site"), "<publisher>", "</publisher>")
    licence = stated(known.get("licence"), "<availability><licence>", "</licence></availability>")
    pointed = stated(address and xmlvrt.pointer(address), '<ptr target="', '"/>')
    return (f"<teiHeader><fileDesc><titleStmt><title>{title}</title>{people}</titleStmt>\n"
            f"<publicationStmt>{publisher or '<authority>unknown</authority>'}{licence}"
            f"</publicationStmt>\n{stated(notes, '<notesStmt>', END_OF_NOTES)}"
            f"<sourceDesc><bibl><title>{title}</title>{people}{pointed}{dates}"
            f'<idno type="id">{name}</idno></bibl></sourceDesc></fileDesc>\n'
            f"{stated(profile, '<profileDesc>', END_OF_PROFILE)}</teiHeader>\n")


def _date(kind, value):
    """Return a <date>; of a time without seconds TEI takes the day."""
    when = next((f' when="{day}"' for day in (value, value[:10]) if _is_date(day)), "")
    return f'<date type="{kind}"{when}>{value}</date>'


def _is_date(value):
    match = DATE.fullmatch(value)
    try:
        return match is not None and bool(date(*(int(part or 1) for part in match.groups())))
    except ValueError:                   # 31 February
        return False


def _inside(segment, sentences, marks):
    """Return the text of a segment with elements for its cells, sentences and marks."""
    kind, text, marks = segment.get("kind"), segment["text"], marks_of(segment) if marks else []
    if kind == "t":
        cells = texts_of_cells(segment)
        return "".join(map("<cell>{}</cell>".format, map(
            _marked, cells, split_marks(marks, text, cells))))
    if kind == "c":
        language = language_of(marks)
        named = f' lang="{language}"' if LANGUAGE_OF_CODE.fullmatch(language) else ""
        return f'<code{named} xml:space="preserve">{_text(text)}</code>'
    pieces = xmlvrt.sentences_of(segment) if sentences and kind in ("p", "l") else None
    if not pieces:
        return _marked(text, marks)
    return "".join(map("<s>{}</s>".format, map(
        _marked, pieces, xmlvrt.marks_in_pieces(marks, pieces))))


def _marked(text, marks):
    """Return text with elements for its marks; code has only text in it."""
    return xmlvrt.with_elements(text, code_inside(marks), _text, _tags)


def _tags(kind, *more):
    if kind != IMAGE:
        return xmlvrt.tags_of(kind, *more)
    said = f"<figDesc>{_line(more[1])}</figDesc>" if more[1] else ""
    return f'<figure><graphic url="{xmlvrt.pointer(more[0])}"/>{said}</figure>', ""


def _line(value):
    return _text(flat(value)) if isinstance(value, str) else ""


def _text(string):
    return xmlvrt.escaped(printable(string))
