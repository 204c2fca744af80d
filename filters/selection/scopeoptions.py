"""The options --scope and --favor of scutch-combine and scutch-clean.

What a scope keeps of a page is decided in lm/combine/scopes.py.
"""

SCOPES = ("page", "main")        # those with a model
ARTICLE = "article"              # main without the segments of these roles
NOT_ARTICLE = ("headline", "byline", "caption", "notice")
FAVORS = ("precision", "recall")


def scope_arguments(parser, scopes=SCOPES):
    """Declare the options; scopes: those there are."""
    article = "; article: main less headline, bylines, captions and notices" * (ARTICLE in scopes)
    parser.add_argument("--scope", choices=scopes, default="page",
                        help="page: all text written for the page, with readers' comments; main: "
                             f"the main content alone{article} (default: %(default)s)")
    parser.add_argument("--favor", choices=FAVORS,
                        help="shift the threshold of --keep auto, towards precision (less but "
                             "cleaner text) or recall")
    parser.add_argument("--keep-repeats", action="store_true",
                        help="keep all of the text that a page has several times, where --scope "
                             "main keeps the first")
