"""XML, the vertical format of the Corpus Workbench (CWB), and TEI P5.

In the first two <doc> is a document, <div> a segment.

Every <doc> stands alone, without a declaration or a root above it, so outputs can be joined. It
has the record's strings and numbers as attributes; <div type="p" bpc="a" bpv="0.031"> has the
segment's kind, and its letter and its score by the names that texrex gave them. On request text
that the document has before is in <dup idx="7" of="3">, as texrex marked it: the numbers, from 0,
of this <div> and of the first one with this text. Elements within the text are those of its marks.
"""
import json
import re
import unicodedata
from bisect import bisect_left, bisect_right
from datetime import date
from functools import partial
from html import escape
from itertools import accumulate, chain, count, pairwise

from ..errors import BadRecord
from ..record import name_of, object_of, rounded, score_of
from ..selection.segments import score_named
from ..stream.printedlines import flat, printable
from ..text import textmarks
from ..text.textmarks import CODE, IMAGE, LINK, LINK_OF_IMAGE, marks_of
from .document import Document, stretches, texts_of_cells, walk
from .frontmatter import UNKNOWN, attributes, measured, text_of

# CWB encoding tutorial, section 2: a-z, 0-9, - and _, with no digit in front.
NOT_IN_NAMES = re.compile("[^a-z0-9_]+")
ALWAYS = {"id", "url"}   # attributes of <doc>
UNPRINTED = {"text", "html", "html_b64"}     # strings that are not facts about the document
IN_TOKENS = {"sub", "sup"}       # H<sub>2</sub>O is one token
REPEATED = re.compile(r"(.)\1*")
# Of Nodes; others have the tags of their names
STARTS, ENDS = {"comments": '<div type="comments">\n', "item": ""}, {"comments": "</div>\n"}
NUMBERED_LIST = '<list rend="numbered">\n'
REND = {"strong": "bold", "em": "italic", "sub": "sub", "sup": "sup", "del": "strikethrough"}
ENDS_OF_LINKS = {"</ref>", "</a>"}           # the latter of HTML
# A host that is a number of IPv6, which alone has brackets
IN_BRACKETS = re.compile(r"\w+://\[[\da-f:.]+\](?::\d{0,5})?(?=[/?#]|\Z)|", re.A | re.I)
# In an address what no address has: a port that is no number, white space, brackets, a percent
# sign before no number
NO_PORT = re.compile(r"(//(?:[^/?#@]*@|(?![^/?#@]*@))[^/?#:@]*):(?!\d{0,5}(?:[/?#]|$))", re.A)
NO_ADDRESS = re.compile(r"""[^\w!\#$%&'()*+,\-./:;=?@~]|%(?![0-9a-fA-F]{2})""", re.A)


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
        return with_elements(segment["text"], marks_of(segment) if marks else [], escaped, tags_of)
    return _doc(Document(record, kept, split_comments=split_comments, is_flat=not structure),
                record, by, content, mark_repeats and "<dup{}>{}</dup>")


def vrt(record, kept, by=None, mark_repeats=False, marks=False):
    """Return a <div> a segment, with one token per line, in <s> where it has sentences.

    by, mark_repeats, marks: as of xml.

    >>> vrt({"id": "a"}, [{"text": "Hi!", "kind": "p", "sentences": [[0, 3]]}])
    b'<doc id="a" url="">\\n<div type="p">\\n<s>\\nHi\\n!\\n</s>\\n</div>\\n</doc>\\n'
    """
    return _doc(Document(record, kept, is_flat=True), record, by,
                partial(_vertical, with_marks=marks), mark_repeats and "\n<dup{}>{}</dup>\n")


def _doc(page, record, by, content, repeated):
    """Return the <doc> of a Document. content: from a segment to its markup. repeated: what is
    around that of text that comes again."""
    if not page.kept:
        return b""
    by, repeat = score_named(record, by), repeats_of()

    def div(segment, place):
        facts = about_segment(segment, by) | (
            {"level": place.level} if place.level and segment.get("kind") == "h" else {})
        inside, numbers = content(segment), repeat(segment) if repeated else {}
        inside = repeated.format(attributes_of(numbers), inside) if numbers else inside
        return f"<div{attributes_of(facts)}>{inside}</div>\n"
    return (f"<doc{attributes_of(_about_document(record))}>\n"
            f"{in_elements(page.sections(), div)}</doc>\n").encode()


def in_elements(sections, markup, end_of_item=""):
    """Return the markup of the sections of a Document, in the elements of their Nodes.

    markup: function from a segment and its Place; end_of_item: what it leaves to the end of that.
    """
    parts, ends = [], ENDS | {"item": end_of_item}
    for ended, begun, section in walk(sections):
        for node in ended:
            parts.append(ends.get(node.name, f"</{node.name}>\n"))
        for name, element, _ in begun:
            parts.append(NUMBERED_LIST if name == "list" and element[1] else
                         STARTS.get(name, f"<{name}>\n"))
        if section:
            parts.append(markup(*section))
    return "".join(parts)


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


def attributes_of(facts):
    """Return the facts, {name: value}, as attributes on one line: CWB reads line by line."""
    strings = ((name, value if isinstance(value, str) else json.dumps(value))
               for name, value in facts.items())
    return "".join(f' {name}="{escaped(flat(printable(string)))}"' for name, string in strings)


def escaped(text):
    """Return text as it stands in XML: by the entities without a DTD, those that cwb-encode -x
    decodes."""
    return escape(text).replace("&#x27;", "&apos;")


def with_elements(text, marks, content, tags):
    """Return text with elements for its marks.

    marks:   that nest, as text.textmarks.marks_of returns them.
    content: function from a stretch of text to its markup.
    tags:    function from kind, address and so on of a mark to (start tag, end tag); both are ""
             for none.
    """
    if not marks:
        return content(text)
    parts, ends = [], []
    for mark, part in stretches(text, marks):
        if not mark:
            parts.append(content(part))
        elif not part:
            parts.append(ends.pop())
        else:
            is_linked = mark[2] == IMAGE and not ENDS_OF_LINKS.isdisjoint(ends)
            opening, closing = tags(*mark[2:LINK_OF_IMAGE if is_linked else None])
            parts.append(opening)
            ends += [closing] * (mark[2] != IMAGE)
    return "".join(parts)


def tags_of(kind, *more):
    """Return (start tag, end tag) of a mark: see with_elements.

    >>> tags_of("strong"), tags_of("link"), tags_of("image", "/a.png", "A")
    (('<hi rend="bold">', '</hi>'), ('', ''), ('<graphic url="/a.png" alt="A"/>', ''))
    >>> tags_of("link", "http://a.org/?b&c")
    ('<ref target="http://a.org/?b&amp;c">', '</ref>')
    """
    if kind == CODE:
        return f"<code{attributes_of({'lang': more[0]} if more else {})}>", "</code>"
    if kind == LINK:
        target = pointer(more[0]) if more else ""
        return (f'<ref target="{target}">', "</ref>") if target else ("", "")
    if kind == IMAGE:
        graphic = f'<graphic url="{pointer(more[0])}"{attributes_of({"alt": more[1]})}/>'
        target = pointer(more[2]) if len(more) > 2 else ""
        return f'<ref target="{target}">{graphic}</ref>' if target else graphic, ""
    return f'<hi rend="{REND[kind]}">', "</hi>"


def pointer(address):
    """Return an address as the value of an attribute, with % for what cannot be in addresses.

    >>> pointer("http://a.org/é 100%")
    'http://a.org/é%20100%25'
    """
    host = IN_BRACKETS.match(address)[0]
    before, mark, fragment = address[len(host):].partition("#")
    address = host + NO_ADDRESS.sub(in_percent, before) + mark + NO_ADDRESS.sub(
        in_percent, fragment.replace("#", "%23"))
    address = address if host else NO_PORT.sub(r"\1%3A", address, count=1)
    return escaped(printable(address))


def in_percent(match):
    """Return what a pattern has matched as bytes in percent; letters as they are."""
    return match[0] if match[0].isalnum() else "".join(
        f"%{byte:02X}" for byte in match[0].encode(errors="replace"))


def _vertical(segment, with_marks):
    sentences = sentences_of(segment)
    pieces = sentences or [segment["text"]]
    columns = map(_column, pieces,
                  marks_in_pieces(marks_of(segment) if with_marks else [], pieces))
    return "\n" + "".join(f"<s>\n{column}</s>\n" if sentences else column for column in columns)


def _column(text, marks=()):
    if not marks:
        return "".join(escaped(token) + "\n" for token in tokens(text))
    return with_elements(text, _of_tokens(text, marks), _column,
                         lambda *mark: [tag and tag + "\n" for tag in tags_of(*mark)])


def _of_tokens(text, marks):
    """Return marks as those of whole tokens. Images are in none, and an exponent is no token.

    A mark that would then cross one before it begins after that.
    """
    starts, ends, done, last = [], [0], [], []
    for token in tokens(text):
        starts.append(text.index(token, ends[-1]))
        ends.append(starts[-1] + len(token))
    del ends[0]
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
    return textmarks.nested(done, len(text))


def marks_in_pieces(marks, pieces):
    """Return the marks of each of some pieces that make up a text."""
    places = pairwise(accumulate(map(len, pieces), initial=0))
    return textmarks.carried(marks, [textmarks.Span(*place, number, 0)
                                     for number, place in enumerate(places)], len(pieces))


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
        while start < end and is_mark(stretch[start]):
            start += 1
        while start < end and is_mark(stretch[end - 1]):
            end -= 1
        pieces += [match[0] for match in REPEATED.finditer(stretch[:start])]
        if start < end:
            pieces.append(stretch[start:end])
        pieces += [match[0] for match in REPEATED.finditer(stretch[end:])]
    return pieces


def is_mark(character):
    """Return whether it is punctuation or a symbol. Vowel signs, as in Hindi, are neither."""
    return unicodedata.category(character)[0] in "PS"


# TEI P5: a <TEI> a document, with a header from `meta` and the kept segments as its text.
#
# Documents stand alone, without a declaration, so outputs can be joined; CORPUS puts them into one.
# The letter and score of a segment, and its role, are attributes in a namespace of their own.

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
    by, repeat = score_named(record, by), repeats_of()

    def block(segment, _place):
        facts = about_segment(segment, by) | (repeat(segment) if mark_repeats else {})
        facts |= {"role": segment["role"]} if isinstance(segment.get("role"), str) else {}
        owned = attributes_of({
            f"scutch:{fact}": value for fact, value in facts.items() if fact != "type"})
        name = BLOCK.get(segment.get("kind"), "p")
        return (f"<{name}{owned}>{_inside(segment, sentences, marks)}"
                + f"</{name}>\n" * (name != "item"))
    document = Document(record, kept, split_comments=split_comments)
    divisions = in_elements(document.sections(is_divided=True), block, "</item>\n")
    return (f'<TEI xmlns="{NAMESPACE}" xmlns:scutch="{OWN}">\n{_header(record)}<text><body>\n'
            f"{divisions}</body></text>\n</TEI>\n").encode()


def _header(record):
    """Return the <teiHeader>: it marks unknown facts where TEI requires an element."""
    meta = object_of(record, "meta")
    known = {field: escaped(text_of(meta, field)) for field in meta}
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
    pointed = stated(address and pointer(address), '<ptr target="', '"/>')
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
            _marked, cells, textmarks.split_marks(marks, text, cells))))
    if kind == "c":
        language = textmarks.language_of(marks)
        named = f' lang="{language}"' if LANGUAGE_OF_CODE.fullmatch(language) else ""
        return f'<code{named} xml:space="preserve">{_text(text)}</code>'
    pieces = sentences_of(segment) if sentences and kind in ("p", "l") else None
    if not pieces:
        return _marked(text, marks)
    return "".join(map("<s>{}</s>".format, map(
        _marked, pieces, marks_in_pieces(marks, pieces))))


def _marked(text, marks):
    """Return text with elements for its marks; code has only text in it."""
    return with_elements(text, textmarks.code_inside(marks), _text, _tags)


def _tags(kind, *more):
    if kind != IMAGE:
        return tags_of(kind, *more)
    said = f"<figDesc>{_line(more[1])}</figDesc>" if more[1] else ""
    return f'<figure><graphic url="{pointer(more[0])}"/>{said}</figure>', ""


def _line(value):
    return _text(flat(value)) if isinstance(value, str) else ""


def _text(string):
    return escaped(printable(string))
