"""Pages that declare no encoding are read by the letters of their words."""
import json

import pytest

from scutch.filters.html.charset import decode_page
from scutch.filters.html.encodingguess import guessed
from utils import ROOT

# Texts in the encodings in which pages have them; the last twenty are read as windows-1252 alone
ROWS = [json.loads(line) for line in
        (ROOT / "tests/data/encodings.jsonl").read_text("utf-8").splitlines()]
TEXTS = [(row["encodings"], row["text"]) for row in ROWS if row["encodings"] != ["cp1252"]]
WESTERN = [row["text"] for row in ROWS if row["encodings"] == ["cp1252"]]
RUSSIAN, = (text for codecs, text in TEXTS if "mac-cyrillic" in codecs)
LABELS = {"cp1250": "windows-1250", "cp874": "windows-874", "big5hkscs": "big5",
          "cp932": "shift_jis", "cp949": "euc-kr"} | {
    f"cp125{number}": f"windows-125{number}" for number in range(9)}


def html(text, lang=""):
    return (f"<html{lang}><title>x</title><ul><li><a href='/'>Home</a></ul>"
            f"<p>{text}</p>")


@pytest.mark.parametrize(("codec", "text"), [
    (codec, text) for codecs, text in TEXTS for codec in codecs])
def test_an_encoding_that_nothing_declares_is_guessed(codec, text):
    """As windows-1252 such pages would be noise."""
    data = html(text).encode(codec)
    read, as_codec, why, note = decode_page(data)
    assert (read, why) == (html(text), "guessed")
    assert html(text).encode(as_codec) == data           # as_codec is codec but for Hungarian
    assert note == "encoding guessed from its letters, 99 % sure"
    for http, meta in (None, b"<meta charset=windows-1252>"), ("iso-8859-1", b""):
        assert decode_page(meta + data, http) == (meta.decode() + html(text), as_codec, why, note)


@pytest.mark.parametrize("label", ["iso-8859-1", "gb2312"])
@pytest.mark.parametrize(("codec", "text"), [
    (codecs[0], text) for codecs, text in TEXTS if "cp1251" not in codecs])
def test_a_false_declaration_is_overruled_and_a_true_one_stands(codec, text, label):
    data = html(text).encode(codec)
    assert decode_page(data, label)[0] == html(text)
    if codec not in ("gb18030", "cp1258"):
        meta = f"<meta charset={LABELS.get(codec, codec)}>"
        assert decode_page(meta.encode() + data, label) == (meta + html(text), codec, "meta", "")


@pytest.mark.parametrize(("codec", "text"), [
    ("iso8859-3", "Il-bieraħ filgħaxija ltqajna ma' ħbieb dwar kotba u vjaġġi."),      # Maltese
    ("iso8859-10", "Čáhci lea buorre, vuoŋa, muoŧŧá ja ruoŧŧa. Šaddá buorre.")])       # Sami
def test_a_true_declaration_stands_in_a_language_unknown_here(codec, text):
    assert decode_page(html(text).encode(codec), codec) == (html(text), codec, "http", "")


@pytest.mark.parametrize(("here", "there", "declared"), [
    (8, 1, None), (2, 2, "utf-8"), (1, 4, "windows-1251")])
def test_words_in_another_encoding_than_utf8(here, there, declared):
    for (codec, *_), text in TEXTS:
        if codec != "gb18030":
            data = (html(text) * here).encode() + (html(text) * there).encode(codec)
            read, *why, note = decode_page(data, declared)
            assert read == html(text) * (here + there) and why == ["utf-8", "repaired"], codec
            assert note == f"some words are in {codec}, not in UTF-8, 99 % sure"


def test_windows_1252_is_not_guessed():
    for text in WESTERN:
        for lang in "", ' lang="en"':
            data = html(text, lang).encode("cp1252")
            assert decode_page(data)[:3] == (html(text, lang), "cp1252", "default")


def test_all_words_in_ascii_but_one():
    text = html("Home. " * 500 + "Příspěvek" + " Archive." * 500)
    assert guessed(text.encode("cp1250"))[0] == "cp1250"


def test_the_language_of_the_page_and_of_its_host_decide_ties():
    data = html("pomi\xe8nim").encode("latin-1")           # letters of French, and of Croatian
    assert "pomiènim" in decode_page(data)[0]
    assert "pomičnim" in decode_page(data.replace(b"<html", b"<html class=x lang='hr-HR'"))[0]
    assert "pomičnim" in decode_page(data, url="http://www.grad.hr:80/a?b=http://c.dk/")[0]
    assert "pomiènim" in decode_page(b"<!-- <html lang=hr> -->" + data)[0]
    for url in "http://grad.dk/", "http://[grad.hr", "grad.hr", 7, "":
        assert "pomiènim" in decode_page(data, url=url)[0]


def test_quotation_marks_of_shift_jis_in_english():
    text = "He said, “My grave?” and “Shoot …” to them."
    assert decode_page(html(text).encode("cp932"))[0] == html(text)


@pytest.mark.parametrize("where", ["<script>if (a<b) x = '{}';</script>", "<!-- {} -->",
                                   "<img alt='{}'>"])
def test_text_counts_before_scripts_comments_and_attributes(where):
    russian = where.format(RUSSIAN).encode("cp1251")
    assert guessed(russian + html(WESTERN[0]).encode("cp1252"))[0] == "cp1252"
    assert guessed(russian)[0] == "cp1251"


def test_a_doubtful_default_says_so():
    assert decode_page(html("pomi\xe8nim").encode("latin-1"))[3].startswith(
        "encoding taken for windows-1252, ")
    assert decode_page(html(WESTERN[1]).encode("cp1252"))[3] == ""


@pytest.mark.parametrize("data", [
    b"\xe9", b"<\xe9", b"\xff" * 100_000, b"<p>" + b"\x81" * 40_000, b"\xe9" + b"<p>x" * 20_000,
    bytes(range(1, 256)) * 300, b"<!--" * 50_000 + b"\xe9x", b"<" * 100_000 + b"x\xe9",
    b"<script>" * 20_000 + b"\xe9x", b"<html lang" * 20_000 + b"\xe9x",
    b"\xe9x" + b"<html " * 20_000])
def test_odd_bytes_have_an_encoding(data):
    codec, probability = guessed(data)
    assert b"x".decode(codec) == "x" and 0 < probability <= 1
