"""Plain text: its paragraphs, lists, headings and bars, and where its sentences end.

    words.py         words of any script, counted
    repair.py        text of a block: entities, mojibake, NFC, white space, invalid characters
    linebreaks.py    items of lists, bars; whether a paragraph continues in the next line
    paragraphs.py    paragraphs, lists and headings of plain text, and dumps of Lynx
    codelines.py     code as opposed to prose, lines of code in elements of their own, line numbers
    splitmerge.py    segments merged and split, with their counts, and finished; rows of tables
    textmarks.py     marks of code, links and the like, carried along
    sentences.py     ends of sentences
"""
