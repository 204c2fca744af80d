"""Which documents, segments and sentences are kept.

    judging.py          a record whose scores a limit needs, and does not find
    documentlimits.py   --rules, --max-quality, --min-f: documents left out
    pagesegments.py     the segments of a page as a limit sees them
    kepttext.py         the text that --keep auto keeps
    segments.py         --keep, --max, --min: of scutch-prune, scutch-emit and scutch-clean
    perplexitylimits.py --wordlm: which sentences exceed a perplexity
    sentencelimits.py   segments without some of their sentences, or with marks around them
    scopeoptions.py     --scope and --favor: what counts as text
"""
