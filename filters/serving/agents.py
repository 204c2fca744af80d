"""The Model Context Protocol on stdin and stdout, for agents: one tool, clean.

The package of the protocol does all but the work, which the processes of scutch-serve do.
"""
import os
import tempfile
from typing import Literal

from ... import __version__
from ..errors import BadRecord, Unusable
from ..wording import needs
from .processes import Busy
from .worker import OK

BOM = b"\xef\xbb\xbf"      # by which the charset is known, whatever the page declares


def serve(processes, max_bytes):
    """Answer until stdin ends; return the status.

    Raises:  Unusable without the mcp package.
    """
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
            status, out = _cleaned(processes, data, url or "page", options)
        except (BadRecord, Busy) as error:
            raise ToolError(str(error) or "no process is free: try again later") from None
        if status != OK:
            raise ToolError(out.decode())
        return out.decode()
    server.run()
    return 0


def _cleaned(processes, data, name, options):
    """Return (status, bytes) of scutch-clean for a page."""
    with tempfile.TemporaryDirectory(prefix="scutch-") as folder:
        path = os.path.join(folder, "page.html")
        with open(path, "wb") as file:
            file.write(BOM + data)
        return processes.ask({"kind": "clean", "path": path, "name": name, "options": options})
