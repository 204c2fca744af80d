"""For scutch-meta: what a page says of itself, one module a source.

    head.py        meta, link, title, time and html, and the texts of JSON-LD scripts
    jsonld.py      JSON-LD, also where it is no JSON
    microdata.py   microdata, RDFa, rel=author and classes of authors in the body
    asides.py      what of the body is of comments, teasers and the like
    pagelines.py   the lines of the text, and its headline
    bylines.py     the bylines around it
    urls.py        dates in addresses, licences behind them
    isodates.py    dates to ISO 8601
    personnames.py names of authors
    titles.py      titles without the name of their site
    choice.py      which source is taken for each field
    pagefacts.py   all of them together
"""
