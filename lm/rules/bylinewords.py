"""The author of a page, by the words of class, id and data-testid, in any case.

Each text of an entry is a regular expression; share/bench/rules.txt has the count of each.
"""
from .linephrases import ANYWHERE, Phrases

# The element's text is the author's name
AUTHOR = Phrases("byline", ANYWHERE, (
    r"(?:^|[\s_-])(?:author|byline)s?(?:$|[\s]|[-_]+(?:name|names|link|text|title)\b)",
    r"\b(?:post|entry|article)[-_]author\b", r"\b(?:author|byline)name\b"), 1477,
    "post-author", "authority")
# It is something else of the author, whatever words it has beside
BESIDE_AUTHOR = Phrases("", ANYWHERE, (
    "bio", "avatar", "image", "img", "photo", "box", "social", "comment", "icon", "related", "list",
    "date", "role", "description", "job", "about"), 406, "author-bio", "author-name")

BYLINES = {"AUTHOR": AUTHOR, "BESIDE_AUTHOR": BESIDE_AUTHOR}
