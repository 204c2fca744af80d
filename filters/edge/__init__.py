"""The edge of a process: byte streams in, lines of JSON, complaints and exit statuses.

    files.py       files by name, as streams of bytes
    compression.py their content, decompressed, member by member
    bytestreams.py a stream that is examined before it is read, and gives back; its lines
    jsonlines.py   from a line of JSON to a record, and back
    plainvalues.py values of Python as values of JSON
    outputfiles.py a file of output for each input
    outputtree.py  a file of output for each page
    frames.py      output in frames, which say of what it is
    console.py     exit statuses, complaints, text on stdout; records go there in stream.runner
"""
