"""HTTP responses: their headers, and their bodies decoded.

Everything is bounded: a body that decompresses without end yields no more than asked for.
"""
import io
import re
import zlib

from ..edge.compression import GZIP
from ..errors import BadRecord
from ..html.sniff import looks_like_html
from .kinds import RESPONSE

LONGEST_HEAD = 1 << 20   # bytes
MOST_HEADS = 50          # of responses before a page: curl follows as many redirections
MOST_CODINGS = 5         # as many as curl undoes
MOST_MEMBERS = 10_000    # of a gzip stream; empty ones have 20 bytes
MOST_CHUNKS = 500_000
SMALLEST_PIECE = 1 << 9  # bytes of a member taken at first, as many again each time after

CHUNK_SIZE = re.compile(rb"[ \t]*([0-9a-fA-F]{1,15})[ \t]*(?:;[^\n]{0,4096})?\r?\n")
# Headers whose lines are one list, as RFC 9110 has it; and as browsers have it of the type
LISTS = {"content-encoding", "transfer-encoding", "content-type"}
LARGEST_WINDOW = 1 << 23         # bytes; RFC 8878 has browsers refuse larger ones


def last_response(content):
    """Return split_response of the last of the heads before a page.

    Those of redirections, of a proxy and of "100 Continue" come before it.
    """
    response = split_response(content)
    for _ in range(MOST_HEADS):
        status, _, body = response
        if status is None or not RESPONSE.match(body):
            break
        response = split_response(body)
    return response


def split_response(content):
    """Return (status, function from a header's name to its value or None, body).

    The status is 0 if there is no number, and None for content that is all body, without an
    HTTP response.
    Raises:  BadRecord for headers of over LONGEST_HEAD bytes.
    """
    from warcio.statusandheaders import StatusAndHeadersParser
    if not content.startswith(b"HTTP/"):
        return None, lambda name: None, content
    head = io.BytesIO(content[:LONGEST_HEAD])
    parsed = StatusAndHeadersParser(["HTTP/"]).parse(head)
    if head.tell() == LONGEST_HEAD < len(content):
        raise BadRecord(f"its HTTP headers have over {LONGEST_HEAD} bytes", "bad_head")
    status = re.search(r"\s(\d{3})\b", " " + parsed.statusline)

    def header(name):
        lines = [value for other, value in parsed.headers if other.lower() == name]
        return (", ".join(lines) if name in LISTS else lines[0]) if lines else None

    return int(status[1]) if status else 0, header, content[head.tell():]


def body_of(body, header, largest):
    """Return (body, is_whole): a response's body without transfer and content codings.

    It has at most `largest` + 1 bytes. A body that is a page already is left as it is: crawlers
    undo a coding and keep its header.
    is_whole: whether the compressed data has an end; without one, what is there is the body.
    header:  function from a header's name to its value or None.
    Raises:  BadRecord for a coding that cannot be undone.
    """
    of_transfer = (header("transfer-encoding") or "").lower()
    if "chunked" in of_transfer:
        body = unchunked(body)
    stated = map(str.strip, (header("content-encoding") or "").lower().split(","))
    codings = [CODINGS[coding] for coding in stated if coding in CODINGS]
    if not codings and "gzip" in of_transfer and body.startswith(GZIP):
        codings = [_gunzipped]
    is_whole = True
    for number, undo in enumerate(reversed(codings)):
        if not body or looks_like_html(body):
            break
        if number == MOST_CODINGS:
            raise BadRecord(f"its body has over {MOST_CODINGS} nested codings",
                            "bad_encoding")
        body, has_end = undo(body, largest + 1)
        is_whole &= has_end or len(body) > largest
    return body[:largest + 1], is_whole


def unchunked(body):
    """Return the body without HTTP's chunk sizes; as it is where a crawler took them out.

    >>> unchunked(b"3\\r\\nabc\\r\\n2;x=y\\r\\nde\\r\\n0\\r\\n\\r\\n"), unchunked(b"<html>")
    (b'abcde', b'<html>')
    """
    chunks, begin = [], 0
    while size := CHUNK_SIZE.match(body, begin):
        if len(chunks) == MOST_CHUNKS:
            raise BadRecord(f"its body comes in over {MOST_CHUNKS} chunks", "bad_encoding")
        length = int(size[1], 16)
        begin = size.end() + length
        if not length:
            return b"".join(chunks)
        chunks.append(body[size.end():begin])
        begin += 2 if body[begin:begin + 2] == b"\r\n" else body[begin:begin + 1] == b"\n"
    return b"".join(chunks) + body[begin:]


def _gunzipped(body, size):
    parts, missing, begin, has_end = [], size, 0, True
    for _ in range(MOST_MEMBERS):
        if not missing or body[begin:begin + 2] != GZIP:
            return b"".join(parts) if begin else body, has_end
        member, piece = zlib.decompressobj(31), SMALLEST_PIECE
        while missing and not member.eof and begin < len(body):
            taken = body[begin:begin + piece]
            parts.append(_inflated(member, taken, missing))
            missing -= len(parts[-1])
            begin += len(taken) - len(member.unused_data)
            piece *= 2
        has_end = member.eof
    raise BadRecord(f"its body has over {MOST_MEMBERS} gzip members", "bad_encoding")


def _deflated(body, size):
    zlib_wrapped = body[0] & 15 == 8 and int.from_bytes(body[:2], "big") % 31 == 0
    decompressor = zlib.decompressobj(15 if zlib_wrapped else -15)
    return _inflated(decompressor, body, size), decompressor.eof


def _inflated(decompressor, body, size):
    try:
        return decompressor.decompress(body, size)
    except zlib.error as error:
        raise _broken(error) from None


def _unbrotlied(body, size):
    try:
        import brotli
        bounded = hasattr(brotli.Decompressor, "can_accept_more_data")     # from 1.2 on
    except ImportError:
        bounded = False
    if not bounded:
        raise _needs("brotli", "'brotli>=1.2'")
    try:
        decompressor = brotli.Decompressor()
        return decompressor.process(body, output_buffer_limit=size), decompressor.is_finished()
    except brotli.error as error:
        raise _broken(error) from None


def _unzstandarded(body, size):
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError:
        raise _needs("zstandard", "'scutch[warc]'") from None
    try:
        reader = ZstdDecompressor(max_window_size=LARGEST_WINDOW).stream_reader(body)
        content = io.BufferedReader(reader).read(size)
        return content, bool(content)        # it does not say whether the data has an end
    except ZstdError as error:
        raise _broken(error) from None


def _needs(coding, package):
    return BadRecord(f"its body is compressed with {coding}, which needs one more package: "
                     f"pip install {package}", "bad_encoding")


def _broken(error):
    return BadRecord(f"its body cannot be decompressed ({error})", "bad_encoding")


CODINGS = {"gzip": _gunzipped, "x-gzip": _gunzipped, "deflate": _deflated, "br": _unbrotlied,
           "zstd": _unzstandarded}
