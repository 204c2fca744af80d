"""Which documents, segments and sentences are kept.

    missingscores.py    records without the scores that a limit needs
    documentlimits.py   --rules, --max-quality, --min-f, --min-precision: documents left out
    pagesegments.py     the segments of a page, for limits, and the text that --keep auto keeps
    keptpictures.py     pictures of text that is left out, beside kept text
    scoreletters.py     the letters of scores, a to j
    segments.py         --keep, --max, --min, --phrases: of scutch-prune, -emit and -clean
    sentencelimits.py   --wordlm: sentences that exceed a perplexity, segments without them
    personaldata.py     --pii: addresses and numbers of persons in a text
    scopeoptions.py     --scope and --favor: what counts as text
"""
