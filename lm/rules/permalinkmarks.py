"""Permalink anchors, links from a heading to itself; not content.

<h2 id="use">Use<a href="#use">¶</a></h2>
"""
from typing import NamedTuple


class Mark(NamedTuple):
    """The text of a permalink anchor.

    pages: of the gold sets, on which one is dropped. For 0 of them `why` says why it stays.
    holds, fails: a page on which no such text is left, and one on which it is.
    """

    text: str
    software: str
    pages: int
    why: str = ""

    @property
    def holds(self) -> str:
        """A heading with a link to itself."""
        return f"<h2 id=use>Use <a href='#use'>{self.text}</a></h2>"

    @property
    def fails(self) -> str:
        """The mark of a footnote, which is below it."""
        return f"<p>Use <a href='#note'>{self.text}</a></p><p id=note>Note"


# Why marks without a page of gold stay
DOCUMENTATION = "pages of documentation, of which the gold has few"

MARKS = [
    Mark("#", "Docusaurus, Hugo, mdBook, blogs", 13),
    Mark("¶", "Sphinx, MkDocs", 19),
    Mark("§", "rustdoc, W3C", 4),
    Mark("🔗", "Zola", 0, DOCUMENTATION),
    Mark("\uf0c1", "Sphinx, Read the Docs theme: the chain of Font Awesome", 0, DOCUMENTATION),
    Mark("Â¶", "Sphinx, decoded wrongly", 1),
]
