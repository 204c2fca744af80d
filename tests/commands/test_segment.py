"""segment: what holds for every page and every text, in addition to the cases."""
import json
import random
import textwrap
from itertools import islice

import pytest

from scutch.filters import html2text, stream
from scutch.filters.segment import segment
from scutch.filters.text.linebreaks import is_bar, joined
from scutch.filters.text.paragraphs import paragraphs, plain_lines
from utils import run

SUMS = ["link_chars", "link_words", "links", "markup_chars", "open_tags", "close_tags"]
WRAPPED = 78


@pytest.fixture(scope="module", params=["cleaneval-final", "l3s-gn1", "wcxb-dev"])
def blocks(request, gold):
    """Records of html2text: forty pages of a gold set."""
    step = html2text.make(stream.options(html2text).parse_args([]))
    pages = gold(request.param)
    found = [step(json.loads(line))[0] for line in islice(pages, 0, 160, 4)]
    pages.close()
    return found


def words(segments):
    return " ".join(one["text"] for one in segments).split()


@pytest.mark.slow
def test_no_word_is_lost(blocks):
    for record in blocks:
        found = segment(record)[0]["segments"]
        for hidden in False, True:         # hidden text comes after text that it interrupts
            before, after = (words(one for one in segments if one.get("hidden", False) == hidden)
                             for segments in (record["segments"], found))
            if before != after:       # broken after a hyphen, underlined headings: letters stay
                assert letters(before) == letters(after)


def letters(words):
    return [c for c in "".join(words) if c.isalnum()]


def test_counts_add_up(blocks):
    for record in blocks:
        given, found = record["segments"], segment(record)[0]["segments"]
        for name in SUMS:
            assert sum(one[name] for one in given) == sum(one[name] for one in found), name
        for one in found:
            assert one["chars"] == len(one["text"])
            assert one["link_chars"] <= one["chars"] and one["link_words"] <= one["words"]


def test_twice_is_once(blocks):
    for record in blocks:
        once = segment(record)
        assert segment(once[0]) == once


def test_wrapped_text_comes_back(blocks):
    """Paragraphs wrapped as by a text browser are joined again."""
    given = right = 0
    for record in blocks:
        texts = [one["text"] for one in record["segments"] if one["kind"] == "p"]
        dump = "\n\n".join(textwrap.fill(text, WRAPPED, initial_indent="   ",
                                         subsequent_indent="   ", break_long_words=False)
                           for text in texts)
        found = {one["text"] for one in segment({"text": dump})[0]["segments"]}
        given += len(texts)
        right += sum(text in found for text in texts)
    assert right > 0.985 * given


def test_a_paragraph_a_line_stays(blocks):
    """Paragraphs of an article, one a line, as Trafilatura writes them."""
    for record in blocks:
        texts = [one["text"] for one in record["segments"]
                 if one["words"] > 40 and one["kind"] != "c"]
        found = segment({"text": "\n".join(texts)})[0]["segments"]
        if len(texts) > 1:
            assert [one["text"] for one in found] == texts


PIECES = ["word", "Word", "A long line that goes on to the very end of what is shown here, and",
          "1.", "*", "o", ">", "> ", "|", "---", "===", "[1]", "[INLINE]", "References", "Mr.", ".",
          "\n", "\n", "\n\n", "   ", "\t", "\r\n", "\r", "\f", "\u2028", "\x00", "\ud800", "今日",
          "a-", "#", " ", " ", ":", "http://a.b/"]


def test_generated_text():
    rng = random.Random(3)
    for _ in range(2000):
        text = "".join(rng.choices(PIECES, k=rng.randrange(40)))
        record = segment({"id": "1", "text": text})[0]
        assert record["text"] == text
        end = 0
        for one in record["segments"]:
            start, stop = one["span"]
            assert end <= start < stop <= len(text)
            end = stop
            assert one["text"] == one["text"].strip() != ""
        assert segment(record) == [record]


def test_spans_are_where_the_text_stood():
    text = ("Title\r\n=====\r\n\r\n   First line of it, which goes on\r\n   and on.\r\n"
            " * Item \x00\n")
    found = segment({"text": text})[0]["segments"]
    assert [text[start:end] for start, end in (one["span"] for one in found)] == [
        "Title", "First line of it, which goes on\r\n   and on.", "* Item"]


@pytest.mark.slow
@pytest.mark.parametrize("piece, count", [
    (".", 200_000), ("\n", 200_000), (" ", 200_000), ("> ", 100_000), (">\n", 100_000),
    ("| ", 100_000), ("-", 200_000), ("- ", 100_000), ("word ", 40_000), ("References\n", 20_000),
    ("1. a:b\n", 40_000), ("[", 200_000), ("[a", 100_000), ("今日は。", 40_000), ("a'", 100_000),
    ("1. ", 60_000), ("(", 200_000), ("\ud800.\udfff ", 40_000)], ids=ascii)
def test_200_000_characters_of_anything(piece, count):
    """No rule takes quadratic time, which would be many minutes here."""
    text = "References\n*" + piece * count + "x"
    plain = segment({"text": text})[0]
    assert len(plain["segments"]) <= 20_000
    preformatted = {"text": text, "kind": "c"}
    lines = [{"text": text, "kind": "p"}, {"text": text, "kind": "p", "br": True}]
    assert segment({"segments": [preformatted, *lines]})[0]["segments"]


@pytest.mark.slow
def test_too_many_lines_and_segments_leave_a_note():
    record = segment({"text": "a\n" * 100_003})[0]
    assert len(record["segments"]) == 20_000
    assert record["segments"][-1]["span"] == [39_998, 200_005]
    assert record["segments"][-1]["words"] == 80_004
    assert record["doc"]["notes"] == ["lines over 100000 were taken as one",
                                      "80001 segments over 20000 were merged into the last one"]


def test_an_overlong_text_is_cut_with_a_note():
    text = "w\u00f6rd " * 916_667                   # 6 bytes each
    record = segment({"text": text})[0]
    assert record["text"] == text
    assert record["segments"][0]["span"] == [0, 4_583_333]      # 916 666 words and 4 bytes
    assert record["doc"]["notes"] == ["2 characters of an overlong text were left out"]


@pytest.mark.long
def test_the_first_overlong_texts_are_told():
    line = json.dumps({"id": "a", "text": "word " * 1_100_001}).encode() + b"\n"
    done = run("segment", data=line * 12)
    assert done.status == 0 and done.out.count(b"\n") == 12
    assert done.err.splitlines() == [
        *(b"scutch-segment: stdin:%d: 5 characters of an overlong text were left out" % number
          for number in range(1, 11)), b"scutch-segment: 2 more texts cut: doc.notes has how much"]


def test_joined_lines_are_read_once():
    """Lines joined one by one would copy the paragraph a thousand times."""
    line = "a line of a letter that somebody wrapped by hand at seventy columns or"
    assert joined([line] * 1000).count(line) == 1000
    found = segment({"segments": [{"text": line, "kind": "p", "br": i > 0} for i in range(9000)]})
    assert [len(one["text"]) for one in found[0]["segments"]] == [9000 * (len(line) + 1) - 1]


@pytest.mark.parametrize("text", [
    "Home | About us | Contact", "| Home | News | Sport |", "Home > News > Wind farms at sea",
    "© 2006 Friends of the Earth Trust, all rights reserved | Contact | Support", "A|B|C|D",
    "Jobs • Tenders • Links • Search", "Start :: Forum :: Suche", "首頁 | 新聞 | 體育"])
def test_bars(text):
    assert is_bar(text)


@pytest.mark.parametrize("text", [
    "", "|", "| |", "Hammers | Nails", "Home", "and/or/not", "1 > 0 > -1",
    "We measured the length of it on the long side | then we did so on the short side | of both"])
def test_no_bars(text):
    assert not is_bar(text)


def test_headings_in_chinese_are_short():
    long = "今天早上天气非常好我们一起去公园散步看到了很多美丽的花朵和高大的树木然后我们休息了"
    text = f"公园散步\n\n{long}。\n\n{long}\n\n{long}。\n"
    assert [kind for _, kind, *_ in paragraphs(text)] == ["h", "p", "p", "p"]


def test_plain_lines_keep_positions():
    text = "".join(map(chr, range(0x300))) + "\r\n\u2028\u2029x"
    assert len(plain_lines(text)) == len(text)
