"""Plain text: its paragraphs, lists, headings and bars, and where its sentences end.

    words.py         words of any script, counted
    repair.py        text of a block: entities, mojibake, NFC, white space, invalid characters
    finished.py      the fields that every segment has
    interruptions.py text that hidden elements interrupt
    linebreaks.py    whether a paragraph continues in the next line; also of lines with <br>
    paragraphs.py    paragraphs, lists and headings of plain text
    items.py         bullets and numbers that begin an item of a list
    rows.py          cells of a table's row joined
    codelines.py     lines of code in elements of their own, and line numbers
    preformatted.py  prose in <pre>, as opposed to code
    splitmerge.py    segments merged and split, with their counts
    textmarks.py     marks of code, links and the like, carried along
    bars.py          navigation bars
    dumps.py         text dumps of Lynx
    sentences.py     ends of sentences
"""
