"""From a page to blocks of text with their evidence.

    limits.py     what a page is spared before a parser sees it: nesting, tags, text
    bounds.py     how much of that it can hold at most: most pages need no other look
    glance.py     whether a page with many tags may nest
    openelements.py  the open elements at a place in a page, by its tags alone
    markup.py     tags as a parser sees them, without a parser
    possessive.py patterns that do not look twice at what cannot match
    mend.py       unclosed titles, scripts, comments and the like closed
    sniff.py      whether bytes begin as a page does
    charset.py    bytes decoded, by what they say and what they show
    parsers.py    html5lib and lexbor behind one function: a page in, its tree as normal HTML out
    reference.py  html5lib, corrected where it lags behind the standard
    tokenizer.py  its tokenizer, mended where it takes time squared
    lexbor.py     lexbor
    vocabulary.py the names that parsers and blocks share
    template.py   the signature of a page's structure
    blocks.py     what blocks of text are, and what is counted in one
    arrays.py     that HTML as arrays, over several pages: title, elements, blocks of text, counts;
                  with tags.py, attributes.py, hiding.py, pieces.py, texts.py, characters.py,
                  replay.py, nesting.py and counts.py
    repair.py     text of a block: entities, mojibake, NFC, white space, invalid characters
"""
