"""Names of elements, and words of class, id and role, that tell the purpose of an element."""
from functools import lru_cache

# Words that templates all over the web use. A word may be in several groups.
WORDS = {
    "navigation": "nav navbar navigation menu topnav subnav tab pager pagination breadcrumb crumb "
                  "skip toc",
    "footer": "footer foot bottom copyright legal colophon",
    "header": "header head masthead banner top topbar logo branding",
    "comments": "comment commentlist reply replies respond disqus discussion thread message posts "
                "review",
    "side": "sidebar side aside widget rail secondary tertiary complementary",
    "box": "column col right left module block box",
    "sharing": "share sharing social facebook twitter like follow email print tool toolbar "
               "bookmark rss feed",
    "related": "related recommended recommend more also popular latest recent trending similar "
               "link archive teaser promo blogroll next prev previous",
    "advertising": "ad advert advertisement sponsor sponsored promotion banner adsense dfp "
                   "outbrain taboola",
    "main": "main content maincontent primary body text page",
    "article": "article post entry story hentry articlebody single copy",
    # the last six make consent dialogues
    "notice": "cookie consent gdpr modal popup overlay dialog notice alert onetrust optanon "
              "didomi usercentrics cookiebot truste",
    "form": "form login signin signup register subscribe newsletter search input field account "
            "cart basket filter sort",
    "about": "meta tag category categories info",
    "author": "byline author bio profile avatar date time posted published",
    "caption": "caption credit",
    "list": "list grid item",
    "card": "card gallery carousel slider thumb thumbnail product price",
}
AROUND = ["nav", "header", "footer", "aside", "main", "article", "section", "form", "table", "ul",
          "ol", "figure", "button", "dl", "p", "h1", "td", "pre", "li"]
SHORTEST = 3             # letters, at least, of each part of a compound of two words
LONG = 5                 # letters, at least, of a word found at either end of another

NAMES = {name: 1 << bit for bit, name in enumerate(AROUND)}
FIRST_GROUP = len(AROUND)
MARKS = len(AROUND) + len(WORDS)         # bits: first those of AROUND, then those of WORDS
GROUPS: dict[str, int] = {}
for _bit, _words in enumerate(WORDS.values(), FIRST_GROUP):
    for _word in _words.split():
        GROUPS[_word] = GROUPS.get(_word, 0) | 1 << _bit


@lru_cache(2**14)        # templates use the same words on all their pages
def groups_of(piece: str) -> int:
    """Return the groups, as bits, of a word, its singular, or the words of which it is a compound.

    >>> [groups_of(word) == GROUPS[known] for word, known in (
    ...  ("teasers", "teaser"), ("contentpane", "content"), ("context", "text"))]
    [True, True, False]
    """
    known = GROUPS.get(piece) or GROUPS.get(piece.removesuffix("s"))
    if known:
        return known
    for size in range(SHORTEST, len(piece) - SHORTEST + 1):
        if piece[:size] in GROUPS and piece[size:] in GROUPS:      # leftnav
            return GROUPS[piece[:size]] | GROUPS[piece[size:]]
    for size in range(len(piece) - 1, LONG - 1, -1):
        if piece[:size] in GROUPS or piece[-size:] in GROUPS:      # contentpane
            return GROUPS.get(piece[:size], 0) | GROUPS.get(piece[-size:], 0)
    return 0


def mark_of(name: str) -> int:
    """Return the bit of an element's name, 0 for most."""
    return NAMES.get(name, 0)


def bit_of(group: str) -> int:
    """Return the index of the bit of a group of WORDS."""
    return FIRST_GROUP + list(WORDS).index(group)
