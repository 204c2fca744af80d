"""Pages of one host: grouped, counted, compared, and put back into order.

    grouping.py   records grouped by host, and back in their order, in bounded memory
    counting.py   the texts of a page that scutch-docfreq counts
    annotate.py   a record with what its cross says of it
    merge.py      annotations of one page in several groups become one
    shared.py     segments without those that other pages of the host have, too
    roundtrip.py  all this in the middle of a chain whose input has any order
"""
