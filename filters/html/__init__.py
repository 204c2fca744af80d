"""From an HTML page to blocks of text and counts for each, in this order.

    sniff.py        whether bytes begin like an HTML page
    charset.py      bytes to text: the declared encoding, or the one that fits
    encodingguess.py the encoding where none is declared, by the letters of words
    anybytes.py     the text of any bytes in a given encoding
    guard/          limits that keep parsers fast, applied before parsing
    parse/          html5lib and lexbor: from a page to its tree as normal HTML
    normalhtml.py   names, entities and tags of normal HTML, what one tag says, where elements end
    cssselectors.py selectors of CSS, and a tree without the elements that they leave out
    arrays/         from pages in normal HTML to titles, elements, blocks of text and counts
    addresses.py    addresses of links and images, absolute and safe to show
"""
