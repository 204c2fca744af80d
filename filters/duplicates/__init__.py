"""Documents and segments that come several times, for scutch-dedup.

    comparedtexts.py  what is compared of a document
    table.py          lines of fixed columns, for sort, as arrays
    pipes.py          the parts of scutch-dedup between which sort stands
    corpus.py         all of them at once, with arrays on disk
    duplicatemarks.py what is found, written into records
    readtwice.py      records that are read twice, to be marked the second time
    waitingoutput.py  what a chain writes, which waits until it is known which documents stay
"""
