"""Threads of forums, by the words of class and id, in the case of the software.

An entry has words of the page of a thread, or of its posts, that no other page of the software has.
Their posts are the page's text, whatever their elements are named after: comments, messages,
replies. Questions with answers are no threads here: comments stand below the answers.
share/bench/rules.txt has the count of each word.
"""
from typing import NamedTuple


class Thread(NamedTuple):
    """A forum's software.

    words: of class and id.
    pages: of the gold sets, with an element that has one. For 0 of them `why` says why it stays.
    holds, fails: the words of an element with one of them, and of one that is like it.
    """

    words: str
    pages: int
    holds: str
    fails: str
    why: str = ""


FEW = "forums, of which the gold has few"

THREADS = {
    "bbPress": Thread("bbp-reply-content bbp-topic-content", 1, "bbp-reply-content",
                      "bbp-forum-content"),
    "Discourse": Thread("crawler-post topic-post", 18, "topic-body crawler-post", "crawler-nav"),
    "Discuz!": Thread("pg_viewthread", 0, "pg_viewthread", "pg_forumdisplay", FEW),
    "Flarum": Thread("PostStream-item Post-body", 2, "PostStream-item", "DiscussionListItem"),
    "FluxBB": Thread("blockpost", 2, "blockpost rowodd", "blocktable"),
    "Invision Community": Thread("cPost ipsEntry--post", 9, "cPost ipsBox", "ipsComment"),
    "Lemmy": Thread("comment-node", 1, "details comment-node", "comment-list"),
    "NodeBB": Thread("page-topic", 3, "page-topic page-topic-18427", "page-category"),
    "phpBB": Thread("section-viewtopic postprofile postbody", 11, "section-viewtopic ltr",
                    "section-viewforum"),
    "Reddit": Thread("comments-page pdp-comments-tree-sort-container", 2,
                     "single-page comments-page", "listing-page"),
    "Simple Machines": Thread("forumposts post_wrapper", 1, "forumposts", "posts"),
    "SimplePress": Thread("spTopicPostSection", 0, "spTopicPostSection", "spForumTopicSection",
                          FEW),
    "Talkyard": Thread("dwPosts", 0, "dwPosts", "dwPage", FEW),
    "Vanilla": Thread("Section-Discussion ItemComment", 1, "Vanilla Discussion Section-Discussion",
                      "Section-DiscussionList"),
    "vBulletin": Thread("b-post postbit postbitlegacy tpost", 2, "b-post js-post", "forumbit_post"),
    "WoltLab": Thread("wbbPost", 0, "message wbbPost", "wbbBoard", FEW),
    "XenForo": Thread("template-thread_view message--post message-cell messageUserInfo", 28,
                      "message message--post", "template-forum_view"),
}
