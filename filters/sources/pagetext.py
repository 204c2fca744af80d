"""The text of the page that a record holds."""
from ..errors import BadRecord
from ..html.sniff import WHOLE_PAGE
from ..record import MAX_BYTES, is_blank, object_of, with_note

HOLDERS = [("html", str), ("html_b64", str), ("text", str), ("segments", list)]
HEAD = 4_096             # code points in which doctype and the html tag stand


def page_of(record, max_bytes):
    """Return (the page's text or None where the record has plain text, its "doc").

    max_bytes: of the page in UTF-8.
    Raises:   BadRecord, codes "no_html", "not_html", "too_large".
    """
    doc = object_of(record, "doc")
    held = held_field(record)
    if held == "html":
        page = record["html"]
        if not WHOLE_PAGE.match(page):                   # nearly all do
            from .kinds import RESPONSE, check_page
            head = page[:HEAD].encode("utf-8", "replace")
            if RESPONSE.match(head):
                data, _, doc = _behind_head(page.encode("utf-8", "surrogatepass"), doc, max_bytes)
                page = data.decode("utf-8", "surrogatepass")
                head = data[:HEAD]
            check_page(head)
        if len(page) > max_bytes or (len(page) > max_bytes // 4 and
                                     len(page.encode("utf-8", "replace")) > max_bytes):
            raise BadRecord(f"html of over {max_bytes} bytes", "too_large")
        return page, doc if "charset" in doc else {**doc, "charset": "utf-8",
                                                   "charset_from": "text"}
    if held == "html_b64":
        return _decoded(record["html_b64"], record, doc, max_bytes)
    if held:
        return None, doc
    if isinstance(record.get("html"), (bytes, bytearray, memoryview)):      # of scutch.pipe
        raise BadRecord('"html" is bytes: text is required, or base64 of them as "html_b64"',
                        "no_html")
    raise BadRecord("neither html nor text: --html-key or --text-key names the field that holds it",
                    "no_html")


def held_field(record):
    """Return the name of the field that holds the page or its text, None where there is none.

    A blank one is passed over where a later one has something.

    >>> held_field({"html": " ", "text": "Hi."}), held_field({"html": " ", "text": ""})
    ('text', 'html')
    """
    held = [name for name, kind in HOLDERS if isinstance(record.get(name), kind)]
    return next((name for name in held if not is_blank(record[name])), held[0] if held else None)


def _decoded(encoded, record, doc, max_bytes):
    from base64 import b64decode

    from ..html.charset import charset_of
    try:
        data = b64decode(encoded, validate=True)
    except ValueError:
        raise BadRecord('"html_b64" is not base64', "no_html") from None
    declared = object_of(record, "metadata").get("http_content_type")
    return decoded(data, charset_of(declared), record.get("url"), doc, max_bytes)


def decoded(data, charset, url, doc, max_bytes=MAX_BYTES):
    """Return (the text of a page's bytes, `doc` with their charset); a response without its head.

    charset: as the HTTP header has it, None where that is not known.
    Raises:   BadRecord, codes "not_html", "too_large", "bad_head", "bad_encoding".
    """
    from ..html.charset import decode_page
    from .kinds import RESPONSE, check_page
    if len(data) > max_bytes:
        raise BadRecord(f"html of over {max_bytes} bytes", "too_large")
    if RESPONSE.match(data):
        data, of_head, doc = _behind_head(data, doc, max_bytes)
        charset = charset or of_head
    check_page(data)
    page, codec, why, note = decode_page(data, charset, url)
    doc = {**doc, "charset": codec, "charset_from": why}
    return page, with_note(doc, note) if note else doc


def _behind_head(data, doc, max_bytes):
    """Return (the body of a saved response, the charset in its head or None, `doc` with notes)."""
    from ..html.charset import charset_of
    from .responses import OTHER, body_of, last_response, stated
    from .units import CUT
    _, header, body = last_response(data)
    content_type = header("content-type")
    if (type_ := stated([content_type])).verdict == OTHER:
        raise BadRecord(f"{type_.type}, not a page", "not_html")
    body, is_whole = body_of(body, header, max_bytes)
    if len(body) > max_bytes:
        raise BadRecord(f"html of over {max_bytes} bytes", "too_large")
    if not is_whole:
        doc = with_note(doc, f"{CUT}: its body has no end")
    return body, charset_of(content_type), doc
