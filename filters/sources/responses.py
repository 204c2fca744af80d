"""HTTP responses: their headers, what these say of the media type, and their bodies decoded.

Servers write types that no standard knows: "text/html charset=utf-8", "html", "x-httpd-php". Only
a type that surely is another, such as image/png, makes a response no page. Of any type but that of
HTML the first bytes decide, as browsers have it for one that they do not know.

Everything is bounded: a body that decompresses without end yields no more than asked for.
Source:  WHATWG, MIME Sniffing (mimesniff.spec.whatwg.org), section 7.1.
Differs: the first bytes decide on text/plain, too, which browsers show as it is: servers that know
         no types give it to pages.
"""
import io
import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable
from typing import NamedTuple

from ...lm.rules import rules, values_of, words_of
from ..edge.bytestreams import GZIP, ZSTD, broken
from ..errors import BadRecord
from ..html.sniff import SNIFFED, looks_like_html
from ..lazypattern import LazyPattern
from .kinds import RESPONSE, binary_page, other_xml

HTML, OTHER, VAGUE = "html", "other", "vague"
LONGEST_SHOWN = 60       # code points of a type that is counted
# A type, wherever it stands in a header, but as a parameter: MHTML has type="text/html"
TYPE = LazyPattern(r"""(?<![\w.*+/=-])(?<!=["' ])[\w.*+-]{1,80}/[\w.*+-]{1,80}""")
OF_HTTP = "application/http"     # of a WARC record: it says nothing of the body
OF_HTML = words_of(rules("mediatypes")["OF_HTML"])
# What may begin like a page, but is none, by its type; or needs no look
OF_OTHERS = LazyPattern(values_of(rules("mediatypes")["OF_OTHERS"]), re.S)

LONGEST_HEAD = 1 << 20   # bytes
MOST_HEADS = 50          # of responses before a page: curl follows as many redirections
MOST_CODINGS = 5         # as many as curl undoes
MOST_MEMBERS = 10_000    # of a gzip stream; empty ones have 20 bytes
MOST_CHUNKS = 500_000
SMALLEST_PIECE = 1 << 9  # bytes of a member taken at first, as many again each time after
ZSTD_PIECE = 1 << 10     # bytes taken at once, which give 32 MB at most: their output has no bound
PROBED = 1 << 12         # bytes of a body that show whether a coding makes a page of it

# The line break behind a head, or where a page begins without an empty line before it
HEAD_END = LazyPattern(rb"\n(?:\r?\n|(?=<[!?a-zA-Z]))")
# Other first lines of a head, and a head without one
STATUS_LINE, HEADERS = (LazyPattern(values_of(rules("kinds")[name]).encode(), re.X | re.I)
                        for name in ("STATUS_LINE", "HEADERS"))
CHUNK_SIZE = LazyPattern(rb"[ \t]*([0-9a-fA-F]{1,15})[ \t]*(?:;[^\n]{0,4096})?\r?\n")
LINE_ENDS = b"\r", b"\n", b""                 # after a chunk, or where the crawler broke off
SIZE = LazyPattern("[0-9]{1,18}")
CODING = LazyPattern("[a-z0-9-]+")             # "gzip", with quotation marks or ;q=1
ZLIB = LazyPattern(rb"x[\x01\x9c\xda]")        # no text begins so
# Codings that no browser sends for any more, or that take a dictionary of another page
UNREAD = "compress", "x-compress", "bzip2", "x-bzip2", "xz", "lzma", "sdch", "dcb", "dcz"
# Headers whose lines are one list, as RFC 9110 has it; and as browsers have it of the type
LISTS = {"content-encoding", "transfer-encoding", "content-type"}
LARGEST_WINDOW = 1 << 23         # bytes; RFC 8878 has browsers refuse larger ones


class Stated(NamedTuple):
    """What headers state: HTML, OTHER or VAGUE; and the type, as it is counted."""

    verdict: str
    type: str

    @property
    def not_html(self) -> str:
        """Why its response is passed over: see PassedOver."""
        return f"not_html: {self.type}"


def stated(headers: Iterable[str | None]) -> Stated:
    """Return what these headers state together, None for one that is absent.

    Where one states HTML and another a type that is none, the first bytes decide.

    >>> stated(["text/html charset=utf-8"]), stated(["image/png", "-"]), stated(["html", None])
    (Stated(verdict='html', type='text/html'), Stated(verdict='other', type='image/png'), \
Stated(verdict='vague', type='html'))
    """
    given = [header.strip().lower() for header in headers if header and header.strip()]
    types = [media_type for header in given for media_type in TYPE.findall(header)
             if media_type != OF_HTTP]
    is_html = not OF_HTML.isdisjoint(types)
    is_other = any(map(OF_OTHERS.fullmatch, types))
    verdict = VAGUE if is_html == is_other else HTML if is_html else OTHER
    return Stated(verdict, (types or given or ["none"])[0][:LONGEST_SHOWN])


def begins_as_page(body: bytes) -> bool:
    """Return whether a body of a vague type begins like a page, also with a comment.

    >>> begins_as_page(b"<!-- x --><main>"), begins_as_page(b"<!-- x --><rss>")
    (True, False)
    """
    head = body[:SNIFFED]
    return looks_like_html(head) or (head.lstrip().startswith(b"<!--") and not other_xml(head))


def last_response(content):
    """Return split_response of the last of the heads before a page.

    Those of redirections, of a proxy and of "100 Continue" come before it.
    """
    response = split_response(content.removeprefix(BOM_UTF8))
    for _ in range(MOST_HEADS):
        status, _, body = response
        if status is None or not RESPONSE.match(body):
            break
        response = split_response(body)
    return response


def split_response(content):
    """Return (status, function from a header's name to its value or None, body).

    The status is 0 if there is no number, and None for content that is all body, without an
    HTTP response. Empty lines before it, and none before the body, are mended.
    Raises:  BadRecord for headers of over LONGEST_HEAD bytes.
    """
    content = _with_status(content)
    if not content.lstrip(b"\r\n").startswith(b"HTTP/"):
        return None, lambda name: None, content
    content = content.lstrip(b"\r\n")
    end = HEAD_END.search(content, 0, LONGEST_HEAD)
    if end and end[0] == b"\n":
        content = content[:end.end()] + b"\r\n" + content[end.end():]
    head = io.BytesIO(content[:LONGEST_HEAD])
    status, headers = _line_of(head), []
    while line := _line_of(head):
        if headers and line[0] in " \t":         # of the header before
            headers[-1][1] += line
        else:
            name, colon, value = line.partition(":")
            headers.append([name.rstrip(" \t").lower() if colon else "", value.lstrip()])
    if head.tell() == LONGEST_HEAD < len(content):
        raise BadRecord(f"its HTTP headers have over {LONGEST_HEAD} bytes", "bad_head")
    number = re.search(r"\s(\d{3})\b", " " + status.partition("/")[2])

    def header(name):
        lines = [value for other, value in headers if other == name]
        return (", ".join(lines) if name in LISTS else lines[0]) if lines else None

    return int(number[1]) if number else 0, header, content[head.tell():]


def _line_of(head):
    """Return the next line of a head, read as warcio reads that of a record; "" at its end."""
    line = head.readline()
    try:
        return line.decode().rstrip()
    except UnicodeDecodeError:
        return line.decode("latin-1").rstrip()


def _with_status(content):
    """Return the content of a record; a head that begins otherwise begins as in HTTP then."""
    begin = STATUS_LINE.match(content)
    if begin:
        return b"HTTP/1.1 %b\r\n" % (begin[1] or begin[2]) + content[begin.end():]
    return b"HTTP/1.1 200\r\n" + content if HEADERS.match(content, 0, LONGEST_HEAD) else content


def body_of(body, header, largest):
    """Return (body, is_whole): a response's body without transfer and content codings.

    It has at most `largest` + 1 bytes. A body that is a page already is left as it is: crawlers
    undo a coding and keep its header. One that begins as gzip or zstandard is that, whatever the
    header says: servers send "none", or br. Deflate and brotli begin like any other data: without
    a header they are tried on binary data, and taken where a page comes out.
    is_whole: whether the chunks and the compressed data have an end, or the body the length that is
             stated where it has no coding; else what is there is the body.
    header:  function from a header's name to its value or None.
    Raises:  BadRecord for a coding that cannot be undone.
    """
    number, length = 0, SIZE.match(header("content-length") or "")
    is_whole = (not length or len(body) >= int(length[0]) or bool(
        header("content-encoding") or header("transfer-encoding")))
    if "chunked" in (header("transfer-encoding") or "").lower() or _is_chunked(body):
        body, is_whole = unchunked(body)
    stated = [CODINGS[name] for name in CODING.findall(
        (header("content-encoding") or "").lower()) if name in CODINGS]
    while body and not looks_like_html(body) and (
            undo := _signed(body) or (stated and stated[-1]) or _tried(body)):
        if number == MOST_CODINGS:
            raise _bad(f"has over {MOST_CODINGS} nested codings")
        body, has_end = _undone(undo, body, largest + 1)
        is_whole &= has_end or len(body) > largest
        number, stated = number + 1, stated[:-1]
    return body[:largest + 1], is_whole


def _signed(body):
    """Return what undoes the coding that the first bytes of a body show, None for none."""
    return next((undo for magic, undo in SIGNATURES if magic.match(body)), None)


def _tried(body):
    """Return what makes a page of a body of binary data, None for none."""
    def gives_page(undo):
        try:
            return looks_like_html(_undone(undo, body[:PROBED], SNIFFED)[0])
        except BadRecord:
            return False
    return binary_page(body[:SNIFFED]) and next(filter(gives_page, (_deflated, _unbrotlied)), None)


def _is_chunked(body):
    """Return whether a body without the header that says so begins with a chunk of a page."""
    size = CHUNK_SIZE.match(body)
    if not size:
        return False
    end = size.end() + int(size[1], 16)
    first = body[size.end():min(end, size.end() + SNIFFED)]
    return (body[end:end + 1] in LINE_ENDS and size[0].endswith(b"\r\n")
            and (looks_like_html(first) or _signed(first) is not None))


def unchunked(body):
    """Return (the body without HTTP's chunk sizes, whether it has an end).

    It is left as it is where a crawler took them out.

    >>> unchunked(b"3\\r\\nabc\\r\\n2;x=y\\r\\nde\\r\\n0\\r\\n\\r\\n"), unchunked(b"<html>")
    ((b'abcde', True), (b'<html>', True))
    """
    chunks, begin = [], 0
    while size := CHUNK_SIZE.match(body, begin):
        if len(chunks) == MOST_CHUNKS:
            raise _bad(f"comes in over {MOST_CHUNKS} chunks")
        length = int(size[1], 16)
        begin = size.end() + length
        if not length:
            return b"".join(chunks), True
        chunks.append(body[size.end():begin])
        begin += 2 if body[begin:begin + 2] == b"\r\n" else body[begin:begin + 1] == b"\n"
    return b"".join(chunks) + body[begin:], not chunks


def _undone(undo, body, size):
    """Return what undoes a coding of a body, as far as `size` bytes, and whether it has an end."""
    try:
        return undo(body, size)
    except BadRecord:
        raise
    except Exception as error:
        broken(error)
        raise _bad(f"cannot be decompressed ({error})") from None


def _gunzipped(body, size):
    if ZLIB.match(body):
        return _deflated(body, size)
    return _joined(body, size, GZIP, lambda: zlib.decompressobj(31))


def _joined(body, size, magic, decompressor):
    """Return (what the members of a body hold, up to this size, whether the last has an end)."""
    parts, missing, begin, has_end = [], size, 0, True
    for _ in range(MOST_MEMBERS):
        if missing <= 0 or not body.startswith(magic, begin):
            return b"".join(parts)[:size] if begin else body, has_end
        member, piece = decompressor(), SMALLEST_PIECE
        while missing > 0 and not member.eof and begin < len(body):
            taken = body[begin:begin + piece]
            parts.append(member.decompress(taken, *[missing] * (magic == GZIP)))
            missing -= len(parts[-1])
            begin += len(taken) - len(member.unused_data)
            piece = 2 * piece if magic == GZIP else ZSTD_PIECE
        has_end = member.eof
    raise _bad(f"has over {MOST_MEMBERS} members")


def _deflated(body, size):
    zlib_wrapped = body[0] & 15 == 8 and int.from_bytes(body[:2], "big") % 31 == 0
    decompressor = zlib.decompressobj(15 if zlib_wrapped else -15)
    return decompressor.decompress(body, size), decompressor.eof


def _unbrotlied(body, size):
    try:
        import brotli
        bounded = hasattr(brotli.Decompressor, "can_accept_more_data")     # from 1.2 on
    except ImportError:
        bounded = False
    if not bounded:
        raise _needs("brotli", "'brotli>=1.2'")
    decompressor = brotli.Decompressor()
    return decompressor.process(body, output_buffer_limit=size), decompressor.is_finished()


def _unzstandarded(body, size):
    try:
        from zstandard import ZstdDecompressor
    except ImportError:
        raise _needs("zstandard", "zstandard") from None
    return _joined(body, size, ZSTD,
                   ZstdDecompressor(max_window_size=LARGEST_WINDOW).decompressobj)


def _unread(body, _):
    if binary_page(body[:SNIFFED]):
        raise _bad("has a Content-Encoding that scutch does not undo")
    return body, True            # a crawler undid it


def _needs(coding, package):
    return _bad(f"is compressed with {coding}, which needs one more package: pip install {package}")


def _bad(what):
    return BadRecord(f"its body {what}", "bad_encoding")


CODINGS = {"gzip": _gunzipped, "x-gzip": _gunzipped, "deflate": _deflated, "br": _unbrotlied,
           "zstd": _unzstandarded, **dict.fromkeys(UNREAD, _unread)}
SIGNATURES = [(LazyPattern(GZIP + rb"\x08[\x00-\x1f]"), _gunzipped),
              (LazyPattern(re.escape(ZSTD)), _unzstandarded)]
