"""Footnotes below the text, by the words of class, id and role, in the case of the software.

share/bench/rules.txt has the count of each word.
"""
from .threadwords import Words

NOTES = {
    "Markdown": Words("footnotes doc-endnotes", 18, "footnotes", "footnote"),
    "MediaWiki": Words("references mw-references-wrap reflist", 7, "mw-references-wrap",
                       "reference"),
    "WordPress": Words("wp-block-footnotes modern-footnotes-list", 3,
                       "wp-block-footnotes", "wp-block-list"),
}
