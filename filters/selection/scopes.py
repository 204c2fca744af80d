"""The options that say what counts as text, for scutch-combine and scutch-clean."""

SCOPES = ("page", "main")
FAVORS = ("precision", "recall")


def scope_arguments(parser):
    """Declare the options."""
    parser.add_argument("--scope", choices=SCOPES, default="page",
                        help="page: all text written for the page, with readers' comments; main: "
                             "the main content alone (default: %(default)s)")
    parser.add_argument("--favor", choices=FAVORS,
                        help="shift the threshold of --keep auto, towards precision (less but "
                             "cleaner text) or recall")
