"""For scutch-meta: what a page says of itself, one module a source.

    head.py        meta, link, title, time and html, and JSON-LD, also where it is no JSON
    inbody.py      microdata, RDFa, rel=author and classes of authors in the body, but not those of
                   comments, teasers and the like
    pagelines.py   the lines of the text, its headline, and the bylines around it
    isodates.py    dates to ISO 8601
    personnames.py names of authors
    pagefacts.py   all of them together, and which is taken for each field; titles without the name
                   of their site, dates in addresses
"""
