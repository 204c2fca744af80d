"""The page of scutch-serve: the page of scutch-view, with a form above it."""
from functools import cache
from pathlib import Path

from ..roles.elementroles import ROLES
from ..selection.scopeoptions import ARTICLE, FAVORS, SCOPES
from ..sinks.formats import FILES, FORMATS
from ..viewing.htmlfile import end, head

HERE = Path(__file__).parent
DIRECTIVES = "; connect-src 'self'"      # form.js asks the server
CHOICES = {"scope": [*SCOPES, ARTICLE], "favor": ["", *FAVORS],
           "format": [name for name in FORMATS if name not in FILES], "without": ["", *ROLES]}


@cache
def label_page():
    """Return the page of --label, as bytes."""
    script = HERE.joinpath("label.js").read_text("utf-8")
    return head(HERE.joinpath("label.html").read_text("utf-8"), _style(), script,
                DIRECTIVES) + end({"pages": []}, script)


def _style():
    return HERE.joinpath("form.css").read_text("utf-8")


@cache
def page():
    """Return the page, as bytes."""
    form = HERE.joinpath("form.html").read_text("utf-8")
    for name, choices in CHOICES.items():
        options = "".join(f'<option value="{choice}">{choice or "–"}</option>'
                          for choice in choices)
        form = form.replace("{" + name + "}", options)
    script = HERE.joinpath("form.js").read_text("utf-8")
    return head(form, _style(), script, DIRECTIVES) + end({"pages": []}, script)
