"""The edge of a process: byte streams in, lines of JSON, complaints and exit statuses.

    files.py      byte streams by name
    jsonlines.py  a line of JSON becomes a record, and a record a line
    console.py    exit statuses, complaints, stdout
"""
