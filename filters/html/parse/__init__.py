"""From a page to its tree as normal HTML, by one of two parsers.

    wholepage.py the tree of a page: what is shown of what parsers hide, unclosed elements closed
    lexbor.py    lexbor
    reference.py html5lib, as it is, for pages that it reads in bounded time
    codeblocks.py code of highlighters and editors, which is no <pre>, as one; what is no code
    formulas.py  formulas in MathML as one line, pictures of emoji and formulas as text
"""
