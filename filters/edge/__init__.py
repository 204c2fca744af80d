"""The edge of a process: byte streams in, lines of JSON, complaints and exit statuses.

    bytestreams.py files by name and their content, decompressed, member by member; a stream that is
                   examined before it is read, and gives back; its lines
    jsonlines.py   from a line of JSON to a record, and back
    outputs.py     files of output, for each input, file of a folder or page
    console.py     exit statuses, complaints, text on stdout; records go there in stream.runner
"""
