"""Archives to test with: pages, responses, WARC and ARC records; what is read of them."""
import gzip
import random

from scutch.filters.sources.pagesources import read_pages

WORDS = "wind sea farm land turn blade grid tide power mast".split()


def page(number, words=40):
    """Return an HTML page; the same number gives the same page."""
    chosen = random.Random(number)
    text = " ".join(chosen.choice(WORDS) for _ in range(words))
    return f"<!doctype html><title>Page {number}</title><p>{text}</p>".encode()


def response(body, status="200 OK", **headers):
    """Return an HTTP response; in names of headers _ stands for -."""
    headers = {"Content_Type": "text/html", **headers}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()
             if value is not None]
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode() + body


def warc(content, url="http://example.org/", kind="response", **headers):
    """Return a WARC record."""
    headers = {"WARC_Type": kind, "WARC_Target_URI": url, "WARC_Date": "2025-03-19T08:06:18Z",
               "Content_Type": "application/http; msgtype=response",
               "Content_Length": len(content), **headers}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(["WARC/1.0", *lines, "", ""]).encode() + content + b"\r\n\r\n"


def arc(content, url="http://example.org/", content_type="text/html"):
    """Return an ARC record."""
    head = f"{url} 192.0.2.1 20080101120000 {content_type} {len(content)}\n"
    return head.encode() + content + b"\n"


def zstandarded(data):
    import zstandard
    return zstandard.ZstdCompressor().compress(data)


ARC_HEAD = arc(b"1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n",
               "filedesc://crawl.arc", "text/plain")
ARCHIVES = {
    "warc": [warc(b"software: test\r\n", kind="warcinfo", Content_Type="application/warc-fields"),
             *(warc(response(page(n)), f"http://example.org/{n}") for n in range(5))],
    "arc": [ARC_HEAD, *(arc(response(page(n)), f"http://example.org/{n}") for n in range(5))],
}
PACKED = {"": bytes, ".gz": lambda data: gzip.compress(data, mtime=0), ".zst": zstandarded}


def read(*names, **settings):
    """Return what read_pages yields for files, without places."""
    return [item for _, item in read_pages([str(name) for name in names], **settings)]


def read_bytes(path, data, **settings):
    """Return the same for a file with these bytes."""
    path.write_bytes(data)
    return read(path, **settings)


def read_record(tmp_path, content, url="http://example.org/", counts=None, **headers):
    """Return what read_pages yields for one WARC record."""
    return read_bytes(tmp_path / "a.warc", warc(content, url, **headers), counts=counts)
