"""What elements are for, by their name and by the words of class, id and role.

A word may be in several groups. `SURE` words hardly ever mean anything else, so that they alone
tell the role of a segment; `ALSO` words are evidence beside much other.
"""
import re
from functools import lru_cache
from typing import NamedTuple


class Words(NamedTuple):
    """The words of a group: those that are sure, and others; each a text."""

    sure: str = ""
    also: str = ""


PURPOSES = {
    "navigation": Words("nav navbar navigation topnav subnav sidenav leftnav mainnav menu submenu "
                        "breadcrumb crumb pagination pager sitemap skip", "tab toc"),
    "footer": Words("footer colophon copyright", "foot bottom legal"),
    "header": Words("masthead topbar", "header head banner top logo branding"),
    "comments": Words("comment commentlist disqus livefyre respond reply replies talkback "
                      "readercomments usercomments commentary",
                      "discussion thread message posts review"),
    "side": Words("sidebar rail", "side aside widget secondary tertiary complementary"),
    "box": Words(also="column col right left module block box"),
    "sharing": Words("share sharing social sharetools toolbar toolbox articletools bookmark",
                     "facebook twitter like follow email print tool rss feed"),
    "related": Words("related recommended recommendation popular mostpopular mostread trending "
                     "latest recent similar teaser promo outbrain taboola readmore morestories "
                     "upnext blogroll recirc recirculation",
                     "recommend more also link archive next prev previous"),
    "advertising": Words("advert advertisement advertising adsense dfp sponsor",
                         "ad sponsored promotion banner outbrain taboola"),
    "main": Words(also="main content maincontent primary body text page"),
    "article": Words(also="article post entry story hentry articlebody single copy"),
    # from onetrust on makers of consent dialogues
    "notice": Words("cookie consent gdpr onetrust optanon didomi usercentrics cookiebot truste "
                    "disclaimer", "paywall modal popup overlay dialog notice alert"),
    "form": Words("login signin signup register subscribe subscription newsletter search "
                  "searchform poll", "form input field account cart basket filter sort"),
    "about": Words(also="meta tag category categories info"),
    "author": Words("byline byln author dateline pubdate timestamp postmeta postdate postinfo "
                    "postedby lastupdated dateblock articledate",
                    "bio profile avatar date time posted published"),
    "summary": Words("dek standfirst subheadline subtitle subhead teasertext",
                     "lead lede summary intro excerpt abstract sub"),
    "keypoints": Words("keypoints takeaways highlights tldr", "bullets points"),
    "caption": Words("caption cutline imagecaption photocaption photocredit", "credit"),
    "list": Words(also="list grid item"),
    "card": Words(also="card gallery carousel slider thumb thumbnail product price"),
}
AROUND = ["nav", "header", "footer", "aside", "main", "article", "section", "form", "table", "ul",
          "ol", "figure", "button", "dl", "p", "h1", "td", "pre", "li"]
PIECE = re.compile("[A-Z]?[a-z]+|[A-Z]+")     # of RSSfeed, nav-main, articleBody
SHORTEST = 3             # letters, at least, of each part of a compound of two words
LONG = 5                 # letters, at least, of a word found at either end of another

NAMES = {name: 1 << bit for bit, name in enumerate(AROUND)}
FIRST_GROUP = len(AROUND)
MARKS = len(AROUND) + len(PURPOSES)      # bits: first those of AROUND, then those of PURPOSES


def _bits_of(words_of):
    found: dict[str, int] = {}
    for bit, group in enumerate(PURPOSES.values(), FIRST_GROUP):
        for word in words_of(group).split():
            found[word] = found.get(word, 0) | 1 << bit
    return found


SURE = _bits_of(lambda group: group.sure)
ALL = _bits_of(lambda group: f"{group.sure} {group.also}")


def pieces(words: str) -> list[str]:
    """Return the words that names are made of, in lower case; letters of ASCII alone count.

    >>> pieces("articleBody nav_main RSSfeed col-6")
    ['article', 'body', 'nav', 'main', 'rss', 'feed', 'col']
    """
    return [piece.lower() for piece in PIECE.findall(words)]


def purposes_of(words: str) -> int:
    """Return the groups, as bits, of the words of class, id and role of an element.

    >>> purposes_of("teasersBox") == 1 << bit_of("related") | 1 << bit_of("box")
    True
    """
    return _union(words, False)


def sure_purposes_of(words: str) -> int:
    """Return the groups, as bits, of those words that hardly ever mean anything else.

    >>> sure_purposes_of("content header"), sure_purposes_of("wpCaption") == 1 << bit_of("caption")
    (0, True)
    """
    return _union(words, True)


def _union(words, sure):
    found = 0
    for word in words.split():
        found |= _of_name(word, sure)
    return found


@lru_cache(2**14)        # templates use the same names on all their pages
def _of_name(name, sure):
    found = 0
    for piece in PIECE.findall(name):
        found |= _groups_of(piece, sure)
    return found


@lru_cache(2**14)
def _groups_of(piece, sure):
    """Return the groups, as bits, of a word, its singular, or the words of which it is a compound.

    piece: in any case.

    >>> [_groups_of(word, False) == ALL[known] for word, known in (
    ...  ("teasers", "teaser"), ("contentpane", "content"), ("context", "text"))]
    [True, True, False]
    """
    groups, piece = SURE if sure else ALL, piece.lower()
    known = groups.get(piece) or groups.get(piece.removesuffix("s"))
    if known:
        return known
    for size in range(SHORTEST, len(piece) - SHORTEST + 1):
        if piece[:size] in groups and piece[size:] in groups:      # leftnav
            return groups[piece[:size]] | groups[piece[size:]]
    for size in range(len(piece) - 1, LONG - 1, -1):
        if piece[:size] in groups or piece[-size:] in groups:      # contentpane
            return groups.get(piece[:size], 0) | groups.get(piece[-size:], 0)
    return 0


def mark_of(name: str) -> int:
    """Return the bit of an element's name, 0 for most."""
    return NAMES.get(name, 0)


def bit_of(group: str) -> int:
    """Return the index of the bit of a group of PURPOSES."""
    return FIRST_GROUP + list(PURPOSES).index(group)
