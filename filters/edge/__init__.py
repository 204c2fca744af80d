"""The edge of a process: byte streams in, lines of JSON, complaints and exit statuses.

    files.py        byte streams by name
    jsonlines.py    from a line of JSON to a record, and back
    plainvalues.py  values of Python as JSON has them
    console.py      exit statuses, complaints, stdout
"""
