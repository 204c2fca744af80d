"""The one HTML file that scutch-view writes: a head, the data of each page, the index, the script.

Its policy allows one script, by its hash, and no fetching. Styles are allowed, since the frame that
shows a page is bound by the same policy, and pages have their own styles. The script inserts all
text of records as text, never as markup.
"""
import base64
import hashlib
from functools import cache
from html import escape
from pathlib import Path

from ..edge.jsonlines import encode
from ..stream.printedlines import printable

BROWSER = Path(__file__).with_name("browser")
SCRIPTS = ["state", "segments", "sentences", "details", "frame", "index", "keys", "start"]
POLICY = ("default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; "
          "base-uri 'none'; form-action 'none'")


def as_markup(string):
    """Return text as it stands in HTML, with a space for each unprintable character."""
    return escape(printable(string))


@cache
def browser_file(name):
    return BROWSER.joinpath(name).read_text("utf-8")


@cache
def whole_script(more=""):
    """Return the script as one function: all files, and `more`."""
    parts = [browser_file(f"{name}.js") for name in SCRIPTS]
    return '"use strict";\n(() => {\n' + "\n".join([*parts, more]) + "})();\n"


def policy(script="", more=""):
    """Return the policy of the file. script: an addition to it. more: directives."""
    digest = base64.b64encode(hashlib.sha256(whole_script(script).encode()).digest())
    return POLICY.format(digest.decode()) + more


def head(form="", style="", script="", directives=""):
    """Return the part of the file before the data, as bytes.

    form, style, script: additions of scutch-serve. directives: of the policy.
    """
    page = browser_file("page.html")
    for name, text in (("policy", policy(script, directives)),
                       ("style", browser_file("view.css") + style), ("form", form)):
        page = page.replace("{" + name + "}", text)
    return page.encode()


def block(name, value):
    """Return a block of data, as bytes. It has no <, so that no text of a record can end it.

    >>> block("a", {"text": "</script>"})
    b'<script type="application/json" id="a">{"text":"\\\\u003c/script>"}\\n</script>\\n'
    """
    data = encode(value).replace(b"<", b"\\u003c")
    return b'<script type="application/json" id="%b">%b</script>\n' % (name.encode(), data)


def end(index, script=""):
    """Return the part of the file after the data: the index and the script, with `script` added."""
    return b"%b<script>%b</script>\n</body>\n</html>\n" % (
        block("data-index", index), whole_script(script).encode())
