"""Pages that declare no encoding are read by the letters of their words."""
import pytest

from scutch.filters.html.charset import decode_page
from scutch.filters.html.encodingguess import guessed

RUSSIAN = ("Жители района уже три года ждут ремонта площади, но работы ещё не начались, и никто не "
           "знает, когда это случится. Вчера на собрании снова говорили о деньгах.")
# (Python's names of encodings, text)
TEXTS = [
    ("cp1250 iso8859-2 cp852",
     "Mieszkańcy od trzech lat czekają na naprawę placu, lecz prace jeszcze się nie zaczęły i "
     "nikt nie wie, kiedy się zaczną."),
    ("cp1250 iso8859-2",
     "A lakók három éve várják a tér felújítását, de a munka még nem kezdődött el, és senki sem "
     "tudja, mikor fog megtörténni a főtéren."),
    ("cp1250 iso8859-2 cp852",
     "Obyvatelé už tři roky čekají na opravu náměstí, ale práce ještě nezačaly a nikdo neví, "
     "kdy se tak stane, řekl včera starosta."),
    ("cp1250 iso8859-2",
     "Obyvatelia už tri roky čakajú na opravu námestia, ale práce sa ešte nezačali a nikto "
     "nevie, kedy sa tak stane, povedal včera richtár obce Ľubica."),
    ("cp1250 iso8859-2",
     "Prebivalci že tri leta čakajo na obnovo trga, dela pa se še niso začela in nihče ne ve, "
     "kdaj se bodo."),
    ("cp1250 iso8859-2",
     "Stanovnici već tri godine čekaju popravak trga, ali radovi još nisu započeli."),
    ("cp1250 iso8859-2",
     "Locuitorii aşteaptă de trei ani repararea pieţei, dar lucrările încă nu au început şi "
     "nimeni nu ştie când se va întâmpla."),
    ("cp1254",
     "Mahalle sakinleri üç yıldır meydanın onarılmasını bekliyor, ancak çalışmalar başlamadı ve "
     "kimse ne zaman başlayacağını bilmiyor."),
    ("cp1257",
     "Gyventojai jau trejus metus laukia aikštės remonto, tačiau darbai dar nepradėti ir niekas "
     "nežino, kada tai įvyks."),
    ("cp1257",
     "Iedzīvotāji jau trīs gadus gaida laukuma remontu, taču darbi vēl nav sākušies un neviens "
     "nezina, kad tas notiks."),
    ("cp1258",
     "Cư dân đa\u0303 chơ\u0300 ba năm đê\u0309 qua\u0309ng trươ\u0300ng đươ\u0323c sư\u0309a "
     "chư\u0303a, nhưng công viê\u0323c vâ\u0303n chưa bă\u0301t đâ\u0300u."),
    ("cp1251 koi8-u iso8859-5 cp866 mac-cyrillic cp855",
     RUSSIAN),
    ("cp1251 koi8-u",
     "Мешканці вже три роки чекають на ремонт площі, але роботи ще не почалися, і ніхто не "
     "знає, коли це станеться."),
    ("cp1251 iso8859-5",
     "Жителите чакат вече три години ремонта на площада, но работата още не е започнала и никой "
     "не знае кога ще започне."),
    ("cp1253",
     "Οι κάτοικοι περιμένουν εδώ και τρία χρόνια την επισκευή της πλατείας, αλλά οι εργασίες "
     "δεν έχουν αρχίσει."),
    ("cp1255",
     "התושבים מחכים כבר שלוש שנים לשיפוץ הכיכר, אך העבודות עדיין לא החלו."),
    ("cp1256 iso8859-6",
     "ينتظر السكان منذ ثلاث سنوات إصلاح الساحة ولكن الأعمال لم تبدأ بعد"),
    ("cp874",
     "ชาวบ้านรอการซ่อมแซมลานกว้างมาสามปีแล้ว แต่งานยังไม่เริ่ม"),
    ("gb18030",
     "居民们已经等了三年，但是广场的修缮工程还没有开始，谁也不知道什么时候才会动工。"),
    ("big5hkscs",
     "居民們已經等了三年，但是廣場的修繕工程還沒有開始，誰也不知道什麼時候才會動工。"),
    ("cp932 euc_jp",
     "住民は広場の修繕を三年間待っていますが、工事はまだ始まらず不明です。"),
    ("iso8859-15",
     "Le cœur de l'œuvre coûte 50 €, et la sœur d'Œdipe paie 3€."),
    ("iso8859-3",
     "La pramo foriras je la sepa, ĉiam kun ĝojo, kaj ŝi ĵetas ĥoron."),
    ("iso8859-4",
     "Kuģis atiet septiņos no vecās piestātnes, un pēdējais atgriežas deviņos."),
    ("cp949 johab",
     "주민들은 광장을 고치기를 삼 년 동안 기다렸지만 공사는 아직 시작되지 않았다."),
]
# What windows-1252 pages hold that others could be read from
WESTERN = [
    "Der Bürgermeister eröffnete die Straße – „endlich“, wie es hieß.",
    "Où est le café ? À côté.",
    "El niño comió jamón y piña; ¿quién más?",
    "¿Ella? ¿No? ¿Por qué?",
    "Så här är det på ön.",
    "Borgmesteren åbnede først vejen nær søen.",
    "Íbúarnir bíða eftir því að torgið verði lagað.",
    "La città è più bella perché c’è il caffè.",
    "Não há solução à vista.",
    "naïve",
    "café",
    "£5 © 2006",
    "£825, not bad for a £2 bet",
    "£3,000 £15,000 £6,000 £8,000 £4,405 £3,415 £2,700",
    "BOOKMAN® Palm® Windows® Psion® Handspring® PDR® ROLODEX®",
    "§§§§§ §§§§§ §§§§§§ §§§§§§§",
    "America´s wagon´s wasn´t California´s Department´s",
    "don’t it’s we’re they’ve “The end” – ‘no’",
    "50 m² at 20 °C, ½ cup, 3 × 4, Nº 7, 1ª",
    "Günther, François and São Paulo’s “Østerskov” – 2011–12",
]


LABELS = {"cp1250": "windows-1250", "cp874": "windows-874", "big5hkscs": "big5",
          "cp932": "shift_jis", "cp949": "euc-kr"} | {
    f"cp125{number}": f"windows-125{number}" for number in range(9)}


def html(text, lang=""):
    return (f"<html{lang}><title>x</title><ul><li><a href='/'>Home</a></ul>"
            f"<p>{text}</p>")


@pytest.mark.parametrize(("codec", "text"), [
    (codec, text) for codecs, text in TEXTS for codec in codecs.split()])
def test_an_encoding_that_nothing_declares_is_guessed(codec, text):
    """As windows-1252 such pages would be noise."""
    data = html(text).encode(codec)
    read, as_codec, why, note = decode_page(data)
    assert (read, why) == (html(text), "guessed")
    assert html(text).encode(as_codec) == data           # as_codec is codec but for Hungarian
    assert note == "encoding guessed from its letters, 99 % sure"
    for http, meta in (None, b"<meta charset=windows-1252>"), ("iso-8859-1", b""):
        assert decode_page(meta + data, http) == (meta.decode() + html(text), as_codec, why, note)


@pytest.mark.parametrize("label", ["iso-8859-1", "utf-8", "windows-1251", "gb2312"])
@pytest.mark.parametrize(("codec", "text"), [
    (codecs.split()[0], text) for codecs, text in TEXTS if "cp1251" not in codecs])
def test_a_false_declaration_is_overruled_and_a_true_one_stands(codec, text, label):
    data = html(text).encode(codec)
    assert decode_page(data, label)[0] == html(text)
    if codec not in ("gb18030", "cp1258"):
        meta = f"<meta charset={LABELS.get(codec, codec)}>"
        assert decode_page(meta.encode() + data, label) == (meta + html(text), codec, "meta", "")


@pytest.mark.parametrize("declared", [None, "utf-8", "windows-1251"])
@pytest.mark.parametrize(("here", "there"), [(8, 1), (2, 2), (1, 4)])
@pytest.mark.parametrize(("codec", "text"), [
    (codecs.split()[0], text) for codecs, text in TEXTS if "gb" not in codecs])
def test_words_in_another_encoding_than_utf8(codec, text, here, there, declared):
    data = (html(text) * here).encode() + (html(text) * there).encode(codec)
    read, *why, note = decode_page(data, declared)
    assert read == html(text) * (here + there) and why == ["utf-8", "repaired"]
    assert note == f"some words are in {codec}, not in UTF-8, 99 % sure"


@pytest.mark.parametrize("text", WESTERN)
@pytest.mark.parametrize("lang", ["", ' lang="en"'])
def test_windows_1252_is_not_guessed(text, lang):
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
