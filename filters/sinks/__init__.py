"""The formats that scutch-emit writes.

    formats.py        all of them by name
    documents.py      a JSON object a document: jsonl, dolma, datatrove
    otherspans.py     places in the text that other programs noted
    markup.py         xml, vrt
    tei.py            tei
    segmentruns.py    runs of segments in one table, list or quotation, for both
    described.py      what scutch-meta found, by the names of other tools, and as front matter
    contentblocks.py  headings, paragraphs, tables and the like, for markdown and html
    markdown.py       markdown
    markdowntables.py tables in Markdown
    inlines.py        code, links, images and emphasis in Markdown
    escapes.py        backslashes in Markdown
    rowgroups.py      parquet
    tables.py         csv, tsv
    inlineelements.py elements of XML for code, links, images and emphasis
    sentencelines.py  sentences
    cleanhtml.py      html
"""
