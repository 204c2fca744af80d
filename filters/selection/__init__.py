"""Which documents, segments and sentences are kept.

    keptpictures.py     pictures of text that is left out, beside kept text
    segments.py         --keep, --max, --min, --phrases: of scutch-prune, -emit and -clean; what
                        --keep auto keeps; --rules, --max-quality, --min-f, --min-precision:
                        documents left out; records without the scores that a limit needs
    sentencelimits.py   --wordlm: sentences that exceed a perplexity, segments without them
    personaldata.py     --pii: addresses and numbers of persons in a text
    scopeoptions.py     --scope and --favor: what counts as text
"""
