"""The role of an element by its name, and by the words of its class, id and role.

Words are parts of these attributes: articleBody, nav-main and nav_main have two. Templates use the
same ones all over the web; the lists have only words that hardly ever mean anything else.
"""
import re
from functools import lru_cache

from ...lm.names import ROOTS

HEADLINE, BYLINE, TEXT, COMMENT, CAPTION, TEASER, NAVIGATION, FORM, NOTICE, FOOTER = ROLES = (
    "headline", "byline", "text", "comment", "caption", "teaser", "navigation", "form", "notice",
    "footer")
SIDE = "side"            # of a page: teasers and navigation, which its lines tell apart
TOP = "top"              # of a page or an article: navigation, where no headline is in it

OF_TAGS = {"nav": NAVIGATION, "menu": NAVIGATION, "footer": FOOTER, "aside": SIDE, "header": TOP,
           "form": FORM, "select": FORM, "fieldset": FORM, "button": FORM, "label": FORM,
           "textarea": FORM, "legend": FORM, "option": FORM, "figcaption": CAPTION,
           "dialog": NOTICE}
# In this order: cookie-form is a notice, comment-form a form, related-comments are comments
OF_WORDS = {
    NOTICE: "cookie cookies consent gdpr onetrust optanon didomi usercentrics cookiebot truste "
            "disclaimer advert adverts advertisement advertisements advertising adsense dfp "
            "sponsor sponsored sponsors paywall",
    FORM: "login signin signup register subscribe subscription newsletter search searchform poll",
    COMMENT: "comment comments commentlist disqus livefyre respond replies talkback talkbacks "
             "readercomments usercomments commentary",
    CAPTION: "caption captions cutline imagecaption photocaption photocredit",
    BYLINE: "byline bylines byln author authors dateline pubdate timestamp postmeta postdate "
            "postinfo postedby lastupdated dateblock articledate",
    TEASER: "related relatedposts relatedarticles recommended recommendations popular mostpopular "
            "mostread trending latest recent similar teaser teasers promo promos outbrain taboola "
            "readmore morestories upnext blogroll recirc recirculation",
    FOOTER: "footer colophon copyright",
    NAVIGATION: "nav navbar navigation topnav subnav sidenav leftnav mainnav menu menus submenu "
                "breadcrumb breadcrumbs crumbs pagination pager share sharing social sharetools "
                "toolbar toolbox articletools bookmark bookmarks sitemap skip",
    SIDE: "sidebar rail",
    TOP: "masthead topbar",
}
PIECE = re.compile("[A-Z]?[a-z]+|[A-Z]+")
ROLE_OF = {word: role for role, words in reversed(OF_WORDS.items()) for word in words.split()}
ORDER = {role: place for place, role in enumerate(OF_WORDS)}


@lru_cache(2**14)        # templates use the same words on all their pages
def role_of(name, words):
    """Return the role that an element has by its name or its words, "" for none.

    >>> role_of("div", "wp-caption"), role_of("nav", ""), role_of("div", "main-content")
    ('caption', 'navigation', '')
    >>> role_of("form", "comment-form"), role_of("body", "comments-open")
    ('form', '')
    """
    if name in ROOTS:
        return ""
    found = [ROLE_OF[piece] for piece in map(str.lower, PIECE.findall(words)) if piece in ROLE_OF]
    own = OF_TAGS.get(name, "")
    if own == FORM and COMMENT in found:
        return FORM
    if found and own not in (NOTICE, FORM, CAPTION):
        return min(found, key=ORDER.__getitem__)
    return own
