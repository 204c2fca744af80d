"""The thresholds of roles: what lies on each side of them."""
import pytest

from scutch.filters.columns.pagerecords import pages_of
from scutch.filters.role import role as with_roles
from scutch.filters.roles.lineproperties import lines_of
from scutch.filters.roles.page import of_region
from scutch.filters.text.words import count_words

PROSE = "The council has voted for the new bridge, which will stand by the old mill from next year."
HEADLINE = "Council votes for bridge"
TITLE = "alder birch cedar fir hazel holly larch maple oak pine"


def roles_of(segments, elements, title=""):
    """Return the roles of segments."""
    segments = [{"kind": "p", "words": count_words(one["text"]), **one} for one in segments]
    record, = with_roles({"title": title, "elements": list(map(list, elements)),
                          "segments": segments})
    return [one["role"] for one in record["segments"]]


def flat(*texts, title="", **fields):
    """Return the roles of lines that are children of <body>; the last one has these fields."""
    segments = [{"text": text, "element": place} for place, text in enumerate(texts, 1)]
    segments[-1].update(fields)
    return roles_of(segments, [("body", -1, ""), *[("p", 0, "")] * len(texts)], title)


def headline(*lines, title=""):
    """Return the index of the headline of lines, texts or (text, tag of heading); -1 for none."""
    lines = [(one, "p") if isinstance(one, str) else one for one in lines]
    found = roles_of([{"text": text, "element": 0, "tag": tag, "kind": tag[0]}
                      for text, tag in lines], [("body", -1, "")], title)
    return found.index("headline") if "headline" in found else -1


def line_of(text, **fields):
    """Return the Lines of a page of one line."""
    return lines_of(pages_of([{"segments": [{"text": text, "words": count_words(text),
                                             **fields}]}]))


def words(start, count):
    """Return a line of `count` words that begins with `start`."""
    return " ".join([start, *["word"] * (count - len(start.split()))])


@pytest.mark.parametrize("count, long, prose", [
    (9, False, False), (10, False, True), (14, False, True), (15, True, True)])
def test_ten_words_are_prose_and_fifteen_surely(count, long, prose):
    """Headlines and entries of menus are shorter; the short sentences of a caption are prose."""
    line = line_of(words("A", count))
    assert (line.is_long.all(), line.prose.all()) == (long, prose)


@pytest.mark.parametrize("share, long", [(0.4, True), (0.5, False), (0.6, False)])
def test_a_paragraph_has_half_of_its_text_in_links_at_most(share, long):
    """An encyclopedia's paragraph has many links; a teaser is one."""
    assert line_of(PROSE, link_chars=round(share * len(PROSE))).is_long.all() == long


@pytest.mark.parametrize("lines, place, role", [
    ([HEADLINE, ("Ann Lees", 4), PROSE], 1, "text"),           # a byline, without the link
    ([HEADLINE, ("The mill is at", 7), "By Ann Lee", PROSE], 1, "text"),       # a summary
    ([PROSE, "Related", ("The mill is at", 7)], 1, "text"),    # with more of it a teaser
    ([PROSE, "Related", ("The mill is at", 8), ("The mill is at", 7)], 3, "text"),
    ([PROSE, ("2 comments", 4), "Ann, 2 days ago"], 1, "comment"),
    ([PROSE, ("2 comments", 5), "Ann, 2 days ago"], 1, "text"),
    ([PROSE, "Town", "Town", "Town", ("The mill is at", 7)], 4, "navigation")])
def test_a_line_of_which_half_is_linked_is_no_link_and_no_text(lines, place, role):
    lines = [(line, 0) if isinstance(line, str) else line for line in lines]
    segments = [{"text": text, "link_chars": chars} for text, chars in lines]
    assert roles_of(segments, [], title=HEADLINE)[place] == role


@pytest.mark.parametrize("line, role", [
    ("Ann Bea Cleo Dora Eva Lee", "byline"), ("Ann Bea Cleo Dora Eva Fay Lee", "text"),
    ("Ann van Lee", "byline"), ("Ann lee", "text"), ("Town of the mill", "text")])
def test_a_name_below_the_headline_is_a_few_capitalised_words(line, role):
    """Most of them: particles and the agency's "news" are not."""
    assert flat(HEADLINE, line, PROSE, title=HEADLINE)[1] == role


@pytest.mark.parametrize("count, place", [(40, 1), (41, 0)])
def test_a_headline_has_forty_words_at_most(count, place):
    """A description that the title repeats is longer."""
    line = " ".join(f"word{number}" for number in range(count))
    assert headline(("The Mill", "h1"), line, PROSE, title=line) == place


def test_a_line_of_which_all_words_are_in_a_long_title_is_the_headline():
    """A title that goes on with the section, the paper and its motto."""
    title = "Oak at the mill: news, weather, sport and opinion since 1910 from The Valley Gazette"
    assert headline(("Valley life", "h1"), "Oak at the mill", PROSE, title=title) == 1


@pytest.mark.parametrize("tag, alike, above, place", [
    ("h1", 6, 7, 1), ("h1", 4, 8, 0), ("h2", 6, 7, 1), ("h2", 5, 8, 0)])
def test_headings_are_favoured_but_only_a_little(tag, alike, above, place):
    """A teaser may repeat the title more closely; <h1> is often the name of the site."""
    names = TITLE.split()
    assert headline(" ".join([*names[:above], "elm"]), (" ".join([*names[:alike], "elm"]), tag),
                    PROSE, title=TITLE) == place


@pytest.mark.parametrize("region, words, link, role", [
    ("caption", 80, 0, "caption"), ("caption", 81, 0, ""), ("byline", 20, 0, "byline"),
    ("byline", 21, 0, ""), ("top", 4, 0.5, ""), ("top", 4, 0.6, "navigation")])
def test_regions_whose_lines_may_be_text(region, words, link, role):
    """"post-caption" may be around a whole post."""
    assert of_region(region, False, words, link) == role


def comments(*before, deeper=0, between=0):
    """Return the role of a comment below "2 comments" in an element that holds both.

    before: lines before it in an element of their own, five deep. deeper: elements around the
    heading; between: short lines after it.
    """
    elements = [("body", -1, ""), ("div", 0, ""), ("p", 1, ""), *(
        ("div", parent, "") for parent in (0, 3, 4, 5, 6))]
    segments = [(PROSE, 2), *((text, 7) for text in before)]
    around = whole = len(elements)
    elements.append(("div", 0, ""))
    for _ in range(deeper):
        elements.append(("div", around, ""))
        around = len(elements) - 1
    elements += [("p", around, ""), ("p", whole, "")]
    segments += [("2 comments", len(elements) - 2), *[("Ann", len(elements) - 1)] * between,
                 (PROSE, len(elements) - 1)]
    return roles_of([{"text": text, "element": element} for text, element in segments],
                    elements)[-1]


@pytest.mark.parametrize("deeper, role", [(1, "comment"), (2, "text")])
def test_the_element_of_comments_is_near_their_heading(deeper, role):
    """Farther up is the page, whose text would become comments."""
    assert comments(deeper=deeper) == role


@pytest.mark.parametrize("headings, role", [(19, "comment"), (20, "text")])
def test_a_page_with_many_headings_of_comments_is_a_list_of_articles(headings, role):
    """Work is bounded, and "2 comments" below each teaser announces none here."""
    assert comments(*["2 comments"] * headings) == role


@pytest.mark.parametrize("step, role", [(3, "text"), (4, "navigation")])
def test_a_short_line_near_prose_belongs_to_it(step, role):
    """A subheading or a place below a paragraph; farther away short lines are a menu's."""
    elements = [("body", -1, ""), ("div", 0, ""), ("p", 1, ""), *[("div", 0, "")] * 4]
    segments = [{"text": PROSE, "element": 2},
                *({"text": "The mill", "element": 3 + place} for place in range(4))]
    assert roles_of(segments, elements)[step] == role
