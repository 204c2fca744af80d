"""Sources of pages: files, archives, indexes, responses.

    kinds.py         a file or stdin, and its kind, recognised by its first bytes; other formats
    units.py         undecoded input: lines, files, records of archives
    pagesources.py   from the names of inputs, lists of names and folders to these; WACZ
    archives.py      WARC and ARC: their records; CDX and CDXJ: places of records in archives
    parquet.py       Parquet: rows as lines of JSON, and the sizes of its pages
    decoding.py      from units to the records of pages: pages in files of their own, and their
                     wrappers; corpora of scutch-emit; codes of languages; the country of an
                     address; the text of the page that a record holds
    responses.py     HTTP: status, headers, media type and body of a response
"""
