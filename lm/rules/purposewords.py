"""Purposes of elements: the words of class, id and role.

Names are split into words: class="articleBody nav_main" has article, body, nav and main. A word
counts in any case, with a plural s, as part of a compound of two words, or at an end of a longer
word. The models' features are these groups, so a word that no gold page has stays, too.
share/bench/rules.txt has the count of each.
"""
from typing import NamedTuple


class Words(NamedTuple):
    """A group: the purpose of elements with one of these words.

    sure:  words that hardly ever mean anything else, so that they alone tell the role of a segment.
    also:  words that are evidence beside much other. A word may be in several groups.
    pages: of the gold sets, with an element of the group.
    holds, fails: the words of an element of the group, and of one that is not in it.
    """

    sure: str
    also: str
    pages: int
    holds: str
    fails: str


PURPOSES = {
    "navigation": Words(
        "nav navbar navigation topnav subnav sidenav leftnav mainnav menu submenu breadcrumb crumb "
        "pagination pager sitemap skip",
        "tab toc", 3084, "nav_main", "canvas"),
    "footer": Words("footer colophon copyright", "foot bottom legal", 2993, "siteFooter",
                    "football"),
    "header": Words("masthead topbar", "header head banner top logo branding", 2997, "masthead",
                    "ahead"),
    "comments": Words(
        "comment commentlist disqus livefyre respond reply replies talkback readercomments "
        "usercomments commentary",
        "discussion thread message posts review", 1749, "comments-area", "communal"),
    "side": Words("sidebar rail", "side aside widget secondary tertiary complementary", 2122,
                  "sidebar-left", "trail"),
    "box": Words("", "column col right left module block box", 2852, "col-6", "color"),
    "sharing": Words(
        "share sharing social sharetools toolbar toolbox articletools bookmark",
        "facebook twitter like follow email print tool rss feed", 2189, "share-links", "society"),
    "related": Words(
        "related recommended recommendation popular mostpopular mostread trending latest recent "
        "similar teaser promo outbrain taboola readmore morestories upnext blogroll recirc "
        "recirculation",
        "recommend more also link archive next prev previous", 2601, "teasersBox", "unrelenting"),
    "advertising": Words("advert advertisement advertising adsense dfp sponsor",
                         "ad sponsored promotion banner outbrain taboola", 1265, "ad-slot", "add"),
    "main": Words("", "main content maincontent primary body text page", 3269, "contentpane",
                  "context"),
    "article": Words("", "article post entry story hentry articlebody single copy", 2589,
                     "articleBody", "art"),
    # from onetrust on makers of consent dialogues
    "notice": Words(
        "cookie consent gdpr onetrust optanon didomi usercentrics cookiebot truste disclaimer",
        "paywall modal popup overlay dialog notice alert", 1131, "cookieBanner", "cook"),
    "form": Words(
        "login signin signup register subscribe subscription newsletter search searchform poll",
        "form input field account cart basket filter sort", 2415, "login-form", "platform-x"),
    "about": Words("", "meta tag category categories info", 1968, "post-meta", "metal"),
    "author": Words(
        "byline byln author dateline pubdate timestamp postmeta postdate postinfo postedby "
        "lastupdated dateblock articledate",
        "bio profile avatar date time posted published", 1953, "byline", "auth-key"),
    "summary": Words("dek standfirst subheadline subtitle subhead teasertext",
                     "lead lede summary intro excerpt abstract sub", 1677, "article-dek", "desk"),
    "keypoints": Words("keypoints takeaways highlights tldr", "bullets points", 148, "takeaways",
                       "away"),
    "caption": Words("caption cutline imagecaption photocaption photocredit", "credit", 699,
                     "wpCaption", "captain"),
    "list": Words("", "list grid item", 2573, "list-2", "listen"),
    "card": Words("", "card gallery carousel slider thumb thumbnail product price", 1097, "card",
                  "cardiology"),
}
