"""Permalink anchors, links from a heading to itself or from a footnote to its place; not content.

<h2 id="use">Use<a href="#use">¶</a></h2>
"""
from typing import NamedTuple

NEAR = 5_000             # of 846 marks of the gold the farthest is 4,579 below its place
WORD = 200               # of a word, which others link with, too: it is in its heading
ANYWHERE = 0             # for a mark that means the way back, wherever its place is


class Mark(NamedTuple):
    """The text of a permalink anchor.

    near: code points, at most, from its place down to it, or ANYWHERE.
    pages: of the gold sets, on which one is dropped. For 0 of them `why` says why it stays.
    holds, fails: a page on which no such text is left, and one on which it is.
    """

    text: str
    software: str
    pages: int
    why: str = ""
    near: int = NEAR

    @property
    def holds(self) -> str:
        """A heading with a link to itself."""
        return f"<h2 id=use>Use <a href='#use'>{self.text}</a></h2>"

    @property
    def fails(self) -> str:
        """The mark of a footnote, which is below it; of a way back, a link to another page."""
        to = "#note" if self.near else "/note"
        return f"<p>Use <a href='{to}'>{self.text}</a></p><p id=note>Note"


# Why marks without a page of gold stay
DOCUMENTATION = "pages of documentation, of which the gold has few"
FOOTNOTES = "pages with footnotes, of which the gold has few"

MARKS = [
    Mark("#", "Docusaurus, Hugo, mdBook, blogs", 19),
    Mark("¶", "Sphinx, MkDocs", 19),
    Mark("§", "rustdoc, W3C", 4),
    Mark("🔗", "Zola", 0, DOCUMENTATION),
    Mark("\uf0c1", "Sphinx, Read the Docs theme: the chain of Font Awesome", 0, DOCUMENTATION),
    Mark("Â¶", "Sphinx, decoded wrongly", 1),
    *(Mark(word, "Docusaurus, blogs", 0, DOCUMENTATION, WORD)
      for word in ("link", "Link", "permalink", "Permalink", "anchor")),
    Mark("↩", "kramdown, GitHub", 5, "", ANYWHERE),
    Mark("↩\ufe0e", "Pandoc, Hugo, WordPress", 3, "", ANYWHERE),
    *(Mark(text, software, 0, FOOTNOTES, ANYWHERE) for text, software in (
        ("↩\ufe0f", "markdown-it"), ("[return]", "Blackfriday, Hugo"))),
    Mark("^", "wikis", 2, "", ANYWHERE),
    Mark("↑", "MediaWiki, Easy Footnotes, tops of pages", 2, "", ANYWHERE),
]
