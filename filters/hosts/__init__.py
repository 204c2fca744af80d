"""Pages of one host: grouped, counted, compared, and put back into order.

    grouping.py  records grouped by host, and back in their order, in bounded memory; the texts of
                 a page that scutch-docfreq counts
    annotate.py  classes, bits and scores of segments by their page's cross; merges annotations
    siteselectors.py the elements to leave out, or alone to keep, on pages of a host
    addresslists.py pages to pass over by their addresses
"""
