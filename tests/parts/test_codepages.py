"""Code on pages as software writes them: one fence, without line numbers and buttons."""
import importlib.util
import json

import pytest

from utils import shell

pytestmark = pytest.mark.extras

LEXBOR = pytest.param("lexbor", marks=pytest.mark.skipif(
    importlib.util.find_spec("selectolax") is None, reason="selectolax is not installed"))
LINES = ["def get(key):", "    if key in store:", "", "        return store[key]"]
CODE = "\n".join(LINES)
BEFORE = """
The cache keeps every answer together with the time at which it came, and returns it without a new
connection as long as it is younger than thirty seconds."""
AFTER = """
Entries are removed when the cache is full, the oldest first, and the size counts entries and not
bytes, so that a program with large answers should choose a small number here."""
PAGE = """<!doctype html><html lang="en"><title>How the cache works | Quay</title><body>
<header><nav><ul><li><a href="/">Home</a><li><a href="/n">News</a><li><a href="/c">Contact</a></ul>
</nav></header><main><article><h1>How the cache works</h1><p>{before}</p>
{code}
<p>{after}</p></article></main><footer><ul><li><a href="/p">Privacy</a><li><a href="/t">Terms</a>
</ul><p>© 2025 Quay</p></footer>"""


def of_lines(form, lines=LINES):
    """Return the markup of all lines; form: of one, with its number and text."""
    return "".join(form.format(number, line) for number, line in enumerate(lines, 1))


def spaced(lines=LINES):
    """Return lines with &nbsp; for spaces, none of them empty."""
    return [line.replace(" ", "&nbsp;") or "&nbsp;" for line in lines]


PAGES = {
    "Hexo": ("python", "<figure class='highlight python'><table><tr><td class=gutter><pre>"
             + of_lines("<span class=line>{0}</span><br>") + "</pre><td class=code><pre>"
             + of_lines("<span class=line>{1}</span><br>") + "</pre></table></figure>"),
    "Hugo, a table": ("python", "<div class=highlight><div class=chroma><table class=lntable><tr>"
                      "<td class=lntd><pre class=chroma><code>"
                      + of_lines("<span class=lnt>{0}\n</span>") + "</code></pre><td class=lntd>"
                      "<pre class=chroma><code class=language-python data-lang=python>"
                      + of_lines("<span class=line><span class=cl>{1}\n</span></span>")
                      + "</code></pre></table></div></div>"),
    "Hugo, inline": ("python", "<div class=highlight><pre class=chroma>"
                     "<code class=language-python data-lang=python>"
                     + of_lines("<span class=line><span class=ln>{0}</span><span class=cl>{1}\n"
                                "</span></span>") + "</code></pre></div>"),
    "Jekyll": ("python", "<div class='language-python highlighter-rouge'><div class=highlight>"
               "<pre class=highlight><code><table class=rouge-table><tbody><tr>"
               "<td class='rouge-gutter gl'><pre class=lineno>1\n2\n3\n4\n</pre>"
               f"<td class=rouge-code><pre>{CODE}\n</pre></table></code></pre></div></div>"),
    "MkDocs": ("python", "<div class='language-python highlight'><table class=highlighttable><tr>"
               "<td class=linenos><div class=linenodiv><pre><span></span>"
               + of_lines("<span class=normal>{0}</span>\n") + "</pre></div><td class=code><div>"
               "<pre><span></span><code>" + of_lines("<a id=__codelineno-0-{0}></a>{1}\n")
               + "</code></pre></div></table></div>"),
    "Docusaurus": ("py", "<div class='language-py codeBlockContainer'><div class=codeBlockContent>"
                   "<pre class='prism-code language-py'><code class=codeBlockLines>"
                   + of_lines("<span class=token-line><span class='token plain'"
                              " style='display:inline-block'>{1}</span><br></span>")
                   + "</code></pre><div class=buttonGroup><button aria-label='Copy code'>Copy"
                   "</button></div></div></div>"),
    "Sphinx": ("python", "<div class='highlight-python notranslate'><div class=highlight><pre>"
               "<span></span>" + of_lines("<span class=linenos>{0}</span>{1}\n")
               + "</pre></div></div>"),
    "Discourse": ("python", "<pre class=codeblock-buttons><div class=codeblock-button-wrapper>"
                  "<button class='btn copy-cmd'>Copy</button></div>"
                  f"<code class='lang-python hljs'>{CODE}</code></pre>"),
    "Stack Exchange": ("py", f"<pre class='lang-py s-code-block'><code>{CODE}\n</code></pre>"),
    "GitHub, a readme": ("python", "<div class='highlight highlight-source-python notranslate'>"
                         f"<pre>{CODE}</pre><div class=zeroclipboard-container><clipboard-copy>"
                         "</clipboard-copy></div></div>"),
    "GitHub, a file": ("", "<table class='highlight js-file-line-container'>"
                       + of_lines("<tr><td id=L{0} class=blob-num data-line-number={0}>"
                                  "<td id=LC{0} class='blob-code js-file-line'>{1}") + "</table>"),
    "WordPress with Crayon": ("", "<div class=crayon-syntax><div class=crayon-main>"
                              "<table class=crayon-table><tr><td class=crayon-nums>"
                              + of_lines("<div class=crayon-num>{0}</div>") + "<td class=x>"
                              "<div class=crayon-pre>"
                              + of_lines("<div class=crayon-line>{1}</div>", spaced())
                              + "</div></table></div></div>"),
    "WordPress with SyntaxHighlighter": (
        "py", "<div id=highlighter_1 class='syntaxhighlighter  py'><div class=toolbar>"
        "<a href=#>?</a></div><table><tr><td class=gutter>"
        + of_lines("<div class='line number{0}'>{0}</div>") + "<td class=code><div class=container>"
        + of_lines("<div class='line number{0}'><code class='py plain'>{1}</code></div>", spaced())
        + "</div></table></div>"),
    "WordPress with Enlighter": (
        "", "<div class='enlighter-default enlighter-l-python'><div class=enlighter-toolbar></div>"
        "<div class=enlighter-code><div class=enlighter>"
        + of_lines("<div class=''><div><span class=enlighter-text>{1}</span></div></div>")
        + "</div></div></div>"),
    "WordPress with CodeColorer": (
        "", "<div class='codecolorer-container text' style='overflow:auto'><table><tr>"
        "<td class=line-numbers><div>1<br>2<br>3<br>4<br></div><td><div class='text codecolorer'>"
        + "<br>".join(spaced()) + "</div></table></div>"),
    "GeSHi, WP-Syntax": ("python", "<div class=wp_syntax><table><tr><td class=numbers><pre>1\n2\n3"
                         f"\n4\n</pre><td class=code><pre class=python>{CODE}</pre></table></div>"),
    "GeSHi, a list": ("python", "<div class=source><ol class=python>"
                      + of_lines("<li class=li1><div class=de1>{1}</div></li>") + "</ol></div>"),
    "Prettify": ("py", "<pre class='prettyprint linenums lang-py'><ol class=linenums>"
                 + of_lines("<li class=L{0}><span class=pln>{1}</span></li>") + "</ol></pre>"),
    "Prism with a toolbar": ("python", "<div class=code-toolbar><pre class=language-python>"
                             f"<code class=language-python>{CODE}</code></pre><div class=toolbar>"
                             "<div class=toolbar-item><span>Python</span></div><div>"
                             "<button>Copy</button></div></div></div>"),
    "VitePress": ("py", "<div class=language-py><button class=copy>Copy</button>"
                  "<span class=lang>py</span><pre class=shiki><code>"
                  + "\n".join(f"<span class=line>{line}</span>" for line in LINES)
                  + "</code></pre><div class=line-numbers-wrapper>"
                  + of_lines("<span class=line-number>{0}</span><br>") + "</div></div>"),
    "Starlight": ("python", "<div class=expressive-code><figure><pre data-language=python><code>"
                  + of_lines("<div class=ec-line><div class=gutter><div class=ln>{0}</div></div>"
                             "<div class=code>{1}</div></div>")
                  + "</code></pre><div class=copy><button title='Copy to clipboard'>Copy</button>"
                  "</div></figure></div>"),
    "react-syntax-highlighter": ("python", "<pre><code class=language-python>"
                                 + of_lines("<span class='comment linenumber'>{0}</span>{1}\n")
                                 + "</code></pre>"),
    "CodeMirror 6": ("", "<div class=cm-editor><div class=cm-scroller><div class=cm-gutters>"
                     + of_lines("<div class=cm-gutterElement>{0}</div>") + "</div>"
                     "<div class=cm-content>" + of_lines("<div class=cm-line>{1}</div>")
                     + "</div></div></div>"),
    "Doxygen": ("", "<div class=fragment>"
                + of_lines("<div class=line><a id=l{0}></a><span class=lineno>    {0}</span>{1}"
                           "</div>") + "</div>"),
    "SMF": ("", "<code class=bbc_code>" + "<br>".join(spaced()) + "</code>"),
}


@pytest.mark.parametrize("parser", ["html5lib", LEXBOR])
@pytest.mark.parametrize("software", PAGES)
def test_code_is_one_fence(software, parser):
    language, code = PAGES[software]
    page = PAGE.format(before=BEFORE, code=code, after=AFTER)
    text = shell(f"scutch-html2text --marks --parser {parser} | scutch-segment | scutch-charlm"
                 " | scutch-combine --scope main | scutch-emit --keep auto --format markdown",
                 json.dumps({"id": "1", "html": page}).encode()).out.decode()
    assert text.partition("seconds.\n\n")[2].partition("\n\nEntries")[0] == (
        f"```{language}\n{CODE}\n```")
