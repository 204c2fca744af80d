"""Sources of pages: files, archives, indexes, responses.

    inputnames.py    the names of inputs: lists of names, and folders
    kinds.py         a file or stdin, and its kind, recognised by its first bytes; other formats
    units.py         undecoded input: lines, files, records of archives
    pagesources.py   from inputs to these, one after the other
    archives.py      WARC and ARC: their records
    recordlines.py   the lines that begin these
    indexes.py       CDX and CDXJ: places of records in archives
    wacz.py          WACZ: archives in a ZIP file
    saved.py         pages in files of their own, and their wrappers; corpora of scutch-emit
    parquet.py       Parquet: rows as lines of JSON, and the sizes of its pages
    decoding.py      from units to the records of pages; the country of an address
    responses.py     HTTP: status, headers, media type and body of a response
    iso639.py        codes of languages, three letters to two
    pagetext.py      the text of the page that a record holds
"""
