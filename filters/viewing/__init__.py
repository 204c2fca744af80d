"""Pages to look at: what scutch-view shows in a browser; reports of scutch-look and scutch-eval.

    pagedata.py    the data of a record for the page, as one JSON object; the page itself, made
                   inert, each segment marked where it stands; the one file that scutch-view writes,
                   whose style and scripts are in browser/
    scoredpages.py pages as input, in place of records; the segments kept by a score, or by another
                   cleaner's text
    report.py      a corpus, or the tables of scutch-eval, with bars and samples
"""
