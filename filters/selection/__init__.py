"""Which segments and which sentences of a record are kept.

    judging.py    a record whose scores a limit needs, and does not find
    segments.py   --keep, --max, --min: of scutch-prune, scutch-emit and scutch-clean
    perplexitylimits.py  --wordlm: which sentences exceed a perplexity
    sentences.py  segments without some of their sentences, or with marks around them
    scopes.py     --scope and --favor: what counts as text
"""
