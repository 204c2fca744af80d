"""From a page to its tree as normal HTML, by one of two parsers.

    wholepage.py the tree of a page; it calls all modules below
    unhide.py    text that parsers hide: declared shadow trees, <noframes> of pages of frames, what
                 follows a <select> with a table, TeX in scripts
    parsers.py   html5lib and lexbor behind one function
    lexbor.py    lexbor
    reference.py html5lib, as it is, for pages that it reads in bounded time
    codeblocks.py code of highlighters and editors, which is no <pre>, as one
    codeparts.py line numbers and buttons in and beside <pre>, left out
    endtags.py   where elements end
    formulas.py  formulas in MathML as one line of text
    wordpictures.py pictures of emoji and formulas as text
    unclosed.py  unclosed titles, scripts, comments and the like closed
"""
