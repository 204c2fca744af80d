"""A logo that is an <h1>: the headline of scutch-role and the title of scutch-meta are another."""
import pytest

from scutch import pipe

TEXT = ("The council voted on Tuesday to keep the old swing bridge open for another twelve years, "
        "after engineers told the members that the steel below the waterline had rusted far less "
        "than anyone had feared.")
BODY = f"<p>{TEXT}</p><p>{TEXT}</p>"
MENU = "<ul><li><a href=/a>News</a></li><li><a href=/b>Sport</a></li></ul>"
LOGO = "<h1 class=logo><a href=/>The Quay Post</a></h1>"
PLAIN = "<h1>The Quay Post</h1>"
STORY = "Old swing bridge stays open"


def heads(title, body, meta=""):
    """Return (texts of the headline, title) of a page."""
    page = f"<!doctype html><title>{title}</title>{meta}<body>{body}</body>"
    record, = pipe([{"id": "a", "html": page}], "html2text --meta, segment, role, meta")
    return [segment["text"] for segment in record["segments"]
            if segment["role"] == "headline"], record["meta"].get("title")


@pytest.mark.parametrize("title", [
    f"{STORY} | The Quay Post", f"{STORY} - The Quay Post", f"The Quay Post » {STORY}",
    f"The Quay Post: {STORY}"])
@pytest.mark.parametrize("body", [
    f"<div id=header>{LOGO}{MENU}</div><div id=blog><h2>{STORY}</h2>{BODY}</div>",
    f"<header>{PLAIN}<h2>News from the water</h2></header><main><h2>{STORY}</h2>{BODY}</main>",
    f"<div>{LOGO}<p>News from the water</p></div><div><h3 class=post-title>{STORY}</h3>{BODY}"])
def test_the_name_of_the_site_is_no_headline(title, body):
    assert heads(title, body) == ([STORY], STORY)


@pytest.mark.parametrize("title, body, headline", [
    # a subtitle, an artist
    ("The Mill: A story of the valley",
     f"<article><h1>The Mill</h1><h2>A story of the valley</h2>{BODY}</article>", "The Mill"),
    ("Ann Lee - The Mill", f"<main><h1>The Mill</h1><h2>Ann Lee</h2>{BODY}</main>", "The Mill"),
    ("The Mill: A story of the valley", "<div class=article><h1><a href=/a>The Mill</a></h1>"
     f"<h2>A story of the valley</h2>{BODY}</div>", "The Mill"),
    # the site below the text
    (f"{STORY} | The Quay Post",
     f"<h1>{STORY}</h1>{BODY}<footer><h3><a href=/>The Quay Post</a></h3></footer>", STORY),
    # no line is the other part
    ("The Quay Post | Home", f"{LOGO}<h2>Old swing bridge</h2>{BODY}", "The Quay Post")])
def test_other_parts_of_a_title_are_headlines(title, body, headline):
    assert heads(title, body)[1] == headline


@pytest.mark.parametrize("og, title", [(STORY, STORY), ("The Quay Post", "The Quay Post")])
def test_the_title_of_meta_shows_which_part_is_the_site(og, title):
    """Where the page shows it as a heading it is that one's text, and here no line has it."""
    body = f"<div id=header>{LOGO}</div><div class=blog>{BODY}</div>"
    meta = f'<meta property="og:title" content="{og}">'
    assert heads(f"{STORY} | The Quay Post", body, meta)[1] == title


def test_a_wrong_title_of_meta_changes_no_headline():
    """Of all pages of the site, as some have it."""
    meta = '<meta property="og:title" content="The Quay Post">'
    assert heads(f"{STORY} | The Quay Post", f"<h1>{STORY}</h1>{BODY}", meta) == ([STORY], STORY)
