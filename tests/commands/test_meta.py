"""scutch-meta: what a page says of itself, its two passes, and pages that would take long."""
import gzip
import json

import pytest

from scutch import pipe
from scutch.filters.errors import BadRecord
from scutch.filters.html.guard.openings import opened
from scutch.filters.meta import meta
from scutch.filters.metadata import head, pagefacts
from scutch.filters.metadata.head import MOST_OBJECTS, head_of, objects_in
from scutch.filters.metadata.inbody import Asides
from scutch.lm.rules import months
from utils import ROOT, records, run

PAGE = """<!doctype html><html lang="en-GB"><head><title>Wind at sea | The Paper</title>
<meta property="og:site_name" content="The Paper"><link rel="canonical" href="/2024/wind">
</head><body><h1>Wind at sea</h1><p>By Ann Lee | Published 7 May 2024, updated 9 May 2024</p>
<p>Wind farms at sea turn day and night; the cables to the coast are laid in summer, and nobody on
the beach can tell from which of them the power in the kettle comes.</p></body></html>"""
URL = "https://thepaper.example/2024/wind?x"
LD = '<script type="application/ld+json">%s</script>'


def found(page, url=URL):
    return meta({"html": page, "url": url})[0]["meta"]


def both_passes(page):
    """Return the `meta` of the page and its text, the same however html2text gets the former."""
    ways = [record["meta"] for spec in ("html2text --meta", "meta, html2text") for record in pipe(
        [{"id": "a", "url": URL, "html": page}], f"{spec}, segment, meta")]
    assert ways[0] == ways[1]
    return ways[0]


def test_second_pass_reads_the_byline():
    assert found(PAGE) == {"title": "Wind at sea", "site": "The Paper", "language": "en-GB",
                           "canonical": "https://thepaper.example/2024/wind",
                           "hostname": "thepaper.example", "from": {
                               "hostname": "url",
                               "title": "title", "site": "meta og:site_name",
                               "canonical": "link canonical", "language": "html lang"}}
    after = both_passes(PAGE)
    assert after["authors"] == ["Ann Lee"] and after["published"] == "2024-05-07"
    assert after["from"]["authors"] == after["from"]["published"] == "byline"
    assert after["from"]["title"] == "headline"


def test_every_name_of_a_month_is_read():
    names = months("MONTHS") | months("OTHER_MONTHS")
    assert len(names) > 205
    for name, number in names.items():
        lines = "Wind at sea", f"3 {name} 2023", "Wind farms at sea turn day and night. " * 3
        segments = [{"text": line, "element": min(place, 1)} for place, line in enumerate(lines)]
        record, = meta({"title": lines[0], "elements": [["h1", -1, ""], ["p", -1, ""]],
                        "segments": segments})
        assert record["meta"]["published"] == f"2023-{number:02}-03", name


def test_roles_say_which_line_is_the_byline():
    page = PAGE.replace("By Ann Lee | Published", "Ann Lee ·")
    record, = pipe([{"id": "a", "html": page}], "html2text --meta, segment, role, meta")
    assert record["meta"]["authors"] == ["Ann Lee"]


def test_a_tag_that_is_cut_has_the_value_so_far():
    """What is in the quotes of a tag of over 20,000 characters is not read as attributes."""
    page = f'<meta id=a name=description content="{"name=author content=Bob " * 1_000}">'
    head = head_of(opened(page))
    assert [key for key, _ in head.metas] == ["description"]
    assert head.metas[0][1].startswith("name=author content=Bob name=author")


@pytest.mark.parametrize("page", ["<meta charset=utf-8>", "<link rel=stylesheet href=main.css>",
                                  "<h2>a</h2>", "<script type='text/x+y'>json</script>"])
def test_tags_that_say_nothing_are_passed_over(page):
    assert head_of(opened(page)) == head_of(opened(""))


@pytest.mark.parametrize("page", [
    "é" * 500 + "\0\ud800<meta name='author' content='Ann Lee'>",
    "<meta name='author' content='Ann Lee'>" + "<" * 200_000])
def test_metas_wherever_they_are(page):
    assert found(page)["authors"] == ["Ann Lee"]


def test_a_character_that_is_cut_is_left_out():
    """The limits are bytes: an é may be at the end of a tag, a heading or a script that is cut."""
    for blanks in "", " ":
        page = f"<h1>{blanks}{'é' * 3000}<title>{blanks}{'é' * 3000}<meta name={'é' * 20_000}"
        head = head_of(opened(page))
        assert set(head.title) == set(head.headings[0]) == {"é"}


def test_columns_and_records_agree():
    """The pass over the text gives the same for pages in columns and for records one by one."""
    pages = [{"id": path.name, "html": path.read_text("latin-1")} for path in
             sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))]
    once = list(pipe(pages, "html2text, segment"))
    assert [meta(one)[0]["meta"] for one in once] == [
        one["meta"] for one in pipe(pages, "html2text, segment, meta")]


def test_headline_of_records_without_words():
    """Another program has not counted them; they are counted to find the headline."""
    page = (ROOT / "share" / "examples" / "pages" / "blog.html").read_text("utf-8")
    once, = pipe([{"id": "a", "html": page}], "html2text, segment")
    bare = {**once, "segments": [{key: value for key, value in segment.items() if key != "words"}
                                 for segment in once["segments"]]}
    assert meta(bare)[0]["meta"] == meta(once)[0]["meta"]
    assert meta(once)[0]["meta"]["from"]["title"] == "headline"


def test_keeping_html_is_as_in_a_pipe():
    page = [{"id": "a", "html": "<meta name=author content='Ann Lee'><p>Farms at sea."}]
    one, = pipe(page, "html2text --keep-html, segment, meta")
    assert one["meta"]["authors"] == ["Ann Lee"]


def test_shown_date_is_older_than_the_systems():
    """A system states when it took a page over; the page itself shows the older day."""
    page = PAGE.replace("<title>", '<meta property="article:published_time" content="2025-01-01">'
                                   "<title>")
    assert both_passes(page)["published"] == "2024-05-07"


def test_neither_page_nor_text():
    with pytest.raises(BadRecord):
        meta({"id": "a"})


LONG = {
    "JSON-LD of 19 MB": lambda: LD % ('{"@type": "NewsArticle", "articleBody": "%s"}'
                                      % ("x" * (19 << 20))),
    "JSON-LD of 10 000 levels": lambda: LD % ('{"a":' * 10_000 + "1" + "}" * 10_000),
    "lists of 10 000 levels": lambda: LD % ("[" * 10_000),
    "JSON-LD of open strings": lambda: LD % ('{"a": "' + '\\"' * 400_000),
    "JSON-LD of open comments": lambda: LD % ("{" + "/*" * 400_000),
    "JSON-LD of commas": lambda: LD % ("[" + ", " * 400_000),
    "100 000 open scripts": lambda: '<script type="application/ld+json">{' * 100_000,
    "numbers of 400 000 digits": lambda: LD % (
        '{"@type": "Article", "datePublished": %s}' % ("1" * 400_000)),
    "dates of 400 digits": lambda: (f'<meta name=date content="{"2" * 400}">'
                                    f'<time datetime="{"2024-" * 400}">') * 1000,
    "100 000 metas": lambda: "<meta name=author content=x>" * 100_000,
    "100 000 open metas": lambda: '<meta name="author content=' * 100_000,
    "4 000 open links": lambda: "<link href=a " * 4000 + "n" * 4_000_000,
    "100 000 bylines": lambda: '<p class="author byline" itemprop="author">x' * 100_000,
    "words of 20 000 letters": lambda: f"<meta {'x' * 19_000}>" * 25,
    "100 000 h1 in one": lambda: "<title>a b</title>" + "<h1>a<b>" * 100_000,
    "a paragraph of dates": lambda: (
        "<title>a b</title><h1>a b</h1><p>" + "7 May 2024 by A | " * 50_000),
    "a title of 5 MB": lambda: "<title>" + "x | " * 1_250_000,
    "100 000 authors": lambda: f'<meta name="author" content="{"Ann Lee, " * 100_000}">',
    "100 000 h1": lambda: "<title>a b c</title>" + "<h1>a b c</h1>" * 20_000,
}


@pytest.mark.parametrize("name", LONG)
def test_work_is_bounded(name):
    """Each of these takes well under a second; the runner's own limit would show a hang."""
    assert isinstance(found(LONG[name](), None), dict)


@pytest.mark.parametrize("line", ["7 May 2024" + "|" * 10**6, "7" * 10**6, "By " + "A," * 10**6])
def test_work_on_lines_is_bounded(line):
    lines = ["Wind at sea", *[line] * 3, *["7 May 2024 by A"] * 5_000]
    record = {"title": "Wind at sea", "elements": [["h1", -1, ""]] * 20_000, "segments": [
        {"text": text, "element": min(number, 19_999)} for number, text in enumerate(lines)]}
    assert meta(record)[0]["meta"]["title"] == "Wind at sea"


@pytest.mark.parametrize("before", [None, 7, [], {"title": 3}, {"title": [], "from": {"title": 1}},
                                    {"title": "a"}, {"authors": "x", "published": {}, "from": []}])
def test_foreign_meta_is_no_trouble(before):
    record = {"meta": before, "segments": [{"text": "By Ann Lee, 7 May 2024"}]}
    assert "from" in meta(record)[0]["meta"]


def test_many_objects_are_bounded():
    assert len(objects_in(["[" + '{"@type": "A"},' * 50_000 + "{}]"])[0]) \
        <= MOST_OBJECTS


def test_clean_finds_it_where_the_format_shows_it(tmp_path):
    path = str(tmp_path / "a.html")
    (tmp_path / "a.html").write_text(PAGE)
    assert b"<author>Ann Lee</author>" in run("clean", "--format", "tei", path).out
    assert "meta" not in records(run("clean", "--format", "jsonl", path).out)[0]
    shown = run("clean", "--format", "markdown", "--meta", path).out.decode()
    assert shown.startswith('---\ntitle: "Wind at sea"\nauthor: ["Ann Lee"]\ndate: "2024-05-07"\n')
    explained = run("clean", "--explain", "--meta", "--format", "jsonl", path).out.decode()
    assert "scutch-html2text --meta" in explained and explained.count("scutch-meta") == 1


def test_gold_pages(shared):
    for path in sorted((shared / "gold" / "fundus").glob("html/*.gz"))[::10]:
        assert found(gzip.decompress(path.read_bytes()).decode("utf-8", "replace"))["title"]


# ---------- the limits of scutch-meta: what lies just within each, and just beyond it

def of_page(page):
    return meta({"html": page})[0]["meta"]


def of_lines(*lines, title="Wind at sea", **headings):
    """Return the `meta` of lines of text; the one that is the title is a heading."""
    segments = [{"text": line, "element": 1 if line == title else 2} for line in lines]
    return meta({"title": title, "elements": [["body", -1, ""], ["h1", 0, ""], ["p", 0, ""]],
                 "segments": segments} | headings)[0]["meta"]


@pytest.mark.parametrize("above, inside, source", [
    (99, 0, "headline"), (100, 0, ""), (0, 199, "headline"), (0, 200, "")])
def test_headings_that_are_read(above, inside, source):
    """A list of articles has a heading for each; a page that is one heading has no other parts."""
    elements = [["body", -1, ""], *[["h1", 0, ""]] * (above + 1), *[["b", above + 1, ""]] * inside]
    segments = [{"text": "Farms", "element": place} for place in range(1, above + 1)]
    of_page = of_lines(elements=elements, segments=[
        *segments, {"text": "Wind at sea", "element": len(elements) - 1}])
    assert of_page["from"].get("title", "") == source


@pytest.mark.parametrize("before, is_read", [
    ("<meta name=a content=b>" * 1999, True), ("<meta name=a content=b>" * 2000, False),
    (f"<meta name=a content='{'x' * 9_980}'>" * 49, True),
    (f"<meta name=a content='{'x' * 9_980}'>" * 51, False)])
def test_how_many_tags_are_read(before, is_read):
    assert ("authors" in of_page(before + "<meta name=author content='Ann Lee'>")) is is_read


@pytest.mark.parametrize("before, chars, is_held", [
    ("", 398, True), ("", 397, False),           # with the heading 400, and a blank
    ("x" * 400 + "<b>" * 6500, 0, True), ("x" * 400 + "<b>" * 6700, 0, False)])
def test_comments_are_below_text(before, chars, is_held):
    """A thread has comments alone: they are the page's own."""
    page = f"<h1>W</h1>{before}{'x' * chars}<div class=comments>".encode()
    assert Asides(page, 4).hold(len(page) - 1) is is_held


@pytest.mark.parametrize("size, is_held", [(49, True), (50, False)])
def test_an_aside_is_less_than_half_of_the_page(size, is_held):
    page = f"<div class=sidebar>{'x' * (size - 19)}</div>".encode().ljust(100)
    assert Asides(page, -1).hold(20) is is_held


def test_asides_are_among_the_first_hundred_thousand_tags():
    page = b"<b>" * 99_999 + b"<div class=comments>x</div><div class=comments>x</div>"
    asides = Asides(page, -1)
    assert (asides.hold(len(page) - 34), asides.hold(len(page) - 7)) == (True, False)


@pytest.mark.parametrize("articles, is_held", [(90, True), (97, False)])
def test_four_megabytes_are_looked_through_for_the_ends_of_asides(articles, is_held):
    """That of each open article is looked for up to the end of the page."""
    page = b"<article>" * articles + b"x" * 45_000 + b"<div class=comments>"
    assert Asides(page, -1).hold(len(page) - 1) is is_held


@pytest.mark.parametrize("before, objects", [(1 << 19, 2000), (1 << 20, 0)])
def test_so_many_objects_and_characters_of_json_ld_are_read(before, objects):
    scripts = [" " * before, json.dumps([{"@type": "A"}] * 2010)]
    assert len(head.objects_in(scripts)[0]) == objects


@pytest.mark.parametrize("before, after, is_read", [
    (0, 99_900, True), (0, 100_000, False), (2, 0, True), (3, 0, False)])
def test_a_licence_is_in_the_footer(before, after, is_read):
    """Of the first links to Creative Commons there: others are those of pictures."""
    link = "//creativecommons.org/licenses/by/4.0/"
    page = "creativecommons.org/".ljust(120) * before + link + "x" * after
    assert bool(pagefacts.licence_in(page.encode())) is is_read
