"""pagediff: blocks and parts of blocks that two pages share."""

import pytest

from scutch.lm.templates import crosses as pagediff
from scutch.lm.templates.crosses import shared


def shown(block, others):
    """Return the block's words, the shared ones in capitals."""
    flags, = shared([block], others)
    words = block.split()
    flags = flags if isinstance(flags, list) else [flags] * len(words)
    return " ".join(word.upper() if flag else word
                    for word, flag in zip(words, flags, strict=True))


@pytest.mark.parametrize("block, other, wanted", [
    # listing 1.2 against listing 1.3
    ("definition of boilerplate 2016 - example inc. all rights reserved",
     "content description 2016 - example inc. all rights reserved",
     "definition of boilerplate 2016 - EXAMPLE INC. ALL RIGHTS RESERVED"),
    # a year, a count: no words of their own between shared ones
    ("copyright 2016 example inc. all rights", "copyright 2017 example inc. all rights",
     "copyright 2016 EXAMPLE INC. ALL RIGHTS"),
    ("we are on line since 2016 in three towns", "we are on line since 2017 in three towns",
     "WE ARE ON LINE SINCE 2016 IN THREE TOWNS"),
    # two consecutive words are an accident
    ("in the end nothing came of it", "in the beginning all was well", "in the end nothing came "
     "of it"),
    # so are three words at the beginning of a sentence of the article
    ("the impact deployed the airbag and hurt an officer of the harbour police",
     "the impact deployed nothing at all on that day", None),
    # but not at an end
    ("share this article. the impact deployed the airbag and hurt an officer",
     "share this article. nobody was hurt on that day",
     "SHARE THIS ARTICLE. the impact deployed the airbag and hurt an officer"),
    ("the airbag hurt an officer of the harbour police | all rights reserved",
     "nobody was hurt on that day | all rights reserved",
     "the airbag hurt an officer of the harbour police | ALL RIGHTS RESERVED"),
    # a dash does not end a sentence
    ("the wings shot from everywhere -- the line, the half boards and the beer line, too",
     "the wings shot from everywhere -- and lost", None),
    # scattered words of another sentence
    ("one a two b three c four", "a x b y c z", "one a two b three c four"),
    ("", "", ""),
])
def test_a_block(block, other, wanted):
    found = shown(block, [other])
    assert found == (block if wanted is None else wanted)


def test_whole_blocks_go_first_and_in_order():
    page = ["Home", "News", "Wind farms", "They turn.", "Contact"]
    other = ["Home", "News", "Trams", "They run.", "Contact", "Home"]
    assert shared(page, other) == [True, True, False, False, True]
    assert shared(page, other[::-1]) == [True, True, False, False, False]


def test_too_many_words_are_compared_by_blocks_alone(monkeypatch):
    page, other = ["a b c d e", "x"], ["a b c d e f", "x"]
    assert shared(page, other) == [True, True]
    monkeypatch.setattr(pagediff, "MOST", 29)
    assert shared(page, other) == [False, True]
