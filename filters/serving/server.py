"""The requests of scutch-serve, its refusals and answers; labels given by hand, kept as gold.

A page of another site, in the same browser, must not reach this server: the Host header has to name
it, or a name that was allowed, and Origin and Sec-Fetch-Site must not name another. It sets no
cookies, and opens no address."""
import argparse
import json
import os
import re
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from ...lm.writing import naming
from ..edge.bytestreams import numbered_lines
from ..edge.jsonlines import encode
from ..edge.outputs import PART, locked
from ..errors import BadRecord, Unusable
from ..record import name_of, segments_of
from ..roles.elementroles import ROLES
from ..selection.scopeoptions import ARTICLE, FAVORS, SCOPES
from ..sinks.formats import FILES, FORMATS
from ..stream.inputs import for_each_record
from ..training.gold import read_gold
from ..training.labels import BOILERPLATE, CLEAN, DIRTY, items_of, labelled
from ..viewing.pagedata import end, head, page_data
from .processes import Busy

HERE = Path(__file__).parent
DIRECTIVES = "; connect-src 'self'"      # form.js asks the server
CHOICES = {"scope": [*SCOPES, ARTICLE], "favor": ["", *FAVORS],
           "format": [name for name in FORMATS if name not in FILES], "without": ["", *ROLES]}

MOST_CONNECTIONS = 64    # at a time; others are closed at once
SECONDS = 10             # until the next bytes of a request
BODY_SECONDS = 60        # until the last ones
CHUNK = 1 << 16
MOST_NAME = 200          # characters of the name of a file
UNSAFE = re.compile(r"[^\w.-]", re.ASCII)    # in the name of the file in which it is kept here
LOCAL = ["127.0.0.1", "localhost", "[::1]"]
PORT = re.compile(r":\d+\Z", re.ASCII)
MOST_FIELDS = 50         # of a query
PATHS = "there are /, POST /clean and POST /view"
EMPTY = 204              # the status where nothing of a page is kept
MOST_DIGITS = 18         # of a Content-Length
TEXTS = {"text": "plain", "xml": "xml", "tei": "xml", "html": "plain"}
SAFE = {
    "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


class Server(ThreadingHTTPServer):
    """The server, a thread for each connection.

    processes: as in processes.py. max_bytes: most of a request.
    labelling: a Labelling; None for the page on which pages are cleaned. allowed: more names of
    this server, at any port.
    """

    daemon_threads = True

    def __init__(self, host, port, processes, max_bytes, labelling=None, allowed=()):
        self.processes, self.max_bytes = processes, max_bytes
        self.labelling, self._allowed = labelling, {name.lower() for name in allowed}
        self._free = threading.BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__((host, port), Handler)
        self.names = {f"{name}:{self.server_port}" for name in [host, *LOCAL]}
        if self.server_port == 80:
            self.names |= {host, *LOCAL}

    def is_named(self, host):
        """Return whether a Host header, in lower case, names this server."""
        return host in self.names or PORT.sub("", host) in self._allowed

    def server_bind(self):
        """Bind without looking up the name of this machine, which may ask a name server."""
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        name, self.server_port = self.server_address[:2]
        self.server_name = str(name)

    def process_request(self, request, client_address):
        """Answer in a thread; close the connection if there are too many."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request, client_address):
        """Answer, then make room for another connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request, client_address):
        """Show the traceback, unless the client went away or was too slow."""
        import sys
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Refused(Exception):
    """A request that is refused, with the status of the answer."""

    def __init__(self, status, why):
        super().__init__(why)
        self.status = status


class Handler(BaseHTTPRequestHandler):
    """The answer to one request; the connection ends with it."""

    server: Server
    timeout = SECONDS
    server_version, sys_version = "scutch", ""

    def do_GET(self):
        """Answer with the page."""
        self._guarded(self._page)

    def do_POST(self):
        """Answer a request for /clean, /view or /labels."""
        self._guarded(self._job)

    def log_message(self, *_words):
        """Write no line for each request."""

    def _guarded(self, answer):
        try:
            if self.command == "GET" and self.path == "/health":     # asked by address, not by name
                status, kind, data = 200, "text/plain", b"ok\n"
            else:
                self._check_sender()
                status, kind, data = answer()
        except Refused as error:
            status, kind, data = error.status, "text/plain", f"{error}\n".encode()
        self.send_response(status)
        headers = {**SAFE, "Content-Type": f"{kind}; charset=utf-8", "Content-Length": len(data)}
        if status == EMPTY:                          # by the standard it has neither
            del headers["Content-Type"], headers["Content-Length"]
        if kind == "text/html":
            del headers["Content-Security-Policy"]   # the page has its own, by its script's hash
        for name, value in headers.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(data)

    def _check_sender(self):
        """Refuse requests from pages of other sites, and with another Host."""
        host, origin = self.headers.get_all("Host", []), self.headers.get("Origin")
        if len(host) != 1 or not self.server.is_named(host[0].lower()):
            raise Refused(403, "the Host header does not name this server: start it with "
                               f"--allow-host {PORT.sub('', ascii(host[0])[1:-1]) or 'NAME'}"
                          if len(host) == 1 else "one Host header is required")
        if (origin is not None and origin.lower().partition("://")[2] != host[0].lower()) or (
                self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")):
            raise Refused(403, "a request from another site")

    def _page(self):
        path, labelling = self._address().path, self.server.labelling
        if path == "/labels" and labelling:
            return 200, "application/json", labelling.all()
        if path != "/":
            raise Refused(404, PATHS)
        return 200, "text/html", page("label" if labelling else "form")

    def _address(self):
        """Return the parts of the request's address."""
        try:
            return urlsplit(self.path)
        except ValueError as error:          # http://[/clean
            raise Refused(400, f"no address: {error}") from None

    def _labels(self):
        """Keep the labels of a page."""
        try:
            self.server.labelling.save(*labels_in(self._body()))
        except ValueError as error:
            raise Refused(400, str(error)) from None
        except OSError as error:
            raise Refused(500, f"not saved: {error.filename}: {error.strerror}") from None
        return 200, "text/plain", b""

    def _job(self):
        """Run the request in a worker; return its reply."""
        address = self._address()
        kind = address.path.strip("/")
        if kind == "labels" and self.server.labelling:
            return self._labels()
        if kind not in ("clean", "view"):
            raise Refused(404, PATHS)
        with tempfile.TemporaryDirectory(prefix="scutch-") as folder:
            received = os.path.join(folder, "page")
            with open(received, "wb") as file:
                options = self._asked(address.query, file)
            name = os.path.basename(str(options.pop("name", "") or "page"))[-MOST_NAME:]
            # by .html and the like scutch-clean, too, tells what the bytes alone do not
            path = f"{received}-{UNSAFE.sub('_', name)}"
            os.rename(received, path)
            try:
                status, data = self.server.processes.ask(
                    {"kind": kind, "path": path, "name": name, "options": options})
            except Busy:
                raise Refused(503, "all processes are busy; try again") from None
            except BadRecord as error:
                raise Refused(504 if error.code == "timeout" else 500, str(error)) from None
        if status != 200:
            raise Refused(status, data.decode("utf-8", "replace"))
        if not data.strip():
            return EMPTY, "text/plain", b""
        given = options.get("format", "text")
        return 200, ("application/json" if kind == "view" else
                     f"text/{TEXTS.get(str(given), 'plain')}"), data

    def _asked(self, query, file):
        """Save the posted page; return the request's options, from query or JSON body."""
        try:
            options = dict(parse_qsl(query, max_num_fields=MOST_FIELDS))
        except ValueError:
            raise Refused(400, "too many fields in the query") from None
        if self.headers.get_content_type() != "application/json":
            self._receive(file)
            return options
        try:
            given = json.loads(self._body())
        except (ValueError, RecursionError):
            given = None
        if not isinstance(given, dict) or not isinstance(given.get("html"), str):
            raise Refused(400, 'a JSON object with "html" is required')
        text = given.pop("html")
        file.write(text.encode("utf-8-sig", "replace"))      # whatever charset it declares
        return {**options, "name": "page.html", **given}

    def _body(self):
        received = BytesIO()
        self._receive(received)
        return received.getvalue()

    def _receive(self, file):
        """Write the body of a request to a file."""
        length = self.headers.get("Content-Length", "")
        if self.headers.get("Transfer-Encoding") or not length.isdecimal():
            raise Refused(411, "a Content-Length is required")
        if len(length) > MOST_DIGITS:
            raise Refused(400, f"a Content-Length of over {MOST_DIGITS} digits")
        left = int(length)
        if left > self.server.max_bytes:
            raise Refused(413, f"over {self.server.max_bytes} bytes")
        end = time.monotonic() + BODY_SECONDS
        while left:
            part = self.rfile.read1(min(left, CHUNK))
            if not part or time.monotonic() > end:
                raise Refused(408, "the body came too slowly, or not whole")
            file.write(part)
            left -= len(part)


@cache
def page(name):
    """Return a page of scutch-view with the form of this name, form or label, as bytes."""
    form, script, style = (HERE.joinpath(file).read_text("utf-8") for file in (
        f"{name}.html", f"{name}.js", "form.css"))
    for field, choices in CHOICES.items():
        form = form.replace("{" + field + "}", "".join(
            f'<option value="{choice}">{choice or "–"}</option>' for choice in choices))
    return head(form, style, script, DIRECTIVES) + end({"pages": []}, script)


# ---------------- labels by hand

NAMED = ["url", "lang"]      # fields of the record that its gold has, too
PLAIN = {CLEAN: True, DIRTY: False}      # without classes
BY_NAME = "assessors"
# Those of boilerpipe's assessors (Kohlschütter et al. 2010, section 4.1), who had "supplemental",
# captions and boxes of facts, too
ASSESSORS = {"text": True, "headline": True, "comment": True, "related": False, BOILERPLATE: False}
MOST = 9                 # each has a digit as its key


class Labelling:
    """The pages of a file and their labels; a page is in the gold from its first label on.

    path:    of records with segments.
    out:     of the gold; an existing one is read. It is locked.
    classes: {class: whether it is clean}, the first clean and the last dirty; the gold has those of
             all segments unless they are PLAIN.
    renamed: {name of a page in the gold: its id}, for ids that several pages have.
    Memory:  the records.
    Raises:  Unusable for a file without segments, for a gold that another server writes, and for
             one of these pages with other classes, which would be lost; OSError.
    """

    def __init__(self, path, out, classes=PLAIN):
        self.out, self.classes, self._lock = out, classes, threading.Lock()
        self.pages, self.rows, self.records = [], [], {}
        self.renamed, self._times = {}, Counter()
        given = argparse.Namespace(schema="auto", text_key=None, html_key=None, id_key=None,
                                   lines=False, files=[path])
        for_each_record(given, self._add)
        if not self.records:
            raise Unusable(f"{path}: no records")
        try:
            self._file = locked(out)     # it stays open, and so locked
        except BlockingIOError:
            raise Unusable(f"{out}: another scutch-serve writes it") from None
        self.gold = read_gold(out) if os.path.getsize(out) else {}
        for name in filter(self.gold.__contains__, self.records):
            for given in _classes_of(self.gold[name]):
                if given not in classes:
                    raise Unusable(f"{out}: {name} has the class {given}: --classes is to name it")

    def _add(self, record):
        segments_of(record)
        page, row = page_data(record)
        given = name = name_of(record)
        while name in self.records:
            self._times[given] += 1
            name = f"{given}#{self._times[given] + 1}"
        if name != given:
            self.renamed[name] = given
        self.records[name] = record
        self.pages.append(page)
        self.rows.append(row)

    def close(self):
        """Release the lock of the gold."""
        self._file.close()

    def all(self):
        """Return the pages, the classes, and the labels of each page or null, as JSON."""
        return encode({"pages": self.pages, "rows": self.rows, "classes": [*self.classes.items()],
                       "labels": [self._labels(*item) for item in self.records.items()]})

    def _labels(self, name, record):
        gold = self.gold.get(name)
        if gold is None:
            return None
        clean, size = gold.get("clean"), len(record["segments"])
        named = _classes_of(gold)
        if isinstance(clean, list) and len(clean) == size:
            return named if len(named) == size else [*map(self._class_of, clean)]
        segments = labelled(segments_of(record), gold)
        return [segment["label_class"] if segment.get("label_class") in self.classes
                else self._class_of(segment["label"] == CLEAN) for segment in segments]

    def _class_of(self, is_clean):
        """Return the class of a segment of which no more is known."""
        return [*self.classes][0 if is_clean else -1]

    def save(self, number, labels):
        """Save the labels of a page; the file is complete at any time.

        labels: the class of each segment, or whether it is clean.

        Raises:  ValueError for labels that do not fit the page; OSError.
        """
        if type(number) is not int or not 0 <= number < len(self.records):
            raise ValueError("no such page")
        name, record = list(self.records.items())[number]
        segments = record["segments"]
        if isinstance(labels, list):
            labels = [self._class_of(label) if isinstance(label, bool) else label
                      for label in labels]
        if (not isinstance(labels, list) or len(labels) != len(segments)
                or not all(isinstance(label, str) and label in self.classes for label in labels)):
            raise ValueError("a class, true or false for each segment is required")
        clean = [self.classes[label] for label in labels]
        kept = [{"kind": segment.get("kind", "p"), "text": segment["text"]}
                for segment, is_clean in zip(segments, clean, strict=True) if is_clean]
        gold = {"id": name, **{field: record[field] for field in NAMED if field in record},
                "text": "\n".join(segment["text"] for segment in kept), "segments": kept,
                "clean": clean}
        if self.classes is not PLAIN:
            gold["classes"] = [{"class": label, "text": segment["text"]}
                               for label, segment in zip(labels, segments, strict=True)]
        with self._lock:
            self.gold[name] = gold
            self._write(self.out + PART)

    def _write(self, part):
        """Write the gold; the new file is locked before it replaces the old one."""
        with ExitStack() as stack, naming(part):
            file = stack.enter_context(locked(part))
            file.truncate(0)
            file.writelines(map(encode, self.gold.values()))
            file.flush()
            os.fsync(file.fileno())
            os.replace(part, self.out)
            stack.pop_all()
        self._file.close()
        self._file = file


def labels_in(body):
    """Return (number of a page, labels of its segments) of the body of a request.

    Raises:  ValueError for any other body.

    >>> labels_in(b'{"page": 0, "labels": ["clean"]}'), labels_in(b'{"page": 1, "clean": [true]}')
    ((0, ['clean']), (1, [True]))
    """
    try:
        given = json.loads(body)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(given, dict):
        raise ValueError("an object is required")
    return given.get("page"), given.get("labels", given.get("clean"))


def _classes_of(gold):
    """Return the classes in a record of a gold, a list of str."""
    return [item["class"] for item in items_of(gold)]


def read_classes(name):
    """Return {class: whether it is clean}, in order: ASSESSORS for their name, else of a file.

    Each line is a class, a blank, and clean or dirty. The first class is clean, the last dirty:
    what a score keeps or drops is labelled so at first.
    Raises:  Unusable for a file that is otherwise, OSError.
    """
    if name == BY_NAME:
        return ASSESSORS
    classes = {}
    for place, line, _ in numbered_lines(name):
        words = line.decode("utf-8", "replace").split()
        if not words:
            continue
        label, side = " ".join(words[:-1]), words[-1]
        if not label or side not in PLAIN:
            raise Unusable(f"{place}: a class and clean or dirty are required, such as: "
                           "headline clean")
        if label in classes:
            raise Unusable(f"{place}: the class {label} comes again")
        classes[label] = PLAIN[side]
    if not 2 <= len(classes) <= MOST:
        raise Unusable(f"{name}: it has {len(classes)} classes; 2 to {MOST} are required")
    sides = list(classes.values())
    if not sides[0] or sides[-1]:
        raise Unusable(f"{name}: the first class is to be clean and the last dirty")
    return classes
