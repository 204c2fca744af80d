#!/usr/bin/env python3
"""Public tools that extract the text of pages, each as a function from HTML to text.

usage: extractors.py TOOL < PAGES

Writes {"id", "text"} for each {"id", "html"}, with the calls that a user of the library would make.
A page on which a tool fails has empty text; stderr tells how many these are. Tools in Java and
JavaScript are run by Boilerpipe.java and extractors.mjs.

  all text      all text of the page, without scripts and styles; a line ends at block tags
  bte           body text extraction: Finn, Kushmerick, Smyth 2001
  pagesift      its Markdown of the main content, without addresses of links and images
  turbohtml     main_text, the plain text of its main_content
  magic-html    its default, the extractor of articles; all text of the HTML that it gives
  trafilatura   with its default settings, with favor_precision, favor_recall, without comments
  resiliparse   its main content; without comments and the texts that stand for images
  justext       with the stop words of the language that the page declares, English without one
The others run with their defaults.

`pip install` brings all of them: html-text inscriptis jusText magic-html (from Python 3.12)
newspaper4k pagesift readability-lxml Resiliparse trafilatura turbohtml.
"""
import html
import json
import logging
import re
import sys
import warnings
from functools import cache, partial
from importlib.util import find_spec

HAS_BODY = re.compile(r"<(?:body|frameset)[\s>]", re.I)
NO_TEXT = re.compile(r"<!--.*?-->|<(script|style|noscript|title)\b.*?</\1\s*>", re.S | re.I)
BLOCK_TAG = re.compile(r"</?(?:address|article|aside|blockquote|body|br|caption|center|dd|div|dl|dt"
                       r"|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|option|p|pre"
                       r"|section|select|table|t[dhr]|title|ul)\b[^>]*>", re.I)
INLINE_TAG = re.compile(r"</?[a-z!?][^>]*>", re.I)
# of Markdown: [text](address), [text](<address> "title"), ![text of an image](address)
MARKDOWN_LINK = re.compile(r"""(!?)\[((?:[^\[\]\\]|\\.)*)\]
                               \((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)
                               (?:\s+"(?:[^"\\]|\\.)*")?\)""", re.X)
TAG_OR_WORD = re.compile(r"(</?[a-z!?][^>]*>)|[^\s<]+|<", re.I)
LANGUAGE = re.compile(r"""<html\b[^>]*?\slang\s*=\s*["']?([a-z]+)""", re.I)
STOPLISTS = {"de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian",
             "ko": "Korean", "nb": "Norwegian_Bokmal", "no": "Norwegian_Bokmal", "pt": "Portuguese",
             "sv": "Swedish", "tr": "Turkish"}
ADDRESS = "http://localhost/"      # newspaper4k and magic-html need the address of a page


def all_text(page):
    text = INLINE_TAG.sub("", BLOCK_TAG.sub("\n", NO_TEXT.sub(" ", page)))
    return html.unescape(text)


def bte(page):
    """Return the stretch of the page that maximises words inside plus tags outside.

    Source:  Finn, Kushmerick, Smyth 2001, "Fact or fiction: content classification for digital
             libraries", section 3.
    """
    matches = list(TAG_OR_WORD.finditer(NO_TEXT.sub(" ", page)))
    best = total = start = 0
    stretch = (0, 0)
    for end, match in enumerate(matches, 1):
        total += -1 if match[1] else 1       # a tag inside is missing outside
        if total <= 0:
            total, start = 0, end
        elif total > best:
            best, stretch = total, (start, end)
    return html.unescape(" ".join(match[0] for match in matches[slice(*stretch)] if not match[1]))


def pagesift(page):
    import pagesift
    text = pagesift.convert(page, only_main_content=True).markdown or ""
    for _ in range(2):                  # an image may be the text of a link
        text = MARKDOWN_LINK.sub(lambda match: "" if match[1] else match[2], text)
    return text


def turbohtml(page):
    import turbohtml
    return turbohtml.parse(page).main_text()


def magic_html(page):
    return all_text(_magic().extract(page, base_url=ADDRESS)["html"])


@cache
def _magic():
    """Return the extractor: one for all pages, as in its manual."""
    from magic_html import GeneralExtractor
    return GeneralExtractor()


def justext(page):
    import justext
    declared = LANGUAGE.search(page)
    name = STOPLISTS.get(declared[1].lower()) if declared else "English"
    paragraphs = justext.justext(page, justext.get_stoplist(name)) if name else justext.justext(
        page, frozenset(), stopwords_low=0, stopwords_high=0)      # its mode without a language
    return "\n".join(one.text for one in paragraphs if not one.is_boilerplate)


def trafilatura(page, **options):
    import trafilatura
    return trafilatura.extract(page, **options) or ""



def resiliparse(page, **options):
    from resiliparse.extract.html2text import extract_plain_text
    return extract_plain_text(page, main_content=True, **options)



def readability_lxml(page):
    from readability import Document
    return all_text(Document(page).summary())


def newspaper4k(page):
    from newspaper import Article
    article = Article(ADDRESS, fetch_images=False)
    article.download(input_html=page)
    article.parse()
    return article.text




def inscriptis(page):
    from inscriptis import get_text
    return get_text(page)


def html_text(page):
    from html_text import extract_text
    return extract_text(page)


TOOLS = {"all text": all_text, "bte": bte, "pagesift": pagesift, "turbohtml": turbohtml,
         "magic-html": magic_html, "justext": justext, "trafilatura": trafilatura,
         "trafilatura precision": partial(trafilatura, favor_precision=True),
         "trafilatura recall": partial(trafilatura, favor_recall=True),
         "trafilatura no comments": partial(trafilatura, include_comments=False),
         "resiliparse": resiliparse,
         "resiliparse no comments": partial(resiliparse, comments=False, alt_texts=False),
         "readability-lxml": readability_lxml, "newspaper4k": newspaper4k,
         "inscriptis": inscriptis, "html-text": html_text}
# {tool: (module to import, package)}
PACKAGES = {"pagesift": ("pagesift", "pagesift"), "turbohtml": ("turbohtml", "turbohtml"),
            "magic-html": ("magic_html", "magic-html"),
            "justext": ("justext", "jusText"), "trafilatura": ("trafilatura", "trafilatura"),
            "resiliparse": ("resiliparse", "Resiliparse"),
            "readability-lxml": ("readability", "readability-lxml"),
            "newspaper4k": ("newspaper", "newspaper4k"), "inscriptis": ("inscriptis", "inscriptis"),
            "html-text": ("html_text", "html-text")}


def installed(tool):
    """Return whether a tool is installed, without importing it; if not, say so on stderr."""
    module = PACKAGES.get(tool.partition(" ")[0], ("re",))[0]
    if find_spec(module) is None:
        print(f"{tool} is left out: no module {module}", file=sys.stderr)
        return False
    return True


def with_body(page):
    """Return the page with a body tag, which HTML may leave out but Trafilatura needs."""
    return page if HAS_BODY.search(page) else "<html><body>" + page


def extracted(tool, page):
    """Return (text, whether the tool failed) of one page."""
    try:
        return TOOLS[tool](with_body(page)), False
    except Exception:
        return "", True


def main():
    tool, = sys.argv[1:]
    logging.disable()                  # tools log a traceback for each page that they fail on
    warnings.simplefilter("ignore")
    failed = 0
    with open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False) as out:
        for line in sys.stdin.buffer:
            record = json.loads(line)
            text, bad = extracted(tool, record["html"])
            failed += bad
            out.write(json.dumps({"id": record["id"], "text": text}) + "\n")
    if failed:
        print(f"{tool} failed on {failed} pages", file=sys.stderr)


if __name__ == "__main__":
    main()
