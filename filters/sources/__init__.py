"""Sources of pages: files, archives, indexes, responses.

    kinds.py         a file or stdin, and its kind, recognised by its first bytes
    lists.py         lists of the names of inputs
    otherformats.py  other formats: their names, and what reads them
    members.py       compressed files whose members can be read by their offset
    archives.py      WARC and ARC: their records
    arclines.py      lines that begin records of ARC
    archivestream.py an archive's bytes, read and given back
    heads.py         the heads of an archive's records
    wronglengths.py  records whose stated length is wrong
    indexes.py       CDX and CDXJ: places of records in archives
    iso639.py        codes of languages, three letters to two
    mediatypes.py    media types: which responses may be pages
    responses.py     HTTP: status, headers and body of a response
    saved.py         pages in files of their own, and their wrappers
    wacz.py          WACZ: archives in a ZIP file
    parquet.py       Parquet: rows as lines of JSON
    parquetpages.py  the sizes of its pages
    geoip.py         the country of an IP address
    pagetext.py      the text of the page that a record holds
    units.py         undecoded input: lines, files, records of archives
    decoding.py      from these to the records of pages
    pagesources.py   all inputs, one after the other
"""
