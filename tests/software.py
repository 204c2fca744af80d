"""Twenty pages as ten kinds of software write them, with the same words, and their Markdown."""
from functools import partial
from html import escape
from itertools import count

PROSE = "The gauge at the end of the pier writes one reading every six minutes."
PYTHON = ["def height(row):", "    if row.ok:", "", "        return row.cm - 12"]
SHELL = ["cd gauge", "make && ./gauge < raw.txt"]
ONE = ["height(3)"]
ROWS = [["Gauge", "Depth"], ["North", "4 m"], ["South", "3 m"]]
WIDE = [["Name", "Default", "Since"], ["limit", "60", "2.1"], ["keep", "", "2.2"]]
CODE, SHORT, SHELLS = ("code", PYTHON, "python"), ("code", ONE, "python"), ("code", SHELL, "bash")
HEAD, TABLE, WIDER = ("heading", "Use of it"), ("table", ROWS), ("table", WIDE)
REMARK, PICTURE = ("remark", "Mind the lid", "Not in rain."), ("picture", "/pier.png", "The pier")
NOTES, ITEMS = ("notes", ["In May.", "By two."]), ("items", ["one", "two"])
# Twenty pages, by what is on each
PAGES = [
    [CODE], [SHORT], [SHELLS], [CODE, SHELLS], [SHELLS, CODE, SHORT], [HEAD, CODE], [CODE, HEAD],
    [TABLE], [WIDER], [TABLE, CODE], [HEAD, TABLE, HEAD, WIDER], [REMARK], [REMARK, CODE, REMARK],
    [PICTURE], [PICTURE, TABLE], [NOTES], [CODE, NOTES], [ITEMS, CODE, ITEMS],
    [HEAD, ITEMS, REMARK], [HEAD, CODE, TABLE, PICTURE, ITEMS, REMARK, SHELLS, NOTES]]


def lines(form, code, between="\n"):
    """Return the markup of lines of code; form: that of one, with {} and {n}, its number."""
    return between.join(form.format(f"<b class=k>{escape(line)}</b>" if line else "", n=n)
                        for n, line in enumerate(code, 1))


def hexo(code, language):
    numbers = lines("<span class=line>{n}</span><br>", code, "")
    return (f"<figure class='highlight {language}'><table><tr><td class=gutter><pre>{numbers}</pre>"
            f"<td class=code><pre>{lines('<span class=line>{}</span>', code, '<br>')}</pre></table>"
            "</figure>")


def hugo(code, language):
    numbers = lines("<span class=lnt>{n}\n</span>", code, "")
    inside = lines("<span class=line><span class=cl>{}\n</span></span>", code, "")
    return ("<div class=highlight><div class=chroma><table class=lntable><tr><td class=lntd>"
            f"<pre class=chroma><code>{numbers}</code></pre><td class=lntd><pre class=chroma>"
            f"<code class=language-{language} data-lang={language}>{inside}</code></pre></table>"
            "</div></div>")


def jekyll(code, language):
    return (f"<div class='language-{language} highlighter-rouge'><div class=highlight>"
            "<pre class=highlight><code><table class=rouge-table><tr><td class='rouge-gutter gl'>"
            f"<pre class=lineno>{lines('{n}', code)}\n</pre><td class=rouge-code><pre>"
            f"{lines('{}', code)}\n</pre></table></code></pre></div></div>")


def mkdocs(code, language):
    return (f"<div class='language-{language} highlight'><table class=highlighttable><tr>"
            f"<td class=linenos><div class=linenodiv><pre><span></span>{lines('{n}', code)}</pre>"
            f"</div><td class=code><div><pre><span></span><code>{lines('{}', code)}\n</code></pre>"
            "</div></table></div>")


def docusaurus(code, language):
    inside = lines("<span class=token-line>{}<br></span>", code, "")
    return (f"<div class='language-{language} theme-code-block'><div><pre class='prism-code "
            f"language-{language}'><code>{inside}</code></pre><div class=buttons>"
            "<button title=Wrap>Wrap</button><button title=Copy><span>Copy</span></button></div>"
            "</div></div>")


def sphinx(code, language):
    inside = lines("<span class=linenos>{n}</span>{}", code)
    return (f"<div class='highlight-{language} notranslate'><div class=highlight><pre><span></span>"
            f"{inside}\n</pre><button class=copybtn data-tooltip=Copy>Copy</button></div></div>")


def wordpress(code, language):
    inside = lines("<div class='line number{n}'><code>{}</code></div>", code, "").replace(
        "    ", "&nbsp;" * 4)
    return (f"<div class='syntaxhighlighter  {language}'><div class=toolbar><a>?</a></div><table>"
            f"<tr><td class=gutter>{lines('<div class=line>{n}</div>', code, '')}<td class=code>"
            f"<div class=container>{inside}</div></table></div>")


def discourse(code, language):
    return (f"<pre class=codeblock-buttons><div><button class=copy-cmd>Copy</button></div>"
            f"<code class='hljs language-{language}'>{lines('{}', code)}\n</code></pre>")


def exchange(code, language):
    return (f"<pre class='lang-{language} s-code-block'><code class='hljs language-{language}'>"
            f"{lines('{}', code)}\n</code></pre>")


def github(code, language):
    return (f"<div class='highlight highlight-source-{language} notranslate'><pre>"
            f"{lines('{}', code)}</pre><div><clipboard-copy aria-label=Copy><svg></svg>"
            "</clipboard-copy></div></div>")


def remark_in(markup, title, text):
    return markup.format(title=title, text=text)


def notes_in(markup, item, notes):
    return markup.format("".join(item.format(note, n=n) for n, note in enumerate(notes, 1)))


KRAMDOWN = partial(notes_in, "<div class=footnotes role=doc-endnotes><ol>{}</ol></div>",
                   "<li id=fn:{n}><p>{} <a href=#fnref:{n} class=footnote-backref>\u21a9\ufe0e</a>")
ADMONITION = partial(remark_in, "<div class='admonition note'><p class=admonition-title>{title}</p>"
                                "<p>{text}</p></div>")
WP_FIGURE = ("<figure class=wp-block-image><img src='{}' alt='{}' srcset='/x.png 2x'></figure>")
PLAIN_PICTURE = "<p><img src='{}' alt='{}'></p>"
ANCHOR = "<h2 id=use>{}<a class=anchor href=#use>#</a></h2>"
PILCROW = "<h2 id=use>{}<a class=headerlink href=#use title=Permalink>\xb6</a></h2>"
QUOTE = partial(remark_in, "<div class=note><p>{title}</p><p>{text}</p></div>")
# Code, heading, remark, notes and picture of each software
SOFTWARE = {
    "Hexo": (hexo, ANCHOR, QUOTE, KRAMDOWN, "<p><img data-original='{}' src=/load.gif alt='{}'>"),
    "Hugo": (hugo, ANCHOR, QUOTE, KRAMDOWN,
             "<figure><img src='{}' alt='{}' loading=lazy></figure>"),
    "Jekyll": (jekyll, "<h2 id=use>{}</h2>", QUOTE, KRAMDOWN, PLAIN_PICTURE),
    "MkDocs": (mkdocs, PILCROW, ADMONITION, KRAMDOWN, PLAIN_PICTURE),
    "Docusaurus": (
        docusaurus, "<h2 class=anchor id=use>{}<a class=hash-link href=#use>\u200b</a></h2>",
        partial(remark_in, "<div class='theme-admonition alert'><div><span><svg></svg></span>"
                           "{title}</div><div><p>{text}</p></div></div>"),
        partial(notes_in, "<section data-footnotes class=footnotes><ol>{}</ol></section>",
                "<li id=fn-{n}><p>{} <a class=data-footnote-backref href=#fnref-{n}>\u21a9</a>"),
        "<p><img decoding=async loading=lazy src='{}' alt='{}' width=640 height=480></p>"),
    "Sphinx": (
        sphinx, PILCROW, ADMONITION,
        partial(notes_in, "<div class=footnotes><ol>{}</ol></div>", "<li>{}"),
        "<figure class=align-default><a href=/pier.png><img src='{}' alt='{}'></a></figure>"),
    "WordPress": (
        wordpress, "<h2 class=wp-block-heading>{}</h2>", QUOTE,
        partial(notes_in, "<ol class=wp-block-footnotes>{}</ol>",
                "<li id=a{n}>{} <a href=#a{n}-link>\u21a9\ufe0e</a>"), WP_FIGURE),
    "Discourse": (
        discourse, "<h2><a name=use class=anchor href=#use></a>{}</h2>", QUOTE,
        partial(notes_in, "<ol class=footnotes-list>{}</ol>",
                "<li class=footnote-item>{} <a href=#ref{n} class=x>\u21a9\ufe0e</a>"),
        "<p><img src='{}' alt='{}' width=690 height=460></p>"),
    "Stack Exchange": (exchange, "<h2>{}</h2>", QUOTE, KRAMDOWN, PLAIN_PICTURE),
    "GitHub": (
        github, "<div class=markdown-heading><h2>{}</h2><a id=use class=anchor href=#use "
        "aria-label=Permalink><svg></svg></a></div>",
        partial(remark_in, "<div class=markdown-alert><p class=markdown-alert-title><svg></svg>"
                           "{title}</p><p>{text}</p></div>"),
        partial(notes_in, "<section data-footnotes class=footnotes><ol>{}</ol></section>",
                "<li><p>{} <a class=data-footnote-backref href=#r{n}><b>\u21a9</b></a>"),
        PLAIN_PICTURE)}


def table_of(rows):
    return "<table>" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
                               for row in rows) + "</table>"


def markup_of(piece, software):
    code, heading, remark, notes, picture = SOFTWARE[software]
    kind, *values = piece
    return {"code": code, "heading": heading.format, "remark": remark, "notes": notes,
            "picture": picture.format, "table": table_of,
            "items": lambda items: f"<ul><li>{'<li>'.join(items)}</ul>"}[kind](*values)


def markdown_of(piece, software):
    kind, *values = piece
    if kind == "code":
        return "```{}\n{}\n```".format(values[1], "\n".join(values[0]))
    if kind == "table":
        head, *rows = ["| " + " | ".join(row) + " |" for row in values[0]]
        return "\n".join([head, "|" + " --- |" * len(values[0][0]), *rows])
    if kind == "picture":
        picture = "![{1}]({0})".format(*values)
        return f"[{picture}]({values[0]})" if software == "Sphinx" else picture
    if kind == "notes":
        number = count(1)
        return "\n".join(f"{next(number)}. {note}" for note in values[0])
    return {"heading": "## {}", "remark": "{}\n\n{}", "items": "- {0[0]}\n- {0[1]}"}[kind].format(
        *values)


def page_of(pieces, software):
    """Return (a page, its Markdown), with PROSE before, between and after its pieces."""
    html = "".join(f"{markup_of(piece, software)}<p>{PROSE}</p>" for piece in pieces)
    blocks = [block for piece in pieces for block in (markdown_of(piece, software), PROSE)]
    return f"<main><p>{PROSE}</p>{html}</main>", "\n\n".join([PROSE, *blocks])
