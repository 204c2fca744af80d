"""The one HTML file that scutch-view writes: a head, the data of each page, the index, the script.

Its policy lets the one script run, by its hash, and lets nothing be fetched. Styles are allowed,
since the frame that shows a page is bound by this policy, too, and pages have styles of their own.
All text is put into the page by the script, as text; nothing of a record is markup here.
"""
import base64
import hashlib
from functools import cache
from pathlib import Path

from ..edge.jsonlines import encode

BROWSER = Path(__file__).with_name("browser")
SCRIPTS = ["state", "segments", "details", "frame", "index", "keys", "start"]
POLICY = ("default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; "
          "base-uri 'none'; form-action 'none'")


@cache
def script():
    """Return the script: all files, as one function."""
    parts = [BROWSER.joinpath(f"{name}.js").read_text("utf-8") for name in SCRIPTS]
    return '"use strict";\n(() => {\n' + "\n".join(parts) + "})();\n"


def policy():
    """Return the policy of the file."""
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest())
    return POLICY.format(digest.decode())


def head():
    """Return what stands before the data, as bytes."""
    page = BROWSER.joinpath("page.html").read_text("utf-8")
    style = BROWSER.joinpath("view.css").read_text("utf-8")
    return page.replace("{policy}", policy()).replace("{style}", style).encode()


def block(name, value):
    """Return a block of data, as bytes. No < is in it, so that nothing ends it or begins another.

    >>> block("a", {"text": "</script>"})
    b'<script type="application/json" id="a">{"text":"\\\\u003c/script>"}\\n</script>\\n'
    """
    data = encode(value).replace(b"<", b"\\u003c")
    return b'<script type="application/json" id="%b">%b</script>\n' % (name.encode(), data)


def end(index):
    """Return what follows the data: the index, and the script."""
    return (block("data-index", index) + b"<script>" + script().encode() + b"</script>\n</body>\n"
            b"</html>\n")
