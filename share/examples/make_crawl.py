#!/usr/bin/env python3
"""Write crawl.warc.gz: the pages of pages/ as a crawler would have stored them.

    share/examples/make_crawl.py [FILE]

Dates, addresses and identifiers are fixed, so the same pages give the same records. As in a real
crawl there are requests beside the responses, a robots.txt, an image, a redirect and a page that
was not found; one response is compressed and one comes in chunks.
"""
import base64
import gzip
import hashlib
import sys
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
START = datetime(2025, 3, 19, 8, 6, 18, tzinfo=UTC)

PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Bw"
                         "HgAFBQIAX8jx0gAAAABJRU5ErkJggg==")
ROBOTS = b"User-agent: *\nDisallow: /search\nDisallow: /login\n\nSitemap: " \
         b"https://news.example.com/sitemap.xml\n"

HTML = "text/html; charset=utf-8"
# URL, status, headers, body or the page that holds it
FETCHED = [
    ("https://news.example.com/robots.txt", "200 OK", {"Content-Type": "text/plain"}, ROBOTS),
    ("https://news.example.com/2025/03/17/harbour-tram-opens", "200 OK",
     {"Content-Type": HTML, "Content-Encoding": "gzip", "Server": "nginx"}, "news.html"),
    ("https://news.example.com/static/favicon.png", "200 OK", {"Content-Type": "image/png"},
     PIXEL),
    ("https://forum.example.org/viewtopic.php?t=4821", "200 OK",
     {"Content-Type": "text/html; charset=UTF-8", "Transfer-Encoding": "chunked",
      "Set-Cookie": "phpbb3_k=; path=/; HttpOnly"}, "forum.html"),
    ("https://shop.example.net/products/brackenhall-stovetop-kettle", "200 OK",
     {"Content-Type": HTML, "Cache-Control": "no-store"}, "shop.html"),
    ("https://docs.example.org/tidemark/2.4/guide/rotation.html", "200 OK",
     {"Content-Type": "text/html", "Last-Modified": "Sun, 02 Mar 2025 09:20:00 GMT"}, "docs.html"),
    ("http://blog.example.com/2025/02/mending-a-wooden-window/", "301 Moved Permanently",
     {"Content-Type": "text/html",
      "Location": "https://blog.example.com/2025/02/mending-a-wooden-window/"},
     b"<html><head><title>301 Moved Permanently</title></head><body><center><h1>301 Moved "
     b"Permanently</h1></center><hr><center>nginx</center></body></html>\r\n"),
    ("https://blog.example.com/2025/02/mending-a-wooden-window/", "200 OK",
     {"Content-Type": "text/html; charset=UTF-8"}, "blog.html"),
    ("https://blog.example.com/2019/01/gone/", "404 Not Found", {"Content-Type": HTML},
     "404.html"),
    ("https://moor.example.org/projekte/wie-das-moor-zurueckkam", "200 OK",
     {"Content-Type": HTML, "Content-Language": "de"}, "german.html"),
    ("http://valmodele.example.net/patrimoine/four", "200 OK",
     {"Content-Type": "text/html", "Server": "Apache"}, "french.html"),
    ("http://history.example.com/lights/gannet.htm", "200 OK", {"Content-Type": HTML},
     "lighthouse.html"),
    ("https://council.example.org/bins/food-and-garden-waste", "200 OK", {"Content-Type": HTML},
     "council.html"),
]


def record(kind, date, content, url=None, **headers):
    """Return (identifier, gzipped WARC record)."""
    name = f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{kind} {url} {date}')}>"
    fields = {"WARC-Type": kind, "WARC-Record-ID": name, "WARC-Date": date}
    if url:
        fields["WARC-Target-URI"] = url
    fields |= {key.replace("_", "-"): value for key, value in headers.items()}
    fields |= {"WARC-Block-Digest": digest(content), "Content-Length": str(len(content))}
    head = "".join(f"{key}: {value}\r\n" for key, value in fields.items())
    whole = b"WARC/1.1\r\n" + head.encode() + b"\r\n" + content + b"\r\n\r\n"
    return name, gzip.compress(whole, mtime=0)


def digest(content):
    return "sha1:" + base64.b32encode(hashlib.sha1(content).digest()).decode()


def http(first, headers, body=b""):
    """Return an HTTP message."""
    lines = [first, *(f"{key}: {value}" for key, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode() + body


def sent(headers, body):
    """Return (headers, body) as they go over the wire."""
    if headers.get("Content-Encoding") == "gzip":
        body = gzip.compress(body, mtime=0)
    if headers.get("Transfer-Encoding") == "chunked":
        chunks = [body[at:at + 4000] for at in range(0, len(body), 4000)]
        return headers, b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk)
                                 for chunk in [*chunks, b""])
    return {**headers, "Content-Length": len(body)}, body


def crawl():
    """Yield the records of the archive, each gzipped."""
    moment = START
    date = f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    about = ("software: make_crawl.py\r\nformat: WARC File Format 1.1\r\n"
             "description: invented pages\r\nrobots: obey\r\n")
    info, packed = record("warcinfo", date, about.encode(), WARC_Filename="crawl.warc.gz",
                          Content_Type="application/warc-fields")
    yield packed
    for number, (url, status, headers, body) in enumerate(FETCHED, 1):
        moment += timedelta(seconds=7)
        date = f"{moment:%Y-%m-%dT%H:%M:%SZ}"
        body = (HERE / "pages" / body).read_bytes() if isinstance(body, str) else body
        parts = urlsplit(url)
        headers, body = sent({"Date": f"{moment:%a, %d %b %Y %H:%M:%S GMT}", **headers}, body)
        answer = http(f"HTTP/1.1 {status}", headers, body)
        shared = {"url": url, "WARC_IP_Address": f"192.0.2.{number}", "WARC_Warcinfo_ID": info}
        name, packed = record("response", date, answer, WARC_Payload_Digest=digest(body),
                              Content_Type="application/http; msgtype=response", **shared)
        yield packed
        question = http(f"GET {parts.path}{'?' * bool(parts.query)}{parts.query} HTTP/1.1",
                        {"Host": parts.netloc, "User-Agent": "example-crawler/1.0",
                         "Accept": "text/html,*/*;q=0.8", "Accept-Encoding": "gzip"})
        yield record("request", date, question, WARC_Concurrent_To=name,
                     Content_Type="application/http; msgtype=request", **shared)[1]


def main(argv):
    target = Path(argv[0]) if argv else HERE / "crawl.warc.gz"
    target.write_bytes(b"".join(crawl()))


if __name__ == "__main__":
    main(sys.argv[1:])
