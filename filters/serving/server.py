"""The requests of scutch-serve, its refusals and answers.

A page of another site, in the same browser, must not reach this server: the Host header has to name
it, or a name that was allowed, and Origin and Sec-Fetch-Site must not name another. It sets no
cookies, and opens no address.
"""
import json
import os
import re
import tempfile
import threading
import time
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from ..errors import BadRecord
from ..roles.elementroles import ROLES
from ..selection.scopeoptions import ARTICLE, FAVORS, SCOPES
from ..sinks.formats import FILES, FORMATS
from ..viewing.htmlfile import end, head
from .labelling import labels_in
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
