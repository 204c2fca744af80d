"""Code that is no plain <pre>: what highlighters, editors and sites make of its lines.

In `holds` there is one block of code, of the lines "one" and "  two", without line numbers; in
`fails` there is none, or its numbers stay.
"""
from typing import NamedTuple

from .tagrules import HAS, PART, PREFIX, START, WORD, Rule, element

# Why rules without a page of gold stay
CODE = "pages on programs, of which the gold has few"


class Block(NamedTuple):
    """An element that holds code, with an element for each line.

    rule: of the element. line: of one in it, by which it is told from others with this class.
    """

    rule: Rule
    line: Rule


def _block(elements, value, line, software, holds, fails, pages=0, how=WORD):
    """Return the Block of elements by their class; line: a Rule of Block."""
    return Block(Rule("class", how, value, software, pages, holds, fails, elements,
                      "" if pages else CODE), line)


def _line(elements, value="", attribute="class", how=WORD):
    """Return the Rule of a line: of elements with this class, or by their name alone."""
    return (Rule(attribute, how, value, "", 0, "", "", elements) if value
            else element(elements, "", 0, "", ""))


BLOCKS = [
    _block("table", "crayon-table|urvanov-syntax-highlighter-table",
           _line("div", "crayon-line|urvanov-syntax-highlighter-line"), "Crayon, Urvanov",
           "<table class=crayon-table><tr><td class=crayon-nums><div>1</div><div>2</div><td>"
           "<div class=crayon-line>one</div><div class='crayon-line x'>  two</div></table>",
           "<table class=crayon><tr><td><div class=crayon-line>one</div></table>"),
    _block("table", "js-file-line-container|diff-table", _line("td", "blob-code"), "GitHub, Gist",
           "<table class='x js-file-line-container'><tr><td class=blob-num>1<td class=blob-code>one"
           "<tr><td class=blob-num>2<td class='blob-code x'>  two</table>",
           "<table class=js-file-line-container><tr><td>one</table>"),
    _block("div", "react-code-lines", _line("div", "react-file-line"), "GitHub",
           "<div class=react-code-lines><div class='x react-line-number'>1</div>"
           "<div class='x react-file-line'>one</div><div class=react-file-line>  two</div></div>",
           "<div class=react-code><div class=react-file-line>one</div></div>"),
    _block("div", "syntaxhighlighter", _line("div", "line"), "SyntaxHighlighter, Confluence",
           "<div class='syntaxhighlighter  php'><div class=toolbar><a>?</a></div><table><tr>"
           "<td class=gutter><div class='line n1'>1</div><div class=line>2</div><td class=code>"
           "<div class='line n1'><code>one</code></div><div class='line n2'>"
           "<code>&nbsp;&nbsp;</code><code>two</code></div></table></div>",
           "<div class=syntaxhighlighter><p>one</div>"),
    _block("ol", "dp-", _line("li"), "SyntaxHighlighter 1",
           "<ol class=dp-py><li class=alt><span>one</span><li><span>  two</span></ol>",
           "<ol class=list-dp-x><li>one<li>two</ol>", how=PREFIX),
    _block("ol", "linenums", _line("li"), "Prettify",
           "<ol class='x linenums'><li class=L0>one<li class=L1>  two</ol>",
           "<ol class=linenum><li>one<li>two</ol>"),
    _block("ol", "", _line("li div", "li1|de1"), "GeSHi, Pastebin",
           "<ol class=php><li class=li1><div class=de1>one</div><li class=li2><div class=de2>"
           "  two</div></ol>", "<ol class=php><li>one<li>two</ol>", 1, HAS),
    _block("div", "CodeMirror", _line("pre"), "CodeMirror to 5",
           "<div class='CodeMirror cm-s-x'><div class=CodeMirror-measure><span>xx</span></div>"
           "<div><div class=CodeMirror-linenumber>1</div><pre class=CodeMirror-line>one</pre></div>"
           "<div><div class=CodeMirror-linenumber>2</div><pre class=CodeMirror-line>  two</pre>"
           "</div></div>", "<div class=CodeMirror><p>one</p></div>"),
    _block("div", "cm-scroller", _line("div", "cm-line"), "CodeMirror 6",
           "<div class=cm-scroller><div class=cm-gutters><div>1</div></div>"
           "<div class=cm-line>one</div><div class='cm-activeLine cm-line'>  two</div></div>",
           "<div class=cm-scroller><p>one</div>"),
    _block("div", "ace_editor", _line("div", "ace_line"), "Ace",
           "<div class='ace_editor x'><div class=ace_gutter><div>1</div></div>"
           "<div class=ace_line>one</div><div class=ace_line>  two</div></div>",
           "<div class=ace_editor><p>one</div>"),
    _block("div", "monaco-editor", _line("div", "view-line"), "Monaco",
           "<div class='monaco-editor x'><div class=margin><div>1</div></div>"
           "<div class=view-line>one</div><div class=view-line>&nbsp;&nbsp;two</div></div>",
           "<div class=monaco-editor><p>one</div>"),
    _block("div", "enlighter", _line("span", "enlighter-[a-z0-9]+"), "EnlighterJS 3",
           "<div class=enlighter><div class=''><div><span class=enlighter-text>one</span></div>"
           "</div><div class=''><div><span class=enlighter-text>  two</span></div></div></div>",
           "<div class=enlighter><p>one</div>"),
    _block("ol", "[a-z]*EnlighterJS", _line("li"), "EnlighterJS 2",
           "<ol class='java EnlighterJS'><li><span class=kw1>one</span><li>  two</ol>",
           "<ol class=Enlighter><li>one<li>two</ol>"),
    _block("table", "hljs-ln", _line("td", "hljs-ln-code"), "highlightjs-line-numbers",
           "<table class=hljs-ln><tr><td class='hljs-ln-line hljs-ln-numbers'>1"
           "<td class='hljs-ln-line hljs-ln-code'>one<tr><td class='x hljs-ln-numbers'>2"
           "<td class='x hljs-ln-code'>  two</table>", "<table class=hljs-ln><tr><td>one</table>"),
    _block("div", "fragment", _line("div", "line"), "Doxygen",
           "<div class=fragment><div class=line><a name=l1></a><span class=lineno> 1</span>one"
           "</div><div class=line><span class=lineno> 2</span>&nbsp; two</div></div>",
           "<div class=fragment><p>one</div>"),
    _block("table", "colorscripter-code-table", _line("div"), "Color Scripter",
           "<table class='colorscripter-code-table x'><tr><td><div><div>1</div><div>2</div></div>"
           "<td><div><div>one</div><div>&nbsp;&nbsp;two</div></div></table>",
           "<table class=colorscripter><tr><td><div>one</div></table>"),
    _block("div", "page_body", _line("div", "pre"), "gitweb",
           "<div class=page_body><div class=pre><a class=linenr>   1</a>one</div>"
           "<div class=pre><a class=linenr>   2</a>  two</div></div>",
           "<div class=page_body><p>one</div>"),
    _block("div", "code-view", _line("td", "lines-code"), "Gitea, Forgejo",
           "<div class=code-view><table><tr><td class=lines-num><td class='lines-code x'><code>one"
           "</code><tr><td class=lines-num><td class=lines-code><code>  two</code></table></div>",
           "<div class=code-view><p>one</div>"),
    _block("td", "code", _line("div", "line"), "GeeksforGeeks",
           "<table><tr><td class=code><div class='line n1'><code>one</code></div>"
           "<div class='line n2'><code>&nbsp;&nbsp;</code><code>two</code></div></table>",
           "<table><tr><td class=code><p>one</table>"),
    _block("ul ol", "prefixed", _line("li", "line"), "DigitalOcean",
           "<pre><code><ul class=prefixed><li class=line data-prefix=$>one<li class='line'>  two"
           "</ul></code></pre>", "<ul class=prefix><li class=line>one<li class=line>two</ul>"),
    _block("div", "ltx_listing|ltx_lstlisting", _line("div", "ltx_listingline"), "LaTeXML",
           "<div class='ltx_listing x'><div class=ltx_listing_data><a>x</a></div>"
           "<div class=ltx_listingline><span class='ltx_tag ltx_tag_listingline'>1</span>one</div>"
           "<div class=ltx_listingline>&nbsp; two</div></div>",
           "<div class=ltx_listing><p>one</div>"),
    _block("div", "ql-code-block-container", _line("div", "ql-code-block"), "Quill 2",
           "<div class=ql-code-block-container><div class=ql-code-block>one</div>"
           "<div class=ql-code-block>  two</div></div>",
           "<div class=ql-code-block-container><p>one</div>"),
    _block("table", "code", _line("th", "L[0-9]", "id", START), "Trac",
           "<table class=code><tr><th id=L1><a href=#L1>1</a><td>one<tr><th id=L2>"
           "<a href=#L2>2</a><td>  two</table>", "<table class=code><tr><th>one<td>two</table>"),
]
# Inline elements alone on their lines, in which or between which <br> ends a line of code
INLINE = [element(name, "phpBB, PHP's highlight_string, Perlmonks", pages,
                  f"<p><{name}>one<br>&nbsp;&nbsp;two</{name}></p>",
                  f"<p>x <{name}>one<br>&nbsp;&nbsp;two</{name}></p>", CODE)
          for name, pages in (("code", 4), ("kbd", 0), ("samp", 0), ("tt", 0))]
# Elements in a typeface of code: blocks as those of BROKEN, inline elements as those of INLINE
STYLED = [
    Rule("style", PART, r'font-family[^"]*(?:[Cc]ourier|[Cc]onsolas|[Mm]enlo|[Mm]on(?:aco|o(?!t)))',
         "Blogger, VS Code, mails", 1,
         "<div style='font-family: Courier New'><div>one</div><div>&nbsp; two</div></div>",
         "<div style='font-family: Arial'><div>one</div><div>&nbsp; two</div></div>",
         "div p blockquote span font"),
]
# Elements with nothing but inline ones, in which <br> or a bare <div> ends a line of code
BROKEN = [Rule("class", WORD, name, software, 0,
               f"<div class='x {name}'>one<br>&nbsp; <i>two</i></div>",
               f"<div class='{name}'>One<br>two</div>", "code div p", CODE)
          for name, software in (
              ("bbc_code", "SMF"), ("code", "blogs"), ("codeblock", "blogs"),
              ("code-block", "blogs"), ("codecolorer", "CodeColorer"), ("w3-code", "W3Schools"))]
# Parts of a block that are no code: line numbers, what copies or prints it, rulers of editors
OTHERS = [
    *(Rule("class", WORD, value, software, 0,
           f"<ol class=linenums><li><b class='x {value}'>7</b>one<li>  two</ol>",
           f"<ol class=linenums><li><b class='x-{value}'>7</b>one<li>  two</ol>", why=CODE)
      for value, software in (
        ("ace_gutter", "Ace"),
        ("blob-num", "GitHub"),
        ("cm-gutters", "CodeMirror 6"),
        ("CodeMirror-gutters", "CodeMirror"),
        ("CodeMirror-gutter-wrapper", "CodeMirror"),
        ("CodeMirror-linenumber", "CodeMirror"),
        ("CodeMirror-measure", "CodeMirror"),
        ("crayon-nums", "Crayon"),
        ("gutter", "SyntaxHighlighter"),
        ("hljs-ln-numbers", "highlightjs-line-numbers"),
        ("linenr", "gitweb"),
        ("linenumber", "react-syntax-highlighter"),
        ("lines-num", "Gitea"),
        ("lineno", "Doxygen"),
        ("line-numbers", "CodeColorer"),
        ("ltx_listing_data", "LaTeXML"),
        ("ltx_tag_listingline", "LaTeXML"),
        ("margin", "Monaco"),
        ("react-line-number", "GitHub"),
        ("toolbar", "SyntaxHighlighter"),
        ("ttc", "Doxygen"),
        ("urvanov-syntax-highlighter-nums", "Urvanov"))),
    Rule("id", START, "L[0-9]+\"", "Trac", 0,
         "<ol class=linenums><li><b id=L7>7</b>one<li>  two</ol>",
         "<ol class=linenums><li><b id=LC7>7</b>one<li>  two</ol>", why=CODE),
]

# What is no code in <pre>: line numbers, its language, what copies it
IN_PRE = [
    *(Rule("class", WORD, value, software, 0,
           f"<pre><{name} class='x {value}'>1</{name}>one\n  two</pre>",
           f"<pre><b class='x {value}'>1</b>one\n  two</pre>", name, CODE)
      for value, name, software in (
          ("line-number", "span", "Torchlight"), ("linenumber", "span", "react-syntax-highlighter"),
          ("LineNumber", "span", "MoinMoin"), ("ln", "span", "Chroma"),
          ("shcb-language", "small", "Syntax-highlighting Code Block"),
          ("code-block-extension-header", "div", "Juejin"), ("source-toolbox", "div", "Antora"))),
    Rule("style", START, "float: ?left", "react-syntax-highlighter", 0,
         "<pre><code style='float:left;x'>1\n2\n</code><code>one\n  two</code></pre>",
         "<pre><code style='float:right'>1\n</code><code>one\n  two</code></pre>", "code", CODE),
    element("button", "highlightjs-copy, Discourse", 2,
            "<pre>one\n  two<button class=copy>Copy</button></pre>",
            "<pre>one\n  two<b class=button>1</b></pre>", CODE),
]
# What is no text next to <pre>, nothing between them: what copies the code, its language, numbers
BESIDE_PRE = [
    element("button", "many", 15, "<pre>one\n  two</pre><div><button title=x>Do</button></div>",
            "<pre>one\n  two</pre><p>x <button title=x>Do</button>"),
    *(Rule("class", WORD, value, software, pages,
           f"<div><{name} class='x {value}'>py</{name}><pre>one\n  two</pre></div>",
           f"<div><{name} class='x {value}'>py</{name}> x<pre>one\n  two</pre></div>", name,
           "" if pages else CODE)
      for value, name, software, pages in (
          ("codenumbers", "a", "MoinMoin", 0), ("highlight-tools", "div", "Hexo Butterfly", 0),
          ("lang", "span", "VuePress, VitePress", 0), ("language", "span", "Microsoft Learn", 0),
          ("language-name", "span", "MDN", 7),
          ("line-numbers-wrapper", "div", "VuePress, VitePress", 0),
          ("test-arrow", "a", "rustdoc", 2), ("toolbar", "div", "Prism", 0))),
    Rule("onclick", START, "selectCode", "phpBB", 1,
         "<div><a onclick='selectCode(this)'>All</a></div><pre>one\n  two</pre>",
         "<p><a onclick='selectCode(this)'>All</a> x<pre>one\n  two</pre>", "a"),
]

TABLES = {"BLOCKS": [block.rule for block in BLOCKS], "INLINE": INLINE, "STYLED": STYLED,
          "BROKEN": BROKEN, "OTHERS": OTHERS, "IN_PRE": IN_PRE, "BESIDE_PRE": BESIDE_PRE}
