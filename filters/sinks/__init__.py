"""The formats that scutch-emit writes.

    formats.py      all of them by name, and their options
    document.py     a document as blocks of lines: headings, lists, cells of tables, code, notes,
                    pictures, and the marks within lines
    markdown.py     markdown
    cleanhtml.py    html
    xmlvrt.py       xml, vrt, tei: elements of XML, addresses, tokens, the header of TEI
    tables.py       csv, tsv, parquet, sentences
    jsonformats.py  jsonl, dolma, datatrove, and places in the text that other programs noted
    frontmatter.py  what scutch-meta found, by the names of other tools, and as front matter
"""
