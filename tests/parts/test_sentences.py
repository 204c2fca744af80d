"""Sentences: where they end in the languages that the lists know, and in scripts without spaces."""
import random

import pytest

from scutch.filters.text.sentences import MAX_PLACES, sentences, sentences_of

# "|" marks where a sentence ends; all else is text as it is found
TEXTS = {
    "plain": "It rained.| We left!| Why?| Nobody knows.",
    "abbreviations before names": "Mr. Li met Mrs. Wu, Prof. Ho vs. Dr. No.| They left.",
    "an abbreviation at the end": "They sell hammers, nails, etc.| Saws are out.",
    "initials": "J. R. Ewing met George W. Bush.| Both left.",
    "a letter at the end": "He lacked vitamin C.| The doctor said so.",
    "dotted": "The U.S. Army is in the U.S.| The rest is not, i.e. Mexico.",
    "hours": "It opens at 9 a.m. on Mondays.| It closes at 5 p.m.| The end.",
    "numbers": "Pi is 3.14 or so.| No. 5 costs $2.50.| See pp. 7, Fig. 2 and Sect. 1.",
    "no as a word": "He said no.| Nobody else did.",
    "months": "On Sept. 11 and Jan. 5 it rained.| In Jan.| It snowed.",
    "firms": "Apple Inc. CEO Tim Cook spoke.| He is of Apple Inc.| The stock fell.",
    "citations": "Zhu et al. (2016) agree with Li et al.| The others do not.",
    "a reference": "It began in 1990.[12][13]| Later it ended.",
    "a number that begins": "1. Wash it.| 2. Dry it.| (3) Go.",
    "quotes": 'He said "No."| "Why?"| She left (in tears.)| Then she came back.',
    "a quote that goes on": '"Stop!" he cried.| “Why?” asked she.',
    "ellipsis": "Well... maybe.| Wait...| No.| And so on . . . till noon.| Yes…| No… never.",
    "several marks": "What?!| No!!!| Never .| Ever ?",
    "addresses": "See http://a.org/x.html.| Mail a.b@c.de.| Open a.txt.| Use Node.js.| .NET is.",
    "small letters throughout": "i see.| what next?| ok then.| e.g. this.",
    "capitals inside": "It is out.| iPhone is a name.| eBay, too.",
    "a dash": "It rained. – and then it stopped.| – No.",
    "German": "Am 3. Mai 2005 um 14.30 Uhr, d. h. im 21. Jahrhundert, z. B. in der Hauptstr. 5.| "
              "»Nein!«| „Doch.“| Dr. Ing. Bös kam bzw. Frau Bös.",
    "German numbers": "Das war 1998.| Der 1. FC Köln gewann mit 3.| Dann kam 12.| Alle gingen.",
    "French": "M. Li et Mme. Hô : « Bonjour ! »| Elle rit… puis « Non. » dit-il.| Cf. Paris.",
    "Spanish": "El Sr. Paz y la Dra. Ruiz vinieron.| ¿Quién?| ¡Nadie!| Véase pág. 7.",
    "Italian": "Il Sig. Rossi e il dott. Bianchi.| È tardi.| Art. 5.",
    "Portuguese": "O Sr. Silva vê a pág. 3.| É tarde.",
    "Dutch": "Dat zeg ik tegen u.| Dhr. Jansen bijv. weet het.",
    "Swedish": "Det har du rätt i.| Han satte sig.| Bl.a. Sverige, t.ex. Lund.",
    "Russian": "А. С. Пушкин родился в Москве.| Где?| Там.",
    "Chinese": "今天下雨。|我们走吧！|为什么？|他说：“走。”|好。|“是。”|走。",
    "Japanese": "「そうです。」と言った。|「うん。」|「いや。」|終わり。",
    "Hindi": "यह सच है।| वह आया।|ठीक",
    "Arabic": "هل أنت هنا؟| نعم.| لا",
    "Urdu": "ٹھیک ہے۔| نہیں۔",
    "Thai has no mark": "สวัสดีครับ วันนี้อากาศดี",
    "one word": "Home",
    "marks alone": "... !!! ???",
    "marks first": "... and so on.| Yes.",
    "a table row": "Name: Li.|\tAge: 12",
}


@pytest.mark.parametrize("marked", TEXTS.values(), ids=TEXTS)
def test_texts(marked):
    text = marked.replace("|", "")
    assert [text[start:end] for start, end in sentences(text)] == [
        piece.strip() for piece in marked.split("|")]


def test_white_space():
    assert sentences("") == sentences(" \t\n\u3000\xa0") == []
    assert sentences("\u3000 One. \n\n Two.\u2028") == [[2, 6], [10, 14]]


@pytest.mark.parametrize("piece", [
    ".", ". ", ".\" ", "\"", " ", "a. ", "A. ", "Mr. ", "1. ", "! » ", ".[1]", ".[1] ", "。",
    "。」", ". ((", "x", ". A", "?!", "…\n", "\ud800. ", "A.B. "])
def test_200_000_characters_of_anything(piece):
    """Time is linear: a pattern that backtracks would take many minutes here."""
    text = piece * (200_000 // len(piece)) + "x"
    check(text, sentences(text))


def test_generated():
    rng = random.Random(7)
    pieces = ["Mr", "U.S", "3", "14", "word", "Word", "z. B", ".", ".", "!", "?", "…", "。", "।",
              "«", "»", "“", "”", "(", ")", "[1]", " ", " ", "\xa0", "\n", "\u2028", "\ud800",
              "今", "é"]
    for _ in range(3000):
        text = "".join(rng.choices(pieces, k=rng.randrange(30)))
        check(text, sentences(text))


def test_past_many_sentences_of_a_document_a_text_is_one():
    many = "Yes! " * (MAX_PLACES - 1)
    first, second, third = sentences_of([many + "A.", "It rained. We left. Why?", "No. Yes."])
    assert len(first) == MAX_PLACES
    assert second == [[0, 10], [11, 24]]         # the last place there is was in it
    assert third == [[0, 8]]


def check(text, found):
    """Sentences are in order, have no white space around them, and leave out only white space."""
    position = 0
    for start, end in found:
        assert position <= start < end
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip()
        position = end
    assert not text[position:].strip()
