"""Hidden text that counts as shown: what holds a landmark, what a click opens; by both parsers."""
import importlib.util

import pytest
from test_arrays import assert_alike

from scutch.filters.html.parse.parsers import parser_named
from scutch.filters.html2text import html2text

LEXBOR = pytest.param("lexbor", marks=pytest.mark.skipif(
    importlib.util.find_spec("selectolax") is None, reason="selectolax is not installed"))
LONG = "The council keeps the old swing bridge open for twelve more years: its steel is sound. " * 3
SHORT = "The town pays one half of the sum."
REST = f"<p>{LONG}</p><p>{LONG}</p>"
MENU = "<header><nav><p>" + "Home News Culture Sport Weather " * 40 + "</nav></header>"
ASK = "<button aria-controls='s0 s1'>Who pays?</button>"


def hidden(page, text, parser):
    """Return whether the segment with this text is hidden; arrays and loop agree."""
    trees, parse = [], parser_named(parser)[1]

    def parsed(*given):
        tree, last = parse(*given)
        trees.append(tree)
        return tree, last
    record, = html2text({"id": "1", "html": page}, parse=parsed)
    assert_alike(trees)
    return [segment.get("hidden", False) for segment in record["segments"]
            if segment["text"].startswith(text[:20])][-1]


@pytest.mark.parametrize("parser", ["html5lib", LEXBOR])
@pytest.mark.parametrize("page, text", [
    (f"<main style='visibility:hidden'><p>{SHORT}</main>{REST}", SHORT),
    (f"{REST}<main><article hidden><p>{SHORT}{LONG}</article></main>", SHORT),
    (f"{REST}<noscript><article><p>{SHORT}{LONG}</article></noscript>", SHORT),
    (f"{REST}<div role=dialog aria-modal=true><article><p>{SHORT}{LONG}</article></div>", SHORT),
    (f"{REST}<div style='display:none'><h1>A</h1><p>{SHORT}{LONG}</div>", SHORT),
    (f"{REST}{ASK}<div id=s1 hidden><p>{SHORT}</div>", SHORT),
    (f"{REST}<h3 id=q>Who?</h3><div aria-labelledby=q hidden><p>{SHORT}</div>", SHORT),
    (f"{REST}<div class=faq-item><div class=body style='display:none'><p>{SHORT}</div></div>",
     SHORT),
    (f"{MENU}<div id=root></div><noscript><p>{LONG}</noscript>", LONG),
    (f"{MENU}<div class=fade style='opacity:0;visibility:hidden'><p>{LONG}</div>", LONG),
])
def test_shown(page, text, parser):
    assert not hidden(page, text, parser)


@pytest.mark.parametrize("parser", ["html5lib", LEXBOR])
@pytest.mark.parametrize("page", [
    f"{REST}<article><p>One</article><article hidden><p>{SHORT}{LONG}</article>",    # of several
    f"{REST}<article hidden><p>{SHORT}</article>",                                   # short
    f"<main>{REST}</main><div hidden><h1>A</h1><p>{SHORT}{LONG}</div>",      # an h1 beside a main
    f"{REST}<aside hidden><h1>A</h1><p>{SHORT}{LONG}</aside>",
    f"{REST}<div class=cookie-bar hidden><main><p>{SHORT}{LONG}</main></div>",       # a notice
    f"{REST}<div id=s1 hidden><p>{SHORT}</div>",                             # no one opens it
    f"<nav>{ASK}<div id=s1 hidden><p>{SHORT}</div></nav>{REST}",
    f"{REST}{ASK}<ul id=s1 role=menu hidden><li>{SHORT}</ul>",
    f"{REST}{ASK}<div id=s1 class=modal hidden><p>{SHORT}</div>",
    f"{REST}{ASK}<noscript id=s1><p>{SHORT}</noscript>",
    f"{REST}{ASK}<main><div id=s1 role=dialog><p>{SHORT}</div></main>",
    f"{MENU}<div id=root></div><noscript><p>{SHORT}</noscript>",             # "Enable JavaScript"
])
def test_hidden(page, parser):
    assert hidden(page, SHORT, parser)
