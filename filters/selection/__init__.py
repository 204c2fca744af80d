"""Which documents, segments and sentences are kept.

    missingscores.py    records without the scores that a limit needs
    documentlimits.py   --rules, --max-quality, --min-f, --min-precision: documents left out
    pagesegments.py     the segments of a page, for limits
    keptpictures.py     pictures of text that is left out, beside kept text
    kepttext.py         the text that --keep auto keeps
    scoreletters.py     the letters of scores, a to j
    segments.py         --keep, --max, --min: of scutch-prune, scutch-emit and scutch-clean
    perplexitylimits.py --wordlm: which sentences exceed a perplexity
    sentencelimits.py   segments without some of their sentences, or with marks around them
    ownphrases.py       --phrases: phrases of one's own by which a segment is boilerplate
    personaldata.py     --pii: addresses and numbers of persons in a text
    scopeoptions.py     --scope and --favor: what counts as text
"""
