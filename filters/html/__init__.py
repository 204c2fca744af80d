"""From a page to blocks of text with their evidence.

    limits.py     what a page is spared before a parser sees it: nesting, attributes
    mend.py       unclosed titles, scripts, comments and the like closed
    charset.py    bytes decoded, by what they say and what they show
    parsers.py    html5lib and lexbor behind one function: a page in, its tree as normal HTML out
    reference.py  html5lib, mended where it is behind the standard
    lexbor.py     lexbor
    vocabulary.py the names that parsers and blocks share
    template.py   the signature of a page's structure
    blocks.py     one pass over that HTML: title, enclosing elements, blocks of text, counts
    repair.py     text of a block: entities, mojibake, NFC, white space, invalid characters
"""
