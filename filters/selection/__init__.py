"""Which segments and which sentences of a record are kept.

    segments.py   --keep, --max, --min: of scutch-prune, scutch-emit and scutch-clean
    perplexitylimits.py  --wordlm: sentences by their perplexity
    scopes.py     --scope and --favor: what counts as text
"""
