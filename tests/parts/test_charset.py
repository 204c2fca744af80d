"""Bytes of pages become text: by their form, by their declaration, and in spite of it."""
import json
import random

import pytest

from scutch.filters.html import anybytes
from scutch.filters.html.charset import decode_page
from scutch.filters.html.encodingguess import guessed
from utils import ROOT

TEXTS = {
    "en": "He said “don’t go” — the café’s naïve owner didn’t.",
    "fr": "Les élèves français ont été naïfs à l’école, « où ça ? »",
    "de": "Größe, Übermut und Straße: „schön“",
    "pl": "zażółć gęślą jaźń „cytat”",
    "el": "Ελληνική σελίδα “Άλφα”",
    "he": "שלום עולם “ציטוט”",
    "ru": "Привет, это большая статья о погоде в городе",
    "zh": "中文网页的内容在这里显示,2008年3月T恤",
    "tw": "中文網頁的內容在這裡顯示",
    "ja": "これは日本語のページです。カタカナ①",
    "ko": "한국어 웹 페이지입니다",
}
# (text, its encoding, the label that pages declare, the encoding that is read)
TRUE = [("fr", "cp1252", "iso-8859-1", "cp1252"), ("pl", "cp1250", "windows-1250", "cp1250"),
        ("ru", "cp1251", "windows-1251", "cp1251"), ("ru", "koi8-r", "koi8-r", "koi8-r"),
        ("zh", "gb18030", "gb2312", "gb18030"), ("tw", "big5", "big5", "big5hkscs"),
        ("ja", "cp932", "Shift_JIS", "cp932"), ("ja", "euc_jis_2004", "euc-jp", "euc_jp"),
        ("ko", "cp949", "euc-kr", "cp949")]


def text_of(data, http_charset=None):
    return decode_page(data, http_charset)[:3]


def page(language, encoding, meta=None):
    declared = f'<meta charset="{meta}">' if meta else ""
    text = TEXTS[language]
    return f"<html><head>{declared}</head><p>{text}</p>\n<p>{text}</p>".encode(encoding)


@pytest.mark.parametrize("language", TEXTS)
def test_valid_utf8_needs_no_declaration_and_believes_none(language):
    for http, meta in (None, None), ("iso-8859-1", None), ("gb2312", "koi8-r"):
        text, *why = text_of(page(language, "utf-8", meta), http)
        assert TEXTS[language] in text
        assert why == ["utf-8", "utf-8"]


@pytest.mark.parametrize("codec", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_byte_order_mark_is_believed_and_taken_off(codec):
    for language in TEXTS:
        data = "\ufeff".encode(codec) + page(language, codec, "koi8-r")
        text, *why = text_of(data, "koi8-r")
        assert text.startswith("<html>") and TEXTS[language] in text
        assert why == [codec, "bom"]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encodings_without_mark_show_themselves(codec):
    for language in TEXTS:
        text, *why = text_of(page(language, codec, "utf-8"), "iso-8859-1")
        assert TEXTS[language] in text
        assert why == [codec, codec[:6]]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("start", ["<html><p>", "\n <!doctype html><p>", "<?xml version='1'?><p>"])
def test_a_tag_shows_utf16_where_little_is_ascii(codec, start):
    text = start + "渡轮在七点钟从旧码头出发" * 200
    assert text_of(text.encode(codec)) == (text, codec, "utf-16")


def test_a_few_nuls_are_not_utf16():
    assert text_of(b"<p>a\0b\0c\0</p> and much more text follows here") == (
        "<p>a\0b\0c\0</p> and much more text follows here", "cp1252", "default")


def test_a_mark_of_utf8_before_another_encoding():
    data = b"\xef\xbb\xbf" + page("ru", "cp1251")
    assert text_of(data)[0].count(TEXTS["ru"]) == 2


@pytest.mark.parametrize(("language", "codec", "label", "read_as"), TRUE)
def test_true_declarations(language, codec, label, read_as):
    for http, meta, origin in (label, None, "http"), (None, label, "meta"), (label, label, "http"):
        text, *why = text_of(page(language, codec, meta), http)
        assert TEXTS[language] in text
        assert why == [read_as, origin]


@pytest.mark.parametrize(("language", "codec", "label", "read_as"), TRUE[1:])
@pytest.mark.parametrize("http", ["iso-8859-1", "utf-8"])
def test_page_is_right_where_the_server_says_the_same_of_all(language, codec, label, read_as, http):
    text, *why = text_of(page(language, codec, label), http)
    assert TEXTS[language] in text
    assert why == [read_as, "meta"]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("lie", ["utf-8", "gb2312", "big5", "shift_jis", "euc-jp", "euc-kr",
                                 "windows-1251", "koi8-r"])
def test_windows_1252_under_a_wrong_declaration(language, lie):
    text, *why = text_of(page(language, "cp1252", lie))
    assert TEXTS[language] in text
    assert why == ["cp1252", "repaired"]
    assert text_of(page(language, "cp1252"), lie)[0].count(TEXTS[language]) == 2


@pytest.mark.parametrize(("language", "label", "codec"), [
    ("pl", "iso-8859-2", "cp1250"), ("el", "iso-8859-7", "cp1253"), ("he", "iso-8859-8", "cp1255")])
def test_windows_quotes_under_an_iso_label(language, label, codec):
    text, *why = text_of(page(language, codec, label))
    assert TEXTS[language] in text
    assert why == [codec, "repaired"]


@pytest.mark.parametrize("label", [None, "utf-8", "iso-8859-1", "gb2312"])
def test_mostly_utf8_with_some_windows_bytes(label):
    data = page("de", "utf-8", label) + page("fr", "utf-8") + b"<p>caf\xe9 \x93here\x94</p>"
    text, *why = text_of(data)
    assert TEXTS["de"] in text and TEXTS["fr"] in text and "<p>café “here”</p>" in text
    assert why == ["utf-8", "repaired"]


@pytest.mark.parametrize(("codec", "data", "text"), [
    ("koi8-u", b"\xae\xbe", "ўЎ"), ("cp1255", b"\xca", "\u05ba"),
    ("gb18030", b"\xbc\xdb\x80\xd4\xaa \x80", "价€元 €"), ("gb18030", b"\xa8\xbc", "ḿ"),
    ("euc_jp", b"\xa1\xc1\xa1\xc2\xa1\xdd\xa1\xf1\xa1\xf2\xa2\xcc", "～∥－￠￡￢"),
    ("euc_jp", b"\xad\xa1\xf9\xa2\xfc\xe2\xff", "①褜髙\ufffd"),
    ("iso2022_jp_ext", b"\x1b$B!A\x1b(B", "～"), ("big5hkscs", b"\xa1\xe3\xa1\x45", "～‧"),
    ("big5hkscs", b"\x87\x7a\x8e\x69\xa3\xe1a\xfe\xdd\xff", "㡵箸€a砉\ufffd")])
def test_bytes_that_python_reads_otherwise_than_browsers(codec, data, text):
    assert anybytes.decoded(data, codec) == text


def test_stray_bytes_are_read_the_same_however_many(monkeypatch):
    page = "d\u00e9j\u00e0".encode("utf-8") + bytes(range(0x80, 0x100)) + b" \xe9 \xe8t\xe9 \xe9"
    few = anybytes.decoded(page, "utf-8")
    monkeypatch.setattr(anybytes, "MANY_STRAY", 2)
    assert anybytes.decoded(page, "utf-8") == few
    assert few.startswith("déjà") and few.endswith(" é èté é")


def test_page_cut_within_a_character():
    assert text_of("<p>naïve café".encode()[:-1]) == ("<p>naïve caf", "utf-8", "utf-8")
    assert text_of(b"<p>caf\xe9") == ("<p>café", "cp1252", "default")


@pytest.mark.parametrize(("head", "codec"), [
    (b'<meta http-equiv=Content-Type content="text/html; charset=koi8-r">', "koi8-r"),
    (b"<META CHARSET = 'KOI8-R'/>", "koi8-r"),
    (b'<?xml version="1.0" encoding="iso-8859-2"?>', "iso8859-2"),
    (b'<!-- <meta charset="koi8-r"> --><meta charset="big5">', "big5hkscs"),
    (b'<meta charset="nonsense"><meta charset="utf_8">', "utf-8"),
    (b"<meta charset=utf-16>", "utf-8"),
    (b"<meta name=charset>" + b" " * 7000 + b"<meta charset=big5>", "big5hkscs"),
    (b"<p>charset=koi8-r", "cp1252"),
    (b" " * 9000 + b"<meta charset=koi8-r>", "cp1252"),
    (b'<text id="u" title="t" encoding="koi8-r">', "cp1252"),
])
def test_where_a_declaration_counts(head, codec):
    assert text_of(head)[1:] == (codec, "default" if codec == "cp1252" else "meta")


def test_seven_bit_encodings():
    text = "<p>これは日本語のページです。"
    assert text_of(text.encode("iso2022_jp"), "iso-2022-jp") == (text, "iso2022_jp_ext", "http")
    data = b"<meta charset=iso-2022-jp>" + text.encode("iso2022_jp")
    assert text_of(data, "utf-8")[1:] == ("iso2022_jp_ext", "meta")
    assert text_of("<p>这里".encode("hz"), "hz-gb-2312") == ("<p>这里", "hz", "http")
    assert text_of(b"<p>plain", "iso-2022-jp") == ("<p>plain", "iso2022_jp_ext", "http")


def test_utf_7_where_it_is_declared():
    text = "<p>Le bac part à sept heures + 5."
    for data, http in ((text.encode("utf-7"), "utf-7"),
                       ((text + "<meta charset=utf-7>").encode("utf-7"), None)):
        assert text_of(data, http)[0].startswith(text)
    assert text_of(text.encode("utf-7"))[0] != text          # as browsers have it
    assert text_of(text.encode(), "utf-7")[:2] == (text, "utf-8")


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
def test_any_bytes_become_text_that_utf8_can_hold(step):
    from webencodings import LABELS
    labels = [None, "", "klingon", "hz-gb-2312", *list(LABELS)[::step]]
    for label in labels:
        for data in bytes(range(256)) * 2, b"a\x1b$B~{!!\x0e\xff":
            text_of(data, label)[0].encode()
    pieces = b'<!-meta charset="utf16gb\xff\xfe\x00\xc3\xa9\x93\xef\xbb\xbf'
    generated = random.Random(3)
    for _ in range(2_000):
        length = generated.choice([0, 1, 2, 3, 4, 5, 8, 30, 300])
        data = generated.choice([generated.randbytes(length),
                                 bytes(generated.choice(pieces) for _ in range(length))])
        text, codec, origin = text_of(data, generated.choice(labels))
        text.encode()
        assert "x".encode(codec) and origin


@pytest.mark.parametrize("language, encoding, due", [
    ("ru", "cp1251", "cp1251"), ("zh", "gb18030", "gb18030"), ("ko", "cp949", "cp949"),
    ("ja", "cp932", "cp932"), ("fr", "cp1252", "cp1252"),
])
def test_a_false_utf8_is_no_reason_for_windows_1252(language, encoding, due):
    text, codec, _ = text_of(20 * page(language, encoding, "utf-8"))
    assert codec == due and TEXTS[language] in text


@pytest.mark.parametrize("codec, text", [
    ("iso2022_jp_ext", "<p>天気がよい。"), ("iso2022_kr", "<p>날씨가 좋다."),
    ("hz", "<p>渡轮在七点钟从旧码头出发。")])
def test_shifts_need_no_declaration(codec, text):
    assert text_of(text.encode(codec)) == (text, codec, "guessed")
    for plain in ("<p>cost \x1b$BA only", "<p>~{x~} and ~{ab cd ef gh ij~}",
                  "<p>(format nil \"~{some.name.here~}\")",
                  "<p>a\x1b$)C and no more", "<p>\x0e a"):
        assert text_of(plain.encode())[0] == plain


# ---------- pages that declare no encoding are read by the letters of their words

# Texts in the encodings in which pages have them; the last twenty are read as windows-1252 alone
ROWS = [json.loads(line) for line in
        (ROOT / "tests/data/encodings.jsonl").read_text("utf-8").splitlines()]
GUESSED = [(row["encodings"], row["text"]) for row in ROWS if row["encodings"] != ["cp1252"]]
WESTERN = [row["text"] for row in ROWS if row["encodings"] == ["cp1252"]]
RUSSIAN, = (text for codecs, text in GUESSED if "mac-cyrillic" in codecs)
LABELS = {"cp1250": "windows-1250", "cp874": "windows-874", "big5hkscs": "big5",
          "cp932": "shift_jis", "cp949": "euc-kr"} | {
    f"cp125{number}": f"windows-125{number}" for number in range(9)}


def html(text, lang=""):
    return (f"<html{lang}><title>x</title><ul><li><a href='/'>Home</a></ul>"
            f"<p>{text}</p>")


@pytest.mark.parametrize(("codec", "text"), [
    (codec, text) for codecs, text in GUESSED for codec in codecs])
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
    (codecs[0], text) for codecs, text in GUESSED if "cp1251" not in codecs])
def test_a_false_declaration_is_overruled_and_a_true_one_stands(codec, text, label):
    data = html(text).encode(codec)
    assert decode_page(data, label)[0] == html(text)
    if codec not in ("gb18030", "cp1258"):
        meta = f"<meta charset={LABELS.get(codec, codec)}>"
        assert decode_page(meta.encode() + data, label) == (meta + html(text), codec, "meta", "")


@pytest.mark.parametrize(("codec", "text"), [
    ("iso8859-2", "Šćěže w Budyšinje, hdźež so wječor tójšto přećelow zetka."),    # Upper Sorbian
    ("iso8859-10", "Kalâtdlit nunâne ĸaĸortume ĸimugssiĸ ilagît avãta, ĸâĸame.")])   # Greenlandic
def test_a_true_declaration_stands_in_a_language_unknown_here(codec, text):
    assert decode_page(html(text).encode(codec), codec) == (html(text), codec, "http", "")


@pytest.mark.parametrize(("here", "there", "declared"), [
    (8, 1, None), (2, 2, "utf-8"), (1, 4, "windows-1251")])
def test_words_in_another_encoding_than_utf8(here, there, declared):
    for (codec, *_), text in GUESSED:
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


def test_iso_8859_15_is_stated_of_any_page_and_has_a_euro():
    hungarian = next(text for (codec, *_), text in GUESSED if text.startswith("A lakók"))
    assert decode_page(html(hungarian).encode("cp1250"), "iso-8859-15")[0] == html(hungarian)
    for text, codec in ("für 100 €", "iso8859-15"), ("für 100 ¤ – ½", "cp1252"):
        for label in None, "iso-8859-1":
            assert decode_page(html(text).encode(codec), label)[:2] == (html(text), codec)


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
