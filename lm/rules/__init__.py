"""Rules about web pages, as tables: a rule is one entry.

An entry says where a rule looks, for which software, on how many pages of the gold sets it holds
(a program of share/bench counts them), a page on which it holds and one on which it must not. The
patterns, the bytes by which arrays look for them, and the tests are made of the entries. A new rule
is a new entry, and nothing else.

    tagrules.py       entries on opening tags, and the pattern of a table
    hiddenrules.py    what browsers do not show
    coderules.py      code that is no plain <pre>, and what stands beside and in it
    joinrules.py      separators of texts between inline tags; headings
    permalinkmarks.py the marks of links from a heading to itself
    markrules.py      the language of code, lazy pictures, formulas that occur twice
    purposewords.py   purposes of elements: the words of class, id and role
    bylinewords.py    which elements name the author: the words of class, id and data-testid
    threadwords.py    threads of forums: the words of class and id
    notewords.py      footnotes below the text: the words of class, id and role
    linephrases.py    the role of a line: phrases of its text
    monthnames.py     names of months in dates
"""
