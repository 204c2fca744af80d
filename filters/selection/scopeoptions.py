"""The options --scope and --favor of scutch-combine and scutch-clean.

What a scope keeps of a page is decided in lm/combine/scopes.py.

Options:
  --scope {SCOPES}  page: all text written for the page, with readers' comments; main: the main
                    content alone (default: {default})
  --favor [FAVORS]  shift the threshold of --keep auto, towards precision (less but cleaner text) or
                    recall
"""

SCOPES = ("page", "main")        # those with a model
ARTICLE = "article"              # main without the segments of these roles
NOT_ARTICLE = ("headline", "byline", "caption", "notice")
FAVORS = ("precision", "recall")
