"""The role of an element by its name, and by the sure words of its class, id and role."""
from functools import lru_cache

from ...lm.evidence.purposes import bit_of
from ...lm.rules import more_of, rules

(HEADLINE, DEK, BYLINE, KEYPOINTS, TEXT, NOTE, COMMENT, CAPTION, TEASER, NAVIGATION, FORM, NOTICE,
 FOOTER) = ROLES = (
    "headline", "dek", "byline", "keypoints", "text", "note", "comment", "caption", "teaser",
    "navigation", "form", "notice", "footer")
SIDE = "side"            # of a page: teasers and navigation, which its lines tell apart
TOP = "top"              # of a page or an article: navigation, where no headline is in it

OF_TAGS = more_of(rules("roles")["OF_TAGS"])
BITS = [(1 << bit_of(group), role)
        for group, role in more_of(rules("roles")["OF_PURPOSES"]).items()]


@lru_cache(2**14)        # templates use the same words on all their pages
def role_of(name, purposes):
    """Return the role that an element has by its name or its words, "" for none.

    purposes: those of its words, as sure_of gives them.

    >>> from ...lm.evidence.purposes import purposes_of, sure_of
    >>> [role_of(name, sure_of(purposes_of(words))) for name, words in (
    ...     ("div", "wp-caption"), ("nav", ""), ("div", "main-content"), ("form", "comment-form"))]
    ['caption', 'navigation', '', 'form']
    """
    roles = [role for bit, role in BITS if purposes & bit]
    own = OF_TAGS.get(name, "")
    if own == FORM and COMMENT in roles:
        return FORM
    if roles and own not in (NOTICE, FORM, CAPTION):
        return roles[0]
    return own
