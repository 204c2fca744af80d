"""From an HTML page to blocks of text and what was counted in each.

    openings.py   where tags may begin, and with which names, without a parser
    limits.py     limits on nesting, tags, attributes and text, applied before a parser runs
    bounds.py     upper bounds of these counts, which most pages do not reach
    quickcheck.py a quick check whether a page with many tags may nest too deeply
    openelements.py  the elements that are open at each tag, without a parser
    markup.py     where tags, comments and raw text begin and end, without a parser
    possessive.py regular expressions that do not backtrack
    unhide.py     text that parsers hide: declared shadow trees, and <noframes> of pages of frames
    unclosed.py   unclosed titles, scripts, comments and the like closed
    sniff.py      whether bytes begin like an HTML page
    charset.py    bytes to text: the encoding that is declared, and the one that fits
    parsers.py    html5lib and lexbor behind one function, from a page to its tree as normal HTML
    reference.py  html5lib, corrected where it lags behind the standard
    tokenizer.py  html5lib's tokenizer in linear time, where the original is quadratic
    lexbor.py     lexbor
    vocabulary.py names of elements that several modules need
    template.py   the signature of a page's structure
    blocks.py     which tags separate blocks of text, and rules for a single tag or block
    arrays.py     normal HTML of several pages to arrays: title, elements, blocks of text, counts;
                  with tags.py, attributes.py, hiding.py, pieces.py, joins.py, texts.py,
                  characters.py, oneblock.py, nesting.py, cells.py and counts.py
"""
