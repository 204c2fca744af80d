"""Where pages come from: files, archives, indexes, responses.

    kinds.py      a file or stdin, and what it is, told by its first bytes
    members.py    compressed files whose parts are found again by their place
    archives.py   WARC and ARC: their records
    indexes.py    CDX and CDXJ: where in archives records begin
    responses.py  HTTP: status, headers and body of a response
    pages.py      the records that all these become
"""
