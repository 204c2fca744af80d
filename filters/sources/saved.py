"""A page in a file of its own: its bytes, and the wrapper of the program that saved it."""
import re
from html import unescape
from itertools import pairwise

from ...lm.rules import rules, values_of
from ..edge.bytestreams import numbered_lines
from ..edge.jsonlines import encode
from ..errors import TRUNCATED, BadRecord
from ..html.sniff import SNIFFED
from ..lazypattern import LazyPattern
from ..record import with_note
from .units import Line

# What the makers of CleanEval put around a page, and what programs put into one that they save
WRAPPER, SAVED = (LazyPattern(values_of(rules("kinds")[name]).encode(), re.X)
                  for name in ("WRAPPER", "SAVED"))
WRAPPER_END = LazyPattern(rb"\s*</text>\s*\Z", re.I)

NO_URL = b"//internet.e-mail"        # by which Windows marks pages of its own

# The end of a page and the beginning of another; text between them, such as the names that tail
# writes; and what belongs to the beginning: a head, as of curl -i, a byte order mark
PAGE_TAG = LazyPattern(rb"(?P<end></html\s*>)|<(?:!doctype\s+html|html)[\s>]", re.I)
BETWEEN = LazyPattern(rb"(?>[^<]|<=|<\?xml[^>]*>|<!--(?>(?!-->).)*-->)*", re.I | re.S)
LEAD = LazyPattern(rb"HTTP/\d[^\n<]*\n(?:[\w-]+:[^\n]*\n)*\r?\n|\xef\xbb\xbf|<\?xml", re.I)
WITH_TEXT = LazyPattern(rb">\s*[^\s<]")

GLUED = LazyPattern(values_of(rules("kinds")["NO_BLANK"]), re.X)
MARKUP = LazyPattern("<[^<>]*>")
FACT = LazyPattern(r'\s(id|url|timestamp|title|lang)="(?!unknown")([^"]+)"')


def documents_in(source, most):
    """Yield (place, Line or BadRecord) of the documents of a corpus in our xml or vrt: as JSON.

    The text has a line for each <div>; tokens of vrt are joined, with blanks but for those before
    and behind punctuation marks that have none.
    most:    bytes of a document.
    """
    is_vrt = re.search(rb"<div[^>]*>\r?\n", source.head) is not None
    record, place, blocks, size = {}, "", [], 0
    for at, line, left_out in numbered_lines([source]):
        text, size = line.decode("utf-8", "replace"), size + len(line) + left_out
        if text.startswith("<doc "):
            record = {name: unescape(value) for name, value in FACT.findall(text)}
            place, blocks, size = at, [], 0
        elif text == "</doc>":
            whole = "\n".join(map(" ".join, filter(None, blocks)))
            record["text"] = GLUED.sub("", whole) if is_vrt else whole
            yield place, Line(encode(record)) if size <= most else BadRecord(
                f"a document of over {most} bytes", "too_large", {"id": place})
            record = {}
        elif size <= most:
            if not is_vrt or text.startswith("<div") or not blocks:
                blocks.append([])
            blocks[-1] += filter(None, [unescape(MARKUP.sub("", text))])
    if record:
        yield place, BadRecord("the corpus breaks off in this document", TRUNCATED, record)


def pages_in(data):
    """Return the pages that stand one after the other in bytes, as cat writes them.

    >>> pages_in(b"<p>One.</html><html><p>Two.</html> <html></html>")
    [b'<p>One.</html>', b'<html><p>Two.</html> <html></html>']
    """
    ends = [at for at in map(data.find, (b"</html", b"</HTML")) if at >= 0]
    begins = [(LEAD.search(data, end.end(), begin.start()) or begin).start()
              for end, begin in pairwise(PAGE_TAG.finditer(data, min(ends)) if ends else ())
              if end["end"] and not begin["end"]
              and BETWEEN.fullmatch(data, end.end(), begin.start())]
    begins = [begin for begin, end in pairwise([*begins, len(data)])
              if WITH_TEXT.search(data, begin, end)]
    return [data[begin:end] for begin, end in pairwise([0, *begins, len(data)])]


def unwrapped(page):
    """Return (url and title as a page's wrapper states them; its bytes without the wrapper).

    >>> unwrapped(b"<!-- saved from url=(0016)http://a.example --><p>")[0]
    {'url': 'http://a.example'}
    """
    facts = {}
    wrapper = WRAPPER.match(page)
    if wrapper:
        from ..html.charset import decode_page
        url, title = (decode_page(part or b"")[0]
                      for part in (wrapper["url"] or wrapper["bare"], wrapper["title"]))
        facts = {"url": url} if url else {}
        if title:
            facts["title"] = unescape(title)
        page = WRAPPER_END.sub(b"\n", page[wrapper.end():])
    saved = SAVED.search(page[:SNIFFED])
    if saved and "url" not in facts:
        url = saved["url"] or b"http://" + saved["mirrored"].removeprefix(b"http://")
        if not url.endswith(NO_URL):
            facts["url"] = url.decode("utf-8", "replace")
    return facts, page


def whole(source, most):
    """Read a source, but `most` bytes of it at most; return (these bytes, a doc with notes).

    What follows a whole compressed page and is not compressed is dropped, as gzip does.
    Raises:  an error that compression.broken knows, where compressed data is broken.
    """
    parts, missing, doc = [], most, {}
    try:
        while missing and (piece := source.stream.read1(missing)):
            parts.append(piece)
            missing -= len(piece)
    except Exception:
        if not (source.stream.members and source.stream.members.is_followed):
            raise
        doc = with_note(doc, "what is behind its compressed data was left out")
    return b"".join(parts), doc
