"""The author of a page, by the words of class, id and data-testid, in any case.

Each text of an entry is a regular expression; share/bench/rules.txt has the count of each.
"""
from typing import NamedTuple


class Named(NamedTuple):
    """Words of elements beside the headline.

    texts: the regular expressions.
    pages: of the gold sets, with an element that has one.
    holds, fails: the words of an element with one of them, and of one that is like it.
    """

    texts: tuple[str, ...]
    pages: int
    holds: str
    fails: str

    def pattern(self) -> str:
        """Return the regular expression of all texts.

        >>> Named(("a", "b"), 0, "", "").pattern()
        'a|b'
        """
        return "|".join(self.texts)


# The element's text is the author's name
AUTHOR = Named((
    r"(?:^|[\s_-])(?:author|byline)s?(?:$|[\s]|[-_]+(?:name|names|link|text|title)\b)",
    r"\b(?:post|entry|article)[-_]author\b", r"\b(?:author|byline)name\b"), 1477,
    "post-author", "authority")
# It is something else of the author, whatever words it has beside
BESIDE_AUTHOR = Named((
    "bio", "avatar", "image", "img", "photo", "box", "social", "comment", "icon", "related", "list",
    "date", "role", "description", "job", "about"), 406, "author-bio", "author-name")

BYLINES = {"AUTHOR": AUTHOR, "BESIDE_AUTHOR": BESIDE_AUTHOR}
