"""Pages to look at: what scutch-view shows in a browser, and scutch-look at a terminal.

    pagedata.py    the data of a record for the page, as one JSON object
    verdicts.py    the segments kept by a score, or by another cleaner's text
    htmlfile.py    the one file that scutch-view writes; its style and scripts are in browser/
    inplace.py     the page itself, each segment marked where it stands
    inert.py       a page's markup without what runs or fetches
    placing.py     the places of segments in the markup
    scoredpages.py pages as input, in place of records
    report.py      a corpus as tables with bars, and samples
    goldreport.py  the tables of scutch-eval, and the worst pages
    htmltables.py  HTML files of tables with bars, for both
    terminal.py    colours of a terminal
"""
