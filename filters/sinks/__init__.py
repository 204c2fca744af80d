"""The formats that scutch-emit writes.

    formats.py    all of them by name
    documents.py  a JSON object a document: jsonl, dolma, datatrove
    markup.py     xml, vrt
    tei.py        tei
    described.py  what scutch-meta found, by the names of other tools, and as front matter
    markdown.py   markdown
    tables.py     tables in Markdown
    items.py      marks of items and quotations in Markdown
    escapes.py    backslashes in Markdown
    rowgroups.py  parquet
    annotated.py  html: what was kept and why, in colours
"""
