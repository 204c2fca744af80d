"""Threads of forums, by the words of class and id, in the case of the software.

An entry has words of the page of a thread, or of its posts, that no other page of the software has.
Their posts are the page's text, whatever their elements are named after: comments, messages,
replies. Questions with answers are no threads here: comments stand below the answers.
share/bench/rules.txt has the count of each word.
"""
from typing import NamedTuple


class Words(NamedTuple):
    """The words by which elements of a software are known.

    words: of class, id and role.
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
    "bbPress": Words("bbp-reply-content bbp-topic-content", 1, "bbp-reply-content",
                     "bbp-forum-content"),
    "Discourse": Words("crawler-post topic-post", 18, "topic-body crawler-post", "crawler-nav"),
    "Discuz!": Words("pg_viewthread", 0, "pg_viewthread", "pg_forumdisplay", FEW),
    "Drupal": Words("page-node-type-forum node-type-forum node--type-forum", 1,
                    "html not-front node-type-forum", "page-forum"),
    "Flarum": Words("PostStream-item Post-body", 2, "PostStream-item", "DiscussionListItem"),
    "FluxBB": Words("blockpost", 2, "blockpost rowodd", "blocktable"),
    "Hacker News": Words("comtr", 1, "athing comtr", "athing submission"),
    "Invision Community": Words("cPost ipsEntry--post", 9, "cPost ipsBox", "ipsComment"),
    "Khoros": Words("ForumTopicPage", 0, "lia-board ForumTopicPage lia-body", "ForumPage", FEW),
    "Lemmy": Words("comment-node", 1, "details comment-node", "comment-list"),
    "MyBB": Words("scaleimages", 1, "post_body scaleimages", "post_body"),
    "NodeBB": Words("page-topic", 3, "page-topic page-topic-18427", "page-category"),
    "phpBB": Words("section-viewtopic postprofile postbody", 11, "section-viewtopic ltr",
                   "section-viewforum"),
    "Reddit": Words("comments-page pdp-comments-tree-sort-container", 2,
                    "single-page comments-page", "listing-page"),
    "Simple Machines": Words("forumposts post_wrapper", 1, "forumposts", "posts"),
    "SimplePress": Words("spTopicPostSection", 0, "spTopicPostSection", "spForumTopicSection",
                          FEW),
    "Talkyard": Words("dwPosts", 0, "dwPosts", "dwPage", FEW),
    "uCoz": Words("ucoz-forum-post", 0, "ucoz-forum-post", "forumThreads", FEW),
    "Vanilla": Words("Section-Discussion ItemComment", 1, "Vanilla Discussion Section-Discussion",
                     "Section-DiscussionList"),
    "Tieba": Words("d_post_content", 0, "d_post_content j_d_post_content", "threadlist_title",
                   FEW),
    "vBulletin": Words("b-post postbit postbitlegacy tpost", 2, "b-post js-post", "forumbit_post"),
    "WoltLab": Words("wbbPost", 0, "message wbbPost", "wbbBoard", FEW),
    "wpForo": Words("wpforo-post", 0, "wpforo-post-wrap wpforo-post", "wpforo-topics", FEW),
    "XenForo": Words("template-thread_view message--post message-cell messageUserInfo", 28,
                     "message message--post", "template-forum_view"),
}
