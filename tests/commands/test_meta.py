"""scutch-meta: what a page says of itself, its two passes, and pages that would take long."""
import gzip

import pytest

from scutch import pipe
from scutch.filters.errors import BadRecord
from scutch.filters.html.guard.openings import opened
from scutch.filters.meta import meta
from scutch.filters.metadata.head import MOST_OBJECTS, head_of, objects_in
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
