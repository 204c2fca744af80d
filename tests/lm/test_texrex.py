"""The 37 features: values worked by hand from the definitions of texrex."""
import pytest

from scutch.filters.columns.pagerecords import pages_of
from scutch.filters.scoring.featuresets import FEATURES, containers, kind_of, texrex_features
from utils import ROOT


def page(*segments, **record):
    """Return {feature: [its value for each segment]} of a record; a string is a bare segment."""
    segments = [{"text": one} if isinstance(one, str) else one for one in segments]
    found = texrex_features(pages_of([{**record, "segments": segments}]))
    assert found.shape == (len(segments), len(FEATURES))
    return {name: [pytest.approx(value) for value in column.tolist()]
            for name, column in zip(FEATURES, found.T, strict=True)}


def test_length_is_one_short_where_the_text_ends_in_ascii():
    assert page("abcd", "abcé", "x", "y" * 2000)["Length"] == [0.003, 0.004, 0.001, 1]


def test_places_on_the_page():
    """Lengths 4, 10 and 6 of 20; middles at 2, 9 and 17; three blocks."""
    found = page("abcde", "abcdefghijk", "abcdefg")
    assert found["PageProp"] == [0.2, 0.5, 0.3]
    assert found["PercText"] == [0.8, 0.1, 0.7]
    assert found["PercDiv"] == [1, 1 / 3, 1 / 3]


def test_letters_numbers_punctuation():
    """'Ab, 12 Ωñ!': length 9, the ! ASCII, less two spaces 7; letters A b Ω ñ; , and !."""
    found = page("Ab, 12 Ωñ!", "", "...")
    assert found["LetterProp"] == [4 / 7, 0, 0]
    assert found["NumberProp"] == [2 / 7, 0, 0]
    assert found["PunctProp"] == [2 / 9, 0, 3 / 2]
    assert found["UpperProp"] == [2 / 4, 0, 0]


def test_letters_of_other_kinds_and_astral_characters():
    """Han is Lo and no letter here; a Deseret capital is Lu; math digits are N."""
    found = page("漢字é", "𐐀é", "𝟏𝟐é")
    assert found["LetterProp"] == [1 / 3, 1, 1 / 3]
    assert found["UpperProp"] == [0, 1 / 2, 0]
    assert found["NumberProp"] == [0, 0, 2 / 3]


def test_sentences():
    """'One. Two? No' counts 11 of 12 characters; 'v1.2' ends none; high values are clamped."""
    found = page("One. Two? No", "v1.2", "A. " * 12 + "B", "x" * 301 + ".")
    assert found["SentBogus"] == [0, 1, 0, 0]
    assert found["SentCount"] == [0.2, 0.1, 1, 0.1]
    assert found["SentLength"] == [11 // 2 / 100, 0.03, 36 // 12 / 100, 1]
    assert found["EndsPunct"] == [0, 0, 0, 1]
    assert page("Is it? ", "It is!", "it.)")["EndsPunct"] == [1, 1, 0]


def test_addresses_hashtags_tags_and_years():
    """Addresses and hashtags are counted and replaced, an address by a word of seven letters."""
    found = page("mail me@x.org é", "see www.x.org/a é", "http://x.org é", "so #fun é", "#12 é",
                 "a <br> é", "in 2011, 2025 é", "2012 é", "12012 é")
    assert found["EmailProp"] == [1 / 12] + [0] * 8
    assert found["UriProp"] == [0, 1 / 11, 1 / 8] + [0] * 6
    assert found["HashProp"] == [0, 0, 0, 1 / 10] + [0] * 5
    assert found["TagProp"] == [0] * 5 + [1 / 2] + [0] * 3
    assert found["YearProp"] == [0] * 6 + [1 / 12, 0, 0]


def test_a_copyright_sign():
    assert page("© 2011 Me", "Me")["Copy"] == [1, 0]


def test_shares_of_markup_and_their_windows():
    """Lengths 4; markup 4, 12, 0, 36: shares 0.5, 0.75, 0, 0.9."""
    found = page(*({"text": "abcde", "markup_chars": count} for count in (4, 12, 0, 36)),
                 doc={"chars": 20, "markup_chars": 80})
    assert found["MarkupProp"] == [0.5, 0.75, 0, 0.9]
    assert found["DocMarkupProp"] == [0.16] * 4
    assert found["Window1"] == [1.75 / 3, 1.25 / 3, 1.65 / 3, 1.8 / 3]
    assert found["Window2"] == [2.25 / 5, 2.65 / 5, 3.05 / 5, 3.45 / 5]


def test_tags_links_and_what_was_skipped():
    found = page({"text": "abcdefghijk", "links": 2, "open_tags": 3, "close_tags": 1,
                  "skipped": 5, "after_close": True}, {"text": "ab", "skipped": 40})
    assert found["AnchorProp"] == [0.2, 0]
    assert found["OpenProp"] == [0.75, 0]
    assert found["SkippedDivs"] == [0.25, 1]
    assert found["ContClose"] == [1, 0]


def test_containers():
    elements = [["body", -1, ""], ["center", 0, ""], ["h3", 0, ""], ["ul", 0, ""],
                ["li", 3, ""], ["blockquote", 4, ""], ["td", 0, ""], ["em", 6, ""]]
    found = page(*({"text": "x", "element": i} for i in (1, 2, 4, 5, 7, 99)), elements=elements)
    assert found["ContH"] == [0, 1, 0, 0, 0, 0]
    assert found["ContLi"] == [0, 0, 1, 0, 0, 0]
    assert found["ContBlock"] == [0, 0, 0, 1, 0, 0]
    assert found["ContTd"] == [0, 0, 0, 0, 1, 0]
    for name in "ContArticle", "ContSection", "ContDiv", "ContP":
        assert found[name] == [0] * 6


@pytest.mark.parametrize("doctype, flags", [("xhtml1", [1, 0, 0]), ("html4", [0, 1, 0]),
                                            ("html5", [0, 0, 1]), ("other", [0, 0, 0])])
def test_doctypes(doctype, flags):
    found = page("x", doc={"doctype": doctype})
    assert [found[name][0] for name in ("DtXhtml", "DtHtml4", "DtHtml5")] == flags


def test_fields_that_are_missing_or_foreign_count_as_nothing():
    bad = {"text": "x", "links": "2", "markup_chars": None, "open_tags": -3, "skipped": 10**400,
           "element": "p"}
    found = page(bad, doc=[], elements=[3, ["p"], [None, 7, None], ["p", "x", ""]])
    assert found["SkippedDivs"] == [1]
    assert all(found[name] == [0] for name in ("AnchorProp", "MarkupProp", "OpenProp", "ContP"))
    assert containers(pages_of([{"elements": "body", "segments": []}])) == []


def test_no_segments():
    assert texrex_features(pages_of([{"segments": []}])).shape == (0, 37)


def test_kinds_of_characters_agree_with_unicode():
    assert [kind_of(one) for one in "a B5.,¿ "] == [4, 16, 2, 8, 1 | 32, 1, 1, 16]


def test_the_paper_and_the_readme_name_the_same_columns():
    readme = ROOT.parent / "shared" / "texrex" / "README.md"
    if not readme.exists():
        pytest.skip("no shared data beside the checkout")
    lines = readme.read_text("utf-8").split("\n")
    rows = [line.split("|") for line in lines if line.startswith("| ")]
    named = {int(row[1]): row[2].strip() for row in rows if row[1].strip().isdigit()}
    assert named == dict(enumerate(FEATURES))
