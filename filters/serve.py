"""serve - show pasted or dropped pages as scutch-view does, on a page of this machine.

In:      HTML, plain text, a file or an archive, pasted or dropped on the page, or sent to its API;
         with --label records with "segments".
Out:     none; the address of the page on stderr. With --label the file of --gold.
Drops:   pages of an archive past 200 from the view.
Bad:     what is no page: the answer says what is wrong.
Memory:  the models, in each of --jobs processes.

The page has the text that scutch-clean keeps, the segments as scutch-view shows them, the threshold
to move, scope, roles and formats to choose, and the lines for a shell and for Python that do the
same. A second slider is the limit of perplexity, over which sentences go; they have its colours.

It listens on 127.0.0.1 only, unless --host names another address of this machine. It answers no
request that a page of another site sends, opens no address, sets no cookies, and keeps nothing.
Whoever reaches it by another name, from a container or through a proxy, needs --allow-host. A page
that takes longer than --max-seconds is refused, and the process that worked on it is ended; others
go on meanwhile.

--label shows the segments of a file of records one page after the other: a click, or c and x, says
whether one is clean, u takes back the last label. At first a page is as its scores have it; from
its first label on it is in the gold, which is saved with each, so that nothing is lost. A gold is
written by one server at a time; pages of one id have a number after it there, "id#2". scutch-eval,
scutch-label and the trainers read it.

With --classes a segment gets a class by its number, or the one that is chosen, by a click.
"assessors" has those that boilerpipe's assessors gave: text, headline, comment, related and
boilerplate. Or it is a file of two to nine, with lines such as "headline clean" or "teaser dirty",
the first one clean and the last dirty. The gold then has the class of each segment, and scutch-eval
--agreement says how far two annotators agree on them.

The API: POST /clean answers with what scutch-clean writes, POST /view with the data of scutch-view
as JSON, GET /health says ok. Options of scutch-clean stand in the query, with _ for - and 1 for
those without a value, but those that name a file: scope, favor, format, keep, max, with_hidden and
so on. The body is the page, or a JSON object with "html" and options. Statuses: 204 nothing of the
page is kept, 400 a wrong option, 403 from another site, 413 too large, 422 no page, 503 busy, 504
took too long.

--mcp answers agents on stdin and stdout by the Model Context Protocol. Their tool, clean, takes
the HTML of a page, scope, format and the page's url; it fetches nothing.

Options:
  --label FILE      give labels by hand to the segments of these records
  --gold FILE       with --label: the gold that is written, and continued
  --classes FILE    with --label: the classes that segments get, "assessors" or a file of them
  --mcp             answer the Model Context Protocol on stdin and stdout, in place of HTTP: agents
                    get one tool, clean; needs scutch[mcp]
  --port N          the port; 0 for any that is free (default: {default})
  --host ADDRESS    the address of this machine to listen on, as browsers name it (default:
                    {default}): whoever reaches it can use the server
  --allow-host NAME...
                    also answer requests whose Host header has this name, at any port: of a proxy, a
                    container or this machine; may be repeated
  --jobs N          processes that share the work, auto for one a core (default: {default})
  --max-seconds X   most that a request may take (default: 60)
  --max-bytes N     bytes of a request, at most (default: {default})

Examples:
  scutch-serve
  scutch-serve --label scored.jsonl --gold gold.jsonl
  scutch-serve --label scored.jsonl --gold gold.jsonl --classes assessors
  scutch-serve --mcp --jobs 1
  scutch-serve --port 8000 --jobs 4 --max-seconds 5
  scutch-serve --host 0.0.0.0 --allow-host clean.example.org
  curl --data-binary @page.html 'http://127.0.0.1:8765/clean?scope=main&format=markdown'
  curl --json '{"html": "<p>Farms at sea.", "max": 1}' http://127.0.0.1:8765/clean
"""
import sys
import tempfile
from typing import Literal

from .. import __version__
from . import stream
from .edge.console import interruptible, needs, to_stderr
from .errors import BadRecord, Unusable
from .record import MAX_BYTES
from .stream.options import MAX_SECONDS, jobs, positive, whole

READS_RECORDS = False
OPERANDS = ""
PORT = 8765
MOST_PORT = 65_535
MOST_JOBS = 64
BOM = b"\xef\xbb\xbf"      # of a page of agents: by it the charset is known, whatever it declares
OPTIONS = {
    "--port": {"type": whole(0, MOST_PORT), "default": PORT}, "--host": {"default": "127.0.0.1"},
    "--allow-host": {"default": []}, "--jobs": {"type": jobs(MOST_JOBS), "default": 2},
    "--max-seconds": {"type": positive, "default": MAX_SECONDS},
    "--max-bytes": {"type": whole(1), "default": MAX_BYTES}}


def main(argv=None):
    opts = stream.options(sys.modules[__name__]).parse_intermixed_args(argv)
    return stream.reported("scutch-serve", lambda: _served(opts))


def _served(opts):
    """Serve as the options say; return the status. Raises Unusable, and OSError for a file."""
    if opts.files:
        raise Unusable(f"{opts.files[0]}: it takes no files")
    if bool(opts.label) != bool(opts.gold):
        raise Unusable("--label and --gold go together")
    if opts.classes and not opts.label:
        raise Unusable("--classes goes with --label")
    from .serving.processes import Processes
    processes = Processes(opts.jobs, opts.max_seconds)
    if opts.mcp:
        stream.refuse(sys.modules[__name__], opts, ["label", "port", "host"], "with --mcp")
        return interruptible(lambda: _answer_agents(processes, opts.max_bytes))
    from .serving.server import PLAIN, Labelling, Server, read_classes
    classes = read_classes(opts.classes) if opts.classes else PLAIN
    labelling = Labelling(opts.label, opts.gold, classes) if opts.label else None
    try:
        server = Server(opts.host, opts.port, processes, opts.max_bytes, labelling,
                        opts.allow_host)
    except OSError as error:
        raise Unusable(f"{opts.host}:{opts.port}: {error.strerror or error}") from None
    to_stderr(f"scutch-serve: http://{opts.host}:{server.server_port}/ (Ctrl-C ends it)\n")
    for name, given in labelling.renamed.items() if labelling else ():
        stream.complain("scutch-serve", f"{opts.label}: the id {given} comes again; the gold of "
                                        f"this page is {name}: give each an id of its own")
    return interruptible(server.serve_forever) or 0


def _answer_agents(processes, max_bytes):
    """Answer agents until stdin ends; return the status. The mcp package does all but the work.

    Raises:  Unusable without it.
    """
    from .serving.processes import Busy
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise Unusable(needs("--mcp", "mcp")) from None
    server = MCPServer("scutch", version=__version__, log_level="ERROR")

    @server.tool(structured_output=False)
    def clean(html: str, scope: Literal["page", "main", "article"] = "main",
              format: Literal["markdown", "text", "html", "jsonl"] = "markdown",
              url: str | None = None) -> str:
        """Return the clean text of a web page, without menus, notices and the like.

        html: the page. scope: page, all text written for it; main, its main content; article, that
        without headline, byline and captions. url: of the page, by which links are made absolute.
        """
        data = html.encode("utf-8", "replace")
        if len(data) > max_bytes:
            raise ToolError(f"a page of over {max_bytes} bytes")
        options = {"scope": scope, "format": format, **({"url": url} if url else {})}
        try:
            with tempfile.NamedTemporaryFile(suffix=".html", prefix="scutch-") as file:
                file.write(BOM + data)
                file.flush()
                status, out = processes.ask({"kind": "clean", "path": file.name,
                                             "name": url or "page", "options": options})
        except (BadRecord, Busy) as error:
            raise ToolError(str(error) or "no process is free: try again later") from None
        if status != 200:
            raise ToolError(out.decode())
        return out.decode()
    server.run()
    return 0
