"""Authors and dates of something else: of a commenter, a teaser, an aside, a sentence."""
import pytest

from scutch import pipe

TEXT = ("The council voted on Tuesday to keep the old swing bridge open for another twelve years, "
        "after engineers told the members that the steel below the waterline had rusted far less "
        "than anyone had feared.")
STORY = "Old swing bridge stays open"
ARTICLE = f"<h1>{STORY}</h1>%s<p>{TEXT}</p><p>{TEXT}</p>"
AUTHOR = "<b itemprop=author>Jonas Kehl</b>"
WHEN = '<time class=published datetime="2025-03-20T10:00:00Z">March 20, 2025</time>'


def metas_of(body):
    """Return the `meta` of a page and its text, and that of its page alone."""
    page = f"<!doctype html><title>{STORY}</title><body>{body}</body>"
    return [record["meta"] for spec in ("html2text --meta, segment, meta", "html2text --meta")
            for record in pipe([{"id": "a", "html": page}], spec)]


def meta_of(body):
    return metas_of(body)[0]


@pytest.mark.parametrize("beside", [
    "<section id=comments><h3>1 comment</h3><article class=comment>%s<p>Good news.</p></article>"
    "</section>",
    "<ol class=commentlist><li class=comment>%s<p>Good news.</p></ol>",
    "<aside><h3>Bridges</h3><a href=/b>Ferry timetable changes</a>%s</aside>",
    "<div class=related-posts><div class=card><a href=/b>Ferry timetable</a>%s</div></div>"])
@pytest.mark.parametrize("inside", [
    AUTHOR, WHEN, AUTHOR + WHEN, "<a rel=author href=/j>Jonas Kehl</a>" + WHEN,
    "<span class=author>Jonas Kehl</span>", "<p>By Jonas Kehl</p><p>20 March 2025</p>"])
def test_they_are_not_the_page_s(beside, inside):
    for body in (f"<main><article>{ARTICLE % ''}</article>{beside % inside}</main>",
                 f"<main>{ARTICLE % ''}{beside % inside}</main>"):
        assert not [one for one in metas_of(body) if {"authors", "published"} & {*one}]


@pytest.mark.parametrize("inside", [AUTHOR, WHEN, "<span class=author>Jonas Kehl</span>"])
def test_comments_without_a_name_are_known_by_their_heading(inside):
    found = meta_of(f"<main>{ARTICLE % ''}</main><div><h3>2 comments</h3><p>{inside}</p>"
                    f"<p>{TEXT}</p><p>Reply</p></div>")
    assert "authors" not in found and "published" not in found


@pytest.mark.parametrize("inside", [AUTHOR, AUTHOR + WHEN, "<a rel=author href=/j>Jonas Kehl</a>"])
@pytest.mark.parametrize("kind", ["Comment", "UserComments", "Review"])
def test_microdata_says_whose_they_are(inside, kind):
    for found in metas_of(f"<main>{ARTICLE % ''}<div itemscope itemtype='http://schema.org/{kind}'>"
                          f"{inside}<p>Good news.</p></div></main>"):
        assert not {"authors", "published"} & {*found}


@pytest.mark.parametrize("around", [
    "<div class=byline>%s</div>", "<header>%s</header>", "<aside class=byline>%s</aside>",
    "<div class=content-with-sidebar>%s</div>"])
def test_those_of_the_page_stay(around):
    byline = around % (AUTHOR + WHEN)
    comments = f"<div id=comments><p>By Bob Ray</p>{WHEN.replace('2025', '2026')}</div>"
    found = meta_of(f"<main><article>{ARTICLE % byline}</article>{comments}</main>")
    assert found["authors"] == ["Jonas Kehl"] and found["published"].startswith("2025-03-20")


def test_the_first_post_of_a_thread_is_the_page_s():
    """vBulletin's posts are comments; no text is above the first one."""
    post = "<li itemscope itemtype='https://schema.org/Comment'>%s<p>" + 3 * TEXT + "</p></li>"
    found = meta_of(f"<h1>{STORY}</h1><ol>{post % (AUTHOR + WHEN)}"
                    f"{post % AUTHOR.replace('Jonas Kehl', 'Bob Ray')}</ol>")
    assert found["authors"] == ["Jonas Kehl"]


@pytest.mark.parametrize("line, day", [
    ("Session of the council: 11 March 2024, page 7.", None),
    ("The ferry runs again on 11 March 2024.", None),
    ("Published 11 March 2024", "2024-03-11")])
def test_a_date_below_the_text_says_what_it_is(line, day):
    assert meta_of(f"<main>{ARTICLE % ''}<p>{line}</p></main>").get("published") == day


@pytest.mark.parametrize("line", [
    "Most Viewed Articles", "Display Latest Headlines", "Top Stories", "RSS Feed", "TOOL HELP",
    "<h3>West Indies</h3>", "<h3>The Cloverfield Interview</h3>", "Latest Headlines"])
def test_a_line_that_is_no_author(line):
    assert "authors" not in meta_of(ARTICLE % f"<p>20 March 2025</p><p>{line}</p>")


@pytest.mark.parametrize("line", ["BEVERLY HILLS, Calif., Jan. 8, 2008", "NEW YORK, Jan. 8, 2008"])
def test_a_place_is_no_author(line):
    found = meta_of(ARTICLE % f"<p>{line}</p>")
    assert "authors" not in found and found["published"] == "2008-01-08"


@pytest.mark.parametrize("byline", ["<p>Ann Lee</p>", "<h3 class=byline>Ann Lee</h3>",
                                    "<p><a href=/ann>Ann Lee</a></p>", "<p>By Newsroom</p>"])
def test_a_name_beside_the_date_is_the_author(byline):
    authors = meta_of(ARTICLE % f"{byline}<p>20 March 2025</p>").get("authors")
    assert authors == (None if "Newsroom" in byline else ["Ann Lee"])


def test_a_year_of_two_digits_where_the_line_says_what_it_is():
    assert meta_of(ARTICLE % "<p>Last updated at 13:44pm on 11.03.24</p>")["modified"] \
        == "2024-03-11"
    assert "published" not in meta_of(ARTICLE % "<p>Version 11.03.24</p>")


def test_a_byline_below_a_line_of_tools():
    """The Boston Globe has E-mail | Print between them."""
    found = meta_of(ARTICLE % "<p>By Ann Lee</p><p><a href=/e>E-mail</a> | <a href=/p>Print</a></p>"
                              "<p>Globe Staff / December 31, 2007</p>")
    assert found["authors"][0] == "Ann Lee" and found["published"] == "2007-12-31"
