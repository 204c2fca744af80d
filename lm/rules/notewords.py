"""Footnotes below the text, and remarks within it, by the words of class, id and role, in the case
of the software. An <aside> with such words is part of the text.

share/bench/rules.txt has the count of each word.
"""
from .threadwords import Words

NOTES = {
    "Markdown": Words("footnotes doc-endnotes", 18, "footnotes", "footnote-ref"),
    "Sphinx": Words("footnote footnote-list", 36, "footnote-list brackets",
                    "footnote-reference brackets"),
    "Footnotes": Words("footnote-reference-container", 0, "footnote-reference-container",
                       "footnote_plugin_text", "blogs, of which the gold has few"),
    "MediaWiki": Words("references mw-references-wrap reflist", 7, "mw-references-wrap",
                       "reference"),
    "WordPress": Words("wp-block-footnotes modern-footnotes-list", 3,
                       "wp-block-footnotes", "wp-block-list"),
}
REMARKS = {
    "Docusaurus": Words("theme-admonition", 1, "theme-admonition admonition_x", "admonitions"),
    "Quarto": Words("callout", 19, "callout callout-note", "callouts"),
    "MkDocs": Words("admonition", 19, "admonition warning", "admonitions"),
    "Starlight": Words("starlight-aside", 0, "starlight-aside starlight-aside--tip", "starlight",
                       "pages of documentation, of which the gold has few"),
}
