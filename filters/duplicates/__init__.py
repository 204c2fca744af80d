"""Documents and segments that come several times, for scutch-dedup.

    comparedtexts.py  the text of a document to compare, and the texts of a page to count
    pipes.py          the steps of the scutch-dedup pipe and their tables; sort runs between them
    corpus.py         the whole pipe in one process, with arrays on disk
    duplicatemarks.py marks of duplicates in records
    readtwice.py      what waits until all duplicates are known: records that are read twice, to be
                      marked the second time, and output

corpus.py and pipes.py find which documents are alike by lm.sketches: its bands give the pairs to
compare, its estimates tell how alike two are.
"""
