"""For markdown.py: the runs of text of a page, and of Markdown, with what is marked in them."""
import re
from urllib.parse import urljoin

import lxml.html
from markdown_it import MarkdownIt

BLOCKS = frozenset("""address article aside blockquote body br button caption center dd details
    dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html
    legend li main menu nav ol p pre search section summary table tbody td tfoot th thead title tr
    ul""".split())
KINDS = {"code": "code", "kbd": "code", "samp": "code", "tt": "code", "a": "link",
         "strong": "strong", "b": "strong", "em": "em", "i": "em"}
DROPPED = frozenset("script style noscript svg template select textarea iframe video audio "
                    "canvas".split())
INVISIBLE = re.compile("[\\s\xad\u200b\ufeff]+")
LANGUAGE = re.compile(r"(?:^|\s)(?:language-|lang-|highlight-source-)([\w+#.-]+)")
NO_LANGUAGE = {"none", "default", "plain", "nohighlight", "no-highlight"}
TOKENS = {"strong": "strong", "em": "em", "link": "link"}
TAG = re.compile(r"<(/?)(strong|em|b|i|code|del)>")


class Runs:
    """Runs of text, without white space, and what is marked in them.

    runs: [(text, [(kind, start, end, address)])]. headings: [(level, text)].
    code: [(language, text)] of <pre>.
    """

    def __init__(self):
        self.runs, self.headings, self.code = [], [], []
        self._text, self._marks = "", []

    def add(self, text):
        self._text += INVISIBLE.sub("", text)

    @property
    def at(self):
        return len(self._text)

    def mark(self, kind, start, address=""):
        if start < self.at:
            self._marks.append((kind, start, self.at, address))

    def end(self):
        if self._text:
            self.runs.append((self._text, self._marks))
        self._text, self._marks = "", []


def of_page(page, url):
    """Return the Runs of an HTML page."""
    tree = lxml.html.document_fromstring(page.encode(), parser=lxml.html.HTMLParser(
        encoding="utf-8", huge_tree=True))
    bases = tree.xpath("//base/@href")
    base = urljoin(url or "", bases[0]) if bases else url or ""
    runs, opened = Runs(), []            # (element, kind, start, address)

    def cut():
        for number, (element, kind, start, address) in enumerate(opened):
            runs.mark(kind, start, address)
            opened[number] = element, kind, 0, address
        runs.end()

    def own(element, kind):
        return kind and (kind != "link" or element.get("href") is not None) and (
            not {kind, "code"} & {one[1] for one in opened} or kind == "link")
    for element, event in events(tree):
        name = element.tag
        if event == "start":
            if name in BLOCKS:
                cut()
            kind = KINDS.get(name)
            if own(element, kind):
                opened.append((element, kind, runs.at, absolute(base, element.get("href"))))
            if name == "pre":
                text = INVISIBLE.sub("", element.text_content())
                runs.code.append((language_of(element), text))
                continue
            if re.fullmatch("h[1-6]", name):
                runs.headings.append((int(name[1]), INVISIBLE.sub("", element.text_content())))
            runs.add(element.text or "")
        else:
            if opened and opened[-1][0] is element:
                _, kind, start, address = opened.pop()
                runs.mark(kind, start, address)
            if name in BLOCKS:
                cut()
            runs.add(element.tail or "")
    runs.end()
    return runs


def events(tree):
    """Yield (element, "start" or "end") in page order, without what is in <pre> or no text."""
    stack = [(tree, iter(tree))]
    yield tree, "start"
    while stack:
        element, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            yield element, "end"
        elif not isinstance(child.tag, str) or child.tag in DROPPED:
            yield child, "end"           # its tail
        else:
            yield child, "start"
            stack.append((child, iter(() if child.tag == "pre" else child)))


def absolute(base, href):
    try:
        return urljoin(base, (href or "").strip())
    except ValueError:
        return href


def language_of(pre):
    """Return the language that a <pre>, its <code> or up to three elements around it state."""
    elements = [*pre.iterdescendants("code"), pre][:2] + list(pre.iterancestors())[:3]
    for element in elements:
        stated = element.get("data-lang") or element.get("data-language")
        found = LANGUAGE.search(element.get("class") or "")
        language = (stated or (found[1] if found else "")).lower()
        if language and language not in NO_LANGUAGE:
            return language
    return ""


def of_markdown(text):
    """Return the Runs of a document in Markdown."""
    runs, before = Runs(), None
    for token in PARSER.parse(text):
        if token.type == "fence":
            runs.code.append((token.info.strip().lower(), INVISIBLE.sub("", token.content)))
        elif token.type == "inline":
            _inline(runs, token.children)
            runs.end()
            if before and before.type == "heading_open" and runs.runs:
                runs.headings.append((int(before.tag[1]), runs.runs[-1][0]))
        before = token
    return runs


def _inline(runs, tokens):
    opened = []
    for token in tokens:
        name, _, side = token.type.rpartition("_")
        tag = TAG.fullmatch(token.content) if token.type == "html_inline" else None
        if tag:
            name, side = KINDS.get(tag[2], tag[2]), "close" if tag[1] else "open"
        if token.type == "text":
            runs.add(token.content)
        elif token.type == "code_inline":
            start = runs.at
            runs.add(token.content)
            runs.mark("code", start)
        elif side == "open":
            opened.append((runs.at, token.attrGet("href") or ""))
        elif side == "close" and opened:
            start, address = opened.pop()
            runs.mark(name, start, address)


PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).enable(["table", "strikethrough"])
